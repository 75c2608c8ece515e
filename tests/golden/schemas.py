#!/usr/bin/env python3
# schemas.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""schemas.py SCHEMA FIRST <LIST: are JSON documents valid by the schema?

Lines of the list are FILE, a tab and the test's name.  Prints a line of TAP for each,
numbered from FIRST on.  One process for all, as it takes long to start.
"""

import json
import sys

import jsonschema


def validator(path):
    """Of a schema that is valid itself, and refuses an empty document of each kind."""
    with open(path, encoding="utf-8") as text:
        schema = json.load(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema)
    assert not any(valid.is_valid({"schema": kind, "version": 1})
                   for kind in schema["properties"]["schema"]["enum"])
    return valid


def unequal(pairs):
    """An object, each of whose keys is there once."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"a key twice: {[key for key, _ in pairs]}")
    return dict(pairs)


def no_constant(text):
    """NaN and Infinity are not JSON."""
    raise ValueError(f"not JSON: {text}")


def problem(path, valid):
    """What is wrong with the document, or None."""
    try:
        with open(path, encoding="utf-8") as text:
            document = json.load(text, object_pairs_hook=unequal,
                                 parse_constant=no_constant)
        valid.validate(document)
    except (OSError, ValueError, jsonschema.ValidationError) as error:
        return str(error)
    return None


by = validator(sys.argv[1])
for number, line in enumerate(sys.stdin, start=int(sys.argv[2])):
    file, name = line.rstrip("\n").split("\t")
    wrong = problem(file, by)
    print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}")
    for reason in (wrong or "").splitlines()[:20]:
        print(f"#   {reason}")
