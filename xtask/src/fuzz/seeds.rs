//! The seeds of fuzzing: descriptions and responses of the shared vectors, and the mock service's test carriers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::repo::Repo;

/// Schemas, each with a value.
const SCHEMAS: [&str; 3] = [
    "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^[a-c]{2,5}$\"}}}\0{\"a\":\"ab\"}",
    "{\"oneOf\":[{\"type\":\"array\",\"items\":{\"multipleOf\":0.5},\"uniqueItems\":true},{\"$ref\":\"#/components/schemas/S\"}]}\0[1,2.5]",
    "{\"if\":{\"minProperties\":1},\"then\":{\"unevaluatedProperties\":false},\"format\":\"uri\"}\0\"https://a.example/\"",
];

/// Texts that contain keys, and a credentials file.
const KEYS: [&str; 2] = [
    "export WAYBILL_API_KEY='canary-key-1'\nkey: eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.x\nWAYBILL_PASSWORD=$PASSWORD\n",
    "{\"environment\":\"a\",\"environments\":[{\"name\":\"a\",\"kind\":\"sandbox\"}],\"credentials\":[{\"environment\":\"a\",\"apiKey\":\"canary-key\"}]}",
];

/// Responses of a mock service: a byte for the operation and further ones for statuses, the requested item, and the body.
const MOCK_ANSWERS: [&str; 5] = [
    "\u{7}\0a.wsdl\0{\"status\":\"UP\",\"failed\":[{\"file\":\"a\",\"reason\":\"b\"}]}",
    "\u{2}\0\0[{\"name\":\"A\",\"version\":\"1\",\"operations\":[{\"name\":\"F\",\"resourcePaths\":[\"/soap/A/1\"]}]}]",
    "\u{5}\0\0# TYPE a counter\na{b=\"c\\\"d\",} 1.5e3 17\nb NaN\n",
    "\u{6}\0<t:Track xmlns:t='urn:a&amp;b' a=\"1\"><b/></t:Track>\0<e/>",
    "\u{4}\0A\0{\"content\":[{\"timestamp\":1,\"request\":{\"headers\":{\"a\":[\"b\"]}}}],\"totalElements\":1}",
];

/// Requests to the service of `parcels.json`.
const REST: [&str; 5] = [
    "GET /rest/Parcels/2/parcels/AB1?fields=state&fields=weight&filter%5Bmin%5D=1&at=%7B%22open%22:true%7D\nx-lines:1,2\ncookie:lang=en\n\n",
    "GET /rest/Parcels/2/parcels/AB1?filter[open]=yes\nprefer:code=404, example=none\naccept:application/json;q=0.5\n\n",
    "POST /rest/Parcels/2/parcels\ncontent-type:application/json\n\n{\"weight\":1.5,\"notes\":[\"a\",null],\"inner\":{\"weight\":2}}",
    "POST /rest/Parcels/2/parcels\ncontent-type:application/x-www-form-urlencoded\n\nmin=1.50&open=true",
    "POST /rest/Parcels/2/parcels\ncontent-type:multipart/form-data; boundary=x\n\n--x\r\nContent-Disposition: form-data; name=\"parcel\"\r\nContent-Type: application/json\r\n\r\n{\"weight\":1}\r\n--x--\r\n",
];

/// Writes the seeds of all targets that use some: `text` and `pair`, and one folder for each other target.
pub(super) fn write(repo: &Repo, folder: &Path) -> Result<()> {
    for vector in files(&repo.path("tests/vectors/compare"))? {
        write_descriptions(&vector, folder)?;
    }
    for vector in files(&repo.path("tests/vectors/access"))? {
        let text = fs::read(&vector).with_context(|| format!("cannot read {}", vector.display()))?;
        let value: Value =
            serde_json::from_slice(&text).with_context(|| format!("{} is not JSON", vector.display()))?;
        write_answers(&name(&vector), &value, folder)?;
    }
    for (target, seeds) in [("schema", &SCHEMAS[..]), ("keys", &KEYS), ("mock_answer", &MOCK_ANSWERS)] {
        for (number, seed) in seeds.iter().enumerate() {
            write_seed(folder, target, &number.to_string(), seed.as_bytes())?;
        }
    }
    write_requests(repo, folder)
}

/// Writes clients' requests to the mock service: small definitions, and requests of the test carriers.
fn write_requests(repo: &Repo, folder: &Path) -> Result<()> {
    let read = |path: &str| {
        let path = repo.path(path);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let track = read("fuzz/src/track.wsdl")?;
    write_seed(folder, "mock_wsdl", "track", &track)?;
    write_seed(folder, "mock_wsdl", "pickup", &read("tests/mock/carriers/quillon/PickupService.wsdl")?)?;
    write_seed(folder, "mock_schema", "barcode", &read("tests/mock/carriers/bergli/barcode_v2_4.xsd")?)?;
    write_seed(folder, "mock_schema", "error", &read("tests/mock/carriers/haldenpost/Error1.1.xsd")?)?;
    let part = b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"track.wsdl\"\r\n\r\n";
    write_seed(folder, "mock_form", "track", &[part, track.as_slice(), b"\r\n--x--\r\n"].concat())?;
    let services = [("quillon", "PickupService"), ("bergli", "BarcodeService")];
    for (carrier, service) in services {
        for request in files(&repo.path(&format!("tests/mock/carriers/{carrier}/requests")))? {
            let body = fs::read(&request).with_context(|| format!("cannot read {}", request.display()))?;
            let name = name(&request);
            write_seed(folder, "mock_envelope", &name, &[&[0], name.as_bytes(), &[0], &body].concat())?;
            let head = format!("POST /soap/{service}/1.0\nsoapaction:{name}\ncontent-type:text/xml\n\n");
            write_seed(folder, "mock_request", &name, &[head.as_bytes(), &body].concat())?;
        }
    }
    for path in ["/api/services", "/api/invocations/PickupService/1.0?page=0&size=2", "/actuator/prometheus"] {
        let name = path.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        write_seed(folder, "mock_request", &name, format!("GET {path}\nhost:localhost\n\n").as_bytes())?;
    }
    for (number, seed) in REST.into_iter().enumerate() {
        write_seed(folder, "mock_request", &format!("rest-{number}"), seed.as_bytes())?;
    }
    write_seed(folder, "mock_wsdl", "parcels", &read("fuzz/src/parcels.json")?)
}

/// Writes the two descriptions of a vector, each alone and both as a pair separated by a zero byte.
fn write_descriptions(vector: &Path, folder: &Path) -> Result<()> {
    let mut sides = Vec::new();
    for side in ["old", "new"] {
        let of = files(vector)?.into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == side));
        if let Some(file) = of.filter(|file| file.is_file()) {
            let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            write_seed(folder, "text", &format!("{}-{side}", name(vector)), &bytes)?;
            sides.push(bytes);
        }
    }
    write_seed(folder, "pair", &name(vector), &sides.join(&0))
}

/// Writes the responses in a vector, in the format of the fuzz targets of access. Each is written with several statuses.
fn write_answers(vector: &str, value: &Value, folder: &Path) -> Result<()> {
    let steps = value.get("steps").and_then(Value::as_array).into_iter().flatten();
    for (number, step) in steps.enumerate() {
        let seed = format!("{vector}-{number}");
        let input = step.get("input").unwrap_or(&Value::Null);
        if let Some(body) = input.pointer("/on_body/body").and_then(Value::as_str) {
            for status in 0..2_u8 {
                let parts: [&[u8]; 3] = [&[status], &[0], body.as_bytes()];
                write_seed(folder, "token_answer", &format!("{seed}-{status}"), &parts.concat())?;
            }
            let parts: [&[u8]; 3] = [&[0], b"Bearer error=\"invalid_token\"\0Bearer\x005\0", body.as_bytes()];
            write_seed(folder, "api_answer", &seed, &parts.concat())?;
        }
        let challenge = input.pointer("/on_head/headers").and_then(Value::as_array).into_iter().flatten();
        for value in challenge.filter_map(|line| line.get(1)?.as_str()) {
            let parts: [&[u8]; 3] = [&[0], value.as_bytes(), &[0, 0, 0]];
            write_seed(folder, "api_answer", &format!("{seed}-head"), &parts.concat())?;
        }
        for place in ["/restore/snapshot", "/on_store/locked/snapshot"] {
            if let Some(snapshot) = input.pointer(place).and_then(Value::as_str) {
                write_seed(folder, "snapshot", &seed, snapshot.as_bytes())?;
            }
        }
    }
    for target in ["1?q=a%20b", "%252e%252e", "a%2fb", "..;/x", "%c0%ae"] {
        let name = target.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        write_seed(folder, "forward", &name, format!("{target}\0connection\0x-a, x-tenant").as_bytes())?;
    }
    write_seed(folder, "jwt", "claims", br#"{"iss":"https://id.sandbox.example/realms/acme","exp":160,"iat":100}"#)
}

fn write_seed(folder: &Path, of: &str, name: &str, bytes: &[u8]) -> Result<()> {
    let folder = folder.join(of);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::write(folder.join(name), bytes).context("cannot write a seed")
}

fn name(vector: &Path) -> String {
    vector.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
