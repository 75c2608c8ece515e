# upstream_read.py -- whether each command reads a profile, in each of its forms.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Each command runs on a profile: its report as text, JSON and a page; merged with
itself, and that read again; compared with itself; exported in each format that --help
lists."""

import json
import pathlib
import re
import subprocess

LIMIT_SECONDS = 120
NO_PATHS = "it has no call paths"
PARTIAL = ": warning: partial: "        # whether it may be is for others to say


def _formats(export: pathlib.Path) -> list[str]:
    """The names of a command's export formats, from its help."""
    text = subprocess.run([export, "--help"], capture_output=True, text=True,
                          check=True).stdout
    return re.findall(r"^  ([a-z]+)  ", text.partition("\nFORMAT:\n")[2], re.MULTILINE)


class Reader:
    """The commands of a build directory that read a tool's profiles."""

    def __init__(self, builddir: pathlib.Path, tool: str):
        prefix = {"cachesim": "cs", "heapprof": "hp"}[tool]
        self.commands = {name: builddir / f"{prefix}_{name}"
                         for name in ("annotate", "merge", "diff", "export")}
        self.formats = _formats(self.commands["export"])

    def _forms(self, profile: pathlib.Path, to: pathlib.Path) -> list[tuple[str, list]]:
        """The command lines, with a title; what they write goes below `to`."""
        annotate, merge, diff, export = self.commands.values()
        merged = to / "merged"
        return [(annotate.name, [annotate, profile]),
                (f"{annotate.name} --json=all", [annotate, "--json=all", profile]),
                (f"{annotate.name} --html", [annotate, f"--html={to}/page", profile]),
                (merge.name, [merge, "-o", merged, profile, profile]),
                (f"{annotate.name} of the merged", [annotate, merged]),
                (diff.name, [diff, profile, profile]),
                *((f"{export.name} --format={name}",
                   [export, f"--format={name}", "-o", to / name, profile])
                  for name in self.formats)]

    def problems(self, profile: pathlib.Path, to: pathlib.Path,
                 has_paths: bool) -> list[str]:
        """What went wrong: the commands, and what they said.  `to` is an empty directory.
        Some exports of a profile without call paths must be refused for that reason."""
        found: dict[str, list[str]] = {}
        for title, form in self._forms(profile, to):
            if form[-1] != profile and not form[-1].exists():
                continue    # the merged one: that is reported already
            problem = _problem(form)
            if problem and (has_paths or NO_PATHS not in problem):
                found.setdefault(problem, []).append(title)
        return [f"{', '.join(titles)}: {problem}" for problem, titles in found.items()]


def _problem(form: list) -> str | None:
    """Why a command failed, or what it said on standard error."""
    try:
        done = subprocess.run(form, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=LIMIT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"takes more than {LIMIT_SECONDS} s"
    said = "\n".join(line for line in done.stderr.decode(errors="replace").splitlines()
                     if PARTIAL not in line)
    if done.returncode != 0 or said:
        return f"status {done.returncode}: {said.removeprefix(f'{form[0].name}: ')[:400]}"
    if "--json=all" in form:
        try:
            json.loads(done.stdout)
        except ValueError as error:
            return f"not JSON: {error}"
    return None
