//! Compilation of documents to a schema set. Errors that make a schema unclear but not unusable become notes, and the
//! compilation continues.

use xsd_schema::compiler::{ContentModelMatcher, check_upa, compile_content_model_for_upa};
use xsd_schema::schema::{
    allocate_content_particle_elements, allocate_model_group_particle_elements, finalize_pending_ic_refs,
};
use xsd_schema::validation::{SchemaValidator, ValidationFlags};
use xsd_schema::{RegexCompat, SchemaError, SchemaSet, parse_schema_only, process_loaded_schemas};

use super::collect::{Source, collect};
use super::document::{CompileError, Document, Note, NoteKind};
use super::patterns::Patterns;
use super::rewrite::{Rewritten, add_xml_namespace, rewrite};
use super::schemas::CompiledSchemas;
use crate::files::Files;

/// Maximum number of unusable patterns. Each is removed, and the compilation starts again.
const UNUSABLE_PATTERNS: usize = 20;

impl CompiledSchemas {
    /// Compiles documents together.
    ///
    /// `embedded` are root documents, such as the schemas in the types of a WSDL. `files` are the possible targets of
    /// `xs:import`, `xs:include` and `xs:redefine`, as found by [`Files::resolve`]. No other files are read.
    ///
    /// # Errors
    /// Returns an error if a document is not a schema, has errors that cannot be fixed, or costs too much.
    pub(crate) fn compile(embedded: Vec<Document>, files: &Files) -> Result<Self, CompileError> {
        let mut collected = Vec::new();
        let mut sources = collect(embedded, files, &mut collected)?;
        add_xml_namespace(&mut sources);
        let mut patterns = Patterns::default();
        for _ in 0..UNUSABLE_PATTERNS {
            let mut notes = collected.clone();
            let Rewritten { texts, unread } = rewrite(&sources, &mut patterns, &mut notes)?;
            let mut set = match build(&texts, &mut notes) {
                Ok(set) => set,
                Err(error) => {
                    // The validator's error names the first pattern that it cannot compile. The schema is usable
                    // without it.
                    if !patterns.leave_out_refused(&error.message) {
                        return Err(error);
                    }
                    patterns = patterns.again();
                    continue;
                }
            };
            patterns.restore(&mut set);
            check_automata(&set, &texts)?;
            notes.sort();
            notes.dedup();
            let name_bytes = set.name_table.heap_bytes();
            return Ok(Self { set, notes, unread, name_bytes });
        }
        let message = format!("more than {UNUSABLE_PATTERNS} patterns are not regular expressions of XML Schema");
        let uri = sources.first().map(|source| source.uri.clone()).unwrap_or_default();
        Err(CompileError { uri, line: 0, column: 0, message })
    }
}

/// Compiles documents. Their only directives are imports without a location, so nothing has to be loaded.
fn build(texts: &[Source], notes: &mut Vec<Note>) -> Result<SchemaSet, CompileError> {
    let mut set = SchemaSet::new();
    set.set_regex_compatibility(RegexCompat::Strict);
    for (index, text) in texts.iter().enumerate() {
        parse_schema_only(text.text.as_bytes(), &address(index), &mut set).map_err(|error| explain(&error, texts))?;
    }
    if let Err(error) = process_loaded_schemas(&mut set) {
        let explained = explain(&error, texts);
        match leniency(&error) {
            // Ambiguity is the last check, so the set is complete.
            Leniency::Ambiguity => notes.extend(ambiguities(&set, texts)),
            Leniency::Unchecked => {
                let message = format!("{}; the schema is used nevertheless", explained.message);
                notes.push(Note { uri: explained.uri, line: explained.line, kind: NoteKind::Relaxed, message });
                finish(&mut set).map_err(|error| explain(&error, texts))?;
                notes.extend(ambiguities(&set, texts));
            }
            Leniency::None => return Err(explained),
        }
    }
    Ok(set)
}

/// Rejects content models without an automaton, because their instances cannot be validated.
fn check_automata(set: &SchemaSet, texts: &[Source]) -> Result<(), CompileError> {
    let validator = SchemaValidator::new(set, ValidationFlags::empty());
    let failures = validator.content_model_failures();
    // The validator does not order the failures.
    let first = failures.iter().filter_map(|(key, reason)| {
        let place = set.locate(set.arenas.get_complex_type(*key)?.source.as_ref())?;
        Some((place.base_uri, place.line, place.column, *reason))
    });
    let Some((base, line, column, reason)) = first.min() else { return Ok(()) };
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Err(CompileError {
        uri: uri(&base, texts).to_owned(),
        line: number(line),
        column: number(column),
        message: format!("the content model is not supported: {reason}"),
    })
}

/// The possible reaction to a validator error.
enum Leniency {
    Ambiguity,
    /// A violated rule about resolved components. The steps after the check are still necessary.
    Unchecked,
    None,
}

fn leniency(error: &SchemaError) -> Leniency {
    let SchemaError::StructuralError { constraint, .. } = error else { return Leniency::None };
    match *constraint {
        "cos-nonambig" => Leniency::Ambiguity,
        "cos-element-consistent"
        | "cos-ct-extends"
        | "cos-st-restricts"
        | "cos-all-limited"
        | "derivation-ok-restriction"
        | "enumeration-valid-restriction"
        | "rcase-Recurse"
        | "e-props-correct"
        | "e-props-correct.2"
        | "e-props-correct.4"
        | "a-props-correct"
        | "au-props-correct"
        | "cos-attribute-decl"
        | "cos-aw-union" => Leniency::Unchecked,
        _ => Leniency::None,
    }
}

/// Runs the steps that an error of [`Leniency::Unchecked`] skipped.
fn finish(set: &mut SchemaSet) -> Result<(), SchemaError> {
    allocate_content_particle_elements(set)?;
    allocate_model_group_particle_elements(set)?;
    finalize_pending_ic_refs(set)
}

/// Returns one note for each ambiguous content model (XML Schema Part 1, 3.8.6, Unique Particle Attribution). Its
/// instances are still validated, because the validator tries every reading.
fn ambiguities(set: &SchemaSet, texts: &[Source]) -> Vec<Note> {
    let mut notes = Vec::new();
    for (_, definition) in set.arenas.complex_types.iter().filter(|(_, definition)| definition.source.is_some()) {
        let Ok(ContentModelMatcher::Nfa(automaton)) = compile_content_model_for_upa(set, definition) else { continue };
        let Err(error) = check_upa(&automaton, set, definition.target_namespace) else { continue };
        let found = explain(&error, texts);
        let place = set.locate(definition.source.as_ref());
        let (uri, line) = place.map_or((found.uri, found.line), |place| {
            (uri(&place.base_uri, texts).to_owned(), u32::try_from(place.line).unwrap_or(u32::MAX))
        });
        let conflict = found.message.trim_start_matches("UPA violation: ").replace('\'', "`");
        let conflict = conflict.split(" at state").next().unwrap_or_default();
        let message = format!("the content model is ambiguous: {conflict}; every interpretation is accepted");
        notes.push(Note { uri, line, kind: NoteKind::Relaxed, message });
    }
    notes
}

/// Returns the address of a document for the validator. It is not a path, so it cannot be resolved.
fn address(index: usize) -> String {
    format!("text:{index}")
}

/// Returns the document's URI.
fn uri<'a>(address: &str, texts: &'a [Source]) -> &'a str {
    let index = address.strip_prefix("text:").and_then(|index| index.parse::<usize>().ok());
    index.and_then(|index| texts.get(index)).or(texts.first()).map(|text| text.uri.as_str()).unwrap_or_default()
}

fn explain(error: &SchemaError, texts: &[Source]) -> CompileError {
    let message = match error {
        SchemaError::StructuralError { message, .. }
        | SchemaError::XmlError { message, .. }
        | SchemaError::NamespaceError { message, .. }
        | SchemaError::FeatureError { message, .. }
        | SchemaError::LimitExceeded { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let location = error.location();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    CompileError {
        uri: uri(location.map(|location| location.base_uri.as_str()).unwrap_or_default(), texts).to_owned(),
        line: location.map_or(0, |location| number(location.line)),
        column: location.map_or(0, |location| number(location.column)),
        message,
    }
}
