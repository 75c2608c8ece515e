#!/usr/bin/env python3
# calls.py -- compares a profile's calls with those that a program counted itself; see
# tests/programs/calls.h.  SPDX-License-Identifier: GPL-2.0-or-later
"""calls.py PROFILE <SAID
calls.py inclusive PROFILE FUNCTION...

The latter prints what the functions cost with all that they call.  That is what their
calls from outside cost, however they call themselves and each other."""

import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import calls_profile


def plain(function):
    """A name without parameters and namespaces."""
    name = re.sub(r"\(anonymous namespace\)::", "", function.name)
    return re.sub(r"\(.*", "", name).split("::")[-1]


def read_said():
    calls = collections.Counter()
    entered = collections.Counter()
    for line in sys.stdin:
        word = line.split()
        if line.startswith("call "):
            calls[word[1], int(word[2]), word[3]] += int(word[4])
        elif line.startswith("entered "):
            entered[word[1]] += int(word[2])
    return calls, entered


def costs_differ(profile, name):
    """A function that does the same each time costs the same from everywhere."""
    costs = {arc.inclusive[0] / arc.calls for arc in profile.arcs
             if plain(arc.callee) == name and arc.calls}
    return len(costs) > 1


def tell_inclusive(path, *names):
    profile = calls_profile.Profile(path)
    profile.check()
    for name in names:
        cost = sum(f.inclusive[0] for f in profile.functions if plain(f) == name)
        from_outside = sum(arc.inclusive[0] for arc in profile.arcs
                           if plain(arc.callee) == name
                           and (arc.caller is None or plain(arc.caller) not in names))
        print(name, cost)
        if name == names[0] and cost != from_outside or cost > profile.summary[0]:
            sys.exit(f"its calls from outside cost {from_outside}")


def main():
    if sys.argv[1] == "inclusive":
        tell_inclusive(*sys.argv[2:])
        return
    profile = calls_profile.Profile(sys.argv[1])
    wrong = []
    try:
        profile.check()
    except calls_profile.Broken as error:
        wrong.append(str(error))
    said, said_entered = read_said()
    own = said_entered.keys() | {callee for _, _, callee in said}
    found = collections.Counter()
    entered = collections.Counter()
    for arc in profile.arcs:
        callee = plain(arc.callee)
        # __morestack calls the midst of a function, to go on with another stack.
        if arc.caller is None or arc.caller.name != "__morestack":
            entered[callee] += arc.calls
        # Calls of destructors are not in the source.
        if arc.caller and plain(arc.caller) in own | {"main"} \
                and callee in own and not callee.startswith("~"):
            found[plain(arc.caller), arc.line, callee] += arc.calls
    wrong += [f"{caller}:{line} > {callee}: {said[caller, line, callee]} calls, "
             f"in the profile {found[caller, line, callee]}"
             for caller, line, callee in sorted(said.keys() | found.keys())
             if said[caller, line, callee] != found[caller, line, callee]]
    wrong += [f"{f}: entered {said_entered[f]} times, in the profile {entered[f]}"
              for f in sorted(said_entered) if said_entered[f] != entered[f]]
    wrong += [f"{f} costs not the same from everywhere"
              for f in ("leaf",) if costs_differ(profile, f)]
    if len(said) < 3:
        wrong.append("the program said nothing")
    print(f"{len(said)} arcs, {sum(said.values())} calls, {len(profile.paths)} paths")
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
