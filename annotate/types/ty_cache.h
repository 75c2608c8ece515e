/* ty_cache.h -- what was found out about a file of debug info, kept for the next report.

   The file is $XDG_CACHE_HOME/quern/HASH, or below $HOME/.cache.  The hash is that of the
   debug info itself: another build, or the same one with other debug info, is another
   file, whatever its name and build id.  It can be deleted at any time: each file is
   written whole under another name, then renamed; one that is damaged is not used; and
   all together are kept below TY_CACHE_MOST_B, the oldest go first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

enum { TY_CACHE_MOST_B = 256 << 20 };

/* Numbers of what is kept: the index, and from TY_CACHE_TREES on two for each tree, by
   the offset of its unit. */
enum { TY_CACHE_INDEX, TY_CACHE_TREES };

typedef struct ty_cache ty_cache;

/* The pool `alloc` frees it; ty_cache_close must be called before.  NULL: there is no
   directory for it, or .debug_info has less than least_B. */
ty_cache *ty_cache_open(const tk_alloc *alloc, Dwarf *dwarf, uint64_t least_B);

/* What was kept under a number, as it was put: borrowed until the cache is closed, at a
   multiple of 8 bytes.  NULL: nothing. */
const void *ty_cache_get(const ty_cache *cache, uint64_t number, size_t *size_B);

/* Bytes to keep; borrowed until the cache is closed. */
void ty_cache_put(ty_cache *cache, uint64_t number, const void *bytes, size_t size_B);

/* Writes what was put, if anything was; says nothing if it cannot. */
void ty_cache_close(ty_cache *cache);
