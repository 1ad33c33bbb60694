//! What is done once all pairs are compared, in order.

use crate::stages::Phases;

/// What the conclusion is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::diff) enum ConclusionPhase {
    /// Where operations begin, in either description.
    OldRoots,
    NewRoots,
    OldReferences,
    NewReferences,
    /// Who is reached by each pair of definitions.
    DefinitionPairs,
    RemovedOperations,
    AddedOperations,
    /// Operations that answer nothing but 501 on one side.
    ImplementedOperations,
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
        ConclusionPhase::OldRoots,
        ConclusionPhase::NewRoots,
        ConclusionPhase::OldReferences,
        ConclusionPhase::NewReferences,
        ConclusionPhase::DefinitionPairs,
        ConclusionPhase::RemovedOperations,
        ConclusionPhase::AddedOperations,
        ConclusionPhase::ImplementedOperations,
        ConclusionPhase::ReadPlaces,
        ConclusionPhase::ExplainPlaces,
        ConclusionPhase::QualifyFacts,
        ConclusionPhase::AttachFacts,
    ];
}
