/* an_sections.h -- the sections of a report on counts, in their order: a row for each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SECTIONS_H
#define AN_SECTIONS_H

#include "report/an_table.h"

/* Where a section stands, and what it is. */
enum {
   AN_IN_REPORT = 1,   /* in the text, unless another is asked for */
   AN_IN_JSON = 2,     /* in each JSON report, not only if it is asked for */
   AN_OF_PROFILE = 4,  /* can be asked for, of a profile, */
   AN_OF_PAIR = 8,     /* of a pair, */
   AN_OF_HEAP = 16,    /* of a heap profile */
   AN_NEEDS_CALLS = 32,
   AN_IS_TREE = 64,    /* of call paths */
   AN_IS_OF_MACHINE = 128, /* of a modern machine: a page shows it in a way of its own */
};

struct an_section {
   const char *name;    /* for --by; NULL: it is not shown alone */
   const char *key;     /* the member of JSON */
   unsigned where;
   size_t n_lines;      /* at most, in a limited report; 0: its rows are limited */
   an_tables_open *open; /* NULL: it is no table, and has: */
   an_status (*print)(an_page *page);
   an_status (*put_csv)(const an_scope *scope, FILE *out); /* NULL: that of lines */
   const char *(*lack)(const an_scope *scope); /* what the profile should have and does
                                                  not, and how to get it; NULL */
   const char *none;    /* said if it is asked for and has nothing to show; NULL */
};

/* The i-th section; NULL after the last. */
const an_section *an_section_at(size_t i);

/* Prints the section; alone, it says if there is nothing to show. */
an_status an_section_print(an_page *page, const an_section *section);

#endif
