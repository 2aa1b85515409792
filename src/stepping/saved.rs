//! What survives a step as bytes: the fields of each struct are listed once, and written and read by that list.

use crate::physics::{ContactFrame, Energies, Latch};
use nalgebra::SVector;

/// Little-endian bytes, as many for every value of the type.
pub trait Saved {
    fn write(&self, to: &mut impl FnMut(&[u8]));

    /// Takes what [`write`](Self::write) wrote off the front of `from`; None if it is something else or too short, `self` is then
    /// of no use.
    fn read(&mut self, from: &mut &[u8]) -> Option<()>;
}

/// Makes a type [`Saved`] by its fields, or an enum by its variants, in the order of the list; one that is missing does not
/// compile. Fields after `beside` are not saved. What a variant holds is written as an option that the others have not.
macro_rules! saved {
    ($type:ident: $($variant:ident $(($content:ident))?)|+) => {
        const _: () = {
            enum Number {
                $($variant,)+
            }

            impl $crate::stepping::saved::Saved for $type {
                fn write(&self, to: &mut impl FnMut(&[u8])) {
                    let number = match self {
                        $(Self::$variant { .. } => Number::$variant,)+
                    };
                    to(&[number as u8]);
                    $($(
                        let $content = if let Self::$variant(content) = self { Some(*content) } else { None };
                        $content.write(to);
                    )?)+
                }

                fn read(&mut self, from: &mut &[u8]) -> Option<()> {
                    let mut number = 0u8;
                    number.read(from)?;
                    $($(
                        let mut $content = None;
                        $crate::stepping::saved::Saved::read(&mut $content, from)?;
                    )?)+
                    *self = match number {
                        $(_ if number == Number::$variant as u8 => Self::$variant $(($content?))?,)+
                        _ => return None,
                    };
                    Some(())
                }
            }
        };
    };
    ($type:ty { $($field:ident),+ $(,)? } $(beside { $($other:ident),+ $(,)? })?) => {
        impl $crate::stepping::saved::Saved for $type {
            fn write(&self, to: &mut impl FnMut(&[u8])) {
                let Self { $($field,)+ $($($other: _,)+)? } = self;
                $($field.write(to);)+
            }

            fn read(&mut self, from: &mut &[u8]) -> Option<()> {
                let Self { $($field,)+ $($($other: _,)+)? } = self;
                $($field.read(from)?;)+
                Some(())
            }
        }
    };
}
pub(crate) use saved;

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Saved for $number {
            fn write(&self, to: &mut impl FnMut(&[u8])) {
                to(&self.to_le_bytes());
            }

            fn read(&mut self, from: &mut &[u8]) -> Option<()> {
                let (bytes, rest) = from.split_first_chunk()?;
                (*self, *from) = (Self::from_le_bytes(*bytes), rest);
                Some(())
            }
        }
    )+};
}
numbers!(f64, i32, u32, u8);

impl Saved for bool {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        u8::from(*self).write(to);
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let mut flag = 0u8;
        flag.read(from)?;
        *self = flag == 1;
        (flag <= 1).then_some(())
    }
}

impl<T: Saved + Copy + Default> Saved for Option<T> {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        self.is_some().write(to);
        self.unwrap_or_default().write(to);
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        let (mut is_some, mut content) = (false, T::default());
        is_some.read(from)?;
        if is_some {
            content.read(from)?;
        } else {
            // a default need not be valid
            let mut length = 0;
            content.write(&mut |bytes| length += bytes.len());
            *from = from.get(length..)?;
        }
        *self = is_some.then_some(content);
        Some(())
    }
}

impl<T: Saved, const N: usize> Saved for [T; N] {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        self.iter().for_each(|element| element.write(to));
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        self.iter_mut().try_for_each(|element| element.read(from))
    }
}

impl<const N: usize> Saved for SVector<f64, N> {
    fn write(&self, to: &mut impl FnMut(&[u8])) {
        self.data.0.write(to);
    }

    fn read(&mut self, from: &mut &[u8]) -> Option<()> {
        self.data.0.read(from)
    }
}

// the damping is renewed where a latch is used
saved!(Latch<f64> { contact, v_i } beside { a });
saved!(Energies<f64> { work, dissipated_normal, dissipated_friction });
// as is the effective radius
saved!(ContactFrame<f64> { penetration, penetration_rate, normal, point, v_t, omega_c, omega, axis } beside { effective_radius, rolling_radius });
