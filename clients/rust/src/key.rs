// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//! The type of keys.

use std::fmt;
use std::str::FromStr;

/// A key, or the bound of a range of keys. With the feature `uuid`, it converts to a `uuid::Uuid`, and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// The key with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes, for `Uuid::from_bytes` of any crate.
    #[must_use]
    pub const fn into_bytes(self) -> [u8; 16] {
        self.0
    }
}

#[cfg(feature = "uuid")]
impl From<Key> for uuid::Uuid {
    fn from(key: Key) -> Self {
        Self::from_bytes(key.0)
    }
}

#[cfg(feature = "uuid")]
impl From<uuid::Uuid> for Key {
    fn from(id: uuid::Uuid) -> Self {
        Self(id.into_bytes())
    }
}

/// The usual text, in lower case.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [b'-'; 36];
        let mut place = 0;
        for (number, byte) in self.0.iter().enumerate() {
            if matches!(number, 4 | 6 | 8 | 10) {
                place += 1;
            }
            text[place] = DIGITS[usize::from(byte >> 4)];
            text[place + 1] = DIGITS[usize::from(byte & 15)];
            place += 2;
        }
        f.pad(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no UUID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseKeyError(String);

impl fmt::Display for ParseKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no UUID", self.0)
    }
}

impl std::error::Error for ParseKeyError {}

/// From the usual text, or one without hyphens, in lower or upper case.
impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hyphens = [8, 13, 18, 23].iter().all(|place| text.as_bytes().get(*place) == Some(&b'-'));
        let digits = if text.len() == 36 && hyphens { text.replace('-', "") } else { text.to_owned() };
        if digits.len() != 32 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(ParseKeyError(text.to_owned()));
        }
        let number = u128::from_str_radix(&digits, 16).map_err(|_| ParseKeyError(text.to_owned()))?;
        Ok(Self(number.to_be_bytes()))
    }
}
