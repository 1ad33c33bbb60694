"""The least element that a declaration allows, written from the schemas alone: for operations that zeep cannot send.

A recursive walk; `None` where it finds no end or no text.
"""

from lxml import etree

from description import ENVELOPES, XSD

XSI = "http://www.w3.org/2001/XMLSchema-instance"
DEEPEST = 20


class NoInstance(Exception):
    """Nothing was found, and why."""


class Writer:
    """Writes elements of an assembly's declarations."""

    def __init__(self, declarations):
        self.declarations, self.ids = declarations, 0

    def element(self, node, depth=0):
        """An element as its declaration, global or local, wants it."""
        declarations = self.declarations
        if node.get("ref"):
            node = declarations.found.get(("element", *declarations.reference(node, node.get("ref"))))
            if node is None:
                raise NoInstance("a reference leads nowhere")
        if depth > DEEPEST:
            raise NoInstance("the element contains itself without end")
        if node.get("abstract") in ("true", "1"):
            return self.element(self.substitute(node), depth)
        schema = node.getroottree().getroot()
        is_global = node.getparent() is schema
        form = node.get("form") or schema.get("elementFormDefault", "unqualified")
        namespace = declarations.namespaces.get(node, "") if is_global or form == "qualified" else ""
        made = etree.Element(etree.QName(namespace or None, node.get("name")))
        kind = declarations.type_of(node)
        if isinstance(kind, etree._Element) and kind.get("abstract") in ("true", "1"):
            made, kind = self.concrete(made, kind)
        self.content(made, kind, depth)
        if node.get("fixed") is not None:
            made.text = node.get("fixed")
        return made

    def substitute(self, head):
        """An element that may stand for an abstract one."""
        name = (self.declarations.namespaces.get(head, ""), head.get("name"))
        for (kind, _, _), node in self.declarations.found.items():
            if kind == "element" and node.get("substitutionGroup") and self.declarations.reference(node, node.get("substitutionGroup")) == name:
                return node
        raise NoInstance("nothing stands for an abstract element")

    def anything(self, node, depth):
        """An element for a wildcard: a strict one takes none that no schema declares."""
        if node.get("processContents", "strict") != "strict":
            return etree.Element("{urn:anything}anything")
        allowed, target = node.get("namespace", "##any"), self.declarations.namespaces.get(node, "")
        for (kind, namespace, _), other in sorted(self.declarations.found.items(), key=lambda one: one[0]):
            fits = {"##any": True, "##other": namespace not in ("", target), "##targetNamespace": namespace == target, "##local": not namespace}
            if kind != "element" or not fits.get(allowed, namespace in allowed.split()):
                continue
            try:
                return self.element(other, depth + DEEPEST // 2)
            except NoInstance:
                continue
        raise NoInstance("a strict wildcard, and no element for it")

    def concrete(self, made, kind):
        """The element with `xsi:type` of a type that extends an abstract one."""
        queue = [(self.declarations.namespaces.get(kind, ""), kind.get("name"))]
        while queue:
            for name in self.declarations.derived.get(queue.pop(0), []):
                node = self.declarations.type_named(name)
                if node is not None and node.get("abstract") not in ("true", "1"):
                    typed = etree.Element(made.tag, nsmap={"xsi": XSI, **({"t": name[0]} if name[0] else {})})
                    typed.set(f"{{{XSI}}}type", f"t:{name[1]}" if name[0] else name[1])
                    return typed, node
                queue.append(name)
        raise NoInstance(f"nothing extends the abstract type {kind.get('name')}")

    def content(self, made, kind, depth):
        """Fills an element with the least that its type wants."""
        if kind is None:
            raise NoInstance("a type that is not there")
        if isinstance(kind, tuple) or kind.tag == XSD + "simpleType":
            if kind != ("builtin", "anyType"):
                made.text = self.text(kind)
            return
        inner = kind.find(f"{XSD}simpleContent/*")
        if inner is None:
            inner = kind.find(f"{XSD}complexContent/*")
        if inner is None:
            self.particles(made, kind, depth)
            return
        base = self.declarations.type_named(self.declarations.reference(inner, inner.get("base")))
        if inner.getparent().tag == XSD + "simpleContent":
            self.attributes(made, inner)
            if isinstance(base, etree._Element) and base.tag == XSD + "complexType":
                self.content(made, base, depth)
                if inner.tag == XSD + "restriction":
                    made.text = self.text(inner.getparent())
            else:
                made.text = self.text(base)
            return
        if inner.tag == XSD + "extension" and isinstance(base, etree._Element):
            self.content(made, base, depth)
        self.particles(made, inner, depth)

    def text(self, kind):
        """A text of a simple type."""
        text = self.declarations.text(kind)
        if text is None:
            raise NoInstance("no text was found that all facets accept")
        if kind == ("builtin", "ID"):
            self.ids += 1
            return f"{text}{self.ids}"
        return f"{text}1" if kind in (("builtin", "IDREF"), ("builtin", "IDREFS")) else text

    def attributes(self, made, node):
        """Required attributes."""
        for one in node.iterchildren(XSD + "attribute", XSD + "attributeGroup"):
            if one.tag == XSD + "attributeGroup":
                group = self.declarations.found.get(("attributeGroup", *self.declarations.reference(one, one.get("ref"))))
                if group is not None:
                    self.attributes(made, group)
                continue
            if one.get("use") != "required":
                continue
            target, namespace = one, ""
            if one.get("ref"):
                namespace, name = self.declarations.reference(one, one.get("ref"))
                target = self.declarations.found.get(("attribute", namespace, name))
                if target is None:
                    raise NoInstance("an attribute that is not there")
            elif (one.get("form") or one.getroottree().getroot().get("attributeFormDefault")) == "qualified":
                namespace = self.declarations.namespaces.get(one, "")
            value = target.get("fixed") or one.get("fixed") or self.text(self.declarations.type_of(target))
            made.set(etree.QName(namespace or None, target.get("name")).text, value)

    def particles(self, made, node, depth):
        """The groups and attributes directly in a type or a derivation."""
        self.attributes(made, node)
        for group in node.iterchildren(XSD + "sequence", XSD + "choice", XSD + "all", XSD + "group"):
            self.particle(made, group, depth)

    def particle(self, made, node, depth):
        """A particle as often as it must be there."""
        for _ in range(int(node.get("minOccurs", "1"))):
            if node.tag == XSD + "element":
                made.append(self.element(node, depth + 1))
            elif node.tag == XSD + "group":
                target = self.declarations.found.get(("group", *self.declarations.reference(node, node.get("ref"))))
                for inner in target.iterchildren(XSD + "sequence", XSD + "choice", XSD + "all"):
                    self.particle(made, inner, depth)
            elif node.tag == XSD + "any":
                made.append(self.anything(node, depth))
            elif node.tag == XSD + "choice":
                self.branch(made, node, depth)
            else:
                for inner in node.iterchildren(XSD + "element", XSD + "sequence", XSD + "choice", XSD + "group", XSD + "any"):
                    self.particle(made, inner, depth)

    def branch(self, made, node, depth):
        """The first branch of a choice that can be written."""
        reasons = []
        before = len(made)
        for inner in node.iterchildren(XSD + "element", XSD + "sequence", XSD + "choice", XSD + "group", XSD + "any"):
            try:
                self.particle(made, inner, depth)
                return
            except NoInstance as reason:
                reasons.append(reason)
                del made[before:]
        if reasons:
            raise reasons[0]


def envelope(declarations, operation):
    """A request of an operation with its declared headers, as bytes."""
    writer = Writer(declarations)
    made = etree.Element(f"{{{ENVELOPES[operation.soap]}}}Envelope", nsmap={"e": ENVELOPES[operation.soap]})
    roots = [operation.root(operation.input)] if operation.root(operation.input) else []
    for name, wanted in (("Header", operation.input.headers), ("Body", roots)):
        holder = etree.SubElement(made, f"{{{ENVELOPES[operation.soap]}}}{name}")
        for root in wanted:
            node = declarations.found.get(("element", *root))
            if node is None:
                raise NoInstance(f"{root} is not declared")
            holder.append(writer.element(node))
    return etree.tostring(made, xml_declaration=True, encoding="UTF-8")


def http_headers(soap, action):
    """The headers of a request, as the binding of its port wants them."""
    if soap == "1.1":
        return {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"{action or ""}"'}
    return {"Content-Type": f'application/soap+xml; charset=utf-8; action="{action or ""}"'}
