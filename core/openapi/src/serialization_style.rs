//! Serialisation of values in URLs, headers and forms: `style` and `explode`, compared by their output (OpenAPI 3.1.1 sections
//! 4.8.12.3 and 4.8.12.4; 3.2.0 adds `cookie`).

use waybill_base::internal::order::Listed as _;

use super::{KnownKey, ResolvedDescription, TypeSet};
use crate::tree::{Kind, NodeId};

/// A `style` with its effective `explode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SerializationStyle {
    style: Style,
    explode: bool,
    shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Form,
    Simple,
    Label,
    Matrix,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    Cookie,
}

/// The shape of the serialised value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    Array,
    Object,
}

impl SerializationStyle {
    /// Returns the style of a parameter in `location`, with defaults applied. Use `header` for headers and `query` for form
    /// fields.
    pub fn resolve(location: &str, style: Option<&str>, explode: Option<bool>) -> SerializationStyle {
        let by_location = if matches!(location, "path" | "header") { Style::Simple } else { Style::Form };
        let style = style.and_then(Style::named).unwrap_or(by_location);
        let explode = explode.unwrap_or(matches!(style, Style::Form | Style::Cookie));
        SerializationStyle { style, explode, shape: Shape::Scalar }
    }

    /// Returns the style that an object declares with its `style` and `explode`.
    pub fn declared(description: &ResolvedDescription<'_>, location: &str, id: NodeId) -> SerializationStyle {
        let arena = description.arena();
        let explode = arena.member(id, KnownKey::Explode).and_then(|explode| match arena.kind(explode) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        });
        SerializationStyle::resolve(location, arena.string_at(id, KnownKey::Style).as_deref(), explode)
    }

    /// Returns true if both have the same `style`, so that they can only differ in `explode`.
    pub fn has_style_of(self, other: SerializationStyle) -> bool {
        self.style == other.style
    }

    /// Returns true if the specification defines a style with this name.
    pub fn knows(style: &str) -> bool {
        Style::named(style).is_some()
    }

    /// Returns true if values of these types are written with the parameter's name in a path.
    pub fn writes_name(self, types: TypeSet) -> bool {
        self.style == Style::Matrix && !(self.explode && types == TypeSet::OBJECT)
    }

    /// Returns true if object properties are written in brackets.
    pub const fn is_deep_object(self) -> bool {
        matches!(self.style, Style::DeepObject)
    }

    /// Returns true if each list element is written separately, so that elements cannot be split by mistake.
    pub const fn is_repeated(self) -> bool {
        self.explode && matches!(self.style, Style::Form | Style::Cookie)
    }

    /// Returns true if list elements are written as one string with separators.
    pub(crate) const fn is_joined(self) -> bool {
        !matches!(self.style, Style::DeepObject)
            && (!self.explode || matches!(self.style, Style::Simple | Style::Label))
    }

    /// Returns the separator of list elements that are written as one string.
    pub fn separator(self) -> Option<char> {
        let separator = match self.style {
            Style::SpaceDelimited => ' ',
            Style::PipeDelimited => '|',
            Style::Label if self.explode => '.',
            _ => ',',
        };
        Some(separator).filter(|_| self.is_joined())
    }

    /// Returns true if both styles write scalars in the same way.
    pub fn writes_the_same_scalars(self, other: SerializationStyle) -> bool {
        self.writes_the_same(other, Shape::Scalar)
    }

    /// Returns true if both styles write lists in the same way.
    pub fn writes_the_same_lists(self, other: SerializationStyle) -> bool {
        self.writes_the_same(other, Shape::Array)
    }

    fn writes_the_same(self, other: SerializationStyle, shape: Shape) -> bool {
        SerializationStyle { shape, ..self }.written("x") == SerializationStyle { shape, ..other }.written("x")
    }

    /// Returns both styles for the first shape of these types that they write differently, or `None` if there is no such shape.
    pub fn unlike(self, other: SerializationStyle, types: TypeSet) -> Option<(SerializationStyle, SerializationStyle)> {
        let as_shape = |form: SerializationStyle, shape| SerializationStyle { shape, ..form };
        let written = |shape| (as_shape(self, shape), as_shape(other, shape));
        shapes(types).into_iter().map(written).find(|(left, right)| left.written("x") != right.written("x"))
    }

    /// Returns this style for the most complex shape of some types: objects before lists before scalars.
    #[must_use]
    pub fn for_types(self, types: TypeSet) -> SerializationStyle {
        let shape = shapes(types).into_iter().next_back().unwrap_or(Shape::Scalar);
        SerializationStyle { shape, ..self }
    }

    /// Returns a sample of this style: two values, or one scalar, with this name.
    pub fn written(self, name: &str) -> String {
        let SerializationStyle { style, explode, shape } = self;
        match (shape, style) {
            (Shape::Scalar, Style::Simple) => "a".to_owned(),
            (Shape::Scalar, Style::Label) => ".a".to_owned(),
            (Shape::Scalar, Style::Matrix) => format!(";{name}=a"),
            (Shape::Scalar, _) => format!("{name}=a"),
            (Shape::Array, Style::Simple) => "a,b".to_owned(),
            (Shape::Array, Style::Label) => if explode { ".a.b" } else { ".a,b" }.to_owned(),
            (Shape::Array, Style::Matrix) if explode => format!(";{name}=a;{name}=b"),
            (Shape::Array, Style::Matrix) => format!(";{name}=a,b"),
            (Shape::Array, Style::Cookie) if explode => format!("{name}=a; {name}=b"),
            (Shape::Array, _) if explode => format!("{name}=a&{name}=b"),
            (Shape::Array, Style::SpaceDelimited) => format!("{name}=a%20b"),
            (Shape::Array, Style::PipeDelimited) => format!("{name}=a%7Cb"),
            (Shape::Array, _) => format!("{name}=a,b"),
            (Shape::Object, Style::DeepObject) => format!("{name}[k]=a&{name}[l]=b"),
            (Shape::Object, Style::Simple) => if explode { "k=a,l=b" } else { "k,a,l,b" }.to_owned(),
            (Shape::Object, Style::Label) => if explode { ".k=a.l=b" } else { ".k,a,l,b" }.to_owned(),
            (Shape::Object, Style::Matrix) if explode => ";k=a;l=b".to_owned(),
            (Shape::Object, Style::Matrix) => format!(";{name}=k,a,l,b"),
            (Shape::Object, Style::Cookie) if explode => "k=a; l=b".to_owned(),
            (Shape::Object, _) if explode => "k=a&l=b".to_owned(),
            (Shape::Object, Style::SpaceDelimited) => format!("{name}=k%20a%20l%20b"),
            (Shape::Object, Style::PipeDelimited) => format!("{name}=k%7Ca%7Cl%7Cb"),
            (Shape::Object, _) => format!("{name}=k,a,l,b"),
        }
    }
}

impl Style {
    fn named(name: &str) -> Option<Style> {
        Some(match name {
            "form" => Style::Form,
            "simple" => Style::Simple,
            "label" => Style::Label,
            "matrix" => Style::Matrix,
            "spaceDelimited" => Style::SpaceDelimited,
            "pipeDelimited" => Style::PipeDelimited,
            "deepObject" => Style::DeepObject,
            "cookie" => Style::Cookie,
            _ => return None,
        })
    }
}

/// Returns the shapes of values of these types, simplest first.
fn shapes(types: TypeSet) -> Vec<Shape> {
    let names = types.names();
    let of = |shape| match shape {
        Shape::Scalar => names.iter().any(|name| !matches!(*name, "array" | "object" | "null")),
        Shape::Array => names.contains(&"array"),
        Shape::Object => names.contains(&"object"),
    };
    [Shape::Scalar, Shape::Array, Shape::Object].into_iter().filter(|shape| of(*shape)).list()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification_come_out() {
        for (style, explode, array, object) in [
            ("matrix", false, ";color=a,b", ";color=k,a,l,b"),
            ("matrix", true, ";color=a;color=b", ";k=a;l=b"),
            ("label", false, ".a,b", ".k,a,l,b"),
            ("label", true, ".a.b", ".k=a.l=b"),
            ("simple", false, "a,b", "k,a,l,b"),
            ("simple", true, "a,b", "k=a,l=b"),
            ("form", false, "color=a,b", "color=k,a,l,b"),
            ("form", true, "color=a&color=b", "k=a&l=b"),
            ("spaceDelimited", false, "color=a%20b", "color=k%20a%20l%20b"),
            ("pipeDelimited", false, "color=a%7Cb", "color=k%7Ca%7Cl%7Cb"),
            ("deepObject", true, "color=a&color=b", "color[k]=a&color[l]=b"),
            ("cookie", true, "color=a; color=b", "k=a; l=b"),
        ] {
            let form = SerializationStyle::resolve("query", Some(style), Some(explode));
            assert_eq!(SerializationStyle { shape: Shape::Array, ..form }.written("color"), array, "{style} {explode}");
            assert_eq!(
                SerializationStyle { shape: Shape::Object, ..form }.written("color"),
                object,
                "{style} {explode}"
            );
        }
    }

    #[test]
    fn style_defaults_by_location_and_explode_by_style() {
        for (location, style, explode, expected_style, expected_explode) in [
            ("query", None, None, "form", true),
            ("cookie", None, None, "form", true),
            ("path", None, None, "simple", false),
            ("header", None, None, "simple", false),
            ("query", Some("pipeDelimited"), None, "pipeDelimited", false),
            ("query", None, Some(false), "form", false),
        ] {
            let expected = SerializationStyle::resolve(location, Some(expected_style), Some(expected_explode));
            assert_eq!(
                SerializationStyle::resolve(location, style, explode),
                expected,
                "{location} {style:?} {explode:?}"
            );
        }
    }

    #[test]
    fn explode_makes_nothing_of_a_single_value() {
        let [exploded, joined] = [true, false].map(|explode| SerializationStyle::resolve("query", None, Some(explode)));
        assert_eq!(exploded.unlike(joined, TypeSet::NULL), None);
        assert!(exploded.unlike(joined, TypeSet::ANY).is_some());
    }
}
