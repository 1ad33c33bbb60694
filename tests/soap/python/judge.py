"""Judges the calls that another client made.

    judge.py --work FOLDER --client node|cxf

Reads `<client>.jsonl`, where each line has what was sent and received, has both validated by libxml2 and Xerces, and writes
the file again with the verdicts. Ends with 1 where the mock has to explain something.
"""

import argparse
import json
import os
import sys

from verdicts import Judge, Schema, tell
from xerces import Batch


def main():
    """See the text above."""
    parser = argparse.ArgumentParser()
    for name in ("work", "client"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--floor", type=int, default=0)
    options = parser.parse_args()
    path = os.path.join(options.work, f"{options.client}.jsonl")
    with open(path, encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    judge = Judge(Batch(os.path.join(options.work, f"{options.client}.batch")))
    for entry in entries:
        schema = Schema.at(entry["schema"])
        if entry.get("sent"):
            judge.message(entry, "request", entry["sent"].encode(), schema, entry["roots"], entry["declared"])
        if entry.get("status") == 200 and entry["answer"]:
            judge.message(entry, "answer", entry.get("received", "").encode(), schema, entry["answer_roots"], entry["answer_declared"])
    judge.finish()
    content = tell(entries, options.client, options.floor)
    with open(path, "w", encoding="utf-8") as file:
        for entry in entries:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    sys.exit(0 if content else 1)


if __name__ == "__main__":
    main()
