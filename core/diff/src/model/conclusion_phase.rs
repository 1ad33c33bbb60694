//! The phases that run once all pairs are compared, in order.

use crate::stages::Phases;

/// A phase of the conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConclusionPhase {
    /// Search for subtypes that a discriminator maps by name.
    ImplicitMappings,
    /// Search for references on one side only.
    UnmatchedUses,
    /// Comparison of changed components where other schemas apply to the same values.
    ComposedUses,
    /// Decision of changes whose effect depends on the schemas around: alternatives that may overlap, `not` and `if`.
    SchemasAround,
    /// Collection of the parts of operations, in both descriptions.
    OldRoots,
    NewRoots,
    OldReferences,
    NewReferences,
    /// Search for the operations that each definition pair reaches.
    DefinitionPairs,
    RemovedOperations,
    AddedOperations,
    /// Report of operations that clients can call on one side only, although both descriptions list them.
    OneSidedOperations,
    /// Removal of facts that are already reported for a component.
    RepeatedFacts,
    /// Removal of facts about unused components.
    UnusedComponents,
    /// Search for the pairs that are compared only because of a replaced definition.
    Replacements,
    /// Recording of claims, before unexplained locations are reported.
    ReadPlaces,
    ExplainPlaces,
    /// Addition of qualifiers to facts.
    QualifyFacts,
    /// Search for the two facts about each renamed property.
    RenamedProperties,
    /// Attachment of facts to the replacements that caused them.
    AttachFacts,
}

impl Phases for ConclusionPhase {
    const ORDER: &'static [ConclusionPhase] = &[
        ConclusionPhase::ImplicitMappings,
        ConclusionPhase::UnmatchedUses,
        ConclusionPhase::ComposedUses,
        ConclusionPhase::SchemasAround,
        ConclusionPhase::OldRoots,
        ConclusionPhase::NewRoots,
        ConclusionPhase::OldReferences,
        ConclusionPhase::NewReferences,
        ConclusionPhase::DefinitionPairs,
        ConclusionPhase::RemovedOperations,
        ConclusionPhase::AddedOperations,
        ConclusionPhase::OneSidedOperations,
        ConclusionPhase::RepeatedFacts,
        ConclusionPhase::UnusedComponents,
        ConclusionPhase::Replacements,
        ConclusionPhase::ReadPlaces,
        ConclusionPhase::ExplainPlaces,
        ConclusionPhase::QualifyFacts,
        ConclusionPhase::RenamedProperties,
        ConclusionPhase::AttachFacts,
    ];
}
