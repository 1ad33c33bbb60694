"""Calls every literal operation of the public WSDLs and of our carriers through zeep, and has both sides validated.

    calls.py --mock http://127.0.0.1:8080 --public FOLDER --carriers FOLDER --work FOLDER [--only TEXT]

Writes `zeep.jsonl` (a line per call), `requests.jsonl` (the valid requests, which the other clients and the mutations start
from) and `excluded.jsonl` into the work folder, and prints a summary. Ends with 1 where an operation was not served well.
"""

import argparse
import collections
import json
import os
import sys

import carriers
import corpus
import exchange
import instances
from assembly import Assembly
from description import Description
from facets import Declarations
from mock_client import Mock
from samples import FORMS
from verdicts import Judge, Schema, accepted, tell
from xerces import Batch


class Run:
    """What one run collects."""

    def __init__(self, options):
        self.mock, self.work = Mock(options.mock), options.work
        self.entries, self.excluded, self.requests = [], [], []
        self.judge = Judge(Batch(os.path.join(options.work, "zeep.batch")))

    def exclude(self, wsdl, operations, reason):
        """Notes what is not called, and why."""
        for operation in operations:
            self.excluded.append({"wsdl": wsdl, "service": operation.service, "port": operation.port, "operation": operation.name, "reason": reason})

    def wsdl(self, name, path, number):
        """Everything about one WSDL."""
        description = Description(path)
        operations = description.operations()
        if not operations:
            return
        called = [operation for operation in operations if not operation.reason_not_called()]
        for operation in operations:
            if operation.reason_not_called():
                self.exclude(name, [operation], operation.reason_not_called())
        if description.missing:
            self.exclude(name, called, "a file is missing: " + "; ".join(description.missing)[:200])
            return
        assembly = Assembly(description, os.path.join(self.work, "schemas", name.replace("/", "-")))
        version = f"{number}.0"
        status, text = self.mock.upload(description, version)
        listed = self.mock.services()
        for operation in called:
            names = listed.get((operation.service, version))
            if status != 201 or names is None or operation.name not in names:
                problem = f"not listed (upload: {status} {text[:200]!r})"
                self.entries.append({"wsdl": name, "service": operation.service, "port": operation.port, "operation": operation.name, "problem": problem})
        if description.remote and assembly.schema is None:
            self.exclude(name, called, "a file is on the network: " + ", ".join(description.remote)[:200])
            return
        declarations = Declarations(assembly)
        for service in dict.fromkeys(operation.service for operation in called):
            if (service, version) in listed:
                some = [operation for operation in called if operation.service == service]
                self.service(name, assembly, declarations, some, self.mock.address(service, version))

    def service(self, wsdl, assembly, declarations, operations, url):
        """Every operation of one service in every form."""
        try:
            made, recorder = exchange.client(self.mock, url + "?wsdl")
        except Exception as error:  # zeep has no error of its own for many a description
            made, recorder = None, f"refuses ?wsdl: {type(error).__name__}: {error}"
        for operation in operations:
            self.loose = exchange.is_loose(declarations, operation, assembly.loosened)
            for form in FORMS if made else ():
                self.keep(wsdl, operation, assembly, url, *exchange.call(made, recorder, operation, declarations, form, url))
            sent = [entry for entry, _ in self.requests if entry["wsdl"] == wsdl and entry["port"] == operation.port and entry["operation"] == operation.name]
            if not any(accepted(entry.get("request_libxml2")) for entry in sent):
                self.keep(wsdl, operation, assembly, url, *self.plain(declarations, operation, url, recorder if made is None else None))

    def keep(self, wsdl, operation, assembly, url, entry, response):
        """Puts a call into the table."""
        entry = {"wsdl": wsdl, "loose": self.loose, **entry}
        self.entries.append(entry)
        self.sent(entry, operation, assembly, url, response)

    def plain(self, declarations, operation, url, refused):
        """A request that is written from the schemas, for an operation that zeep sends nothing valid to."""
        entry = {
            "service": operation.service, "port": operation.port, "operation": operation.name, "soap": operation.soap,
            "style": operation.style, "form": "plain", "client": "parsed",
        }
        if refused:
            entry["zeep"] = refused
        try:
            text = instances.envelope(declarations, operation)
        except instances.NoInstance as reason:
            entry["client"] = f"no request: {reason}"
            return entry, None
        response = self.mock.session.post(url, data=text, headers=instances.http_headers(operation.soap, operation.action), timeout=60)
        entry["status"] = response.status_code
        return entry, response

    def sent(self, entry, operation, assembly, url, response):
        """Judges what was sent and answered, and keeps the request."""
        if response is None:
            return
        schema = Schema.at(assembly.all)
        sent = response.request.body
        sent = sent if isinstance(sent, bytes) else sent.encode()
        self.judge.message(entry, "request", sent, schema, operation.roots(operation.input), operation.input.headers)
        entry["answer"] = operation.output is not None
        entry["received"] = response.text
        if response.status_code == 200 and operation.output is not None:
            roots = operation.roots(operation.output, "Response")
            self.judge.message(entry, "answer", response.content, schema, roots, operation.output.headers)
        if exchange.parts(sent, operation.soap) is not None:
            self.requests.append((entry, exchange.record(entry, operation, url, assembly.all, sent, response.request.headers)))

    def write(self, name, entries):
        """A file of JSON lines."""
        with open(os.path.join(self.work, name), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)


def main():
    """See the text above."""
    parser = argparse.ArgumentParser()
    for name in ("mock", "public", "carriers", "work"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--floor", type=int, default=0)
    options = parser.parse_args()
    options.work = os.path.realpath(options.work)
    os.makedirs(options.work, exist_ok=True)
    run = Run(options)
    own = sorted({row["wsdl"] for row in carriers.rows(options.carriers, "operations.tsv")})
    found = [(f"carriers/{name}", os.path.join(options.carriers, name)) for name in own] + corpus.find(options.public)
    for number, (name, path) in enumerate(found, 1):
        if options.only in name:
            run.wsdl(name, path, number)
    run.judge.finish()
    content = tell(run.entries, "zeep", options.floor)
    for reason, count in collections.Counter(entry["reason"].split(":")[0] for entry in run.excluded).most_common():
        print(f"  {count:5} excluded: {reason}")
    run.write("zeep.jsonl", run.entries)
    run.write("excluded.jsonl", run.excluded)
    good = [request for entry, request in run.requests if accepted(entry.get("request_libxml2")) and accepted(entry.get("request_xerces"))]
    seen = set()
    for request in good:
        key = tuple(request[name] for name in ("wsdl", "service", "port", "operation"))
        # The other clients call every operation once.
        request["first"] = key not in seen
        seen.add(key)
    run.write("requests.jsonl", good)
    sys.exit(0 if content else 1)


if __name__ == "__main__":
    main()
