// Calls the mock through soap (npm): a client over `?wsdl` of each service, and each operation with the arguments of a valid
// request.
//
//     node calls.mjs WORK
//
// Reads `requests.jsonl` of the work folder and writes `node.jsonl` there: the sent request, the response and the client's result
// for each operation. Arguments are passed as an object, as programs do, and again as XML (`_xml`). The client knows neither the
// order of extended types nor every namespace.

import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import * as soap from 'soap'

const PATIENCE_MS = 30_000
const work = process.argv[2]

/** One client for each service and SOAP version. A rejected WSDL is rejected once. */
const clients = new Map()

function client({ url, soap: version }) {
  const key = `${version} ${url}`
  if (!clients.has(key)) {
    clients.set(key, soap.createClientAsync(`${url}?wsdl`, { forceSoap12Headers: version === '1.2', disableCache: true }))
  }
  return clients.get(key)
}

/** Returns an element as an arguments object: names without prefixes, repeated ones as arrays, attributes separately. */
function argument({ attributes, children, text }) {
  const given = { ...attributes }
  if (given['xsi:type']) {
    const { namespace, name } = given['xsi:type']
    given.xsi_type = { type: name, xmlns: namespace }
    delete given['xsi:type']
  }
  const hasAttributes = Object.keys(given).length > 0
  if (children.length === 0) {
    return hasAttributes ? { attributes: given, $value: text } : text
  }
  const value = hasAttributes ? { attributes: given } : {}
  for (const child of children) {
    const inner = argument(child)
    if (child.name in value) {
      value[child.name] = [value[child.name], inner].flat()
    } else {
      value[child.name] = inner
    }
  }
  return value
}

/** Ends the current call. The client throws some errors where no caller can catch them. */
let interrupt = () => {}
process.on('uncaughtException', (error) => interrupt(error))
process.on('unhandledRejection', (error) => interrupt(error))

/** Makes one call. Returns the client's result, and the bytes on the wire. */
async function call(made, request, given) {
  made.clearSoapHeaders()
  for (const header of request.header_xml) made.addSoapHeader(header)
  return await new Promise((resolve) => {
    const done = (error, result, raw) => {
      const fault = error?.root?.Envelope?.Body?.Fault
      const heard = error === null || error === undefined
      resolve({
        client: heard ? 'parsed' : fault ? `Fault: ${JSON.stringify(fault).slice(0, 500)}` : `${error.name}: ${error.message.slice(0, 500)}`,
        undefined_result: heard && result === undefined,
        status: made.lastStatus,
        sent: made.lastRequest,
        received: typeof raw === 'string' ? raw : (error?.body ?? ''),
      })
    }
    interrupt = done
    try {
      made[request.service][request.port][request.operation](given, done, { timeout: PATIENCE_MS })
    } catch (error) {
      done(error)
    }
  })
}

/** Returns the entries of one request. */
async function entries(request) {
  // Fields for the verdicts, in addition to request and response.
  const kept = ['wsdl', 'service', 'port', 'operation', 'soap', 'schema', 'roots', 'answer_roots', 'declared', 'answer_declared', 'answer', 'loose']
  const about = Object.fromEntries(kept.map((name) => [name, request[name]]))
  let made
  try {
    made = await Promise.race([client(request), new Promise((_, reject) => (interrupt = reject))])
  } catch (error) {
    return [{ ...about, form: 'object', client: `refuses ?wsdl: ${error.message.slice(0, 500)}` }]
  }
  made.on('request', (xml) => (made.lastRequest = xml))
  made.on('response', (_, response) => (made.lastStatus = response?.status))
  const forms = { object: argument(request.tree) }
  // The client accepts XML only for document style.
  if (request.style === 'document') forms.xml = { _xml: request.payload }
  const found = []
  for (const [form, given] of Object.entries(forms)) {
    made.lastStatus = made.lastRequest = undefined
    found.push({ ...about, form, ...(await call(made, request, given)) })
  }
  made.removeAllListeners()
  return found
}

const lines = []
for await (const line of createInterface({ input: createReadStream(join(work, 'requests.jsonl')) })) {
  const request = JSON.parse(line)
  if (!request.first) continue
  for (const entry of await entries(request)) lines.push(`${JSON.stringify(entry)}\n`)
}
writeFileSync(join(work, 'node.jsonl'), lines.join(''))
console.log(`${lines.length} calls through soap`)
// Open connections would keep the program running.
process.exit(0)
