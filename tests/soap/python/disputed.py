"""Where libxml2 and Xerces differ with one another, listed: `disputed.tsv`, a row for each cause.

| column | meaning |
|---|---|
| `kind` | how the request was altered |
| `libxml2`, `xerces` | what each says: `valid`, or the rule that its message begins with |
| `right` | which of the two the clause is with: the mock has to be with that one too |
| `wsdls` | where it comes up, in each of them |
| `clause`, `reason` | what XML Schema says, and what the other one does |
"""

import csv
import os

from verdicts import accepted

DISPUTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "disputed.tsv")


class Disputed:
    """The rows, and which of them came up where."""

    def __init__(self):
        with open(DISPUTED, encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.seen = set()

    def complaint(self, entry):
        """What is wrong with an entry that the referees differ on; None where a row explains it."""
        said = tuple(entry[name].split(":")[0] for name in ("libxml2", "xerces"))
        for number, row in enumerate(self.rows):
            if (entry["kind"], *said) != (row["kind"], row["libxml2"], row["xerces"]):
                continue
            if entry["wsdl"] not in row["wsdls"].split():
                return "not listed for this WSDL"
            self.seen.add((number, entry["wsdl"]))
            right = "answers" if accepted(entry[row["right"]]) else "refuses"
            return None if entry["mock"] == right else f"the mock {entry['mock']}, against {row['clause']}"
        return "not listed"

    def stale(self, wsdls):
        """Rows that did not come up in WSDLs that were gone over."""
        return [
            f"disputed.tsv: {row['kind']}, libxml2 {row['libxml2']}, Xerces {row['xerces']}: no longer so in {wsdl}"
            for number, row in enumerate(self.rows)
            for wsdl in row["wsdls"].split()
            if wsdl in wsdls and (number, wsdl) not in self.seen
        ]
