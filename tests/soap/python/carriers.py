"""Our own carriers' requests: `tests/mock/carriers/operations.tsv` and `refusals.tsv`, before both referees and the mock."""

import csv
import os

from lxml import etree

from assembly import Assembly, message
from description import ENVELOPES, Description


def rows(folder, name):
    """The rows of a table."""
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def cases(folder):
    """Every request as (row of its operation, row of its refusal or None, bytes)."""
    operations = {row["request"]: row for row in rows(folder, "operations.tsv")}
    texts = {}
    for request, operation in operations.items():
        with open(os.path.join(folder, request), "rb") as file:
            texts[request] = file.read()
        yield operation, None, texts[request]
    for refusal in rows(folder, "refusals.tsv"):
        old, new = (refusal[name].replace("\\n", "\n").encode() for name in ("replace", "with"))
        text = texts[refusal["request"]]
        if text.count(old) != 1:
            raise ValueError(f"{refusal['request']}: `{refusal['replace']}` is in it {text.count(old)} times")
        yield operations[refusal["request"]], refusal, text.replace(old, new)


def instances(text, soap):
    """The elements of Header and Body, which are what schemas speak about."""
    envelope = etree.fromstring(text)
    found = []
    for name in ("Header", "Body"):
        found += list(envelope.iterfind(f"{{{ENVELOPES[soap]}}}{name}/*"))
    return found


def check(folder, work, batch):
    """Validates all of them with libxml2, and puts them into the batch for Xerces; gives what `report` needs."""
    assemblies, judged = {}, []
    for operation, refusal, text in cases(folder):
        wsdl = operation["wsdl"]
        if wsdl not in assemblies:
            description = Description(os.path.join(folder, wsdl))
            assemblies[wsdl] = Assembly(description, os.path.join(work, "schemas", wsdl.replace("/", "-")))
        instance = message(instances(text, operation["soap"]))
        judged.append((operation, refusal, text, assemblies[wsdl].validate(instance), batch.add(assemblies[wsdl], instance)))
    return judged


def report(judged, verdicts):
    """What the referees say otherwise than the tables; nothing where all is as written."""
    complaints = []
    for operation, refusal, _, libxml2, number in judged:
        xerces = verdicts[number]
        name = operation["request"] + (f" ({refusal['at']})" if refusal else "")
        if refusal is None:
            complaints += [f"{name}: {error}" for error in (libxml2, xerces) if error]
            continue
        # libxml2 does not look for what an xs:IDREF names.
        if not libxml2 and refusal["rule"] != "cvc-id.1":
            complaints.append(f"{name}: libxml2 accepts it")
        if not (xerces or "").startswith(refusal["rule"]):
            complaints.append(f"{name}: {refusal['rule']} expected, Xerces says {xerces}")
    return complaints
