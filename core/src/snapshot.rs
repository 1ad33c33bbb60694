//! What a login's tokens are kept as between processes: a text that only the token machine reads.

use crate::secret::Secret;

/// The state of one login's tokens, as JSON. It holds tokens: keep it as you would keep a password.
///
/// [`Engine::export`](crate::Engine::export) gives one, [`Engine::restore`](crate::Engine::restore) takes it, and a shared
/// store keeps one for each login. `Debug` prints `[redacted]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot(Secret);

impl Snapshot {
    /// Takes over the text of a snapshot, as it was kept. Whether it is one is found out where it is restored.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// The text. Keep it where nobody else can read it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}
