//! Names as XML Schema has them: a local name in a namespace.

use std::fmt::{self, Display, Formatter};

/// A name with its namespace; the empty text is no namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct QName {
    /// The namespace's URI.
    pub(crate) namespace: String,
    /// The name within it.
    pub(crate) local: String,
}

impl QName {
    /// A name in a namespace.
    pub(crate) fn new(namespace: impl Into<String>, local: impl Into<String>) -> Self {
        Self { namespace: namespace.into(), local: local.into() }
    }
}

impl Display for QName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.namespace.as_str() {
            "" => write!(f, "`{}`", self.local),
            namespace => write!(f, "`{}` of {namespace}", self.local),
        }
    }
}
