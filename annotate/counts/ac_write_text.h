/* ac_write_text.h -- parts of the lines of a cachesim.out file (base/tk_text.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"

/* The bytes of a name with its escapes. */
size_t ac_write_escaped_B(const char *text);

/* A blank before each, then the end of the line.  No count is negative. */
static inline void ac_write_counts(tk_text *out, const int64_t *counts, size_t n)
{
   tk_text_counts(out, (const uint64_t *)counts, n);
}

/* The same without the zeros at the end. */
static inline void ac_write_nonzero(tk_text *out, const int64_t *counts, size_t n)
{
   tk_text_nonzero(out, (const uint64_t *)counts, n);
}
