# own_names.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""The names of functions without what compilers and linkers add to symbols, by other
means than the product's (toolkit/base/tk_fn_name.c)."""

import functools
import re

# First in symbols as they are demangled, then in plain ones.
CLONE = re.compile(r"(?: \[clone [^]]*\])+$")
SUFFIX = re.compile(
    r"(?:\.(?:cold|constprop|isra|part|llvm|lto_priv|__uniq|specialized|cfi|cfi_jt"
    r"|localalias|resolver|ifunc|avx2|default|actor|destroy|cleanup|resume|warm)"
    r"(?:\.[0-9a-f]+)*)+$")
NUMBER = re.compile(r"(?<![\w.@])([A-Za-z_]\w*)\.\d+$")     # of a plain name


@functools.cache
def own_name(name):
    """Of a function of C, C++ or Rust."""
    before = None
    while name != before:
        before = name
        name = NUMBER.sub(r"\1", SUFFIX.sub("", CLONE.sub("", name)))
    return name
