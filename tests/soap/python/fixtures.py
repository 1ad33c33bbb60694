"""Holds our own carriers' tables to both referees, and the mock to the tables.

    fixtures.py --mock http://127.0.0.1:8080 --carriers FOLDER --work FOLDER
"""

import argparse
import os
import sys

import carriers
import exchange
import instances
from description import Description
from mock_client import Mock
from refusals import verdict_of
from verdicts import name_of
from xerces import Batch


def complain(operation, refusal, response):
    """What the mock does otherwise than the tables say; None where nothing is."""
    verdict, says = verdict_of(response)
    if refusal is None:
        if operation["answer"] == "-":
            return None if response.status_code == 202 and not response.content else f"{response.status_code} {response.text[:300]}, not an empty 202"
        if verdict != "answers":
            return f"a valid request: {verdict} {says[:400]}"
        found = exchange.parts(response.content, operation["soap"])
        names = [name_of(element)[1] for element in found[1]] if found else response.text[:300]
        return None if names == [operation["answer"]] else f"Body holds {names}, not {operation['answer']}"
    if verdict != "refuses":
        return f"{refusal['rule']} at {refusal['at']}: {verdict}, not refused"
    # Where the complaint belongs has to be said by its last name at least.
    last = refusal["at"].rpartition("/")[2].lstrip("@").split("[")[0]
    return None if last in response.text else f"{refusal['at']} ({refusal['expected']}): the fault does not name {last}: {response.text[:600]}"


def main():
    """See the text above."""
    parser = argparse.ArgumentParser()
    for name in ("mock", "carriers", "work"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    batch = Batch(os.path.join(options.work, "fixtures.batch"))
    judged = carriers.check(options.carriers, options.work, batch)
    complaints = carriers.report(judged, batch.run())
    mock = Mock(options.mock)
    for wsdl in dict.fromkeys(operation["wsdl"] for operation, *_ in judged):
        status, text = mock.upload(Description(os.path.join(options.carriers, wsdl)), "1.0")
        if status != 201:
            complaints.append(f"{wsdl}: upload answers {status} {text[:400]}")
    for operation, refusal, text, _, _ in judged:
        url = mock.address(operation["service"], "1.0")
        response = mock.session.post(url, data=text, headers=instances.http_headers(operation["soap"], operation["action"]), timeout=60)
        complaint = complain(operation, refusal, response)
        if complaint:
            complaints.append(f"{operation['request']}: {complaint}")
    for complaint in complaints:
        print(complaint)
    print(f"{len(judged)} requests of our carriers, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
