/* ac_source_texts.h -- the source of the lines that rows of a table are about.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_page.h"

typedef struct ac_source_text {
   const char *file; /* NULL or AN_UNKNOWN: none */
   uint32_t line;
   char *text; /* without blanks before it; NULL: none, or it cannot be read */
} ac_source_text;

/* Sets the text of n lines, in any order, on the scope's allocator: each file is read
   once.  Does nothing if the report is without source.  *is_newer becomes true if a file
   is newer than the profile. */
void ac_source_texts_read(const ac_scope *scope, ac_source_text *texts, size_t n,
                          bool *is_newer);

/* Says that sources are newer, if they are, below a table. */
void ac_source_texts_warn(const an_page *page, bool is_newer);
