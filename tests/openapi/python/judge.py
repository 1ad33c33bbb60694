"""What the mock has to explain: differences between it and both referees, grouped by cause.

Ends with 1 where there is one that no row of explained.tsv names, where a row there is no longer true, or where fewer
operations, descriptions or publishers were served than the floors say.
"""

import argparse
import collections
import csv
import json
import re
import sys
from pathlib import Path

COMBINING = {"anyOf", "oneOf", "not", "if"}

GOOD = {
    "sample: served", "sample: served, body not validated", "sample: served, referees differ",
    "altered: refused", "altered: accepted", "altered: referees differ",
}


def both(ajv, other) -> bool | None:
    """What both referees say; None where they differ or one cannot tell."""
    return ajv if isinstance(ajv, bool) and ajv is other else None


def of_sample(row) -> str:
    """What came of a request that is as the sample says."""
    if "outcome" in row:
        return row["outcome"]
    if any(both(check["ajv"].get("valid"), check["jsonschema"]) is False for check in row["checks"]):
        return "sample invalid"
    if row["status"] >= 400 and "problem" in row and row.get("described") != str(row["status"]):
        return f"refused {row['status']}"
    answer = row.get("answer")
    if answer and "unreadable" in answer:
        return "answer unreadable"
    if answer:
        verdict = both(answer["ajv"].get("valid"), answer["jsonschema"])
        return {True: "served", False: "answer invalid", None: "served, referees differ"}[verdict]
    is_bare = row["status"] in (204, 304) or row["operation"].startswith("HEAD ")
    if row["hasContent"] and row["body"] == 0 and not is_bare:
        return "answer empty"
    return "served, body not validated" if row["hasContent"] else "served"


def of_altered(row) -> str:
    """What came of an altered request."""
    problem = row.get("problem")
    is_refused = row["status"] in (400, 415) and problem is not None
    if row["kind"] == "missing":
        if not is_refused:
            return f"missing, and answered {row['status']}"
        return "refused" if is_right_place(row) else "refused at another place"
    verdicts = [both(ajv, other) for ajv, other in zip(row["ajv"], row["jsonschema"])]
    if True in verdicts:
        return "valid, and refused" if is_refused else "accepted"
    if None in verdicts:
        return "referees differ"
    if not is_refused:
        return f"invalid, and answered {row['status']}"
    return "refused" if is_right_place(row) else "refused at another place"


def is_right_place(row) -> bool:
    """Whether one of the errors is about what was altered."""
    errors = row["problem"].get("errors")
    if errors is None:
        return True  # what answers HEAD has no body
    own = [(place, keyword) for where, name, place, keyword in errors if where == row["in"] and name == row["name"]]
    if row["kind"] == "missing":
        return bool(own)
    pointer = row["pointer"]
    # A text that stands for a list of one is wrong in its only element.
    wanted = {pointer, pointer.rpartition("/")[0], pointer + "/0"}
    # An alternative that does not match says so at the place of the alternatives.
    wanted |= {place for place, keyword in row["errors"] or [] if keyword in COMBINING}
    if any(place in wanted for place, _ in own):
        return True
    # A discriminator says which alternative is meant, and is wrong itself where none of its values is known.
    return any(keyword == "discriminator" and place.rpartition("/")[0] in wanted for place, keyword in own)


def cause(row) -> str:
    """What the mock, or the program that calls it, said, without names, values and numbers."""
    said = (row.get("problem") or {}).get("detail") or row.get("reason") or ""
    said = re.sub(r"`[^`]*`|\"[^\"]*\"", "_", said)
    return re.sub(r"\d+", "N", said)[:90].replace("\t", " ").strip()


class Explained:
    """Rows of explained.tsv: description, operation and outcome as patterns, and the reason."""

    def __init__(self, file: Path):
        with file.open() as lines:
            self.rows = [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
        for row in self.rows:
            if len(row) != 4 or not row[3]:
                sys.exit(f"{file}: a row has a description, an operation, an outcome and a reason: {row}")
        self.used = collections.Counter()

    def holds(self, description: str, operation: str, outcome: str) -> bool:
        for at, row in enumerate(self.rows):
            found = zip(row, (description, operation, outcome))
            if all(wanted == "*" or wanted == text for wanted, text in found):
                self.used[at] += 1
                return True
        return False

    def unused(self, descriptions) -> list[str]:
        known = [(at, row) for at, row in enumerate(self.rows) if row[0] == "*" or row[0] in descriptions]
        return ["\t".join(row) for at, row in known if not self.used[at]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--explained", type=Path, default=Path(__file__).parent.parent / "explained.tsv")
    parser.add_argument("--floors", help="operations,descriptions,publishers that have to be served")
    parser.add_argument("--most", type=int, default=2, help="how many differences are shown of a kind")
    options = parser.parse_args()
    explained = Explained(options.explained)
    counts, differences = collections.Counter(), collections.defaultdict(list)
    operations, served, descriptions = set(), set(), set()
    for file in sorted(options.work.glob("*.verdicts.jsonl")):
        name = file.name.removesuffix(".verdicts.jsonl")
        descriptions.add(name)
        for line in file.open():
            row = json.loads(line)
            is_sample = row.get("kind", "sample") == "sample"
            outcome = "sample: " + of_sample(row) if is_sample else "altered: " + of_altered(row)
            operation = row.get("operation", "")
            operations.add((name, operation))
            if is_sample and outcome in GOOD:
                served.add((name, operation))
            elif outcome not in GOOD:
                if explained.holds(name, operation, outcome):
                    outcome += " (explained)"
                else:
                    differences[(outcome, name, cause(row))].append(row)
            counts[outcome] += 1
    for outcome, count in sorted(counts.items()):
        print(f"{count:7} {outcome}")
    for (outcome, *about), rows in sorted(differences.items()):
        print(f"\n{len(rows)} to explain: {outcome} {about}")
        for row in rows[: options.most]:
            kept = ("operation", "media", "kind", "in", "name", "pointer", "status", "problem", "reason", "readings", "target", "answer")
            print("   ", json.dumps({key: row[key] for key in kept if row.get(key) is not None})[:700])
    stale = explained.unused(descriptions)
    for row in stale:
        print(f"no longer true: {row}")
    publishers = {publisher(name) for name, _ in served}
    of = len({name for name, _ in served})
    altered = sum(count for outcome, count in counts.items() if outcome.startswith("altered"))
    print(f"operations served: {len(served)} of {len(operations)}, of {of} descriptions by {len(publishers)} publishers")
    print(f"altered requests: {altered}; differences to explain: {sum(map(len, differences.values()))}")
    floors = [int(floor) for floor in (options.floors or "0,0,0").split(",")]
    low = any(found < floor for found, floor in zip((len(served), of, len(publishers)), floors))
    if low:
        print(f"fewer than the floors: {options.floors}")
    sys.exit(1 if differences or stale or low else 0)


def publisher(name: str) -> str:
    """Whose description it is: `directory-twilio.com-twilio_chat_v2` is of twilio.com, as is every service of Twilio's."""
    found = re.match(r"directory-([^-]+)", name)
    return found[1] if found else {"github": "github.com"}.get(name.partition("-")[0], "readme.com")


if __name__ == "__main__":
    main()
