"""Requests of zeep's own types: the least that a message needs, and one with everything that is optional.

The structure is zeep's, as a program that uses it would see it; only the texts of leaves come from the schemas' facets.
"""

from lxml import etree
from zeep import xsd
from zeep.xsd.elements import Any, AnyAttribute, Choice, Element, Group
from zeep.xsd.elements.indicators import Indicator
from zeep.xsd.types.any import AnyType
from zeep.xsd.types.complex import ComplexType
from zeep.xsd.types.simple import AnySimpleType

DEEPEST = 14
FORMS = ("least", "most")


class NoSample(Exception):
    """zeep's types leave nothing to send, and why."""


class Builder:
    """Builds values of zeep's types; `most` says whether optional parts are in them."""

    def __init__(self, client, declarations, most):
        self.client, self.declarations, self.most = client, declarations, most
        self.ids = 0

    def arguments(self, element, kind):
        """Keyword arguments for a message whose body is of that zeep element."""
        if not isinstance(element.type, ComplexType):
            return None
        return self.members(element.type, kind, ())

    def root(self, name):
        """The type of a global element as the schemas say it."""
        return self.declarations.type_of(self.declarations.found.get(("element", *name)))

    def members(self, zeep_type, kind, above):
        """The attributes and children of a value of that type."""
        if len(above) > DEEPEST:
            raise NoSample("the type contains itself without end")
        values = {}
        for name, attribute in zeep_type.attributes:
            if isinstance(attribute, AnyAttribute) or (not attribute.required and not self.most):
                continue
            declaration = self.declarations.child(kind, "attribute", attribute.attr_name)
            if declaration is None and not attribute.required:
                continue
            values[name] = self.leaf(attribute.type, declaration)
        for name, particle in zeep_type.elements_nested:
            if isinstance(particle, Element) and name == "_value_1":
                values[name] = self.simple(particle.type, kind)
                continue
            self.particle(name, particle, kind, values, above)
        return values

    def particle(self, name, particle, kind, values, above, wanted=False):
        """Puts what a particle contributes into `values`."""
        if isinstance(particle, Any):
            if particle.min_occurs or wanted:
                other = self.anything(particle)
                values[name] = [other] * particle.min_occurs if particle.accepts_multiple else other
            return
        if not (particle.min_occurs or wanted or self.most):
            return
        if isinstance(particle, Element):
            self.element(name, particle, kind, values, above, wanted)
            return
        if not isinstance(particle, Indicator):
            raise NoSample(f"zeep shows a {type(particle).__name__}")
        if particle.accepts_multiple:
            count = max(particle.min_occurs, 1)
            rows = []
            for _ in range(count):
                row = {}
                self.inside(particle, kind, row, above)
                rows.append(row)
            if rows != [{}]:
                values[name] = rows
        else:
            self.inside(particle, kind, values, above)

    def anything(self, particle):
        """An element for a wildcard: a strict one takes none that no schema declares."""
        if particle.process_contents != "strict":
            return etree.Element("{urn:anything}anything")
        for (kind, namespace, name), node in sorted(self.declarations.found.items(), key=lambda one: one[0]):
            leaf = self.declarations.type_of(node) if kind == "element" else None
            if isinstance(leaf, tuple) and leaf[1] != "anyType":
                found = etree.Element(etree.QName(namespace or None, name))
                found.text = self.declarations.text(leaf)
                return found
        raise NoSample("a strict wildcard, and no element with a simple type")

    def inside(self, indicator, kind, values, above):
        """The members of a sequence, of all, of a group, or one branch of a choice."""
        if isinstance(indicator, Group):
            self.inside(indicator.child, kind, values, above)
            return
        members = indicator.elements_nested
        if isinstance(indicator, Choice):
            order = [(name, member) for name, member in members if not self.returns(member, above)] or members
            name, member = order[-1 if self.most else 0]
            self.particle(name, member, kind, values, above, wanted=True)
            return
        for name, member in members:
            inner = [member] if not isinstance(member, Indicator) else []
            optional = not member.min_occurs
            if optional and any(self.returns(one, above) for one in inner):
                continue
            self.particle(name, member, kind, values, above)

    def returns(self, member, above):
        """Whether an element leads back into a type that it is in."""
        return isinstance(member, Element) and any(one is member.type for one in above)

    def element(self, name, element, kind, values, above, wanted):
        """The value or the values of one element."""
        if not element.min_occurs and not wanted and (self.returns(element, above) or len(above) > DEEPEST - 4):
            return
        declaration = self.declarations.child(kind, "element", element.name)
        if declaration is None:
            declaration = self.declarations.found.get(("element", element.qname.namespace or "", element.name))
        count = max(element.min_occurs, 1)
        if self.most and element.accepts_multiple and len(above) < 2:
            most = element.max_occurs
            count = max(count, 2 if most == "unbounded" else min(int(most), 2))
        items = [self.value(element, declaration, above) for _ in range(count)]
        values[name] = items if element.accepts_multiple else items[0]

    def value(self, element, declaration, above):
        """One value of an element."""
        kind = self.declarations.type_of(declaration)
        fixed = declaration.get("fixed") if declaration is not None else None
        if isinstance(element.type, ComplexType):
            zeep_type = element.type
            if self.returns(element, above) and element.nillable:
                return xsd.Nil
            if isinstance(kind, etree._Element) and kind.get("abstract") in ("true", "1"):
                zeep_type, kind = self.concrete(element.type, kind)
            members = self.members(zeep_type, kind, (*above, element.type))
            return zeep_type(**members)
        if isinstance(element.type, AnyType) and not isinstance(element.type, AnySimpleType):
            return "text"
        return self.leaf(element.type, declaration) if fixed is None else self.python(element.type, fixed)

    def concrete(self, zeep_type, kind):
        """A type that is not abstract and extends this one."""
        queue = [(self.declarations.namespaces.get(kind, ""), kind.get("name"))]
        while queue:
            for name in self.declarations.derived.get(queue.pop(0), []):
                node = self.declarations.type_named(name)
                if node is not None and node.get("abstract") not in ("true", "1"):
                    return self.client.get_type(etree.QName(*name)), node
                queue.append(name)
        raise NoSample(f"nothing extends the abstract type {kind.get('name')}")

    def leaf(self, zeep_type, declaration):
        """A value of a simple type, or of the attribute or element that fixes it."""
        fixed = declaration.get("fixed") if declaration is not None else None
        if fixed is not None:
            return self.python(zeep_type, fixed)
        return self.simple(zeep_type, self.declarations.type_of(declaration))

    def simple(self, zeep_type, kind):
        """A value of a simple type, or of the content of a type with simple content."""
        if kind is None:
            local = etree.QName(zeep_type.qname).localname if getattr(zeep_type, "qname", None) else "string"
            kind = ("builtin", local)
        text = self.declarations.text(kind, last=self.most)
        if text is None:
            raise NoSample("no text was found that a pattern and the other facets accept")
        if isinstance(kind, tuple) and kind[1] == "ID":
            self.ids += 1
            text += str(self.ids)
        if isinstance(kind, tuple) and kind[1] in ("IDREF", "IDREFS"):
            text += "1"
        return self.python(zeep_type, text)

    @staticmethod
    def python(zeep_type, text):
        """The text as the Python value that zeep takes for the type."""
        if type(zeep_type).__name__ in ("AnySimpleType", "AnyType", "QName", "Notation"):
            return text
        try:
            return zeep_type.pythonvalue(text)
        except Exception:  # zeep has types that read nothing; those take a text.
            return text
