//! The schema component that validates an element of a message, by name and in the compiled set.

use xsd_schema::ids::{ElementKey, TypeKey};

use super::qname::QName;

/// The schema component that validates an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// A global element declaration.
    Element(QName),
    /// A type with an element name from the caller, as for parts of messages.
    Type {
        /// Name of the element.
        element: QName,
        /// Name of a built-in type or a global type definition.
        type_name: QName,
    },
}

impl Root {
    /// Returns the name of the element.
    pub(crate) fn element(&self) -> &QName {
        match self {
            Self::Element(element) | Self::Type { element, .. } => element,
        }
    }
}

/// An element of a message, and the component that validates it.
#[derive(Debug)]
pub(crate) struct MessageElement<'a, 'input> {
    /// The element.
    pub(crate) node: roxmltree::Node<'a, 'input>,
    /// The component that validates it.
    pub(crate) root: Root,
}

/// A root in the compiled set.
#[derive(Clone, Copy)]
pub(crate) enum RootComponent {
    /// A global declaration.
    Element(ElementKey),
    /// A type definition.
    Type(TypeKey),
}
