// Runs one mock vector in process, in Node and in a page. Returns the differences from the expected results.

/** `vector` is `{ scenario, files }`: the vector, and the texts of the files of `tests/` that it names. */
export async function runMockVector(createMock, { scenario, files }) {
  const settings = { clock: "2026-03-01", ...scenario.settings };
  const scene = { mock: createMock(settings), files, answers: [] };
  const complaints = [];
  for (const [at, step] of scenario.steps.entries()) {
    if (step.empty_mock) {
      scene.mock.close();
      scene.mock = createMock(settings);
    }
    const found = step.import ? await imported(scene, step) : await answered(scene, step);
    complaints.push(...found.map((complaint) => `step ${at + 1}: ${complaint}`));
  }
  scene.mock.close();
  return complaints;
}

async function imported(scene, step) {
  const files = step.import.map((file) => ({ path: file.path, content: written(scene, file) }));
  try {
    const services = await scene.mock.import({ files, version: step.version });
    return same(services, step.services) ? [] : [`imported ${services}`];
  } catch ({ message }) {
    return step.refused?.every((part) => message.includes(part)) ? [] : [`refused: ${message}`];
  }
}

async function answered(scene, step) {
  const [method, path] = step.request.split(" ");
  let body = method === "GET" ? undefined : written(scene, step);
  if (step.upload) {
    body = new FormData();
    for (const file of step.upload) body.append("file", new Blob([written(scene, file)]), file.path);
  }
  const response = await scene.mock.fetch(`http://mock.example${path}`, { method, headers: step.headers ?? {}, body });
  const text = await response.text();
  scene.answers.push(text);
  return complaintsOf(scene, response, text, step.answer);
}

/** Returns the text of `file` or `body`, with each `replace` applied once. */
function written({ files, answers }, { file, body = "", body_of, replace = [] }) {
  const text = file !== undefined ? files[file] : body_of !== undefined ? answers[body_of - 1] : body;
  return replace.reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`there is no ${from}`);
    return replaced.replace(from, () => to);
  }, text);
}

function complaintsOf({ answers }, response, text, { status, headers = {}, body, contains = [], lacks = [], json = {}, same_as, ...others }) {
  const complaints = Object.keys(others).map((name) => `${name} is no member of an answer`);
  if (response.status !== status) complaints.push(`the status is ${response.status}`);
  for (const [name, value] of Object.entries(headers)) {
    if (response.headers.get(name) !== value) complaints.push(`the header ${name} is ${response.headers.get(name)}`);
  }
  if (body !== undefined && text !== body) complaints.push("the body is another one");
  complaints.push(...contains.filter((part) => !text.includes(part)).map((part) => `there is no ${part}`));
  complaints.push(...lacks.filter((part) => text.includes(part)).map((part) => `there is ${part}`));
  for (const [pointer, value] of Object.entries(json)) {
    if (!same(pointed(JSON.parse(text), pointer), value)) complaints.push(`${pointer} is ${JSON.stringify(pointed(JSON.parse(text), pointer))}`);
  }
  if (same_as !== undefined && answers[same_as - 1] !== text) complaints.push("the body is not the same");
  return complaints.length > 0 ? [...complaints, text] : [];
}

/** Returns the value at a JSON Pointer, or null. */
function pointed(value, pointer) {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((inner, name) => inner?.[name], value) ?? null;
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
