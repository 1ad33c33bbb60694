"""Schemas of one description, written out so that libxml2 and Xerces read them without any WSDL around them.

Every namespace gets one file that includes all its root schemas, every import leads to that file, and `all.xsd` imports every
namespace. An rpc wrapper has no declaration in any schema: the one that WSDL 1.1, section 3.5, describes is written.

A message is judged as one instance: the element `message` holds its headers and what is below Body, so that each xs:ID is
looked for in all of them.
"""

import os
import shutil

from lxml import etree

from description import XSD, resolve

SCHEMA = "http://www.w3.org/2001/XMLSchema"

# The folder inside an assembly where nothing is loosened: no validator takes that, and samples are written by it.
WRITTEN = "as-written"

# The namespace of `all.xsd`, and the element there that holds the elements of a message.
ALL = "urn:all"
MESSAGE = (
    '<xs:element name="message"><xs:complexType><xs:sequence>'
    '<xs:any namespace="##any" processContents="strict" minOccurs="0" maxOccurs="unbounded"/>'
    "</xs:sequence></xs:complexType></xs:element>"
)


class Assembly:
    """The files in `folder`; `all` is the one to validate with."""

    def __init__(self, description, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, WRITTEN))
        self.folder, self.description = os.path.realpath(folder), description
        self.copies, self.roots, self.conflicts, self.loosened = {}, {}, set(), set()
        schemas = description.schemas()
        for path, schema in schemas:
            namespace = schema.get("targetNamespace", "")
            # An inline schema without a namespace that holds nothing but imports only says where the others are.
            if namespace or any(child.tag not in (XSD + "import", XSD + "annotation") for child in schema if isinstance(child.tag, str)):
                self.roots.setdefault(namespace, []).append((path, schema))
        self._wrap_rpc()
        self.collectors = {namespace: f"namespace-{number}.xsd" for number, namespace in enumerate(sorted(self.roots))}
        for namespace, roots in self.roots.items():
            names = list(dict.fromkeys(self._copy(path, schema) for path, schema in roots))
            target = f' targetNamespace="{escape(namespace)}"' if namespace else ""
            includes = "".join(f'<xs:include schemaLocation="{name}"/>' for name in names)
            self._write(self.collectors[namespace], f'<xs:schema xmlns:xs="{SCHEMA}"{target}>{includes}</xs:schema>')
        imports = "".join(
            f'<xs:import{f" namespace={quote(namespace)}" if namespace else ""} schemaLocation="{name}"/>'
            for namespace, name in self.collectors.items()
        )
        self.all = self._write("all.xsd", f'<xs:schema xmlns:xs="{SCHEMA}" targetNamespace="{ALL}">{imports}{MESSAGE}</xs:schema>')
        self.error, self.schema = None, None
        try:
            self.schema = etree.XMLSchema(etree.parse(self.all))
        except etree.XMLSchemaParseError as error:
            self.error = str(error)

    def _write(self, name, text):
        for path in (os.path.join(self.folder, WRITTEN, name), os.path.join(self.folder, name)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def _copy(self, path, schema):
        """A copy of a schema with its locations pointing into this folder; gives its name."""
        if schema in self.copies:
            return self.copies[schema]
        name = self.copies[schema] = f"schema-{len(self.copies)}.xsd"
        # Printing and reading keeps the prefixes that the WSDL around it declares.
        text = etree.fromstring(etree.tostring(schema, with_tail=False))
        for node in list(text):
            if node.tag == XSD + "import":
                namespace = node.get("namespace", "")
                target = self.collectors.get(namespace)
                node.attrib.pop("schemaLocation", None)
                if namespace == text.get("targetNamespace", ""):
                    # A schema may not import its own namespace; what it means is in the file of that namespace anyway.
                    text.remove(node)
                elif target:
                    node.set("schemaLocation", target)
            elif node.tag in (XSD + "include", XSD + "redefine"):
                target = resolve(path, node.get("schemaLocation"))
                if target in self.description.files:
                    node.set("schemaLocation", self._copy(target, self.description.files[target]))
        for group in list(text.iter(XSD + "all")):
            # Without members it adds nothing, and no type may extend it by another one (XML Schema 1, 3.8.6).
            if not len(group):
                group.getparent().remove(group)
        with open(os.path.join(self.folder, WRITTEN, name), "wb") as file:
            file.write(etree.tostring(text, xml_declaration=True, encoding="UTF-8"))
        self._loosen(text)
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(etree.tostring(text, xml_declaration=True, encoding="UTF-8"))
        return name

    def _loosen(self, schema):
        """Types that no validator takes, as they extend by `all` or extend an `all`, and what is derived of them: anything is valid there.

        A referee that refused the whole schema for one of them would say nothing about the rest.
        """
        types = {node.get("name"): node for node in schema.iterchildren(XSD + "complexType")}
        unordered = {name for name, node in types.items() if node.find(XSD + "all") is not None}
        loose = {name for name, node in types.items() if node.find(f".//{XSD}extension/{XSD}all") is not None}
        for name, node in types.items():
            for extension in node.iter(XSD + "extension"):
                more = any(extension.find(XSD + group) is not None for group in ("sequence", "choice", "group"))
                if more and extension.get("base").rpartition(":")[2] in unordered:
                    loose.add(name)
        while True:
            derived = {
                name for name, node in types.items()
                if any(base.get("base", "").rpartition(":")[2] in loose for base in node.iter(XSD + "extension", XSD + "restriction"))
            }
            if derived <= loose:
                break
            loose |= derived
        for name in loose:
            node = types[name]
            for child in list(node):
                node.remove(child)
            sequence = etree.SubElement(node, XSD + "sequence")
            etree.SubElement(sequence, XSD + "any", minOccurs="0", maxOccurs="unbounded", processContents="skip")
            etree.SubElement(node, XSD + "anyAttribute", processContents="skip")
            self.loosened.add(name)

    def _wrap_rpc(self):
        """A schema with the wrapper elements of all rpc operations, for each namespace that soap:body names."""
        wrappers = {}
        for operation in self.description.operations():
            if operation.style != "rpc" or operation.reason_not_called():
                continue
            sides = [(operation.input, ""), (operation.output, "Response")]
            for message, suffix in ((message, suffix) for message, suffix in sides if message):
                parts = [(part, qname) for part, _, qname in message.parts]
                for namespace, name in operation.roots(message, suffix):
                    if wrappers.setdefault(namespace, {}).setdefault(name, parts) != parts:
                        self.conflicts.add((namespace, name))
        for namespace, elements in wrappers.items():
            target = {"targetNamespace": namespace} if namespace else {}
            schema = etree.Element(XSD + "schema", target, nsmap={"xs": SCHEMA})
            for used in {qname[0] for parts in elements.values() for _, qname in parts} - {SCHEMA, namespace}:
                etree.SubElement(schema, XSD + "import", **({"namespace": used} if used else {}))
            for name, parts in elements.items():
                element = etree.SubElement(schema, XSD + "element", name=name)
                sequence = etree.SubElement(etree.SubElement(element, XSD + "complexType"), XSD + "sequence")
                for part, (type_namespace, local) in parts:
                    nsmap = {"p": type_namespace} if type_namespace else None
                    prefix = "p:" if type_namespace else ""
                    etree.SubElement(sequence, XSD + "element", nsmap=nsmap, name=part, type=prefix + local, form="unqualified")
            self.roots.setdefault(namespace, []).append((self.description.path, schema))

    def validate(self, instance):
        """None where libxml2 accepts the element, else what it says first; raises where it refused the schema."""
        document = etree.fromstring(etree.tostring(instance, with_tail=False))
        if self.schema.validate(document):
            return None
        error = self.schema.error_log[0]
        return f"{error.type_name}: {error.message}"

    def declares(self, qname):
        """Whether a root schema here declares the element; the validators refuse what nobody declares."""
        return qname[0] in self.roots


def message(elements):
    """The elements of a message as the one instance that a validator judges."""
    # Put together as text: a tree that takes an element up drops declarations of prefixes that stand in values alone.
    texts = b"".join(etree.tostring(element, with_tail=False) for element in elements)
    return etree.fromstring(f'<all:message xmlns:all="{ALL}">'.encode() + texts + b"</all:message>")


def escape(text):
    """Text as an attribute's value."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def quote(text):
    """Text as a quoted attribute's value."""
    return f'"{escape(text)}"'
