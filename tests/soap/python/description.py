"""One WSDL with every file it reaches, as the tests read it for themselves: services, literal operations, and its schemas.

It shares nothing with the mock or with zeep, so that neither is measured against itself.
"""

import os
from dataclasses import dataclass, field
from urllib.parse import unquote

from lxml import etree

WSDL = "{http://schemas.xmlsoap.org/wsdl/}"
XSD = "{http://www.w3.org/2001/XMLSchema}"
BINDINGS = {
    "{http://schemas.xmlsoap.org/wsdl/soap/}": "1.1",
    "{http://schemas.xmlsoap.org/wsdl/soap12/}": "1.2",
}
ENVELOPES = {
    "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
    "1.2": "http://www.w3.org/2003/05/soap-envelope",
}


@dataclass
class Message:
    """What one side of a binding operation puts into the envelope."""

    namespace: str = ""
    parts: list = field(default_factory=list)  # (name, "element" or "type", QName)
    headers: list = field(default_factory=list)  # QName of each declared header that is an element
    literal: bool = True
    attachments: bool = False


@dataclass
class Operation:
    """An operation of a SOAP port."""

    service: str
    port: str
    soap: str
    name: str
    style: str
    action: str | None
    input: Message
    output: Message | None
    namespace: str = ""

    def root(self, message, suffix=""):
        """The element below Body as (namespace, name); None where Body is empty."""
        if self.style == "rpc":
            return (message.namespace, self.name + suffix)
        return next((qname for _, kind, qname in message.parts if kind == "element"), None)

    def roots(self, message, suffix=""):
        """Every element that may be below Body. Nothing says which namespace an rpc wrapper has where soap:body names none
        (WSDL 1.1, section 3.5): some clients take the targetNamespace, others none."""
        root = self.root(message, suffix)
        if self.style == "rpc" and not message.namespace:
            return [root, (self.namespace, root[1])]
        return [root]

    def reason_not_called(self):
        """Why no referee can judge this operation; None where it can."""
        messages = [message for message in (self.input, self.output) if message]
        if not all(message.literal for message in messages):
            return "encoded"
        if any(message.attachments for message in messages):
            return "attachments (multipart)"
        if self.style == "document" and any(kind == "type" for message in messages for _, kind, _ in message.parts):
            return "document style over a part with a type: what is below Body has no declaration"
        if self.style == "document" and any(len(message.parts) > 1 for message in messages):
            return "document style with more than one part in Body"
        if self.style == "rpc" and any(kind == "element" for message in messages for _, kind, _ in message.parts):
            return "rpc style over a part with an element"
        return None


def qname(node, text):
    """A QName in an attribute's value, as (namespace, local name)."""
    prefix, _, local = text.strip().rpartition(":")
    return (node.nsmap.get(prefix or None, ""), local)


class Description:
    """A WSDL and the files it reaches; `missing` names those that are not there, `remote` those on the network."""

    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.files = {}
        self.missing = []
        self.remote = []
        self._read(self.path)

    def _read(self, path):
        if path in self.files:
            return
        try:
            self.files[path] = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
        except (OSError, etree.XMLSyntaxError) as error:
            self.missing.append(f"{os.path.basename(path)}: {error}")
            return
        root = self.files[path]
        for node in root.iter(WSDL + "import", XSD + "import", XSD + "include", XSD + "redefine"):
            location = node.get("location") or node.get("schemaLocation")
            if location and "://" not in location:
                self._read(resolve(path, location))
            elif location:
                self.remote.append(location)

    def definitions(self):
        """The root of each file that is a WSDL."""
        return [root for root in self.files.values() if root.tag == WSDL + "definitions"]

    def _named(self, kind):
        found = {}
        for root in self.definitions():
            for node in root.findall(WSDL + kind):
                found[(root.get("targetNamespace", ""), node.get("name"))] = node
        return found

    def operations(self):
        """Every operation of every SOAP port of the services in the WSDL itself."""
        bindings, ports, self._messages = self._named("binding"), self._named("portType"), self._named("message")
        found = []
        for service in self.files[self.path].findall(WSDL + "service"):
            for port in service.findall(WSDL + "port"):
                binding = bindings.get(qname(port, port.get("binding")))
                if binding is None:
                    continue
                for prefix, soap in BINDINGS.items():
                    # A SOAP 1.1 address beside a SOAP 1.2 binding is common; the binding decides.
                    declared = binding.find(prefix + "binding")
                    if declared is None or "http" not in declared.get("transport", "http"):
                        continue
                    address = [node for node in port.iterchildren("{*}address")]
                    if address and address[0].get("location", "").startswith("jms"):
                        continue
                    port_type = ports.get(qname(binding, binding.get("type")))
                    if port_type is None:
                        continue
                    for node in binding.findall(WSDL + "operation"):
                        operation = self._operation(prefix, soap, declared, binding, port_type, node)
                        operation.service, operation.port = service.get("name"), port.get("name")
                        operation.namespace = self.files[self.path].get("targetNamespace", "")
                        found.append(operation)
        return found

    def _operation(self, prefix, soap, declared, binding, port_type, node):
        name = node.get("name")
        detail = node.find(prefix + "operation")
        style = declared.get("style") or "document"
        if detail is not None and detail.get("style"):
            style = detail.get("style")
        abstract = next((one for one in port_type.findall(WSDL + "operation") if one.get("name") == name), None)
        sides = []
        for side in ("input", "output"):
            wanted = abstract.find(WSDL + side) if abstract is not None else None
            bound = node.find(WSDL + side)
            sides.append(self._message(prefix, style, wanted, bound) if wanted is not None else None)
        action = detail.get("soapAction") if detail is not None else None
        return Operation("", "", soap, name, style, action, sides[0] or Message(), sides[1])

    def _message(self, prefix, style, wanted, bound):
        message = Message()
        declared = self._messages.get(qname(wanted, wanted.get("message")))
        parts = declared.findall(WSDL + "part") if declared is not None else []
        body = bound.find(".//" + prefix + "body") if bound is not None else None
        for header in bound.iter(prefix + "header") if bound is not None else []:
            holder = self._messages.get(qname(header, header.get("message")))
            for part in holder.findall(WSDL + "part") if holder is not None else []:
                if part.get("name") == header.get("part") and part.get("element"):
                    message.headers.append(qname(part, part.get("element")))
                if holder is declared and body is not None and body.get("parts") is None and part.get("name") == header.get("part"):
                    parts = [one for one in parts if one is not part]
        if body is not None:
            message.literal = body.get("use", "literal") == "literal"
            message.namespace = body.get("namespace", "")
            if body.get("parts") is not None:
                names = body.get("parts").split()
                parts = [part for part in parts if part.get("name") in names]
        if bound is not None:
            message.attachments = any("mime" in child.tag for child in bound.iter(etree.Element))
        for part in parts:
            kind = "element" if part.get("element") else "type"
            message.parts.append((part.get("name"), kind, qname(part, part.get(kind))))
        return message

    def schemas(self):
        """Each schema that is a root of its own, as (file, element): inline ones, and files that an import names."""
        found = []
        for path, root in self.files.items():
            if root.tag == WSDL + "definitions":
                found += [(path, schema) for schema in root.iterfind(f"{WSDL}types/{XSD}schema")]
        seen, queue = set(), list(found)
        while queue:
            path, schema = queue.pop()
            for node in schema.iterchildren():
                if node.tag not in (XSD + "import", XSD + "include", XSD + "redefine"):
                    continue
                location = node.get("schemaLocation")
                if not location or "://" in location:
                    continue
                target = resolve(path, location)
                root = self.files.get(target)
                if root is None or root.tag != XSD + "schema" or (target, node.tag) in seen:
                    continue
                seen.add((target, node.tag))
                queue.append((target, root))
                if node.tag == XSD + "import":
                    found.append((target, root))
        return found


def resolve(path, location):
    """The file that a relative location in another file means."""
    return os.path.realpath(os.path.join(os.path.dirname(path), unquote(location)))
