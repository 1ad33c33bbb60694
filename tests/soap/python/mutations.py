"""Ways to make a request invalid, or to leave it valid: each gives altered copies of an element, the same ones every time.

Which of them a schema refuses is not said here: libxml2 and Xerces do.
"""

import copy

from lxml import etree

XSI = "{http://www.w3.org/2001/XMLSchema-instance}"


def leaves(root):
    """Elements that hold text and no elements."""
    return [node for node in root.iter(etree.Element) if len(node) == 0 and (node.text or "").strip()]


def inner(root):
    """Every element below the root."""
    return [node for node in root.iter(etree.Element) if node is not root]


def parents(root):
    """Elements that hold elements."""
    return [node for node in root.iter(etree.Element) if len(node)]


def delete_child(node):
    node.getparent().remove(node)


def unknown_child(node):
    etree.SubElement(node, etree.QName(etree.QName(node[0]).namespace, "unknownChild")).text = "x"


def unknown_child_first(node):
    new = etree.Element(etree.QName(etree.QName(node[0]).namespace, "unknownChild"))
    node.insert(0, new)


def swap_with_next(node):
    node.getnext().addnext(node)


def duplicate_child(node):
    node.addnext(copy.deepcopy(node))


def words_as_text(node):
    node.text = "not a value!"


def long_text(node):
    node.text = (node.text or "x") * 300


def altered_text(node):
    node.text = (node.text or "") + "_X"


def lower_case(node):
    node.text = node.text.swapcase()


def padded_text(node):
    node.text = f"\n  {node.text}\t "


def empty_element(node):
    for child in list(node):
        node.remove(child)
    node.text = None


def nil(node):
    empty_element(node)
    node.set(XSI + "nil", "true")


def nil_with_content(node):
    node.set(XSI + "nil", "1")


def not_nil(node):
    node.set(XSI + "nil", "false")


def delete_attribute(node):
    del node.attrib[min(node.attrib)]


def extra_attribute(node):
    node.set("unexpected", "1")


def foreign_attribute(node):
    node.set("{urn:somebody:else}unexpected", "1")


def altered_attribute(node):
    name = min(node.attrib)
    node.set(name, node.get(name) + " %")


def text_of_the_leaf_before(node):
    found = leaves(node.getroottree().getroot())
    node.text = found[found.index(node) - 1].text


def attribute_of_an_element_before(node):
    name, earlier = same_attribute_before(node)
    node.set(name, earlier.get(name))


def same_attribute_before(node):
    """The first attribute of an element that one before it has with another value, and that one; None where there is none."""
    before = []
    for other in node.getroottree().getroot().iter(etree.Element):
        if other is node:
            break
        before.append(other)
    for name in sorted(node.attrib):
        for other in before:
            if not name.startswith("{") and other.get(name) not in (None, node.get(name)):
                return name, other
    return None


def wrong_namespace(node):
    node.tag = etree.QName("urn:somebody:else", etree.QName(node).localname).text


def other_qualification(node):
    name = etree.QName(node)
    node.tag = name.localname if name.namespace else etree.QName(etree.QName(node.getroottree().getroot()).namespace or "urn:x", name.localname).text


def other_case(node):
    name = etree.QName(node)
    node.tag = etree.QName(name.namespace, name.localname.swapcase()).text


def text_between(node):
    node[0].tail = "text between"


def child_in_leaf(node):
    etree.SubElement(node, "child")


def unknown_type(node):
    node.set(XSI + "type", "unknownType")


def string_type(node):
    new = etree.Element(node.tag, dict(node.attrib), nsmap={**node.nsmap, "xs": "http://www.w3.org/2001/XMLSchema"})
    new.text, new.tail = node.text, node.tail
    new.set(XSI + "type", "xs:string")
    node.getparent().replace(node, new)


def comment_inside(node):
    text = node.text or ""
    node.text = text[: len(text) // 2]
    comment = etree.Comment("a comment")
    node.insert(0, comment)
    comment.tail = text[len(text) // 2 :]


def has_next(root):
    return [node for node in inner(root) if node.getnext() is not None and node.getnext().tag != node.tag]


def with_attributes(root):
    return [node for node in root.iter(etree.Element) if [name for name in node.attrib if not name.startswith(XSI)] and min(node.attrib)[0] != "{"]


def has_letters(root):
    return [node for node in leaves(root) if node.text.swapcase() != node.text]


def has_leaf_before(root):
    found = leaves(root)
    return [node for before, node in zip(found, found[1:], strict=False) if before.text != node.text]


def has_attribute_before(root):
    return [node for node in root.iter(etree.Element) if node.attrib and same_attribute_before(node)]


def inner_leaves(root):
    return [node for node in leaves(root) if node is not root]


# Each kind: where it can be done, and what is done there.
KINDS = {
    "delete a child": (inner, delete_child),
    "unknown child last": (parents, unknown_child),
    "unknown child first": (parents, unknown_child_first),
    "swap two children": (has_next, swap_with_next),
    "duplicate a child": (inner, duplicate_child),
    "words as text": (leaves, words_as_text),
    "long text": (leaves, long_text),
    "altered text": (leaves, altered_text),
    "other case of text": (has_letters, lower_case),
    "text of the leaf before": (has_leaf_before, text_of_the_leaf_before),
    "white space around text": (leaves, padded_text),
    "comment in text": (leaves, comment_inside),
    "empty element": (inner, empty_element),
    "nil": (inner, nil),
    "nil with content": (inner, nil_with_content),
    "not nil": (inner, not_nil),
    "delete an attribute": (with_attributes, delete_attribute),
    "extra attribute": (lambda root: list(root.iter(etree.Element)), extra_attribute),
    "attribute of another namespace": (lambda root: list(root.iter(etree.Element)), foreign_attribute),
    "altered attribute": (with_attributes, altered_attribute),
    "attribute of an element before": (has_attribute_before, attribute_of_an_element_before),
    "wrong namespace": (inner, wrong_namespace),
    "other qualification": (inner, other_qualification),
    "other case of a name": (inner, other_case),
    "text between children": (parents, text_between),
    "child in a leaf": (leaves, child_in_leaf),
    "unknown xsi:type": (inner, unknown_type),
    "xsi:type xs:string": (inner_leaves, string_type),
}


def mutate(root, most):
    """(kind, place, altered copy) for each kind, at `most` places spread over the element."""
    for kind, (places, alter) in KINDS.items():
        found = places(root)
        count = min(most, len(found))
        for number in range(count):
            index = number * (len(found) - 1) // max(count - 1, 1)
            path = root.getroottree().getelementpath(found[index]) if found[index] is not root else "."
            altered = copy.deepcopy(root)
            alter(places(altered)[index])
            yield kind, short(path), altered


def short(path):
    """A path without namespaces."""
    return "/".join(step.rpartition("}")[2] for step in split(path))


def split(path):
    """The steps of a path whose namespaces hold slashes."""
    steps, depth, start = [], 0, 0
    for index, letter in enumerate(path):
        depth += (letter == "{") - (letter == "}")
        if letter == "/" and depth == 0:
            steps.append(path[start:index])
            start = index + 1
    return [*steps, path[start:]]
