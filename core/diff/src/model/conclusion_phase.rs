//! What is done once all pairs are compared, in order.

use crate::stages::Phases;

/// What the conclusion is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConclusionPhase {
    /// Subtypes that a discriminator finds by their names.
    ImplicitMappings,
    /// What one side alone refers to.
    UnmatchedUses,
    /// What changes of components mean where other schemas apply to the same values.
    ComposedUses,
    /// Where operations begin, in either description.
    OldRoots,
    NewRoots,
    OldReferences,
    NewReferences,
    /// Who is reached by each pair of definitions.
    DefinitionPairs,
    RemovedOperations,
    AddedOperations,
    /// Operations that callers have on one side alone, though both descriptions name them.
    OneSidedOperations,
    /// Facts that are reported of a component already.
    RepeatedFacts,
    /// Facts about components that nobody uses.
    UnusedComponents,
    /// Which pairs are compared for places that got another definition.
    Replacements,
    /// Changed places, before those without an explanation are reported.
    ReadPlaces,
    ExplainPlaces,
    /// What else is true of each fact.
    QualifyFacts,
    /// Facts that follow from replacements.
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
