#!/usr/bin/env python3
"""embed.py -- makes the page of page.html, its style and its script a C file.

Usage: embed.py PAGE STYLE SCRIPT LICENCE... > an_html_parts.c

The page says by a hash of its style and of its script that no other may run. The
licences of what is in the script stand in a comment before it. A command writes the
parts of the page in turn, and between them its title, its static part, its data and its
tables.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import base64
import hashlib
import re
import sys

# What a command writes, in this order.
GAPS = ["TITLE", "STATIC", "DATA", "TABLES"]
POLICY = ("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; "
          "base-uri 'none'; form-action 'none'")
HEAD = """/* Made by embed.py; changes are lost. */
#include "page/an_html_parts.h"

const an_html_part an_html_parts[AN_HTML_PARTS] = {
"""


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def hash_of(text):
    """As a Content-Security-Policy names a script or style."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")


def comment(text):
    """The text as a comment that can stand in a script."""
    if "*/" in text or "</" in text:
        sys.exit("embed.py: a licence would end its comment")
    return "/*\n%s*/\n" % text


def check(text, end):
    """Nothing in the text may end the element that it stands in."""
    if re.search("<!--|<(/?)%s" % end, text, re.IGNORECASE):
        sys.exit("embed.py: the %s would end early" % end)


def page(shell, style, script):
    """The page, split at its gaps: text, gap, text, ..., text."""
    check(style, "style")
    check(script, "script")
    fill = {"CSP": POLICY % (hash_of(script), hash_of(style)),
            "STYLE": style, "SCRIPT": script}
    # In one pass: a script can have "@STYLE@" in it.
    whole = re.sub("@(%s)@" % "|".join(fill), lambda m: fill[m[1]], shell)
    pieces = re.split("@(%s)@" % "|".join(GAPS), whole)
    if pieces[1::2] != GAPS:
        sys.exit("embed.py: the page has the gaps %s" % pieces[1::2])
    return pieces


def c_lines(text):
    """The bytes of the text as C string literals, one for each line."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "?": "\\?"}
    for line in text.splitlines(keepends=True):
        for at in range(0, len(line), 2000):
            raw = line[at:at + 2000].encode("utf-8")
            yield '"%s"' % "".join(escapes.get(chr(b)) or (chr(b) if 32 <= b < 127
                                                           else "\\%03o" % b)
                                   for b in raw)


def main():
    shell, style, script = (read(name) for name in sys.argv[1:4])
    licences = "".join(comment(read(name)) for name in sys.argv[4:])
    pieces = page(shell, style, licences + script)
    sys.stdout.write(HEAD)
    for piece in pieces[0::2]:
        print("   { %d," % len(piece.encode("utf-8")))
        print("\n".join(c_lines(piece)) + " },")
    print("};")


if __name__ == "__main__":
    main()
