/* an_source_print.c -- annotated source files.

   The last table, coverage, has each count of the program in exactly one row: it was
   shown beside its line, or one of four reasons says why not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_lines.h"
#include "counts/an_rank.h"
#include "base/an_source.h"

#include <inttypes.h>
#include <string.h>

#define LABEL "an.annotate"

typedef enum {
   SHOWN,         /* beside its source line */
   NO_SUCH_LINE,  /* line 0, or past the end of the source */
   UNREADABLE,    /* in a file whose source cannot be read */
   UNLISTED,      /* in a file without a listed function */
   FILE_UNKNOWN,  /* in the file "???" */
   N_COVERAGES
} coverage;

static const char *const coverage_names[N_COVERAGES] = {
   [SHOWN] = "annotated",
   [NO_SUCH_LINE] = "at unknown lines or past the end of the file",
   [UNREADABLE] = "in unreadable source files",
   [UNLISTED] = "in files listed without functions",
   [FILE_UNKNOWN] = "in unknown files (" AN_UNKNOWN ")",
};

typedef struct {
   const char *name;
   const char *problem;
} unshown;

typedef struct {
   an_page *page;
   size_t n_events;
   an_ranking files;
   bool *is_listed;   /* by file: it has a listed function */
   int64_t *coverage; /* N_COVERAGES rows of n_events */
   unshown *unshown;  /* listed files without usable source */
   size_t n_unshown;
} annotation;

static void cover(annotation *a, coverage kind, const int64_t *counts)
{
   int64_t *sums = a->coverage + kind * a->n_events;
   for (size_t i = 0; i < a->n_events; i++)
      sums[i] += counts[i];
}

/* ---- One file ---- */

/* With a warning if the counts can be of another version of the file. */
static void print_file_heading(const annotation *a, const an_file *file,
                               const an_source *source)
{
   const an_page *page = a->page;
   const struct timespec *data = page->options->data_modified;
   an_page_heading(page, "Annotated source file", file->name);
   if (strcmp(source->path, file->name) != 0) {
      fputs("Read from: ", page->out);
      an_text_name(page->out, source->path);
      putc('\n', page->out);
   }
   if (data != NULL
       && (source->modified.tv_sec > data->tv_sec
           || (source->modified.tv_sec == data->tv_sec
               && source->modified.tv_nsec > data->tv_nsec)))
      an_page_line(page, AN_COLOUR_WARNING,
                   "@@ WARNING: this source file is newer than the profile.\n"
                   "@@ Counts can be beside the wrong lines.");
   an_page_names(page);
   fputs("\n\n", page->out);
}

/* How hot a line is: by its share of the primary measure. */
static an_colour heat_of(const an_page *page, const int64_t *counts)
{
   const an_measure *first = &page->options->sort.of[0];
   const int64_t *totals = an_profile_totals(page->profile);
   return an_text_heat(an_measure_value(first, counts),
                       an_measure_base(first, totals));
}

/* Begins a tinted line with its counts.  The caller prints the rest of the line, and
   calls end_counts. */
static void print_counts(const an_page *page, const int64_t *counts)
{
   an_colour heat = heat_of(page, counts);
   if (heat != AN_COLOUR_NONE)
      an_page_colour(page, heat);
   an_columns_print(&page->columns, page->out, counts);
}

static void end_counts(const an_page *page, const int64_t *counts)
{
   if (heat_of(page, counts) != AN_COLOUR_NONE)
      an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

static void print_gap(const an_page *page, uint32_t line)
{
   fprintf(page->out,
           "-- line %" PRIu32 " ----------------------------------------\n",
           line);
}

static void print_source_line(const an_page *page, const an_source *source,
                              const int64_t *counts)
{
   if (counts != NULL)
      print_counts(page, counts);
   else
      an_columns_print_none(&page->columns, page->out);
   if (source->length > 0)
      fputs("  ", page->out);
   an_text_source(page->out, source->line, source->length);
   if (counts != NULL)
      end_counts(page, counts);
   else
      putc('\n', page->out);
}

/* Prints the source lines within `context` of a line with counts, and marks the gaps
   between them.  On return `lines` is at the first line past the end of the source;
   false if no line is. */
static bool print_source(annotation *a, an_lines *lines, an_source *source,
                         bool has_line)
{
   const an_page *page = a->page;
   uint64_t context = page->options->context;
   uint64_t last = 0; /* the last line with counts, or 0 */
   bool was_printed = true;
   for (uint32_t at = 1; an_source_next(source); at++) {
      bool has_counts = has_line && lines->line == at;
      bool is_before = has_line && lines->line - at <= context;
      bool is_after = last > 0 && at - last <= context;
      bool is_printed = is_before || is_after;
      if (was_printed && !is_printed && at > 1)
         print_gap(page, at - 1);
      if (!was_printed && is_printed)
         print_gap(page, at);
      if (!has_line && !is_printed)
         break;
      if (is_printed)
         print_source_line(page, source, has_counts ? lines->counts : NULL);
      was_printed = is_printed;
      if (has_counts) {
         cover(a, SHOWN, lines->counts);
         last = at;
         has_line = an_lines_next(lines);
      }
   }
   return has_line;
}

/* Lines that the source file does not have. */
static void print_bogus(annotation *a, an_lines *lines)
{
   const an_page *page = a->page;
   putc('\n', page->out);
   do {
      cover(a, NO_SUCH_LINE, lines->counts);
      print_counts(page, lines->counts);
      fprintf(page->out, "  <bogus line %" PRIu32 ">", lines->line);
      end_counts(page, lines->counts);
   } while (an_lines_next(lines));
   an_page_line(page, AN_COLOUR_WARNING,
                "@@ WARNING: the profile has counts past the end of this source "
                "file.");
}

static void print_lines(annotation *a, const an_file *file, an_lines *lines,
                        an_source *source)
{
   const an_page *page = a->page;
   an_columns_reset(&a->page->columns);
   while (an_lines_next(lines))
      an_columns_fit(&a->page->columns, lines->counts);
   an_lines_rewind(lines);

   print_file_heading(a, file, source);
   bool has_line = an_lines_next(lines);
   if (has_line && lines->line == 0) {
      cover(a, NO_SUCH_LINE, lines->counts);
      print_counts(page, lines->counts);
      fputs("  <unknown (line 0)>", page->out);
      end_counts(page, lines->counts);
      putc('\n', page->out);
      has_line = an_lines_next(lines);
   }
   has_line = print_source(a, lines, source, has_line);
   if (has_line)
      print_bogus(a, lines);
   putc('\n', page->out);
}

/* Prints the file, or notes why it cannot be printed. */
static an_status annotate_file(annotation *a, const an_file *file)
{
   const an_page *page = a->page;
   an_source source;
   an_status status = an_source_open(&source, page->alloc, file->name,
                                     &page->options->source);
   if (status != AN_OK)
      return status;
   if (source.problem != NULL) {
      cover(a, UNREADABLE, file->totals);
      a->unshown[a->n_unshown++] = (unshown){ file->name, source.problem };
   } else {
      an_lines lines;
      status = an_lines_open(&lines, page->profile, file->first_function,
                             file->n_functions);
      if (status == AN_OK) {
         print_lines(a, file, &lines, &source);
         an_lines_close(&lines);
      }
   }
   an_source_close(&source);
   return status;
}

/* ---- All files ---- */

static an_status annotate_files(annotation *a)
{
   for (size_t i = 0; i < a->files.n && !ferror(a->page->out); i++) {
      size_t index = a->files.entries[i].index;
      const an_file *file = an_profile_file(a->page->profile, index);
      if (strcmp(file->name, AN_UNKNOWN) == 0) {
         cover(a, FILE_UNKNOWN, file->totals);
      } else if (!a->is_listed[index]) {
         cover(a, UNLISTED, file->totals);
      } else {
         an_status status = annotate_file(a, file);
         if (status != AN_OK)
            return status;
      }
   }
   return AN_OK;
}

static void print_unshown(const annotation *a)
{
   const an_page *page = a->page;
   if (a->n_unshown == 0)
      return;
   an_page_heading(page, "Source files not shown", NULL);
   an_page_colour(page, AN_COLOUR_WARNING);
   for (size_t i = 0; i < a->n_unshown; i++) {
      an_text_name(page->out, a->unshown[i].name);
      fprintf(page->out, ": %s\n", a->unshown[i].problem);
   }
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

static void print_coverage(const annotation *a)
{
   an_page *page = a->page;
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < N_COVERAGES; i++)
      an_columns_fit(&page->columns, a->coverage + i * a->n_events);
   an_page_heading(page, "Annotation summary", NULL);
   an_page_names(page);
   fputs("\n\n", page->out);
   for (size_t i = 0; i < N_COVERAGES; i++) {
      an_columns_print(&page->columns, page->out,
                       a->coverage + i * a->n_events);
      fprintf(page->out, "  %s\n", coverage_names[i]);
   }
   putc('\n', page->out);
}

/* ---- Setting up ---- */

static an_status mark_listed(annotation *a)
{
   const an_page *page = a->page;
   an_ranking functions;
   an_status status
      = an_rank_functions(&functions, page->alloc, page->profile, NULL,
                          &page->options->sort, page->options->threshold);
   for (size_t i = 0; i < functions.n; i++) {
      size_t index = functions.entries[i].index;
      a->is_listed[an_profile_function(page->profile, index)->file] = true;
   }
   tk_put(page->alloc, functions.entries);
   return status;
}

static an_status set_up(annotation *a)
{
   const tk_alloc *alloc = a->page->alloc;
   const an_profile *profile = a->page->profile;
   size_t n_files = an_profile_n_files(profile);
   size_t coverage_B = N_COVERAGES * a->n_events * sizeof *a->coverage;
   /* One more than needed: there can be no file. */
   a->is_listed = tk_get(alloc, LABEL, (n_files + 1) * sizeof *a->is_listed);
   a->unshown = tk_get(alloc, LABEL, (n_files + 1) * sizeof *a->unshown);
   a->coverage = tk_get(alloc, LABEL, coverage_B);
   if (a->is_listed == NULL || a->unshown == NULL || a->coverage == NULL)
      return AN_NO_MEMORY;
   memset(a->is_listed, 0, (n_files + 1) * sizeof *a->is_listed);
   memset(a->coverage, 0, coverage_B);
   an_status status = mark_listed(a);
   if (status != AN_OK)
      return status;
   /* All files, however small their share: each count is covered once. */
   return an_rank_files(&a->files, alloc, profile, &a->page->options->sort, 0);
}

an_status an_annotate(an_page *page)
{
   annotation a = { .page = page,
                    .n_events = an_profile_n_events(page->profile) };
   an_status status = set_up(&a);
   if (status == AN_OK)
      status = annotate_files(&a);
   if (status == AN_OK) {
      print_unshown(&a);
      print_coverage(&a);
   }
   tk_put(page->alloc, a.is_listed);
   tk_put(page->alloc, a.unshown);
   tk_put(page->alloc, a.coverage);
   tk_put(page->alloc, a.files.entries);
   return status;
}
