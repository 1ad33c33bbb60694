//! Conversion of a model to a schema document. Every element and attribute has a unique name, so that names in an
//! instance identify the declarations.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::schema::{Attribute, Complex, Derivation, Group, Item, Particle, Simple, Term};

/// Information about names in an instance.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Types of elements that are leaves.
    pub(super) leaves: BTreeMap<String, Simple>,
    /// Elements that are required in their parent.
    pub(super) mandatory: BTreeMap<String, u32>,
    /// Elements that contain elements.
    pub(super) parents: Vec<String>,
    pub(super) attributes: BTreeMap<String, Attribute>,
}

/// A written schema.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) known: Known,
    /// Global components.
    globals: String,
    count: usize,
    /// True if the types of leaves have names, because a restriction has to repeat them.
    named: bool,
}

impl Written {
    /// Returns the schema of an element `r`.
    pub(super) fn new(complex: &Complex) -> (Self, String) {
        let mut written = Self::default();
        let body = written.complex(complex);
        written.known.parents.push("r".to_owned());
        let text = format!("<xs:element name='r'>{body}</xs:element>{}", written.globals);
        (written, text)
    }

    fn name(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("{kind}{}", self.count)
    }

    fn global_type(&mut self, simple: &Simple) -> String {
        let name = self.name("T");
        let start = format!("<xs:simpleType name='{name}'");
        self.globals.push_str(&simple_type(simple).replacen("<xs:simpleType", &start, 1));
        name
    }

    fn complex(&mut self, complex: &Complex) -> String {
        let attributes: String = complex.attributes.iter().map(|attribute| self.attribute(attribute)).collect();
        match &complex.derivation {
            Derivation::None => {
                format!("<xs:complexType>{}{attributes}</xs:complexType>", self.group(&complex.content, true))
            }
            Derivation::Extension(base) => {
                let name = self.name("Base");
                let base = self.group(&Group::Sequence(base.iter().cloned().map(Item::Element).collect()), true);
                let _ = write!(self.globals, "<xs:complexType name='{name}'>{base}</xs:complexType>");
                let content = self.group(&complex.content, true);
                derived("extension", &name, &format!("{content}{attributes}"))
            }
            Derivation::Restriction => {
                let name = self.name("Base");
                self.named = true;
                let content = self.group(&complex.content, true);
                self.named = false;
                let wide = content.replace("minOccurs='1'", "minOccurs='0'").replace("minOccurs='2'", "minOccurs='1'");
                let wide = wide.replace("maxOccurs='1'", "maxOccurs='4'");
                let _ = write!(self.globals, "<xs:complexType name='{name}'>{wide}{attributes}</xs:complexType>");
                // Attributes are inherited.
                derived("restriction", &name, &content)
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute) -> String {
        let name = self.name("a");
        self.known.attributes.insert(name.clone(), attribute.clone());
        let required = if attribute.required { " use='required'" } else { "" };
        format!("<xs:attribute name='{name}'{required}>{}</xs:attribute>", simple_type(&attribute.simple))
    }

    /// Returns a group. `whole` is true if it is the entire content of a type.
    fn group(&mut self, group: &Group, whole: bool) -> String {
        let (tag, members) = match group {
            Group::Sequence(items) => ("sequence", items.iter().map(|item| self.item(item, whole)).collect::<String>()),
            Group::Choice(items) => ("choice", items.iter().map(|item| self.item(item, false)).collect()),
            Group::All(elements) => ("all", elements.iter().map(|element| self.element(element, whole)).collect()),
        };
        format!("<xs:{tag}>{members}</xs:{tag}>")
    }

    fn item(&mut self, item: &Item, mandatory: bool) -> String {
        match item {
            Item::Element(particle) => self.element(particle, mandatory),
            Item::Group { least, most, group } => {
                let text = self.group(group, false);
                // The bounds are inserted into its start tag.
                text.replacen('>', &format!("{}>", occurrence(*least, *most)), 1)
            }
        }
    }

    fn element(&mut self, particle: &Particle, mandatory: bool) -> String {
        let bounds = occurrence(particle.least, particle.most);
        let (name, body, more) = match &particle.term {
            Term::Substitution(members, simple) => {
                let head = self.name("h");
                let kind = self.global_type(simple);
                let _ = write!(self.globals, "<xs:element name='{head}' abstract='true' type='{kind}'/>");
                for _ in 0..*members {
                    let name = self.name("e");
                    let _ = write!(self.globals, "<xs:element name='{name}' substitutionGroup='{head}'/>");
                    self.known.leaves.insert(name, simple.clone());
                }
                return format!("<xs:element ref='{head}'{bounds}/>");
            }
            Term::Leaf { simple, nillable } => {
                let name = self.name("e");
                self.known.leaves.insert(name.clone(), simple.clone());
                let nillable = if *nillable { " nillable='true'" } else { "" };
                if self.named {
                    let kind = self.global_type(simple);
                    (name, String::new(), format!("{nillable} type='{kind}'"))
                } else {
                    (name, simple_type(simple), nillable.to_owned())
                }
            }
            Term::Complex(complex) => {
                let name = self.name("e");
                self.known.parents.push(name.clone());
                (name, self.complex(complex), String::new())
            }
        };
        if mandatory && particle.least > 0 {
            self.known.mandatory.insert(name.clone(), particle.least);
        }
        format!("<xs:element name='{name}'{bounds}{more}>{body}</xs:element>")
    }
}

fn derived(how: &str, base: &str, content: &str) -> String {
    format!(
        "<xs:complexType><xs:complexContent><xs:{how} base='{base}'>{content}</xs:{how}></xs:complexContent></xs:complexType>"
    )
}

fn occurrence(least: u32, most: Option<u32>) -> String {
    let most = most.map_or_else(|| "unbounded".to_owned(), |most| most.to_string());
    format!(" minOccurs='{least}' maxOccurs='{most}'")
}

fn restriction(base: &str, facets: &str) -> String {
    format!("<xs:simpleType><xs:restriction base='xs:{base}'>{facets}</xs:restriction></xs:simpleType>")
}

fn simple_type(simple: &Simple) -> String {
    let facet = |name: &str, value: &dyn std::fmt::Display| format!("<xs:{name} value='{value}'/>");
    let values = |values: &[&str]| values.iter().map(|value| facet("enumeration", value)).collect::<String>();
    let digit = || restriction("int", "<xs:minInclusive value='0'/><xs:maxInclusive value='9'/>");
    match simple {
        Simple::Boolean => restriction("boolean", ""),
        Simple::Date => restriction("date", ""),
        Simple::Identifier => restriction("ID", ""),
        Simple::Integer { least, most } => {
            restriction("int", &(facet("minInclusive", least) + &facet("maxInclusive", most)))
        }
        Simple::Decimal { digits, fraction } => {
            restriction("decimal", &(facet("totalDigits", digits) + &facet("fractionDigits", fraction)))
        }
        Simple::Text { least, most } => restriction("string", &(facet("minLength", least) + &facet("maxLength", most))),
        Simple::Length(length) => restriction("string", &facet("length", length)),
        Simple::Pattern(pattern) => restriction("string", &facet("pattern", pattern)),
        Simple::Enumeration(words) => restriction("string", &values(words)),
        Simple::List { least } => format!(
            "<xs:simpleType><xs:restriction><xs:simpleType><xs:list>{}</xs:list></xs:simpleType>{}</xs:restriction></xs:simpleType>",
            digit(),
            facet("minLength", least)
        ),
        Simple::Union(words) => {
            format!(
                "<xs:simpleType><xs:union>{}{}</xs:union></xs:simpleType>",
                digit(),
                restriction("string", &values(words))
            )
        }
        Simple::Narrowed { most } => {
            let wide = restriction("int", "<xs:minInclusive value='0'/><xs:maxInclusive value='1000'/>");
            format!(
                "<xs:simpleType><xs:restriction>{wide}{}</xs:restriction></xs:simpleType>",
                facet("maxInclusive", most)
            )
        }
    }
}

impl Simple {
    /// Returns a string that the type rejects.
    pub(super) fn refused(&self) -> String {
        match self {
            Self::Boolean => "perhaps".to_owned(),
            Self::Date => "2026-02-30".to_owned(),
            Self::Integer { most, .. } | Self::Narrowed { most } => (most + 1).to_string(),
            Self::Decimal { digits, .. } => "1".repeat(usize::try_from(digits + 1).unwrap()),
            Self::Text { most, .. } => "x".repeat(most + 1),
            Self::Length(length) => "x".repeat(length - 1),
            // No pattern accepts it.
            Self::Pattern(_) => "%%".to_owned(),
            Self::Enumeration(_) | Self::Union(_) | Self::Identifier => "none of them".to_owned(),
            Self::List { .. } => "1 2 10".to_owned(),
        }
    }
}
