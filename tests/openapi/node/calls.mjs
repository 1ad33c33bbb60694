// Calls every operation of descriptions on the mock: with its sample, then with alterations. Writes a line for each call with
// ajv's verdict about the values, and the documents for the second validator.

import { spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { operations, read } from "./description.mjs";
import { call, unserved, upload } from "./mock.mjs";
import { chosen, mutations } from "./mutations.mjs";
import { write } from "./requests.mjs";
import { converted, dialect, validators } from "./schemas.mjs";

/** Maximum number of altered requests per operation. */
const MOST = 14;

const { values: options, positionals: files } = parseArgs({
  options: { mock: { type: "string" }, samples: { type: "string" }, work: { type: "string" } },
  allowPositionals: true,
});

const line = (out, value) => out.write(`${JSON.stringify(value)}\n`);

/** Returns ajv's verdict, with the pointers of errors; `unknown` if ajv cannot decide. */
function verdict(validate, value) {
  if (typeof validate !== "function") return { unknown: String(validate.message).slice(0, 200) };
  try {
    if (validate(value)) return { valid: true, errors: [] };
  } catch (error) {
    return { unknown: String(error.message).slice(0, 200) };
  }
  const errors = validate.errors.map((error) => [error.instancePath, error.keyword]);
  return { valid: false, errors: errors.slice(0, 60) };
}

/**
 * Returns the possible readings of a value whose leaves were sent as text: the altered leaf with its apparent type, and as a
 * string.
 */
function readings(value, pointer, isText) {
  if (!isText) return [value];
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const leaf = steps.reduce((found, step) => found?.[step], value);
  if (leaf === undefined || leaf === null || typeof leaf === "object") return [value];
  const text = String(leaf);
  let looks = text;
  if (/^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text)) looks = JSON.parse(text);
  const replaced = (other) => replace(value, steps, other);
  // A single value may also be read as a list of one.
  const found = looks === text ? [text] : [looks, text];
  const readings = found.flatMap((reading) => [replaced(reading), replaced([reading])]);
  // A list of one may also be read as a single value.
  const holder = steps.slice(0, -1).reduce((within, step) => within?.[step], value);
  if (!Array.isArray(holder) || holder.length !== 1) return readings;
  return [...readings, ...found.map((reading) => replace(value, steps.slice(0, -1), reading))];
}

/** Returns a copy of a value with the value at a path replaced. */
function replace(value, steps, other) {
  const copy = structuredClone({ value });
  const path = ["value", ...steps];
  const holder = path.slice(0, -1).reduce((found, step) => found[step], copy);
  holder[path.at(-1)] = other;
  return copy.value;
}

const isTextual = (range) => range !== undefined && !/json|\*\/\*/.test(range);

function violations(answer) {
  if (!answer.type.includes("problem+json") || (answer.body.length === 0 && answer.status < 400)) return undefined;
  // Responses to HEAD have no body.
  if (answer.body.length === 0) return { title: "", errors: undefined };
  const problem = JSON.parse(answer.body.toString());
  const errors = (problem.errors ?? []).slice(0, 40).map((error) => [error.in, error.name ?? "", error.path ?? "", error.keyword ?? ""]);
  return { title: problem.title, detail: problem.detail?.slice(0, 400), errors };
}

/** Returns the response for a status, and its content for a media type. */
function described(operation, status, type) {
  const find = (wanted) => operation.responses.find((response) => response.status.toUpperCase() === wanted);
  const response = find(String(status)) ?? find(`${String(status)[0]}XX`) ?? find("DEFAULT");
  const essence = (range) => range.split(";")[0].trim().toLowerCase();
  const media = response?.content.find(({ range }) => essence(range) === essence(type)) ?? response?.content.find(({ range }) => range.includes("*"));
  return { response, media };
}

class Judged {
  constructor(file, document, name, samples) {
    const both = ["request", "response"].map((direction) => converted(document, direction));
    [this.request, this.response] = both;
    [this.asRequest, this.asResponse] = both.map(validators);
    this.name = name;
    this.dialect = dialect(document);
    this.operations = operations(document);
    const [about, ...sampled] = samples;
    this.about = about;
    this.service = `/rest/${encodeURIComponent(about.title)}/${encodeURIComponent(about.version)}`;
    this.samples = new Map(sampled.map((operation) => [`${operation.method} ${operation.path}`, operation]));
    for (const [at, direction] of ["request", "response"].entries()) {
      writeFileSync(join(options.work, `${name}.${direction}.json`), JSON.stringify(both[at]));
    }
  }

  async run(out) {
    const reasons = await unserved(options.mock, this.about);
    for (const operation of this.operations) {
      const sampled = this.samples.get(`${operation.method} ${operation.path}`);
      const about = { description: this.name, dialect: this.dialect, operation: `${operation.method} ${operation.path}` };
      const reason = reasons.get(about.operation);
      if (!sampled || reason) {
        line(out, { ...about, kind: "sample", outcome: reason ? "not served" : "not read by us", reason });
        continue;
      }
      await this.operation(out, about, operation, sampled);
    }
  }

  async operation(out, about, operation, sampled) {
    const bodies = operation.body?.content.length ? operation.body.content : [undefined];
    // Media types that cannot be written here are skipped if there is another one.
    let sent = 0;
    for (const media of bodies) {
      const values = this.values(operation, sampled, media);
      const row = { ...about, kind: "sample", media: media?.range };
      if (values.reason) {
        line(out, { ...row, outcome: "no sample", reason: values.reason });
        continue;
      }
      const request = values.lost
        ? { reason: `${values.lost}: the sample needs what is empty or null, which texts cannot say` }
        : write(this.service, operation, values);
      if (request.reason) {
        if (media !== bodies.at(-1) || sent > 0) continue;
        line(out, { ...row, outcome: "not written", reason: request.reason });
        continue;
      }
      sent += 1;
      await this.sample(out, row, operation, values, request);
      await this.alter(out, row, operation, values);
    }
  }

  values(operation, sampled, media) {
    const parameters = new Map();
    for (const parameter of operation.parameters) {
      const own = sampled.parameters.find((found) => found.in === parameter.in && found.name === parameter.name);
      if (own?.none) return { reason: `${parameter.in} ${parameter.name}: ${own.none}` };
      let value = own && "sample" in own ? own.sample : "text";
      if (parameter.range === undefined) value = this.asText(parameter.schema, value);
      if (value === LOST) return { lost: `${parameter.in} ${parameter.name}` };
      if (value !== undefined || parameter.required) parameters.set(`${parameter.in} ${parameter.name}`, value ?? null);
    }
    if (!media) return { parameters };
    const own = sampled.bodies.find((found) => found.range === media.range);
    if (own?.none) return { reason: `body ${media.range}: ${own.none}` };
    let value = own && "sample" in own ? own.sample : "text";
    if (isTextual(media.range)) value = this.asText(media.schema, value) ?? {};
    if (value === LOST) return { lost: "body" };
    return { parameters, body: { ...media, value } };
  }

  /** Returns the value after a conversion to text, or `LOST` if it is no longer valid. */
  asText(schema, value) {
    const said = expressible(value);
    if (!schema || said === undefined || JSON.stringify(said) === JSON.stringify(value)) return said;
    return verdict(this.asRequest(schema), said).valid === false ? LOST : said;
  }

  /** Returns the sent values with their locations and schemas. */
  places(operation, values) {
    const places = operation.parameters
      .filter((parameter) => values.parameters.has(`${parameter.in} ${parameter.name}`))
      .map((parameter) => ({ in: parameter.in, name: parameter.name, schema: parameter.schema, isText: !parameter.range, required: parameter.required, value: values.parameters.get(`${parameter.in} ${parameter.name}`) }));
    if (values.body) places.push({ in: "body", name: "", schema: values.body.schema, isText: isTextual(values.body.range), required: operation.body.required, value: values.body.value });
    return places;
  }

  async sample(out, row, operation, values, request) {
    const checks = this.places(operation, values).filter((place) => place.schema).map(({ in: where, name, schema, value }) => (
      { in: where, name, schema, value, ajv: verdict(this.asRequest(schema), value) }
    ));
    const answer = await call(options.mock, request);
    const { response, media } = described(operation, answer.status, answer.type);
    const found = { ...row, target: request.target.slice(0, 500), status: answer.status, type: answer.type, checks, described: response?.status };
    const refused = violations(answer);
    if (refused) found.problem = refused;
    found.body = answer.body.length;
    found.hasContent = (response?.content.length ?? 0) > 0;
    if (media?.schema && /json/.test(answer.type) && !refused && answer.body.length > 0) {
      let value;
      try {
        value = JSON.parse(answer.body.toString());
        found.answer = { schema: media.schema, value, ajv: verdict(this.asResponse(media.schema), value) };
      } catch (error) {
        found.answer = { unreadable: String(error.message) };
      }
    }
    line(out, found);
  }

  async alter(out, row, operation, values) {
    const all = [];
    for (const place of this.places(operation, values)) {
      if (place.required && place.in !== "path") all.push({ kind: "missing", pointer: "", place });
      if (!place.schema) continue;
      for (const mutation of mutations(this.request, place.schema, place.value)) all.push({ ...mutation, kind: mutation.kind, place });
    }
    const keyed = all.map((mutation) => ({ ...mutation, pointer: mutation.pointer, value: mutation.value, kind: mutation.kind }));
    for (const { kind, pointer, place, value } of chosen(keyed, MOST)) {
      const parameters = new Map(values.parameters);
      let body = values.body;
      if (place.in === "body") body = kind === "missing" ? undefined : { ...body, value };
      else if (kind === "missing") parameters.delete(`${place.in} ${place.name}`);
      else parameters.set(`${place.in} ${place.name}`, value);
      if (place.isText && kind !== "missing" && !isWritten(value)) continue;
      const request = write(this.service, operation, { parameters, body });
      if (request.reason) continue;
      const candidates = kind === "missing" ? [] : readings(value, pointer, place.isText);
      const verdicts = candidates.map((candidate) => verdict(this.asRequest(place.schema), candidate));
      const answer = await call(options.mock, request);
      const errors = verdicts[0]?.errors;
      line(out, {
        ...row, kind, in: place.in, name: place.name, schema: place.schema, pointer, readings: candidates, ajv: verdicts.map(({ valid, unknown }) => valid ?? unknown),
        errors, status: answer.status, problem: violations(answer), target: request.target.slice(0, 300),
      });
    }
  }
}

/** Marks a value that text cannot express. */
const LOST = Symbol("lost");

/** Returns a value without the parts that text cannot express: nulls and empty values. */
function expressible(value) {
  if (Array.isArray(value)) {
    const left = value.map(expressible).filter((element) => element !== undefined);
    return left.length > 0 ? left : undefined;
  }
  if (value !== null && typeof value === "object") {
    const left = Object.entries(value).map(([name, member]) => [name, expressible(member)]).filter(([, member]) => member !== undefined);
    return left.length > 0 ? Object.fromEntries(left) : undefined;
  }
  return value === null ? undefined : value;
}

/** True if text expresses this value unambiguously. */
const isWritten = (value) => JSON.stringify(expressible(value)) === JSON.stringify(value) && value !== "";

mkdirSync(options.work, { recursive: true });
for (const file of files) {
  const name = basename(file).replace(/\.json$/, "");
  const out = createWriteStream(join(options.work, `${name}.calls.jsonl`));
  const started = Date.now();
  const refused = await upload(options.mock, file);
  if (refused) {
    line(out, { description: name, outcome: "not imported", reason: refused });
  } else {
    const run = spawnSync(options.samples, [file], { maxBuffer: 1 << 30 });
    if (run.status !== 0) throw new Error(`${options.samples} ${file}: ${run.stderr}`);
    const samples = run.stdout.toString().split("\n").filter(Boolean).map((text) => JSON.parse(text));
    const judged = new Judged(file, await read(file), name, samples);
    await judged.run(out);
  }
  await new Promise((done) => out.end(done));
  console.log(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
