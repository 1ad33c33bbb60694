"""Sends altered requests to the mock and holds its verdict to those of libxml2 and Xerces.

    refusals.py --mock http://127.0.0.1:8080 --work FOLDER [--places 2] [--only TEXT]

Starts from `requests.jsonl`, which `calls.py` wrote and whose services the mock still has. Writes `mutations.jsonl`, a line
for each difference, and prints them by cause. Ends with 1 where the mock differs from both referees, where these differ with
one another and `disputed.tsv` does not say why, and where a row there is no longer true.
"""

import argparse
import collections
import copy
import json
import os
import re
import sys

from lxml import etree

from assembly import message
from description import ENVELOPES
from disputed import Disputed
from mock_client import Mock
from mutations import mutate
from verdicts import Schema, accepted, name_of
from xerces import Batch


def verdict_of(response):
    """What the mock did: answered, refused with a fault, or something else."""
    if response.status_code in (200, 202):
        return "answers", ""
    found = re.search(rb"<(?:\w+:)?(?:faultstring|Text)\b[^>]*>(.*?)</", response.content, re.DOTALL)
    if response.status_code in (400, 500) and found:
        return "refuses", found[1].decode("utf-8", "replace")
    return f"status {response.status_code}", response.text[:500]


def cause(entry):
    """What differences are grouped by."""
    says = entry["xerces"] if entry["xerces"] != "valid" else entry["libxml2"]
    rule = says.split(":")[0]
    return f"{entry['kind']}: mock {entry['mock']}, referees {'accept' if says == 'valid' else 'refuse: ' + rule}"


def places_of(envelope, request):
    """What is altered: (name of the holder, index in it) for each declared header that is there, and for the payload."""
    namespace = f"{{{ENVELOPES[request['soap']]}}}"
    declared = {tuple(header) for header in request["declared"]}
    headers = envelope.findall(f"{namespace}Header/*")
    found = [(f"{namespace}Header", index) for index, header in enumerate(headers) if name_of(header) in declared]
    return found + ([(f"{namespace}Body", 0)] if len(envelope.find(f"{namespace}Body")) else [])


def judged(envelope, request):
    """The elements of a message that a schema speaks about."""
    return [envelope.find(holder)[index] for holder, index in places_of(envelope, request)]


def send_all(mock, requests, places, batch):
    """Every altered request through the mock; gives the entries and the numbers of their instances."""
    entries = []
    for request in requests:
        schema = Schema.at(request["schema"])
        envelope = etree.fromstring(request["envelope"].encode())
        for holder, index in places_of(envelope, request):
            root = etree.fromstring(etree.tostring(envelope.find(holder)[index], with_tail=False))
            for kind, place, altered in mutate(root, places):
                sent = copy.deepcopy(envelope)
                target = sent.find(holder)
                target.replace(target[index], altered)
                text = etree.tostring(sent, xml_declaration=True, encoding="UTF-8")
                # What is judged is what is sent: moving an element may have moved its prefixes.
                element = message(judged(etree.fromstring(text), request))
                response = mock.session.post(request["url"], data=text, headers=request["headers"], timeout=60)
                verdict, says = verdict_of(response)
                entry = {key: request[key] for key in ("wsdl", "service", "port", "operation", "soap", "form")}
                entry |= {"kind": kind, "place": f"{etree.QName(holder).localname}: {place}"}
                entry |= {"libxml2": schema.verdict(element), "mock": verdict, "says": says[:600]}
                entry["request"] = text.decode("utf-8", "replace")
                entries.append((entry, batch.add(schema, element)))
    return entries


def main():
    """See the text above."""
    parser = argparse.ArgumentParser()
    for name in ("mock", "work"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--places", type=int, default=2)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with open(os.path.join(options.work, "requests.jsonl"), encoding="utf-8") as file:
        requests = [json.loads(line) for line in file]
    requests = [request for request in requests if options.only in request["wsdl"] and not request["loose"]]
    batch = Batch(os.path.join(options.work, "mutations.batch"))
    entries = send_all(Mock(options.mock), requests, options.places, batch)
    verdicts = batch.run()
    counts, unexplained, disputed, kinds = collections.Counter(), collections.Counter(), collections.Counter(), collections.Counter()
    listed = Disputed()
    with open(os.path.join(options.work, "mutations.jsonl"), "w", encoding="utf-8") as file:
        for entry, number in entries:
            entry["xerces"] = verdicts[number] or "valid"
            both = {accepted(entry[name]) for name in ("libxml2", "xerces") if not entry[name].startswith("schema: ")}
            kinds[entry["kind"]] += 1
            if len(both) == 2:
                said = f"{entry['kind']}: libxml2 says {entry['libxml2'].split(':')[0]}, Xerces {entry['xerces'].split(':')[0]}"
                disputed[said] += 1
                complaint = listed.complaint(entry)
                if complaint:
                    unexplained[f"{said}, mock {entry['mock']} [{entry['wsdl']}]: {complaint}"] += 1
            elif both and entry["mock"] != ("answers" if both == {True} else "refuses"):
                counts[cause(entry)] += 1
            else:
                continue
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    print(f"{len(entries)} altered requests of {len(kinds)} kinds: {sum(counts.values())} differences, the referees differ on {sum(disputed.values())}")
    for title, found in (("differences", counts), ("unexplained", unexplained), ("the referees differ", disputed)):
        for name, count in found.most_common():
            print(f"  {count:6} {title}: {name}")
    stale = listed.stale({request["wsdl"] for request in requests})
    for row in stale:
        print(row)
    sys.exit(1 if counts or unexplained or stale else 0)


if __name__ == "__main__":
    main()
