/* ac_source_print.c -- annotated source files.

   The last table, coverage, has each count of the program in exactly one row: it was
   shown beside its line, or one of four reasons says why not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"
#include "sections/ac_sections.h"
#include "sections/ac_places.h"
#include "sections/ac_readable.h"

#include "sections/an_markup.h"

#include "advice/ac_costly.h"
#include "counts/ac_calls.h"
#include "counts/ac_find.h"
#include "counts/ac_hot.h"
#include "counts/ac_line_costs.h"
#include "counts/ac_rank.h"
#include "base/an_source.h"

#include <inttypes.h>
#include <string.h>

typedef enum {
   SHOWN,        /* beside its source line */
   NO_SUCH_LINE, /* line 0, or past the end of the source */
   GONE,         /* of a pair: in a line that only OLD's source has */
   LEFT_OUT,     /* there was no room for it */
   UNREADABLE,   /* in a file whose source cannot be read */
   UNLISTED,     /* in a file without a listed function or line */
   FILE_UNKNOWN, /* in the file "???" */
   N_COVERAGES
} coverage;

static const char *const coverage_names[N_COVERAGES] = {
   [SHOWN] = "annotated",
   [NO_SUCH_LINE] = "at unknown lines or past the end of the file",
   [GONE] = "at lines that only the old source has",
   [LEFT_OUT] = "left out of this report (--top=0)",
   [UNREADABLE] = "in unreadable source files",
   [UNLISTED] = "in files listed without functions",
   [FILE_UNKNOWN] = "in unknown files (" AN_UNKNOWN ")",
};

typedef struct {
   const char *name;
   const char *problem;
} unshown;

enum { UNSHOWN_LIMITED = 4 }; /* of these, in a report of limited length */

typedef struct an_annotation {
   an_page *page;
   size_t n_events;
   ac_ranking files;
   bool is_limited; /* only the places are shown */
   bool has_calls;  /* there is a column of inclusive costs */
   ac_columns inclusive;
   bool *usable; /* by file: its source can be shown */
   ac_hot hot;   /* the lines that reach the threshold */
   ac_places places;
   bool *is_listed;   /* by file: it has a listed function or line */
   int64_t *coverage; /* N_COVERAGES rows of n_events */
   unshown *unshown;  /* listed files without usable source */
   size_t n_unshown;
} annotation;

static void add_coverage(annotation *a, coverage kind, const int64_t *counts)
{
   int64_t *sums = a->coverage + kind * a->n_events;
   for (size_t i = 0; i < a->n_events; i++)
      sums[i] += counts[i];
}

/* ---- One file ---- */

/* With a warning if the counts can be of another version of the file. */
static void print_file_heading(const annotation *a, const ac_file *file,
                               const an_source *source)
{
   const an_page *page = a->page;
   an_page_heading(page, "Annotated source file", file->name);
   if (strcmp(source->path, file->name) != 0) {
      fputs("Read from: ", page->out);
      an_text_name(page->out, source->path);
      putc('\n', page->out);
   }
   if (an_page_is_newer(page->scope.analysis, source))
      an_page_line(page, AN_COLOUR_WARNING,
                   "@@ WARNING: this source file is newer than the profile.\n"
                   "@@ Counts can be beside the wrong lines.");
   if (a->has_calls) {
      an_page_colour(page, AN_COLOUR_HEADING);
      ac_columns_print_names(&a->inclusive, page->out);
      an_page_colour(page, AN_COLOUR_NONE);
      fputs("  ", page->out);
   }
   an_page_names(page);
   fputs("\n\n", page->out);
}

/* How hot a line is: by its share of the primary measure. */
static an_colour heat_of(const an_page *page, const int64_t *counts)
{
   const ac_measure *first = &page->scope.request->sort.of[0];
   const int64_t *totals = ac_profile_totals(page->scope.profile);
   return an_text_heat(ac_measure_value(first, counts), ac_measure_base(first, totals));
}

/* Begins a tinted line with its counts.  The caller prints the rest of the line, and
   calls end_counts. */
static void print_counts(const annotation *a, const ac_line_costs *lines)
{
   const an_page *page = a->page;
   an_colour heat = heat_of(page, lines->counts);
   if (heat != AN_COLOUR_NONE)
      an_page_colour(page, heat);
   if (a->has_calls) {
      ac_columns_print(&a->inclusive, page->out, lines->inclusive);
      fputs("  ", page->out);
   }
   ac_columns_print(&page->columns, page->out, lines->counts);
}

static void print_no_counts(const annotation *a)
{
   if (a->has_calls) {
      ac_columns_print_none(&a->inclusive, a->page->out);
      fputs("  ", a->page->out);
   }
   ac_columns_print_none(&a->page->columns, a->page->out);
}

static void end_counts(const an_page *page, const int64_t *counts)
{
   if (heat_of(page, counts) != AN_COLOUR_NONE)
      an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* Marks lines that are left out, by the number of the next one. */
static void print_gap(const an_page *page, uint32_t line)
{
   fprintf(page->out, "-- line %" PRIu32 " ----------------------------------------\n",
           line);
}

/* The columns left for source. */
static size_t room_of(const annotation *a)
{
   return an_page_room(a->page, a->has_calls ? ac_columns_width(&a->inclusive) + 4 : 2);
}

/* `lines` is NULL for a line without counts. */
static void print_source_line(const annotation *a, const an_source *source,
                              const ac_line_costs *lines)
{
   const an_page *page = a->page;
   if (lines != NULL)
      print_counts(a, lines);
   else
      print_no_counts(a);
   if (source->length > 0)
      fputs("  ", page->out);
   an_text_source_fit(page->out, source->line, source->length, room_of(a));
   if (lines != NULL)
      end_counts(page, lines->counts);
   else
      putc('\n', page->out);
}

/* What the line above misses on. */
static void print_data(const annotation *a, size_t file, uint32_t line)
{
   const an_page *page = a->page;
   size_t indent = ac_columns_width(&page->columns) + 2;
   if (a->has_calls)
      indent += ac_columns_width(&a->inclusive) + 2;
   if (page->scope.request->objects && page->scope.analysis->data != NULL)
      ac_data_under_line(page, file, line, indent);
}

/* The first line from `at` on that is shown for its counts; 0: there is none. */
static uint64_t next_wanted(const annotation *a, const ac_line_costs *lines,
                            bool has_line, size_t file, uint64_t at)
{
   if (!a->is_limited)
      return has_line ? lines->line : 0;
   const ac_place *place = ac_places_next(&a->places, file, at);
   return place == NULL ? 0 : place->line;
}

/* Prints the source lines within `context` of a line with counts, and marks the gaps
   between them.  On return `lines` is at the first line past the end of the source;
   false if no line is. */
static bool print_source(annotation *a, size_t file, ac_line_costs *lines,
                         an_source *source, bool has_line)
{
   const an_page *page = a->page;
   uint64_t context = page->scope.request->context;
   uint64_t last = 0; /* the last line that was wanted, or 0 */
   bool was_printed = true;
   for (uint32_t at = 1; an_source_next(source); at++) {
      bool has_counts = has_line && lines->line == at;
      uint64_t wanted = next_wanted(a, lines, has_line, file, at);
      bool is_printed = (wanted > 0 && wanted - at <= context)
                        || (last > 0 && at - last <= context);
      if (was_printed && wanted > 0 && wanted - at == context + 1)
         is_printed = true; /* instead of a mark */
      if (!was_printed && is_printed)
         print_gap(page, at);
      if (!has_line && !is_printed)
         break;
      if (is_printed)
         print_source_line(a, source, has_counts ? lines : NULL);
      if (is_printed && has_counts)
         print_data(a, file, at);
      was_printed = is_printed;
      if (wanted == at)
         last = at;
      if (has_counts) {
         add_coverage(a, is_printed ? SHOWN : LEFT_OUT, lines->counts);
         has_line = ac_line_costs_next(lines);
      }
   }
   return has_line;
}

/* Lines that only OLD's source has, the last of the profile. */
static void print_gone(annotation *a, ac_line_costs *lines)
{
   const an_page *page = a->page;
   do {
      add_coverage(a, GONE, lines->counts);
      if (a->is_limited)
         continue;
      print_counts(a, lines);
      fprintf(page->out, "  <line %" PRIu32 " of the old source>",
              lines->line & ~AC_LINE_OF_OLD);
      end_counts(page, lines->counts);
   } while (ac_line_costs_next(lines));
}

static bool is_gone(const annotation *a, uint32_t line)
{
   return a->page->scope.request->is_pair && (line & AC_LINE_OF_OLD);
}

/* Lines that the source file does not have; true if other lines follow. */
static bool print_bogus(annotation *a, ac_line_costs *lines)
{
   const an_page *page = a->page;
   bool has_line = true;
   if (!a->is_limited)
      putc('\n', page->out);
   for (; has_line && !is_gone(a, lines->line); has_line = ac_line_costs_next(lines)) {
      add_coverage(a, NO_SUCH_LINE, lines->counts);
      if (a->is_limited)
         continue;
      print_counts(a, lines);
      fprintf(page->out, "  <bogus line %" PRIu32 ">", lines->line);
      end_counts(page, lines->counts);
   }
   an_page_line(page, AN_COLOUR_WARNING,
                "@@ WARNING: the profile has counts past the end of this source "
                "file.");
   return has_line;
}

/* The counts of the file that have no line. */
static bool print_line_0(annotation *a, ac_line_costs *lines)
{
   const an_page *page = a->page;
   add_coverage(a, NO_SUCH_LINE, lines->counts);
   if (!a->is_limited) {
      print_counts(a, lines);
      fputs("  <unknown (line 0)>", page->out);
      end_counts(page, lines->counts);
      putc('\n', page->out);
   }
   return ac_line_costs_next(lines);
}

static void print_lines(annotation *a, size_t index, ac_line_costs *lines,
                        an_source *source)
{
   const an_page *page = a->page;
   const ac_file *file = ac_profile_file(page->scope.profile, index);
   ac_columns_reset(&a->page->columns);
   if (a->has_calls)
      ac_columns_reset(&a->inclusive);
   while (ac_line_costs_next(lines)) {
      ac_columns_fit(&a->page->columns, lines->counts);
      if (a->has_calls)
         ac_columns_fit(&a->inclusive, lines->inclusive);
   }
   ac_line_costs_rewind(lines);

   print_file_heading(a, file, source);
   bool has_line = ac_line_costs_next(lines);
   if (has_line && lines->line == 0)
      has_line = print_line_0(a, lines);
   has_line = print_source(a, index, lines, source, has_line);
   if (has_line && !is_gone(a, lines->line))
      has_line = print_bogus(a, lines);
   if (has_line)
      print_gone(a, lines);
   putc('\n', page->out);
}

/* Prints the file, or notes why it cannot be printed. */
static void annotate_file(annotation *a, size_t index)
{
   const an_page *page = a->page;
   const ac_file *file = ac_profile_file(page->scope.profile, index);
   an_source source;
   an_source_open(&source, page->scope.alloc, file->name, &page->scope.request->source);
   if (source.problem != NULL) {
      add_coverage(a, UNREADABLE, file->totals);
      a->unshown[a->n_unshown++] = (unshown){ file->name, source.problem };
   } else if (a->is_limited && ac_places_next(&a->places, index, 0) == NULL) {
      add_coverage(a, LEFT_OUT, file->totals);
   } else {
      ac_line_costs lines;
      ac_line_costs_open(&lines, page->scope.profile, page->scope.alloc, index);
      print_lines(a, index, &lines, &source);
      ac_line_costs_close(&lines, page->scope.alloc);
   }
   an_source_close(&source);
}

/* ---- All files ---- */

static void annotate_files(an_page *page)
{
   annotation *a = page->annotation;
   for (size_t i = 0; i < a->files.n && !ferror(page->out); i++) {
      size_t index = a->files.entries[i].index;
      const ac_file *file = ac_profile_file(a->page->scope.profile, index);
      if (strcmp(file->name, AN_UNKNOWN) == 0)
         add_coverage(a, FILE_UNKNOWN, file->totals);
      else if (!a->is_listed[index])
         add_coverage(a, UNLISTED, file->totals);
      else
         annotate_file(a, index);
   }
}

static void print_unshown(const annotation *a)
{
   const an_page *page = a->page;
   if (a->n_unshown == 0)
      return;
   an_page_heading(page, "Source files not shown", NULL);
   an_page_colour(page, AN_COLOUR_WARNING);
   size_t n = a->n_unshown;
   n = a->is_limited && n > UNSHOWN_LIMITED ? UNSHOWN_LIMITED : n;
   for (size_t i = 0; i < n; i++) {
      an_text_name(page->out, a->unshown[i].name);
      fprintf(page->out, ": %s\n", a->unshown[i].problem);
   }
   an_page_more(page, a->n_unshown - n, "file", "--top=0");
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

static bool is_all_zero(const annotation *a, size_t kind)
{
   for (size_t i = 0; i < a->n_events; i++)
      if (a->coverage[kind * a->n_events + i] != 0)
         return false;
   return true;
}

static void print_coverage(const annotation *a)
{
   an_page *page = a->page;
   ac_columns_reset(&page->columns);
   for (size_t i = 0; i < N_COVERAGES; i++)
      ac_columns_fit(&page->columns, a->coverage + i * a->n_events);
   an_page_heading(page, "Annotation summary", NULL);
   an_page_names(page);
   fputs("\n\n", page->out);
   for (size_t i = 0; i < N_COVERAGES; i++) {
      if ((i == LEFT_OUT || i == GONE) && is_all_zero(a, i))
         continue;
      ac_columns_print(&page->columns, page->out, a->coverage + i * a->n_events);
      fprintf(page->out, "  %s\n", coverage_names[i]);
   }
   putc('\n', page->out);
}

static void print_rest(an_page *page)
{
   print_unshown(page->annotation);
   print_coverage(page->annotation);
}

/* ---- Setting up ---- */

/* Marks the files of lines with inclusive cost, which need have none of their own. */
static void mark_callers(annotation *a)
{
   const ac_profile *profile = a->page->scope.profile;
   const ac_request *request = a->page->scope.request;
   const ac_calls *calls = ac_profile_calls(profile);
   for (size_t i = 0; i < calls->n_lines; i++) {
      const ac_inclusive *line = &calls->lines[i];
      size_t file = ac_find_file(profile, line->file);
      if (file != SIZE_MAX
          && ac_rank_reaches(request->sort.of, line->counts, ac_profile_totals(profile),
                             request->threshold))
         a->is_listed[file] = true;
   }
}

static void mark_listed(annotation *a)
{
   const an_page *page = a->page;
   ac_ranking functions;
   ac_rank_functions(&functions, page->scope.alloc, page->scope.profile, NULL,
                     &page->scope.request->sort, page->scope.request->threshold);
   for (size_t i = 0; i < functions.n; i++) {
      size_t index = functions.entries[i].index;
      a->is_listed[ac_profile_function(page->scope.profile, index)->file] = true;
   }
   ac_hot_open(&a->hot, page->scope.alloc, page->scope.profile,
               &page->scope.request->sort, page->scope.request->threshold);
   for (size_t i = 0; i < a->hot.n; i++)
      a->is_listed[a->hot.lines[i].file] = true;
   if (a->has_calls)
      mark_callers(a);
}

static bool has_line(const ac_hot *hot, const ac_hot_line *line)
{
   for (size_t i = 0; i < hot->n; i++)
      if (hot->lines[i].file == line->file && hot->lines[i].line == line->line)
         return true;
   return false;
}

/* Puts the places of the first screen before the hottest lines; those have no counts. */
static void add_costly(const an_page *page, ac_hot *hot)
{
   const ac_costly *costly = page->scope.analysis->costly;
   enum { MOST = 40 }; /* a report has room for fewer */
   ac_hot both = { .n = 0 };
   if (costly == NULL)
      return;
   both.lines = tk_get(page->scope.alloc, AN_LABEL, (MOST + hot->n) * sizeof *both.lines);
   for (size_t i = 0; i < costly->n && both.n < MOST; i++) {
      const ac_own_line *line = costly->of[i].line;
      size_t file = line->file == NULL ? SIZE_MAX
                                       : ac_find_file(page->scope.profile, line->file);
      if (file != SIZE_MAX && line->line > 0)
         both.lines[both.n++] = (ac_hot_line){ .file = file, .line = line->line };
   }
   for (size_t i = 0, n = both.n; i < hot->n; i++)
      if (!has_line(&(ac_hot){ .lines = both.lines, .n = n }, &hot->lines[i]))
         both.lines[both.n++] = hot->lines[i];
   hot->lines = both.lines;
   hot->n = both.n;
}

static void choose_places(annotation *a)
{
   const an_page *page = a->page;
   enum { AFTER = 24, COVERAGE = 12 }; /* lines of what follows, at least of its end */
   size_t after = page->left > 2 * AFTER ? AFTER : COVERAGE;
   size_t rows = page->left > after ? page->left - after : 0;
   if (!page->scope.request->is_pair)
      add_costly(page, &a->hot);
   ac_readable_find(page, &a->hot, rows, a->usable);
   ac_places_choose(&a->places, page->scope.alloc, &a->hot, a->usable,
                    page->scope.request->context, rows);
}

static void set_up(annotation *a)
{
   const tk_alloc *alloc = a->page->scope.alloc;
   const ac_profile *profile = a->page->scope.profile;
   size_t n_files = ac_profile_n_files(profile);
   size_t coverage_B = N_COVERAGES * a->n_events * sizeof *a->coverage;
   /* One more than needed: there can be no file. */
   a->is_listed = tk_get_zeroed(alloc, AN_LABEL, (n_files + 1) * sizeof *a->is_listed);
   a->usable = tk_get_zeroed(alloc, AN_LABEL, (n_files + 1) * sizeof *a->usable);
   a->unshown = tk_get(alloc, AN_LABEL, (n_files + 1) * sizeof *a->unshown);
   a->coverage = tk_get_zeroed(alloc, AN_LABEL, coverage_B);
   mark_listed(a);
   if (a->is_limited)
      choose_places(a);
   /* All files, however small their share: each count is covered once. */
   ac_rank_files(&a->files, alloc, profile, &a->page->scope.request->sort, 0);
}

/* With a column of inclusive costs, there is room for fewer others. */
static void annotate_with_calls(annotation *a)
{
   an_page *page = a->page;
   const ac_profile *profile = page->scope.profile;
   const ac_request *request = page->scope.request;
   an_terminal narrow = *page->scope.terminal;
   ac_scope scope = page->scope;
   ac_measures sort = { .of = request->sort.of, .n = 1 };
   ac_columns whole = page->columns;
   ac_shown shown = { .state = NULL };
   ac_columns_open(&a->inclusive, page->scope.alloc, profile, &sort, request->percents);
   ac_columns_set_suffix(&a->inclusive, " incl.");
   ac_columns_fit(&a->inclusive, ac_profile_totals(profile));
   size_t width = ac_columns_width(&a->inclusive) + 2;
   narrow.width -= narrow.width > width ? width : 0;
   scope.terminal = &narrow;
   ac_shown_open(&shown, &scope);
   ac_columns_open(&page->columns, scope.alloc, profile, &shown.measures,
                   request->percents);
   an_page_section(page, 0, annotate_files);
   page->columns = whole;
}

void ac_annotate(an_page *page)
{
   if (page->scope.terminal->markup != NULL) {
      an_page_heading(page, "Annotated source", NULL);
      fputs("Not shown here: the report as text has it.", page->out);
      an_markup_put_paragraph(page->scope.terminal->markup);
      return;
   }
   annotation a = { .page = page,
                    .n_events = ac_profile_n_events(page->scope.profile),
                    .has_calls = !page->scope.request->is_pair
                                 && ac_profile_calls(page->scope.profile) != NULL,
                    .is_limited = page->left < SIZE_MAX };
   set_up(&a);
   page->annotation = &a;
   if (a.has_calls)
      annotate_with_calls(&a);
   else
      an_page_section(page, 0, annotate_files);
   an_page_section(page, 0, print_rest);
   page->annotation = NULL;
}
