# viewers.py -- what viewers.sh needs to open a heap profile in Valgrind's
# dh_view.html, and to see what it shows.  SPDX-License-Identifier:
# GPL-2.0-or-later

"""viewers.py page DH_VIEW_HTML PROFILE [SORT]   writes a page to standard
         output: dh_view's own, with the profile loaded
   viewers.py shown DOM PROFILE     checks that dh_view shows the profile
   viewers.py importer PROFILE      checks the Firefox Profiler's requirements
   viewers.py odd                   writes a profile with odd call paths"""

import html
import json
import re
import sys

# A file chooser needs a person; dh_view's own function gets its file from the same
# variable.
SCRIPT = """<script>
document.currentScript.remove();
window.addEventListener("load", () => setTimeout(() => {
  const files = new DataTransfer();
  files.items.add(new File([%s], "heapprof.out"));
  gInput.files = files.files;
  gInput.onchange();
}));
</script></head>"""


def read(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def page(view, profile):
    """dh_view's page with the profile in it."""
    text = json.dumps(read(profile)).replace("<", "\\u003c")
    sys.stdout.write(read(view).replace("</head>", SCRIPT % text))
    return 0


def shown_text(dom):
    """The visible text, with single blanks and without the lines of the tree."""
    text = html.unescape(re.sub(r"<[^>]*>", " ", dom))
    return " ".join(re.sub("[│├└─▼▶]", " ", text).split())


def shown(dom_path, profile_path):
    """Check that the root has the profile's sums, and that every frame of the
    initially visible sites is a frame of the profile."""
    dom = read(dom_path)
    profile = json.loads(read(profile_path))
    text = shown_text(dom)
    bad = []
    if 'class="error"' in dom or "Error" in text:
        bad.append("dh_view reports an error")
    for words, size, blocks in (("Total:", "tb", "tbk"),
                                ("At t-gmax:", "gb", "gbk"),
                                ("At t-end:", "eb", "ebk")):
        size, blocks = (sum(site[key] for site in profile["pps"])
                        for key in (size, blocks))
        wanted = (rf"{words} {size:,} bytes? \([^)]*\) in {blocks:,} "
                  r"blocks? \(")
        if not re.search(wanted, text):
            bad.append(f"not shown: {words} {size:,} bytes in {blocks:,}")
    match = re.search(r"Command: (.*?) PID: (\d+)", text)
    if not match or match[2] != str(profile["pid"]):
        bad.append("the process's number is not shown")
    known = {" ".join(frame.split()) for frame in profile["ftbl"]}
    places = [match.end() for match in re.finditer(r"#\d+: (?=0x)", text)]
    unknown = [text[at:at + 80] for at in places
               if not text.startswith(tuple(known), at)]
    if not places or unknown:
        bad.append(f"frames shown: {len(places)}, not known: {unknown[:3]}")
    print("\n".join([*bad, text[:2000]] if bad else []))
    return 1 if bad else 0


def importer(path):
    """The types and indices that its dhat.js reads; an empty path would become the
    stack of number -1."""
    profile = json.loads(read(path))
    bad = []
    if profile["dhatFileVersion"] != 2 or type(profile["pid"]) is not int:
        bad.append("dhatFileVersion or pid")
    if not all(isinstance(text, str) and text for text in profile["ftbl"]):
        bad.append("ftbl")
    for site in profile["pps"]:
        if not all(type(site[key]) is int and abs(site[key]) <= 2**53
                   for key in ("tb", "mb", "gb", "eb")):
            bad.append(f"a number that JavaScript cannot hold: {site}")
        if not site["fs"]:
            bad.append("a site with an empty path")
        elif not all(0 <= i < len(profile["ftbl"]) for i in site["fs"]):
            bad.append(f"an index beyond ftbl: {site}")
    print("\n".join(bad[:10]))
    return 1 if bad else 0


def odd():
    """A path that another continues, a path that is the start of another, and names
    with all of HTML's special characters."""
    def site(number, path):
        return {"tb": number, "tbk": 1, "tl": 1, "mb": number, "mbk": 1,
                "gb": number, "gbk": 1, "eb": 0, "ebk": 0, "fs": path}
    json.dump({
        "dhatFileVersion": 2, "mode": "heap", "verb": "Allocated",
        "bklt": True, "bkacc": False, "tu": "instrs", "Mtu": "Minstr",
        "tuth": 500, "cmd": "a <b>", "pid": 1, "te": 10, "tg": 5,
        "pps": [site(1001, [1, 2, 3]), site(2002, [2, 3]), site(4004, [3]),
                site(8008, [4, 2, 3]), site(16016, [1, 2, 2, 2, 3])],
        "ftbl": ["[root]", "0x10: a<T>::operator<<(b&) (a.cc:1)",
                 "0x20: ??? (in /usr/lib/lib\"x\".so)", "0x30: main (m.c:3)",
                 "0x40: \\xff</script><i> (a.c:2)"],
        "heapprof": {"version": 1}}, sys.stdout)
    return 0


COMMANDS = {"page": page, "shown": shown, "importer": importer, "odd": odd}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
