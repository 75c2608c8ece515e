# hostile_pages.py -- no name of a profile takes effect in its page.
# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile_pages.py NAMES NAME PAGE DOCUMENT [NAME PAGE DOCUMENT...]

NAMES has a line of JSON for each name in the profiles (hostile_names.py).  Prints TAP."""

import html.parser
import json
import re
import sys
import traceback
import urllib.parse

from browser import SIZE, Browser, Tap
from figures import Document

# All elements that a page of ours is made of.
ELEMENTS = set("""
   html head meta title style body main header footer nav section aside article div
   span p pre code kbd h1 h2 h3 h4 ul ol li dl dt dd a button input select option
   optgroup datalist label fieldset legend details summary dialog output figure
   figcaption table caption colgroup col thead tbody tfoot tr th td strong em b i
   small bdi bdo br hr noscript script canvas svg g path rect line polyline polygon
   circle text tspan title desc defs clippath pattern use marker lineargradient stop
""".split())
VOID = {"meta", "br", "hr", "input", "col", "link"}
# Keeps a browser from asking for an icon.
ICON = ("link", [("rel", "icon"), ("href", "data:,")])
# What a page's own code gives its elements, whatever is in the profile.
FORBIDDEN = re.compile(r"^(on|src$|srcdoc|srcset|action|formaction|background|xlink)",
                       re.I)
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
                    "\u2060-\u2069\ufeff]")

LIVE = """
   return [...document.querySelectorAll("*")].map((e) => [e.localName,
      e.getAttributeNames().map((n) => [n, e.getAttribute(n)])]);"""


class Checker(html.parser.HTMLParser):
    """Collects what a page's file has of elements, and what is wrong with their order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.wrong = [], [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, [(name, value or "") for name, value in attrs]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> ends {self.open[-1:]}")
        elif self.open:
            self.open.pop()

    def handle_comment(self, data):
        if len(data) > 2000:
            self.wrong.append(f"a comment of {len(data)} characters")


def elements_wrong(elements, scripts):
    """What elements, [(name, [(attribute, value)])], have that they must not."""
    wrong = []
    elements = [(tag, [tuple(pair) for pair in pairs]) for tag, pairs in elements]
    if ICON in elements:
        elements.remove(ICON)
    for tag, attributes in elements:
        if tag not in ELEMENTS:
            wrong.append(f"an element {tag} {attributes}")
        for name, value in attributes:
            if FORBIDDEN.match(name):
                wrong.append(f"{tag} has {name}={value[:80]}")
            if name == "href" and not value.startswith("#"):
                wrong.append(f"a link to {value[:80]}")
    found = sum(1 for tag, _ in elements if tag == "script")
    if found != scripts:
        wrong.append(f"{found} scripts, not {scripts}")
    return wrong


def in_the_file(path):
    """The file as it is on disk: its markup is ours alone."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    checker = Checker()
    checker.feed(text)
    checker.close()
    wrong = checker.wrong + elements_wrong(checker.elements, 3)
    if checker.open:
        wrong.append(f"not closed: {checker.open}")
    policy = text.find("Content-Security-Policy")
    if policy < 0 or policy > min(text.find("<style"), text.find("<script")):
        wrong.append("no policy before the style and the scripts")
    return wrong


def taken(page):
    """Whether a name took effect, and what of the page is not ours."""
    wrong = [f"window.taken is {value}" for value in [page.run("return window.taken")]
             if value is not None]
    wrong += [f"document.{name} is an element" for name in ("title", "body", "head")
              if page.run("return document[arguments[0]] instanceof HTMLFormElement",
                          name)]
    wrong += elements_wrong(page.run(LIVE), 3)
    hidden = HIDDEN.search(page.run("return document.body.innerText"))
    if hidden:
        wrong.append(f"a hidden character, {ascii(hidden.group())}, is shown: "
                     f"{ascii(hidden.string[max(0, hidden.start() - 30):hidden.end()])}")
    return wrong


def in_every_view(page, names):
    """Each view; then each name in the address, and in each search."""
    wrong = []
    views = page.run("return [...document.querySelectorAll('nav [data-view]')]"
                     ".map((e) => e.dataset.view)")
    for view in views:
        page.go(view=view)
        page.frames()
        wrong += [f"{view}: {problem}" for problem in taken(page)]
    addresses = []
    for number, name in enumerate(names):
        view = views[number % len(views)]
        state = {"view": view, "q": name, "fn": name, "file": name, "kind": name,
                 "sort": name, f"{view}.of": name, "moment": name, "thread": name}
        addresses.append("#" + urllib.parse.urlencode(state))
    page.visit(addresses)
    return wrong + taken(page)


def shown(page, document):
    """All names of functions are in the table, whole."""
    page.browser.resize(SIZE[0], 4000)
    page.go(view="tables")
    page.frames()
    rows = {name for name, _ in page.data("#view table tr[data-name]", "name")}
    if document.is_heap:
        wanted = {entry["name"] for entry in document.paths["functions"]}
    else:
        wanted = {key[1] for key in document.tables["functions"]
                  if isinstance(key, tuple)}
    page.browser.resize(*SIZE)
    return [f"not in the table: {ascii(name)[:100]}" for name in sorted(wanted - rows)]


def main():
    """Run the program; returns the exit status."""
    with open(sys.argv[1], encoding="utf-8") as file:
        names = [json.loads(line) for line in file]
    tap = Tap()
    with Browser() as browser:
        for name, path, document in zip(*[iter(sys.argv[2:])] * 3):
            tap.result(f"{name}: the file's markup is ours alone", in_the_file(path))
            try:
                page = browser.open(path)
                problems = in_every_view(page, names)
                problems += shown(page, Document(document)) + page.problems()
            except Exception as error:  # pylint: disable=broad-except
                problems = [str(error).splitlines()[0],
                            *traceback.format_exc(limit=-3).splitlines()[:8]]
            tap.result(f"{name}: no name takes effect", problems)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
