//! Writes a sample for each parameter and body of an OpenAPI description's operations, a line of JSON for each operation:
//! what `tests/openapi` sends to the mock service, and asks other validators about.
//! Arguments: `DESCRIPTION`, a file.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use serde_json::{Map, Value, json};
use waybill_core::openapi::{Description, Limits, Loader};
use waybill_core::operation::{Location, MediaType, Operation, Parameter};
use waybill_core::schema::{Direction, SampleOptions, Schema, Validator};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: waybill-openapi-samples DESCRIPTION")?;
    let mut reading = Loader::new(&file, std::fs::read(&file)?, &Limits::default())?;
    while let Some(wanted) = reading.next_file().cloned() {
        reading.provide(&wanted, Err("only the file itself is read".to_owned()))?;
    }
    let description = reading.finish();
    let about = description.info();
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "title": about.title, "version": about.version }))?;
    let mut sampler = Sampler { description: &description, validator: Validator::default() };
    for operation in description.operations() {
        writeln!(out, "{}", sampler.operation(&operation))?;
    }
    Ok(())
}

struct Sampler<'d> {
    description: &'d Description<'static>,
    validator: Validator,
}

impl Sampler<'_> {
    fn operation(&mut self, operation: &Operation) -> Value {
        let parameters: Vec<Value> = operation.parameters.iter().map(|parameter| self.parameter(parameter)).collect();
        let content = operation.body.iter().flat_map(|body| &body.content);
        let bodies: Vec<Value> = content.map(|media| self.media(media)).collect();
        json!({ "method": operation.method, "path": operation.path, "parameters": parameters, "bodies": bodies })
    }

    fn parameter(&mut self, parameter: &Parameter) -> Value {
        let place = match parameter.location {
            Location::Path => "path",
            Location::Query => "query",
            Location::QueryString => "querystring",
            Location::Header => "header",
            Location::Cookie => "cookie",
        };
        let schema = parameter.schema.or_else(|| parameter.content.as_ref().and_then(|media| media.schema));
        let mut written = self.sample(schema);
        written.insert("in".to_owned(), place.into());
        written.insert("name".to_owned(), parameter.name.as_str().into());
        written.into()
    }

    fn media(&mut self, media: &MediaType) -> Value {
        let mut written = self.sample(media.schema);
        written.insert("range".to_owned(), media.range.as_str().into());
        written.into()
    }

    /// The sample, or why there is none; neither where there is no schema.
    fn sample(&mut self, schema: Option<Schema>) -> Map<String, Value> {
        let Some(schema) = schema else { return Map::new() };
        let options = SampleOptions { direction: Some(Direction::Request), ..SampleOptions::default() };
        let (name, value) = match self.validator.sample(self.description, schema, &options) {
            Ok(sample) => ("sample", serde_json::from_str(&sample).unwrap_or_default()),
            Err(none) => ("none", none.to_string().into()),
        };
        Map::from_iter([(name.to_owned(), value)])
    }
}
