# flame_boxes.py SVG TEXT -- checks a flame graph; writes what it shows to TEXT.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Every box is within its caller's, and so are its values; nothing is fetched.  TEXT has
the texts, and a line for each box: its tooltip and colour, indented by its depth."""

import sys
import xml.etree.ElementTree

ROW_PX = 17
with open(sys.argv[1], encoding="utf-8") as file:
    svg = file.read()
assert "://" not in svg.replace("http://www.w3.org/", ""), "something is fetched"
root = xml.etree.ElementTree.fromstring(svg)
first = None
below = []                      # of each row so far: left, right, what is left of values
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for text in root.findall("{*}text"):
        print(text.text, file=out)
    for group in root.find(".//*[@id='frames']"):
        rect, title = group.find("{*}rect"), group.find("{*}title").text
        x, y, width = (float(rect.get(key)) for key in ("x", "y", "width"))
        values = [int(value) for value in group.get("data-v").split()]
        first = y if first is None else first
        row = round(abs(y - first) / ROW_PX)
        del below[row:]
        assert len(below) == row, title
        if below:
            left, right, rest = below[-1]
            assert left <= x and x + width <= right + 0.001, title
            for i, value in enumerate(values):
                rest[i] -= value
                assert rest[i] >= 0, title
        below.append((x, x + width, values))
        print("  " * row + title.replace("\n", " | "), rect.get("fill"), file=out)
