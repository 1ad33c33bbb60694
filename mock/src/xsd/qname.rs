//! Names of XML Schema: a local name in a namespace.

use std::fmt::{self, Display, Formatter};

/// A name with its namespace. An empty string means no namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct QName {
    /// URI of the namespace.
    pub(crate) namespace: String,
    /// Local name.
    pub(crate) local: String,
}

impl QName {
    /// Creates a name in a namespace.
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
