"""Verdicts of the library jsonschema on the values that calls.mjs sent and received, beside ajv's.

Schemas are found in the documents that calls.mjs wrote: a whole description with each schema converted in its place.
"""

import argparse
import json
from pathlib import Path
from urllib.parse import quote

import jsonschema
from referencing import Registry
from referencing.jsonschema import DRAFT4, DRAFT202012

DIALECTS = {
    "draft-04": (jsonschema.Draft4Validator, DRAFT4),
    "2020-12": (jsonschema.Draft202012Validator, DRAFT202012),
}


class Referee:
    """Holds values to the schemas of one description, as they are one way."""

    def __init__(self, work: Path, description: str, dialect: str, direction: str):
        self.kind, specification = DIALECTS[dialect]
        document = json.loads((work / f"{description}.{direction}.json").read_text())
        resource = specification.create_resource(document)
        self.registry = Registry().with_resource("description", resource)
        self.validators = {}

    def verdict(self, pointer: str, value) -> bool | str:
        """Whether the value matches, or why that cannot be told."""
        try:
            return self.validator(pointer).is_valid(value)
        except RecursionError:
            return "schemas lead back to themselves"
        except Exception as error:  # what a schema makes the library raise is no verdict
            return f"{type(error).__name__}: {error}"[:200]

    def validator(self, pointer: str):
        if pointer not in self.validators:
            schema = {"$ref": "description#" + "/".join(percent(step) for step in pointer.split("/"))}
            # OpenAPI 3.0 has the formats of later drafts, such as date and uuid.
            checker = jsonschema.FormatChecker()
            self.validators[pointer] = self.kind(schema, registry=self.registry, format_checker=checker)
        return self.validators[pointer]


def percent(step: str) -> str:
    return quote(step, safe="~")


def judge(work: Path, calls: Path) -> None:
    """Writes `*.verdicts.jsonl`: each line of the calls with what jsonschema says of its values."""
    referees = {}

    def of(row, direction):
        if direction not in referees:
            referees[direction] = Referee(work, row["description"], row["dialect"], direction)
        return referees[direction]

    name = calls.name.removesuffix(".calls.jsonl")
    with calls.open() as lines, (work / f"{name}.verdicts.jsonl").open("w") as out:
        for line in lines:
            row = json.loads(line)
            for check in row.get("checks", []):
                check["jsonschema"] = of(row, "request").verdict(check["schema"], check["value"])
            if "readings" in row:
                verdicts = [of(row, "request").verdict(row["schema"], value) for value in row["readings"]]
                row["jsonschema"] = verdicts
            answer = row.get("answer")
            if answer and "schema" in answer:
                answer["jsonschema"] = of(row, "response").verdict(answer["schema"], answer["value"])
            out.write(json.dumps(row) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    files = [options.work / f"{name}.calls.jsonl" for name in options.names]
    for calls in files or sorted(options.work.glob("*.calls.jsonl")):
        judge(options.work, calls)


if __name__ == "__main__":
    main()
