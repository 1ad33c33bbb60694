"""What libxml2 and Xerces say of the messages of a call, and what follows for the call."""

import csv
import os
import re
from typing import ClassVar

from lxml import etree

import exchange
from assembly import message

EXPLAINED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "explained.tsv")


class Schema:
    """An assembled schema by the path of its file, compiled by libxml2 once."""

    known: ClassVar = {}

    def __init__(self, path):
        self.all, self.libxml2, self.error = path, None, None
        try:
            self.libxml2 = etree.XMLSchema(etree.parse(path))
        except etree.XMLSchemaParseError as error:
            self.error = f"schema: {error}"

    @classmethod
    def at(cls, path):
        """The schema of that file."""
        if path not in cls.known:
            cls.known[path] = cls(path)
        return cls.known[path]

    def verdict(self, element):
        """`valid`, what is wrong first, or `schema: ` and why libxml2 refuses the schema."""
        if self.libxml2 is None:
            return self.error
        if self.libxml2.validate(etree.fromstring(etree.tostring(element, with_tail=False))):
            return "valid"
        return f"{self.libxml2.error_log[0].type_name}: {self.libxml2.error_log[0].message}"


def accepted(verdict):
    """Whether a referee accepts; one that refuses the schema says nothing about the instance."""
    return verdict in (None, "valid") or verdict.startswith("schema: ")


def name_of(element):
    """(namespace, local name)."""
    name = etree.QName(element)
    return (name.namespace or "", name.localname)


class Judge:
    """Puts both referees' verdicts into entries: libxml2's at once, Xerces' all together in `finish`."""

    def __init__(self, batch):
        self.batch, self.pending = batch, []

    def message(self, entry, side, text, schema, roots, headers):
        """Judges one message of a call: what is below Body, and those headers that the WSDL declares."""
        found = exchange.parts(text, entry["soap"])
        if found is None:
            entry[f"{side}_libxml2"] = f"no SOAP {entry['soap']} envelope: {text[:300]!r}"
            return
        head, body = found
        names = [name_of(element) for element in body]
        if names not in [[tuple(root)] if root else [] for root in roots]:
            entry[f"{side}_libxml2"] = entry[f"{side}_root"] = f"below Body is {names}, not {roots}"
        declared = {tuple(header) for header in headers}
        # Whatever nobody declares may be in Header beside it, such as WS-Addressing.
        elements = [element for element in head if name_of(element) in declared] + body
        if side == "answer" and declared - {name_of(element) for element in head}:
            entry["missing_header"] = sorted(declared - {name_of(element) for element in head})
        assembled = message(elements)
        entry.setdefault(f"{side}_libxml2", schema.verdict(assembled))
        self.pending.append((entry, f"{side}_xerces", self.batch.add(schema, assembled)))

    def finish(self):
        """Xerces' verdicts into the entries."""
        verdicts = self.batch.run()
        for entry, key, number in self.pending:
            entry[key] = verdicts[number] or "valid"


def outcome(entry):
    """What came of a call, in a few words; those that begin with `served` are good, those with `client` are not the mock's."""
    if "problem" in entry:
        return entry["problem"].split(":")[0].split(" (")[0]
    if entry.get("status") is None:
        return "client sends nothing"
    verdicts = {accepted(entry.get("request_libxml2")), accepted(entry.get("request_xerces"))}
    if len(verdicts) == 2 and "request_root" not in entry:
        return "client sends what the validators differ about"
    if verdicts != {True}:
        return "client sends an invalid request, " + ("answered" if entry["status"] in (200, 202) else "refused")
    if entry["status"] not in (200, 202):
        if entry.get("loose"):
            return "client sends what no validator judges, refused"
        return f"a valid request is refused ({entry['status']})"
    if entry.get("answer") is False:
        return "served (one-way)" if entry["status"] == 202 else "one-way, and not answered by 202"
    if not accepted(entry.get("answer_libxml2")) or not accepted(entry.get("answer_xerces")):
        return "the answer is invalid"
    if entry.get("missing_header"):
        return "the answer lacks a header that the WSDL declares"
    unread = entry.get("client") != "parsed" or (entry.get("undefined_result") and "answer_xerces" in entry and holds_text(entry["received"]))
    return "the answer is valid, and the client does not read it" if unread else "served"


class Explained:
    """The outcomes that were looked into and are not the mock's: `explained.tsv`, by client."""

    def __init__(self, client):
        with open(EXPLAINED, encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["client"] == client]
        self.reasons = {(row["wsdl"], row["operation"], row["outcome"]): row["reason"] for row in rows}
        self.seen = set()

    def reason(self, entry):
        """Why the outcome of an entry is as it is, where the table says so."""
        key = (entry["wsdl"], entry["operation"], entry["outcome"])
        self.seen.add(key)
        return self.reasons.get(key)

    def stale(self, entries):
        """Rows about operations that were called and did not come out so."""
        called = {(entry["wsdl"], entry["operation"]) for entry in entries}
        return [key for key in self.reasons if key not in self.seen and key[:2] in called]


def holds_text(envelope):
    """Whether an answer has anything that a client could give."""
    return bool(re.search(r">[^<>\s][^<>]*</", envelope))


def reason(entry):
    """What calls with the same trouble have in common: names and values are left out."""
    if "problem" in entry:
        said = entry["problem"]
    elif "missing_header" in entry:
        said = ""
    elif entry["outcome"].startswith("a valid request"):
        found = re.search(r"<(?:\w+:)?(?:faultstring|Text)\b[^>]*>(.*?)</", entry.get("received") or "", re.DOTALL)
        said = found[1] if found else (entry.get("received") or "")
    elif entry["outcome"].startswith("the answer is invalid"):
        said = entry["answer_libxml2"] if accepted(entry.get("answer_xerces")) else entry["answer_xerces"]
    else:
        said = entry.get("client") or ""
    said = re.sub(r"\s+", " ", said)
    return re.sub(r"'[^']*'|\"[^\"]*\"|\{[^}]*\}|`[^`]*`|\d+", "_", said)[:160]


def tell(entries, client, floor):
    """Prints how many calls came out how, the causes of those that are not served, and the share of operations that are.

    Gives whether nothing is left for the mock to explain. A client that does not read a valid answer is: somebody has to look.
    """
    best, outcomes, causes, content = {}, {}, {}, True
    explained = Explained(client)
    for entry in entries:
        entry["outcome"] = outcome(entry)
        outcomes[entry["outcome"]] = outcomes.get(entry["outcome"], 0) + 1
        key = tuple(entry[name] for name in ("wsdl", "service", "port", "operation"))
        best[key] = best.get(key) or entry["outcome"].startswith("served")
        if not entry["outcome"].startswith(("served", "client")):
            entry["explained"] = explained.reason(entry)
            content = content and entry["explained"] is not None
        if not entry["outcome"].startswith("served"):
            causes.setdefault((entry["outcome"], entry.get("explained") or reason(entry)), []).append(f"{entry['wsdl']} {entry['port']}.{entry['operation']}")
    for name, count in sorted(outcomes.items(), key=lambda one: -one[1]):
        print(f"  {count:5} {name}")
    for (name, why), places in sorted(causes.items(), key=lambda one: (one[0][0].startswith("client"), -len(one[1]))):
        print(f"    {len(places):4} {name}: {why} [{places[0]}]")
    for wsdl, operation, said in explained.stale(entries):
        print(f"explained.tsv: {wsdl} {operation} no longer comes out as `{said}`")
        content = False
    served = sum(best.values())
    print(f"operations served: {served} of {len(best)}, {floor} at least")
    return content and served >= floor
