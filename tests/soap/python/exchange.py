"""zeep's calls through a running mock: each literal operation, in each form, with what was sent, answered and made of it."""

from lxml import etree

import zeep
from zeep.transports import Transport

from description import ENVELOPES
from samples import FORMS, Builder, NoSample


class Recorder:
    """A session hook that keeps the last exchange; zeep itself is left as it is."""

    def __init__(self, session):
        self.last = None
        session.hooks["response"].append(self.keep)

    def keep(self, response, *_, **__):
        if response.request.method == "POST":
            self.last = response


def client(mock, url):
    """A strict zeep client over the WSDL that the mock serves, and the recorder of its calls."""
    recorder = Recorder(mock.session)
    made = zeep.Client(url, settings=zeep.Settings(strict=True), transport=Transport(session=mock.session, timeout=30))
    return made, recorder


def headers(made, builder, operation):
    """Values for the declared headers of a request."""
    found = []
    for name in operation.input.headers:
        element = made.get_element(etree.QName(*name))
        found.append(element(**builder.members(element.type, builder.root(name), ())))
    return found


def arguments(made, builder, operation, binding):
    """Positional and keyword arguments for a request."""
    name = operation.root(operation.input)
    if name is None:
        return [], {}
    if operation.style == "rpc":
        zeep_type = binding.get(operation.name).input.body.type
    else:
        element = made.get_element(etree.QName(*name))
        zeep_type = element.type
        if not hasattr(zeep_type, "elements_nested"):
            declaration = builder.declarations.found.get(("element", *name))
            return [builder.leaf(zeep_type, declaration)], {}
        if isinstance(builder.root(name), etree._Element) and builder.root(name).get("abstract") == "true":
            raise NoSample("the type of the whole message is abstract")
    return [], builder.members(zeep_type, builder.root(name), ())


def bind(made, operation, url):
    """The proxy of an operation's port; where the port has no address that zeep knows, one over its binding."""
    port = made.wsdl.services[operation.service].ports[operation.port]
    if port.binding_options is None:
        return made.create_service(port.binding.name.text, url)
    return made.bind(operation.service, operation.port)


def call(made, recorder, operation, declarations, form, url):
    """One call; gives the entry of the table, and the answer as `requests` had it (None where nothing was sent)."""
    entry = {
        "service": operation.service, "port": operation.port, "operation": operation.name, "soap": operation.soap,
        "style": operation.style, "form": form,
    }
    recorder.last = None
    builder = Builder(made, declarations, most=form == FORMS[1])
    try:
        service = bind(made, operation, url)
        positional, named = arguments(made, builder, operation, service._binding)
        if operation.input.headers:
            named["_soapheaders"] = headers(made, builder, operation)
        getattr(service, operation.name)(*positional, **named)
        entry["client"] = "parsed"
    except NoSample as reason:
        entry["client"] = f"no request: {reason}"
    except zeep.exceptions.Fault as fault:
        entry["client"] = f"Fault: {fault.message}"
    except Exception as error:  # whatever zeep says of a message is the result
        entry["client"] = f"{type(error).__name__}: {error}"
    if recorder.last is not None:
        entry["status"] = recorder.last.status_code
        lenient = recorder.last.headers.get("X-Waybill-Lenient")
        if lenient:
            entry["lenient"] = lenient
    return entry, recorder.last


def parts(text, soap):
    """The elements of Header and of Body, or None where that is no envelope of the version."""
    try:
        envelope = etree.fromstring(text, etree.XMLParser(resolve_entities=False, huge_tree=True))
    except etree.XMLSyntaxError:
        return None
    if envelope.tag != f"{{{ENVELOPES[soap]}}}Envelope":
        return None
    found = [list(envelope.iterfind(f"{{{ENVELOPES[soap]}}}{name}/*")) for name in ("Header", "Body")]
    return found[0], found[1]


XSI = "http://www.w3.org/2001/XMLSchema-instance"


def tree(element):
    """An element for programs that know no XML: names, attributes, children and text."""
    attributes = {}
    for name, value in element.attrib.items():
        qname = etree.QName(name)
        if qname.namespace == XSI and qname.localname == "type":
            prefix, _, local = value.rpartition(":")
            attributes["xsi:type"] = {"namespace": element.nsmap.get(prefix or None, ""), "name": local}
        elif qname.namespace == XSI:
            attributes[f"xsi:{qname.localname}"] = value
        else:
            attributes[qname.localname] = value
    children = [tree(child) for child in element.iterchildren(etree.Element)]
    return {"name": etree.QName(element).localname, "attributes": attributes, "children": children, "text": element.text or ""}


def is_loose(declarations, operation, names):
    """Whether a message of an operation leads to a type that the validators cannot take: they accept anything there."""
    sides = [(operation.input, ""), (operation.output, "Response")]
    roots = [operation.root(message, suffix) for message, suffix in sides if message]
    return any(declarations.reaches(declarations.found.get(("element", *root)), names) for root in roots if root)


def record(entry, operation, url, schema, sent, http_headers):
    """A request with all that another client or a mutation needs to send it again."""
    head, body = parts(sent, operation.soap)
    kept = {name: value for name, value in http_headers.items() if name.lower() in ("content-type", "soapaction")}
    return {
        **{name: entry[name] for name in ("wsdl", "service", "port", "operation", "soap", "style", "form", "loose")},
        "namespace": operation.namespace, "url": url, "action": operation.action, "headers": kept, "schema": schema, "answer": operation.output is not None,
        "roots": operation.roots(operation.input),
        "answer_roots": operation.roots(operation.output, "Response") if operation.output else [],
        "declared": operation.input.headers, "answer_declared": operation.output.headers if operation.output else [],
        "envelope": sent.decode("utf-8"),
        "header_xml": [etree.tostring(one, with_tail=False, encoding="unicode") for one in head],
        "payload": etree.tostring(body[0], with_tail=False, encoding="unicode") if body else "",
        "tree": tree(body[0]) if body else {"name": "", "attributes": {}, "children": [], "text": ""},
    }
