#!/usr/bin/env python3
# sarif.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""sarif.py FILE [fingerprints]: a SARIF log has what GitHub's code scanning asks for.

The rules are those of GitHub's page "SARIF support for code scanning": what is required,
and the limits.  The whole published schema is checked by tests/viewers/sarif.sh.  Prints
each result on a line, then the remarks; or the fingerprints of the results alone.
"""

import json
import re
import sys
import urllib.parse

MOST_RESULTS, MOST_RULES, MOST_TAGS = 25000, 25000, 20
ID_LENGTH, TEXT_LENGTH = 255, 1024
LEVELS = ("note", "warning", "error")
URI = re.compile(r"[A-Za-z0-9._~%/:-]+")


def check_rule(rule):
    """Its texts are there, and not too long."""
    assert 0 < len(rule["id"]) <= ID_LENGTH, rule
    assert " " not in rule["id"], rule
    for key in ("shortDescription", "fullDescription"):
        assert 0 < len(rule[key]["text"]) <= TEXT_LENGTH, rule
    assert rule["help"]["text"], rule
    assert len(rule["properties"]["tags"]) <= MOST_TAGS, rule


def place_of(location):
    """FILE:LINE, after checks."""
    physical = location["physicalLocation"]
    artifact, region = physical["artifactLocation"], physical["region"]
    assert URI.fullmatch(artifact["uri"]), artifact
    is_below = artifact.get("uriBaseId") == "%SRCROOT%"
    path = urllib.parse.unquote(artifact["uri"], errors="strict")
    assert is_below != path.startswith("file:///"), artifact
    assert not is_below or ".." not in path.split("/"), artifact
    for key in ("startLine", "startColumn", "endLine", "endColumn"):
        assert region[key] >= 1, region
    assert region["endColumn"] >= region["startColumn"], region
    return f"{path}:{region['startLine']}"


def check_result(result, rules):
    """The line that is printed of it."""
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
    assert result["level"] in LEVELS, result
    assert len(result["locations"]) == 1 and result["message"]["text"], result
    assert 0 <= result.get("rank", 0) <= 100, result
    place = place_of(result["locations"][0])
    return f"{place}: {result['level']}: {result['ruleId']}: {result['message']['text']}"


def main(path, what=None):
    """Of a file."""
    with open(path, encoding="utf-8") as text:
        log = json.load(text)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    [run] = log["runs"]
    driver, results = run["tool"]["driver"], run["results"]
    assert driver["name"] and driver["version"] == driver["semanticVersion"]
    rules = driver["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) <= MOST_RULES
    assert len(results) <= MOST_RESULTS
    for rule in rules:
        check_rule(rule)
    lines = [check_result(result, rules) for result in results]
    prints = [result["partialFingerprints"]["quernLine/v1"] for result in results]
    assert len(set(prints)) == len(prints)
    root = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert root.startswith("file:///") and root.endswith("/"), root
    [call] = run["invocations"]
    assert call["executionSuccessful"] is True
    remarks = ["remark: " + remark["message"]["text"]
               for remark in call["toolExecutionNotifications"]]
    print("\n".join(prints if what else lines + remarks))


main(*sys.argv[1:])
