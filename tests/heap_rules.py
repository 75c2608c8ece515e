# heap_rules.py -- how the checks of heap profiles say what is wrong.
# SPDX-License-Identifier: GPL-2.0-or-later

"""What heap_profile.py and heap_looks.py share."""


class ProfileError(Exception):
    """The error of a profile, in words."""


def require(condition, text, *values):
    """Raise ProfileError unless the condition holds."""
    if not condition:
        raise ProfileError(" ".join([text, *(repr(value)[:200]
                                             for value in values)]))


def counts(what, values):
    """Require non-negative integers."""
    for value in values:
        require(type(value) is int and 0 <= value < 2**63, what, values)
