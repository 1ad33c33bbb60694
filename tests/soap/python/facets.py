"""Texts that a simple type accepts, and the declarations they are found by.

zeep knows the structure of a message and forgets facets, so leaves get their texts from here: from the schemas as assembled.
"""

import base64
import os
import re
from decimal import Decimal

from lxml import etree

try:
    from re import _parser as expressions
except ImportError:  # before Python 3.11
    import sre_parse as expressions

from assembly import WRITTEN
from description import XSD, qname

SCHEMA = "http://www.w3.org/2001/XMLSchema"
PLAIN = {
    "anySimpleType": "text", "anyType": "text", "string": "text", "normalizedString": "text", "token": "text", "language": "en",
    "Name": "name", "NCName": "name", "NMTOKEN": "name", "NMTOKENS": "name", "ID": "name", "IDREF": "name", "ENTITY": "name",
    "IDREFS": "name", "ENTITIES": "name",
    "anyURI": "http://example.org/a", "QName": "xml:lang", "NOTATION": "name", "boolean": "true", "base64Binary": "AQID",
    "hexBinary": "0A0B", "float": "1.5", "double": "1.5", "duration": "P1DT2H", "dateTime": "2026-03-02T09:15:00",
    "date": "2026-03-02", "time": "09:15:00", "gYear": "2026", "gYearMonth": "2026-03", "gMonth": "--03", "gMonthDay": "--03-02",
    "gDay": "---02", "decimal": "1", "integer": "1", "long": "1", "int": "1", "short": "1", "byte": "1", "nonNegativeInteger": "1",
    "positiveInteger": "1", "unsignedLong": "1", "unsignedInt": "1", "unsignedShort": "1", "unsignedByte": "1",
    "nonPositiveInteger": "-1", "negativeInteger": "-1",
}
NUMBERS = {"decimal", "float", "double"} | {name for name, text in PLAIN.items() if text in ("1", "-1")}


class Declarations:
    """The global components of an assembly, found by kind and name, and the children of a type found by theirs."""

    def __init__(self, assembly):
        self.found = {}
        self.derived = {}
        self.namespaces = {}
        for name in assembly.collectors.values():
            self._read(os.path.join(assembly.folder, WRITTEN, name), None, set())

    def _read(self, path, namespace, above):
        root = etree.parse(path).getroot()
        namespace = root.get("targetNamespace") or namespace or ""
        if (path, namespace) in above:
            return
        above.add((path, namespace))
        for node in root.iter(etree.Element):
            self.namespaces[node] = namespace
        for node in root.iterchildren(etree.Element):
            if node.tag in (XSD + "include", XSD + "redefine") and node.get("schemaLocation"):
                self._read(os.path.join(os.path.dirname(path), node.get("schemaLocation")), namespace, above)
            elif node.get("name"):
                self.found[(etree.QName(node).localname, namespace, node.get("name"))] = node
        for node in root.iter(XSD + "extension", XSD + "restriction"):
            if node.get("base") and node.getparent() is not None and node.getparent().tag == XSD + "complexContent":
                owner = node.getparent().getparent()
                if owner.get("name"):
                    base = self.reference(node, node.get("base"))
                    self.derived.setdefault(base, []).append((namespace, owner.get("name")))

    def reference(self, node, text):
        """What a QName in a schema means; without a prefix and a default namespace it is of the including schema."""
        namespace, local = qname(node, text)
        if not namespace and ":" not in text and None not in node.nsmap:
            namespace = self.namespaces.get(node, "")
        return (namespace, local)

    def type_of(self, declaration):
        """The type of an element or attribute: a node, ("builtin", name), or None where nothing says it."""
        if declaration is None:
            return None
        if declaration.get("type"):
            return self.type_named(self.reference(declaration, declaration.get("type")))
        for kind in ("simpleType", "complexType"):
            node = declaration.find(XSD + kind)
            if node is not None:
                return node
        return ("builtin", "anyType")

    def type_named(self, name):
        """A type by its name."""
        if name[0] == SCHEMA:
            return ("builtin", name[1])
        for kind in ("complexType", "simpleType"):
            if (kind, *name) in self.found:
                return self.found[(kind, *name)]
        return None

    def child(self, node, kind, name, seen=None):
        """The declaration of a child element or an attribute that a type allows by that local name."""
        seen = set() if seen is None else seen
        if node is None or isinstance(node, tuple) or node in seen:
            return None
        seen.add(node)
        for inner in node.iterchildren(etree.Element):
            if inner.tag == XSD + kind:
                reference = inner.get("ref")
                target = self.found.get((kind, *self.reference(inner, reference))) if reference else inner
                if target is not None and target.get("name") == name:
                    return target
                continue
            if inner.tag in (XSD + "element", XSD + "attribute", XSD + "simpleType"):
                continue
            if inner.tag in (XSD + "group", XSD + "attributeGroup") and inner.get("ref"):
                inner = self.found.get((etree.QName(inner).localname, *self.reference(inner, inner.get("ref"))))
            found = self.child(inner, kind, name, seen)
            if found is not None:
                return found
        if node.tag in (XSD + "extension", XSD + "restriction") and node.get("base"):
            return self.child(self.type_named(self.reference(node, node.get("base"))), kind, name, seen)
        return None

    def reaches(self, node, names, seen=None):
        """Whether an element or a type leads to a type of one of these names."""
        seen = set() if seen is None else seen
        if node is None or isinstance(node, tuple) or node in seen:
            return False
        seen.add(node)
        if node.tag == XSD + "complexType" and node.get("name") in names:
            return True
        for inner in node.iter(etree.Element):
            for attribute in ("type", "base", "ref"):
                if not inner.get(attribute):
                    continue
                name = self.reference(inner, inner.get(attribute))
                kind = etree.QName(inner).localname if attribute == "ref" else None
                target = self.found.get((kind, *name)) if kind else self.type_named(name)
                if self.reaches(target, names, seen):
                    return True
        return False

    def text(self, kind, last=False):
        """A text that the type accepts, the last enumerated one instead of the first where asked; None where there is none."""
        return sample(self, kind, last)


def sample(declarations, kind, last):
    """See `Declarations.text`."""
    facets, variety, builtin = {}, None, "string"
    seen = set()
    while kind is not None and not isinstance(kind, tuple) and kind not in seen:
        seen.add(kind)
        inner = next((one for one in kind.iter(XSD + "restriction", XSD + "extension", XSD + "list", XSD + "union")), None)
        if inner is None:
            return ""
        for facet in inner.iterchildren(etree.Element):
            name = etree.QName(facet).localname
            if facet.get("value") is not None and name not in facets:
                facets[name] = [one.get("value") for one in inner.iterchildren(XSD + name)]
        anonymous = inner.find(XSD + "simpleType")
        if inner.tag in (XSD + "list", XSD + "union"):
            names = (inner.get("itemType") or inner.get("memberTypes") or "").split()
            member = declarations.type_named(declarations.reference(inner, names[0])) if names else anonymous
            variety = inner.tag == XSD + "list"
            kind = member
            break
        if inner.get("base"):
            kind = declarations.type_named(declarations.reference(inner, inner.get("base")))
        else:
            kind = anonymous
    if variety is not None:
        text = facets["enumeration"][0] if "enumeration" in facets else sample(declarations, kind, last)
        count = int(facets.get("length", facets.get("minLength", ["1"]))[0]) if variety else 1
        return " ".join([text] * max(count, 1)) if text is not None and "enumeration" not in facets else text
    if isinstance(kind, tuple):
        builtin = kind[1]
    if "enumeration" in facets:
        return facets["enumeration"][-1 if last else 0]
    if "pattern" in facets:
        return matching(facets, builtin)
    if builtin in NUMBERS:
        return number(facets, builtin)
    return lengthen(facets, builtin, PLAIN.get(builtin, "text"))


def matching(facets, builtin):
    """A short text of the first pattern that the other facets accept too."""
    low = int(facets.get("length", facets.get("minLength", ["0"]))[0])
    high = int(facets.get("length", facets.get("maxLength", ["1000000"]))[0])
    plain = lengthen(facets, builtin, PLAIN.get(builtin, "text"))
    for pattern in facets["pattern"]:
        expression = re.sub(r"\\i", "[A-Za-z_:]", pattern)
        expression = re.sub(r"\\c", "[A-Za-z0-9_:.-]", expression)
        expression = re.sub(r"\\p\{L[ul]?\}", "[A-Za-z]", expression)
        expression = re.sub(r"\\p\{N[d]?\}", "[0-9]", expression)
        try:
            if plain is not None and re.fullmatch(expression, plain):
                return plain
            for more in range(40):
                text = generate(expressions.parse(expression), more)
                if low <= len(text) <= high:
                    return text
        except re.error:
            continue
    return None


def generate(parsed, more):
    """A text that a parsed regular expression matches, each repetition `more` above its least."""
    out = []
    for operation, argument in parsed:
        name = str(operation)
        if name == "LITERAL":
            out.append(chr(argument))
        elif name == "ANY":
            out.append("x")
        elif name == "IN":
            out.append(of_class(argument))
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = argument
            out += [generate(inner, more)] * min(int(most), least + more)
        elif name == "SUBPATTERN":
            out.append(generate(argument[-1], more))
        elif name == "BRANCH":
            out.append(generate(argument[1][0], more))
        elif name == "NOT_LITERAL":
            out.append("x" if argument != ord("x") else "y")
    return "".join(out)


def of_class(items):
    """A character of a class."""
    if str(items[0][0]) == "NEGATE":
        banned = {one[1] for one in items[1:] if str(one[0]) == "LITERAL"}
        return next(letter for letter in "xyz019" if ord(letter) not in banned)
    kind, value = items[0]
    if str(kind) == "LITERAL":
        return chr(value)
    if str(kind) == "RANGE":
        return chr(value[0])
    return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "w"}.get(str(value), "x")


def number(facets, builtin):
    """The number nearest to 1 (or -1) that the bounds leave."""
    value = Decimal(PLAIN[builtin])
    step = Decimal(1)
    if "fractionDigits" in facets and "minExclusive" in facets:
        step = Decimal(1).scaleb(-int(facets["fractionDigits"][0]))
    if "minInclusive" in facets:
        value = max(value, Decimal(facets["minInclusive"][0]))
    if "minExclusive" in facets and value <= Decimal(facets["minExclusive"][0]):
        value = Decimal(facets["minExclusive"][0]) + step
    if "maxInclusive" in facets:
        value = min(value, Decimal(facets["maxInclusive"][0]))
    if "maxExclusive" in facets and value >= Decimal(facets["maxExclusive"][0]):
        value = Decimal(facets["maxExclusive"][0]) - step
    return format(value, "f")


def lengthen(facets, builtin, text):
    """The text cut or repeated to the lengths asked for."""
    unit = 1
    if builtin == "base64Binary":
        exact = int(facets.get("length", facets.get("minLength", ["3"]))[0])
        return base64.b64encode(b"\1" * exact).decode()
    if builtin == "hexBinary":
        unit = 2
    exact = facets.get("length")
    low = int((exact or facets.get("minLength", ["0"]))[0]) * unit
    high = int((exact or facets.get("maxLength", ["1000000"]))[0]) * unit
    if builtin not in ("string", "normalizedString", "token", "NMTOKEN", "Name", "NCName", "anyURI", "language", "hexBinary", "ID"):
        return text
    while len(text) < low:
        text += text
    return text[: max(low, min(len(text), high))]
