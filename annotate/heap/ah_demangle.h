/* ah_demangle.h -- names of functions as people write them, in frames.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* Demangles what Valgrind does not (base/an_demangle.h).  For reports alone: what is
   written as a profile keeps the names that were read. */
void ah_demangle(ah_profile *profile, const tk_alloc *alloc);

/* Puts the name in place of the function's, also in "0x4005: main (a.c:3)"; a frame of
   another form stays. */
void ah_demangle_rename(ah_profile *profile, const tk_alloc *alloc, an_frame *frame,
                        const char *name);
