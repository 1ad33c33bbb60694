//! The bytes of bodies too large to write down: byte `i` is `33 + i mod 89`.
//! The period is prime, so a chunk lost, repeated or moved shows, and every byte is printable ASCII.

const FIRST: u8 = b'!';
const PERIOD: usize = 89;

/// The byte at `position` of every pattern body.
#[must_use]
pub fn byte_at(position: u64) -> u8 {
    let offset = u8::try_from(position % PERIOD as u64).unwrap_or_default();
    FIRST + offset
}

/// At least `length` bytes of the pattern, of which any slice starting at `position % period` is the body's.
pub(super) struct Pattern {
    bytes: Vec<u8>,
}

impl Pattern {
    pub(super) fn with_chunk(length: usize) -> Pattern {
        Pattern { bytes: (0..(length + PERIOD) as u64).map(byte_at).collect() }
    }

    /// The next bytes from `position` on, at most `length` and at most the chunk this was made for.
    pub(super) fn chunk(&self, position: u64, length: usize) -> &[u8] {
        let start = usize::try_from(position % PERIOD as u64).unwrap_or_default();
        let end = (start + length).min(self.bytes.len());
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// How many of `received`, which starts at `position`, are not the pattern's bytes.
    pub(super) fn damaged(&self, position: u64, received: &[u8]) -> u64 {
        if self.chunk(position, received.len()) == received {
            return 0;
        }
        let wrong = (position..).zip(received).filter(|(at, byte)| byte_at(*at) != **byte);
        wrong.count() as u64
    }
}
