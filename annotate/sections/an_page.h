/* an_page.h -- what the sections of a text report share: stream, headings, colours,
   columns.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_columns.h"
#include "sections/ac_labels.h"
#include "sections/ac_scope.h"
#include "sections/ac_shown.h"
#include "base/an_counting.h"
#include "base/an_state.h"
#include "base/an_text.h"

typedef struct an_page {
   ac_scope scope;
   FILE *out;
   ac_columns columns;
   const ac_shown *shown;            /* what has a column */
   ac_labels labels;                 /* of the functions */
   struct an_annotation *annotation; /* ac_source_print.c's own */
   size_t left;               /* lines that there is room for; SIZE_MAX: any number */
   size_t n_cut;              /* lines for which there was none */
   const ac_section *section; /* that is printed now */
} an_page;

/* Prints a section: at most n_most of its lines, 0: all for which there is room, and each
   cut to the width. */
void an_page_section(an_page *page, size_t n_most, void (*print)(an_page *page));

/* A heading between two rules: the title, then `name` if not NULL. */
void an_page_heading(const an_page *page, const char *title, const char *name);

/* Switches to the colour, if colours are on. */
void an_page_colour(const an_page *page, an_colour colour);

/* A line in the colour. */
void an_page_line(const an_page *page, an_colour colour, const char *text);

/* "... 34 more lines: --top=0": what was left out, in lines or other nouns (one of
   them, as "line"), and the option that shows it.  Nothing if n is 0. */
void an_page_more(const an_page *page, size_t n, const char *noun, const char *option);

/* A line of the metadata; those of the request for source. */
void an_page_field(const an_page *page, const char *label, const char *value);
void an_page_places(const an_page *page);

/* A line for each object whose debug information Valgrind could not read in full. */
void an_page_lost_debug_info(const an_page *page, const char *const *objects, size_t n);

/* "+100 (+1.00%)"; the first number is at the right of `width` columns. */
void an_page_change(const an_page *page, long double before, long double after,
                    bool is_whole, int width);

/* "1,234 Ir (5.67%)" and the end of the line: some counts of the program. */
void an_page_amount(const an_page *page, const ac_measure *measure,
                    const int64_t *counts);

/* Whether the source is newer than the profile: its lines can be others. */
bool an_page_is_newer(const ac_analysis *analysis, const an_source *source);

/* The line that names the measures over the columns. */
void an_page_names(const an_page *page);

/* The columns that are left for text behind the columns of values and `lead` others;
   SIZE_MAX: any number. */
size_t an_page_room(const an_page *page, size_t lead);

/* The name of the i-th file or function, in at most `room` columns. */
void an_page_file(const an_page *page, size_t i, size_t room);
void an_page_function(const an_page *page, size_t i, size_t room);

/* The columns of `room` that a name may have beside a path of n_path columns: if one
   has to be cut, the path gets a third, or what the name leaves. */
size_t an_page_share(size_t room, size_t n_path);

/* "find(...) [inlined] (index.h:12)" in at most `room` columns: a label, marks behind it
   (or ""), and where it is; without a line, if it is 0, and without a place, if the file
   is NULL. */
void an_page_place(FILE *out, const ac_label *label, const char *marks, const char *file,
                   uint32_t line, size_t room);

/* A place of the program's own source. */
typedef struct an_own_place {
   const ac_label *function;
   const ac_label *library; /* the library's function that it runs; NULL: none */
   const char *object;      /* the data object that it is about; "": none */
   const char *file;        /* NULL: unknown */
   uint32_t line;           /* 0: unknown */
} an_own_place;

/* "find (index.h:12), in memcmp, on table.key": the file is without its directory, and
   what is behind it gets what the place leaves. */
void an_page_own_place(FILE *out, const an_own_place *place, size_t room);

/* "Ended:", "Dumped:" or "Partial:", unless the program exited with status 0; then
   "Before exec:".  `whose` is NULL or begins the label: "Old" (an_state_print.c). */
void an_state_print(const an_state *state, const char *whose, FILE *out);

/* How it stood, behind the program's name: "exited with 0", "was killed by signal 9
   (SIGKILL)", "still ran". */
void an_state_say(const an_state *state, FILE *out);

/* "Counting:", a line for each way in which not all was counted: of one process with
   times, of several in how many.  `whose` is NULL or begins the label: "Old"
   (an_counting_print.c). */
void an_counting_print(const tk_counting *counting, const char *unit, const char *whose,
                       FILE *out);

/* The state for a table: "exit 0", "SIGKILL", "exec", "dumped", "partial"; "-" if it is
   not known.  Returns `text`. */
enum { AN_STATE_WORD_B = 32 };
const char *an_state_word(const an_state *state, char text[AN_STATE_WORD_B]);
