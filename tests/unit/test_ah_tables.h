/* test_ah_tables.h -- a section of a report on a heap profile, opened on a small one:
   its tables.  Rows and cells are read as those of test_an_tables.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AH_TABLES_H
#define TEST_AH_TABLES_H

#include "test_an_tables.h"

#include "sections/ah_page.h"

/* Must not move. */
typedef struct {
   test_section of;
   ah_page page;
   ah_report_options options; /* can be changed until it is opened, as can these */
   ac_request source;
   an_terminal terminal;
} test_heap_section;

/* All of the report but the section, which is for AN_FOR_PEOPLE or AN_FOR_JSON. */
static inline void heap_section_begin(test_heap_section *s, const ah_profile *profile,
                                      unsigned is_for)
{
   *s = (test_heap_section){ .terminal = { .picture_width = 80 } };
   s->options = (ah_report_options){ .n_top = SIZE_MAX,
                                     .n_frames = 2,
                                     .n_findings = 3,
                                     .sort = AH_SORT_PEAK,
                                     .source = &s->source,
                                     .terminal = &s->terminal };
   s->page = ah_page_of(profile, test_alloc(), &s->options, NULL);
   s->of.scope = (ac_scope){ .alloc = test_alloc(),
                             .request = &s->source,
                             .terminal = &s->terminal,
                             .heap = &s->page };
   s->of.tables.is_for = is_for;
}

/* The section has one table. */
static inline void heap_section_open(test_heap_section *s, an_tables_open *open)
{
   section_open(&s->of, open, 1);
}

static inline void heap_section_close(test_heap_section *s)
{
   an_row_end(&s->of.row);
   an_tables_close(&s->of.tables);
}

/* Whether people get the column. */
static inline bool heap_section_shows(const test_heap_section *s, const char *name)
{
   const an_table *table = &s->of.tables.of[0];
   for (size_t c = 0; c < table->n_columns; c++) {
      const char *key = table->columns[c].key, *label = table->columns[c].label;
      if ((table->columns[c].is_for & AN_FOR_PEOPLE)
          && ((key != NULL && strcmp(key, name) == 0)
              || (label != NULL && strcmp(label, name) == 0)))
         return true;
   }
   return false;
}

#endif
