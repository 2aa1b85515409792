//! Little-endian bytes of serialized states.

/// FNV-1a over 64 bits: any single changed byte changes it.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Little-endian bytes, written or only counted.
pub struct Writer<'a> {
    bytes: Option<&'a mut [u8]>,
    length: usize,
}

impl<'a> Writer<'a> {
    /// Counts and keeps nothing.
    pub fn counting() -> Self {
        Writer { bytes: None, length: 0 }
    }

    /// Writes into `bytes`; what does not fit is counted and lost.
    pub fn into(bytes: &'a mut [u8]) -> Self {
        Writer { bytes: Some(bytes), length: 0 }
    }

    /// Bytes so far, also those that did not fit.
    pub fn length(&self) -> usize {
        self.length
    }

    /// What has been written so far.
    pub fn written(&self) -> &[u8] {
        self.bytes.as_deref().map_or(&[], |bytes| &bytes[..self.length.min(bytes.len())])
    }

    pub fn raw(&mut self, raw: &[u8]) {
        let end = self.length + raw.len();
        if let Some(place) = self.bytes.as_deref_mut().and_then(|bytes| bytes.get_mut(self.length..end)) {
            place.copy_from_slice(raw);
        }
        self.length = end;
    }
    pub fn u8(&mut self, value: u8) {
        self.raw(&[value]);
    }
    pub fn u32(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }
    pub fn u64(&mut self, value: u64) {
        self.raw(&value.to_le_bytes());
    }
    pub fn i32(&mut self, value: i32) {
        self.raw(&value.to_le_bytes());
    }
    pub fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }
}

/// Little-endian bytes, None at their end.
pub struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Reader { bytes }
    }

    /// Bytes not yet read.
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// The same, of which what is read is taken off.
    pub fn rest(&mut self) -> &mut &'a [u8] {
        &mut self.bytes
    }

    pub fn raw(&mut self, length: usize) -> Option<&'a [u8]> {
        let (raw, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(raw)
    }
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.raw(N)?.try_into().ok()
    }
    pub fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
    pub fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }
    pub fn f64(&mut self) -> Option<f64> {
        self.u64().map(f64::from_bits)
    }
}
