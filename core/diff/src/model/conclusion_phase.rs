//! The phases that run once all pairs are compared, in order.

use crate::stages::Phases;

/// A phase of the conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConclusionPhase {
    /// Find subtypes that a discriminator maps by name.
    ImplicitMappings,
    /// Find references on one side only.
    UnmatchedUses,
    /// Find effects of component changes where other schemas apply to the same values.
    ComposedUses,
    /// Collect the parts of operations, in both descriptions.
    OldRoots,
    NewRoots,
    OldReferences,
    NewReferences,
    /// Find the operations that each definition pair reaches.
    DefinitionPairs,
    RemovedOperations,
    AddedOperations,
    /// Report operations that clients can call on one side only, although both descriptions list them.
    OneSidedOperations,
    /// Drop facts that are already reported for a component.
    RepeatedFacts,
    /// Drop facts about unused components.
    UnusedComponents,
    /// Find the pairs that are compared only because of a replaced definition.
    Replacements,
    /// Record claims, before unexplained locations are reported.
    ReadPlaces,
    ExplainPlaces,
    /// Add qualifiers to facts.
    QualifyFacts,
    /// Attach facts to the replacements that caused them.
    AttachFacts,
}

impl Phases for ConclusionPhase {
    const ORDER: &'static [ConclusionPhase] = &[
        ConclusionPhase::ImplicitMappings,
        ConclusionPhase::UnmatchedUses,
        ConclusionPhase::ComposedUses,
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
        ConclusionPhase::AttachFacts,
    ];
}
