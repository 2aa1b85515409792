//! Tables and values of a TOML file with their places in it: what is asked for and is not there is an error with line and key.

use super::given::known_as;
use super::scene::orientation;
use crate::physics::{Quaternion, Vector3};
use crate::unit::named;
use core::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a file is no system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Counted from 1
    pub line: usize,
    /// `bodies.box.mass`; empty where the file is not TOML
    pub key: String,
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.key.as_str() {
            "" => write!(f, "line {}: {}", self.line, self.text),
            key => write!(f, "line {}, {key}: {}", self.line, self.text),
        }
    }
}

impl core::error::Error for Error {}

/// The whole file as one table.
pub fn root(text: &str) -> Result<Spanned<DeValue<'_>>, Error> {
    let root = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        let message = error.message().trim_end().replace('\n', "; ");
        // a key that stands twice is not in the message
        let what =
            text.get(span.clone()).map(|what| what.lines().next().unwrap_or_default()).filter(|what| !what.is_empty());
        let text_of = what.map_or_else(|| message.clone(), |what| format!("{message}: {what}"));
        Error { line: line_of(text, span.start), key: String::new(), text: text_of }
    })?;
    let span = root.span();
    Ok(Spanned::new(span, DeValue::Table(root.into_inner())))
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}

/// A table with its place in the file.
pub struct Table<'a> {
    text: &'a str,
    path: String,
    at: usize,
    table: &'a DeTable<'a>,
}

/// A value with its place in the file.
pub struct Value<'a> {
    text: &'a str,
    path: String,
    pub key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Table<'a> {
    pub fn wrong(&self, text: impl Into<String>) -> Error {
        Error { line: line_of(self.text, self.at), key: self.path.clone(), text: text.into() }
    }

    /// Path of a key of this table.
    fn under(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }

    /// Keys and values in the order of the file.
    pub fn entries(&self) -> Vec<(&'a str, Value<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let value =
            |key: &'a str, value| (key, Value { text: self.text, path: self.under(key), key: key.into(), value });
        entries.into_iter().map(|(key, of)| value(key.get_ref(), of)).collect()
    }

    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let (_, value) = self.table.iter().find(|(known, _)| known.get_ref() == key)?;
        Some(Value { text: self.text, path: self.under(key), key: key.into(), value })
    }

    pub fn required(&self, key: &str) -> Result<Value<'a>, Error> {
        self.get(key).ok_or_else(|| self.wrong(format!("{key} is missing")))
    }

    pub fn table(&self, key: &str) -> Result<Option<Table<'a>>, Error> {
        self.get(key).map(|value| value.as_table()).transpose()
    }

    /// Errors: a key that is not among these.
    pub fn only(&self, keys: &[&str]) -> Result<(), Error> {
        match self.entries().into_iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, value)) => {
                Err(value.wrong(format!("there is no key \"{key}\" here; there are {}", keys.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// All entries but these as parameters: tables give names with points, arrays elements.
    pub fn parameters(&self, but: &[&str]) -> Result<Vec<(String, String)>, Error> {
        let mut found = Vec::new();
        for (key, value) in self.entries().into_iter().filter(|(key, _)| !but.contains(key)) {
            value.collect(key, &mut found)?;
        }
        Ok(found)
    }
}

impl<'a> Value<'a> {
    /// The whole file.
    pub fn of(text: &'a str, root: &'a Spanned<DeValue<'a>>) -> Self {
        Value { text, path: String::new(), key: String::new(), value: root }
    }

    pub fn wrong(&self, text: impl Into<String>) -> Error {
        Error { line: line_of(self.text, self.value.span().start), key: self.path.clone(), text: text.into() }
    }

    fn expected(&self, what: &str) -> Error {
        self.wrong(format!("must be {what}, not {}", self.value.get_ref().type_str()))
    }

    pub fn as_table(&self) -> Result<Table<'a>, Error> {
        let DeValue::Table(table) = self.value.get_ref() else { return Err(self.expected("a table")) };
        Ok(Table { text: self.text, path: self.path.clone(), at: self.value.span().start, table })
    }

    pub fn is_array(&self) -> bool {
        self.value.get_ref().is_array()
    }

    pub fn items(&self) -> Result<Vec<Value<'a>>, Error> {
        let DeValue::Array(array) = self.value.get_ref() else { return Err(self.expected("an array")) };
        let item = |(k, value)| Value {
            text: self.text,
            path: format!("{}[{}]", self.path, k + 1),
            key: self.key.clone(),
            value,
        };
        Ok(array.iter().enumerate().map(item).collect())
    }

    pub fn tables(&self) -> Result<Vec<Table<'a>>, Error> {
        self.items()?.iter().map(Value::as_table).collect()
    }

    pub fn string(&self) -> Result<&'a str, Error> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("a text"))
    }

    pub fn boolean(&self) -> Result<bool, Error> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// A finite number.
    pub fn number(&self) -> Result<f64, Error> {
        let number = match self.value.get_ref() {
            DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse::<f64>().ok(),
            DeValue::Integer(_) => return Err(self.wrong("must be a decimal number, without 0x, 0o or 0b")),
            _ => return Err(self.expected("a number")),
        };
        number.filter(|number| number.is_finite()).ok_or_else(|| self.wrong("must be a finite number"))
    }

    pub fn numbers<const N: usize>(&self) -> Result<[f64; N], Error> {
        let items = self.items()?;
        let numbers: Vec<f64> = items.iter().map(Value::number).collect::<Result<_, _>>()?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| self.wrong(format!("must have {N} numbers, not {count}")))
    }

    pub fn vectors(&self) -> Result<Vec<[f64; 3]>, Error> {
        self.items()?.iter().map(Value::numbers).collect()
    }

    pub fn vector(&self) -> Result<Vector3<f64>, Error> {
        self.numbers().map(|[x, y, z]| Vector3::new(x, y, z))
    }

    pub fn orientation(&self) -> Result<Quaternion<f64>, Error> {
        orientation(self.numbers()?).map_err(|error| self.wrong(error))
    }

    pub fn one_of<T: Copy>(&self, items: &[(&str, T)]) -> Result<T, Error> {
        let chosen = self.string()?;
        let names: Vec<_> = items.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let found = items.iter().find(|(name, _)| *name == chosen);
        found
            .map(|(_, item)| *item)
            .ok_or_else(|| self.wrong(format!("\"{chosen}\" is not one of {}", names.join(", "))))
    }

    /// Two names.
    pub fn pair(&self) -> Result<[String; 2], Error> {
        let items = self.items()?;
        let names: Vec<String> = items.iter().map(|item| item.string().map(String::from)).collect::<Result<_, _>>()?;
        let count = names.len();
        names.try_into().map_err(|_| self.wrong(format!("must have 2 names, not {count}")))
    }

    /// The value as parameters under a name.
    fn collect(&self, name: &str, found: &mut Vec<(String, String)>) -> Result<(), Error> {
        match self.value.get_ref() {
            DeValue::Table(_) => {
                for (key, value) in self.as_table()?.entries() {
                    value.collect(&format!("{name}.{key}"), found)?;
                }
            }
            DeValue::Array(_) => {
                for (k, value) in self.items()?.iter().enumerate() {
                    value.collect(&format!("{name}[{}]", k + 1), found)?;
                }
            }
            DeValue::String(text) => found.push((name.into(), text.to_string())),
            DeValue::Boolean(value) => found.push((name.into(), value.to_string())),
            _ => found.push((name.into(), format!("{:?}", self.number()?))),
        }
        // an unknown name or a value out of range is told with this line
        let Some((name, value)) = found.last() else { return Ok(()) };
        let mut trial = named::start_values();
        named::assign(&mut trial, known_as(name), value).map_err(|refusal| self.wrong(refusal.to_string()))
    }
}
