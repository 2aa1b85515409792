//! Snapshots of an instance: in memory, and as versioned little-endian bytes.

use crate::fmi::Model;
use crate::fmi::bytes::{Reader, Writer, checksum};
use crate::fmi::instance::{Clock, Core};
use crate::fmi::lifecycle::Interface;
use crate::fmi::lifecycle::State;

/// Tells an FMU state from a stray pointer, and serialized bytes from others.
const MAGIC: u64 = u64::from_le_bytes(*b"FMI2snap");
/// Layout of the bytes; raised with every change.
const VERSION: u32 = 9;

/// What an importer gets as the state of the FMU.
pub struct Snapshot<M> {
    magic: u64,
    core: Core<M>,
}

impl<M: Model> Snapshot<M> {
    pub fn of(core: &Core<M>) -> Self {
        Snapshot { magic: MAGIC, core: core.clone() }
    }

    /// Takes a new state of the same instance in the place of the old one.
    pub fn renew(&mut self, core: &Core<M>) {
        self.core.clone_from(core);
    }

    /// What the snapshot holds, if it is one and belongs to the same interface.
    pub fn core_for(&self, interface: Interface) -> Result<&Core<M>, &'static str> {
        match () {
            _ if self.magic != MAGIC => Err("this is not an FMU state of this FMU"),
            _ if self.core.interface != interface => Err("the FMU state is of an instance of the other interface"),
            _ => Ok(&self.core),
        }
    }

    /// Length of [`write`](Self::write) in bytes.
    pub fn size(&self) -> usize {
        self.core.size()
    }

    /// Writes the snapshot; false if `bytes` is shorter than [`size`](Self::size).
    pub fn write(&self, bytes: &mut [u8]) -> bool {
        self.core.write(bytes)
    }

    /// Reads what [`write`](Self::write) wrote, for the instance that is `of`.
    pub fn read(bytes: &[u8], of: &Core<M>) -> Result<Self, &'static str> {
        let (interface, guid) = (of.interface, of.model.guid().as_bytes());
        const FOREIGN: &str = "these bytes are not a serialized state of this FMU";
        const CORRUPT: &str = "the serialized state is damaged";
        let mut reader = Reader::of(bytes);
        if reader.u64() != Some(MAGIC) {
            return Err(FOREIGN);
        }
        if reader.u32() != Some(VERSION) || reader.raw(guid.len()) != Some(guid) {
            return Err("the serialized state is of another version of this FMU");
        }
        let Some((content, sum)) = bytes.split_last_chunk::<8>() else { return Err(CORRUPT) };
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(CORRUPT);
        }
        if reader.u8() != Some(interface as u8) {
            return Err("the serialized state is of an instance of the other interface");
        }
        let core = Self::read_core(&mut reader, of).ok_or(CORRUPT)?;
        // nothing but the checksum may be left
        if reader.left() != sum.len() {
            return Err(CORRUPT);
        }
        Ok(Snapshot { magic: MAGIC, core })
    }

    fn read_core(reader: &mut Reader, of: &Core<M>) -> Option<Core<M>> {
        let state = State::from_byte(reader.u8()?)?;
        let (time, start, stop) = (reader.f64()?, reader.f64()?, reader.f64()?);
        let warned = [false, true].get(usize::from(reader.u8()?)).copied()?;
        let clock = Clock { time, start, stop, warned };
        Some(Core { interface: of.interface, state, clock, model: of.model.restore(reader)? })
    }
}

impl<M: Model> Core<M> {
    /// Length of [`write`](Self::write) in bytes.
    pub fn size(&self) -> usize {
        let mut writer = Writer::counting();
        self.write_to(&mut writer);
        writer.length()
    }

    /// Writes what a snapshot of it writes, without making one; false if `bytes` is shorter than [`size`](Self::size).
    pub fn write(&self, bytes: &mut [u8]) -> bool {
        let capacity = bytes.len();
        let mut writer = Writer::into(bytes);
        self.write_to(&mut writer);
        writer.length() <= capacity
    }

    fn write_to(&self, writer: &mut Writer) {
        writer.u64(MAGIC);
        writer.u32(VERSION);
        writer.raw(self.model.guid().as_bytes());
        writer.u8(self.interface as u8);
        writer.u8(self.state as u8);
        let Clock { time, start, stop, warned } = self.clock;
        writer.f64(time);
        writer.f64(start);
        writer.f64(stop);
        writer.u8(u8::from(warned));
        self.model.save(writer);
        writer.u64(checksum(writer.written()));
    }
}
