//! A model of small random schemas.

use proptest::prelude::*;

/// The type of a leaf's text.
#[derive(Clone, Debug)]
pub(super) enum Simple {
    Boolean,
    Date,
    Integer {
        least: i32,
        most: i32,
    },
    Decimal {
        digits: u32,
        fraction: u32,
    },
    Text {
        least: usize,
        most: usize,
    },
    Length(usize),
    Pattern(&'static str),
    Enumeration(Vec<&'static str>),
    /// A list of numbers from 0 to 9.
    List {
        least: usize,
    },
    /// A number from 0 to 9, or one of these words.
    Union(Vec<&'static str>),
    /// A restriction of a restriction: first from 0 to 1,000, then up to `most`.
    Narrowed {
        most: i32,
    },
    Identifier,
}

/// The content of a complex type.
#[derive(Clone, Debug)]
pub(super) struct Complex {
    pub(super) content: Group,
    pub(super) attributes: Vec<Attribute>,
    pub(super) derivation: Derivation,
}

/// The derivation of a type.
#[derive(Clone, Debug)]
pub(super) enum Derivation {
    None,
    /// An extension of a type with this content.
    Extension(Vec<Particle>),
    /// A restriction of a type that allows each element of its sequence more often, or not at all.
    Restriction,
}

/// Members in order, one of them, or all in any order.
#[derive(Clone, Debug)]
pub(super) enum Group {
    Sequence(Vec<Item>),
    Choice(Vec<Item>),
    All(Vec<Particle>),
}

#[derive(Clone, Debug)]
pub(super) enum Item {
    Element(Particle),
    Group { least: u32, most: Option<u32>, group: Group },
}

#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub(super) least: u32,
    pub(super) most: Option<u32>,
    pub(super) term: Term,
}

#[derive(Clone, Debug)]
pub(super) enum Term {
    Leaf {
        simple: Simple,
        nillable: bool,
    },
    Complex(Box<Complex>),
    /// A reference to an abstract element with this many substitutes.
    Substitution(usize, Simple),
}

#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) required: bool,
    pub(super) simple: Simple,
}

fn simple() -> impl Strategy<Value = Simple> {
    let words = || prop::sample::subsequence(vec!["A", "GROUND", "next day", "x-y", "Zürich"], 1..=5);
    prop_oneof![
        Just(Simple::Boolean),
        Just(Simple::Date),
        (-50..50, 0..100).prop_map(|(least, span)| Simple::Integer { least, most: least + span }),
        (2_u32..8, 0_u32..3)
            .prop_map(|(digits, fraction)| Simple::Decimal { digits, fraction: fraction.min(digits - 1) }),
        (0_usize..6, 0_usize..8).prop_map(|(least, span)| Simple::Text { least, most: least + span }),
        (1_usize..20).prop_map(Simple::Length),
        prop::sample::select(vec![
            "[A-Z]{3}",
            "\\d{5}",
            "(AB|CD)-[0-9]{2,4}",
            "[a-z]+(-[a-z]+)?",
            "\\c{1,8}",
            "P[^%]*"
        ])
        .prop_map(Simple::Pattern),
        words().prop_map(Simple::Enumeration),
        (0_usize..4).prop_map(|least| Simple::List { least }),
        words().prop_map(Simple::Union),
        (0..1_000).prop_map(|most| Simple::Narrowed { most }),
    ]
}

fn bounds() -> impl Strategy<Value = (u32, Option<u32>)> {
    prop_oneof![
        4 => Just((1, Some(1))),
        2 => Just((0, Some(1))),
        1 => Just((0, None)),
        1 => (0_u32..3, 1_u32..3).prop_map(|(least, span)| (least, Some(least + span))),
        1 => (1_u32..3).prop_map(|least| (least, None)),
    ]
}

fn leaf() -> impl Strategy<Value = Particle> {
    // An element can have at most one attribute that is an identifier (Part 1, 3.4.6), but any number of such child
    // elements.
    let simple = || prop_oneof![9 => simple(), 1 => Just(Simple::Identifier)];
    let term = prop_oneof![
        5 => (simple(), any::<bool>()).prop_map(|(simple, nillable)| Term::Leaf { simple, nillable }),
        1 => (1_usize..3, simple()).prop_map(|(members, simple)| Term::Substitution(members, simple)),
    ];
    (bounds(), term).prop_map(|((least, most), term)| Particle { least, most, term })
}

fn attributes() -> impl Strategy<Value = Vec<Attribute>> {
    prop::collection::vec((any::<bool>(), simple()).prop_map(|(required, simple)| Attribute { required, simple }), 0..3)
}

/// Returns items of leaves, nested groups, and particles of `inner`.
fn items(inner: impl Strategy<Value = Particle> + Clone + 'static) -> impl Strategy<Value = Vec<Item>> {
    let element = prop_oneof![3 => leaf(), 1 => inner];
    let item = element.prop_map(Item::Element);
    let item = item.prop_recursive(2, 8, 3, |item| {
        let members = prop::collection::vec(item, 1..4);
        let group = (members, any::<bool>())
            .prop_map(|(members, ordered)| if ordered { Group::Sequence(members) } else { Group::Choice(members) });
        (bounds(), group).prop_map(|((least, most), group)| Item::Group { least, most, group })
    });
    prop::collection::vec(item, 1..4)
}

fn complex_of(inner: impl Strategy<Value = Particle> + Clone + 'static) -> impl Strategy<Value = Complex> {
    let once = |mut particle: Particle| {
        particle.least = particle.least.min(1);
        particle.most = Some(1);
        particle
    };
    let restricted = prop::collection::vec(leaf().prop_map(Item::Element), 1..4).prop_map(Group::Sequence);
    let parts = prop_oneof![
        3 => items(inner.clone()).prop_map(|items| (Group::Sequence(items), Derivation::None)),
        1 => items(inner.clone()).prop_map(|items| (Group::Choice(items), Derivation::None)),
        1 => prop::collection::vec(leaf().prop_map(once), 1..4).prop_map(|all| (Group::All(all), Derivation::None)),
        1 => (items(inner), prop::collection::vec(leaf(), 1..3))
            .prop_map(|(items, base)| (Group::Sequence(items), Derivation::Extension(base))),
        1 => restricted.prop_map(|group| (group, Derivation::Restriction)),
    ];
    (parts, attributes()).prop_map(|((content, derivation), attributes)| Complex { content, attributes, derivation })
}

/// Returns a complex type that contains others.
pub(super) fn complex() -> BoxedStrategy<Complex> {
    let lowest = complex_of(leaf().boxed()).boxed();
    let within = |inner: BoxedStrategy<Complex>| {
        let particle = (bounds(), inner).prop_map(|((least, most), complex)| {
            // Repeated content grows with each level.
            let term = Term::Complex(Box::new(complex));
            Particle { least: least.min(1), most, term }
        });
        complex_of(particle.boxed()).boxed()
    };
    within(within(lowest))
}
