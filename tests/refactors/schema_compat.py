"""Asks jsoncompat about schemas of two descriptions of OpenAPI 3.1.

Reads {"old": FILE, "current": FILE} and prints {"breaking": N, "other": N}: how many schemas are incompatible, and how many
it cannot decide. Prints nothing if a schema is not in one file with its references, or if something else differs.
"""

import json
import sys

import jsoncompat

# The schema of a response in the sample of equal edits, and those of the mutations, with jsoncompat's name for who writes the value.
RESPONSE = ["paths", "/shop/orders", "get", "responses", "200", "content", "application/json", "schema"]
NAMED = {"EverythingSent": "deserializer", "EverythingReceived": "serializer"}
PREFIX = "#/components/schemas/"


def local(value):
    if isinstance(value, dict):
        return {
            name: "#/$defs/" + member[len(PREFIX) :] if name == "$ref" and member.startswith(PREFIX) else local(member)
            for name, member in value.items()
        }
    return [local(element) for element in value] if isinstance(value, list) else value


def read(file):
    with open(file, encoding="utf-8") as text:
        description = json.load(text)
    if not description.get("openapi", "").startswith("3.1"):
        raise ValueError("the schemas are not those of JSON Schema")
    return description


def schemas(description):
    definitions = description.get("components", {}).get("schemas", {})
    if set(NAMED) <= set(definitions):
        others = {name: schema for name, schema in definitions.items() if name not in NAMED}
        rest = {**description, "components": {**description["components"], "schemas": others}}
        found = {role: definitions[name] for name, role in NAMED.items()}
    else:
        rest = None
        body = description
        for step in RESPONSE:
            body = body[step]
        found = {"both": body}
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return rest, {
        role: json.dumps({"$schema": dialect, "$defs": local(definitions), "allOf": [local(schema)]})
        for role, schema in found.items()
    }


try:
    pair = json.load(sys.stdin)
    (old_rest, old), (current_rest, current) = (schemas(read(pair[side])) for side in ("old", "current"))
    if old_rest != current_rest:
        sys.exit()
    results = [jsoncompat.analyze_compat(old[role], current[role], role)["status"] for role in old]
except (KeyError, ValueError):
    sys.exit()
print(json.dumps({"breaking": results.count("incompatible"), "other": results.count("unknown")}))
