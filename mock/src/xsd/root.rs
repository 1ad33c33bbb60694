//! What an element of a message is held to: by name, and in the compiled set.

use xsd_schema::ids::{ElementKey, TypeKey};

use super::qname::QName;

/// What an element is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// A global element declaration.
    Element(QName),
    /// A type under a name of the caller's, as parts of messages have it.
    Type {
        /// The element's name.
        element: QName,
        /// A built-in type or a global type definition.
        type_name: QName,
    },
}

impl Root {
    /// The name of the element.
    pub(crate) fn element(&self) -> &QName {
        match self {
            Self::Element(element) | Self::Type { element, .. } => element,
        }
    }
}

/// An element of a message, and what it is held to.
#[derive(Debug)]
pub(crate) struct MessageElement<'a, 'input> {
    /// The element.
    pub(crate) node: roxmltree::Node<'a, 'input>,
    /// What it is held to.
    pub(crate) root: Root,
}

/// What a root leads to in the compiled set.
#[derive(Clone, Copy)]
pub(crate) enum RootComponent {
    /// A global declaration.
    Element(ElementKey),
    /// A type definition.
    Type(TypeKey),
}
