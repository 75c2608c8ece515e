/* ac_messages.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* get_current_dir_name */
#endif

#include "sections/ac_messages.h"

#include "counts/ac_objects.h"
#include "render/ac_spots.h"
#include "render/an_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LABEL "an.messages"

enum { LIMITED = 10 }; /* as in the table of the hottest lines */

/* What became of looking for a file. */
typedef struct {
   bool is_known, is_newer;
   char *path; /* where it was found, or NULL */
} place;

typedef struct {
   an_page page;  /* for the time of the profile */
   place *places; /* by file */
   char *here;    /* the current directory, or NULL; from malloc */
   size_t n_left_out;
   int64_t *left_out; /* their counts */
} listing;

/* ---- Files ---- */

static char *copy_text(const tk_alloc *alloc, const char *text)
{
   size_t size_B = strlen(text) + 1;
   char *to = tk_get(alloc, LABEL, size_B);
   return to == NULL ? NULL : memcpy(to, text, size_B);
}

static an_status open_source(listing *l, const char *name, place *found)
{
   an_source source;
   const an_page *page = &l->page;
   an_status status = an_source_open(&source, page->scope.alloc, name,
                                     &page->scope.request->source);
   if (status != AN_OK)
      return status;
   if (source.problem == NULL) {
      found->is_newer = an_page_is_newer(page->scope.analysis, &source);
      found->path = copy_text(page->scope.alloc, source.path);
      status = found->path == NULL ? AN_NO_MEMORY : AN_OK;
   }
   an_source_close(&source);
   return status;
}

/* With --no-source no file is opened: the name is taken as it is. */
static an_status find_place(listing *l, size_t file, place **found)
{
   const an_page *page = &l->page;
   place *p = *found = &l->places[file];
   const char *name = ac_profile_file(page->scope.profile, file)->name;
   if (p->is_known || strcmp(name, AN_UNKNOWN) == 0)
      return AN_OK;
   p->is_known = true;
   if (!page->scope.request->source.is_closed)
      return open_source(l, name, p);
   p->path = copy_text(page->scope.alloc, name);
   return p->path == NULL ? AN_NO_MEMORY : AN_OK;
}

/* The path without the current directory in front. */
static const char *strip_directory(const listing *l, const char *path)
{
   size_t n = l->here == NULL ? 0 : strlen(l->here);
   if (n > 1 && strncmp(path, l->here, n) == 0 && path[n] == '/' && path[n + 1] != '\0')
      return path + n + 1;
   return path;
}

/* ---- Messages ---- */

void ac_messages_share(long double part, long double total, FILE *out)
{
   if (total == 0)
      fputs("n/a", out);
   else
      fprintf(out, "%.1Lf %%", 100 * part / total);
}

void ac_messages_generated(const ac_profile *profile, const ac_measure *measure,
                           FILE *out)
{
   const an_object *code = ac_objects_generated(profile);
   long double part = code == NULL ? 0 : ac_measure_value(measure, code->counts);
   if (part == 0 || !ac_metric_is_whole(measure->metric))
      return;
   ac_messages_share(part, ac_measure_value(measure, ac_profile_totals(profile)), out);
   fputs(" of ", out);
   an_text_name(out, measure->metric->name);
   fputs(" is code that the program made while it ran; it has no names\n", out);
}

static void print_left_out(const listing *l)
{
   const an_page *page = &l->page;
   const ac_measure *sorted = &page->scope.request->sort.of[0];
   if (l->n_left_out == 0)
      return;
   fprintf(page->out, "%zu line%s (", l->n_left_out, l->n_left_out == 1 ? "" : "s");
   ac_messages_share(ac_measure_value(sorted, l->left_out),
                     ac_measure_value(sorted, ac_profile_totals(page->scope.profile)),
                     page->out);
   fputs(") left out: the source was not found; -I DIR says where it is\n", page->out);
}

static void leave_out(listing *l, const ac_hot_line *line)
{
   for (size_t i = 0; i < ac_profile_n_events(l->page.scope.profile); i++)
      l->left_out[i] += line->counts[i];
   l->n_left_out++;
}

static an_status print_all(listing *l, const ac_hot *hot, ac_message_text *print,
                           const void *context)
{
   const ac_request *request = l->page.scope.request;
   FILE *out = l->page.out;
   size_t most = request->is_limited ? LIMITED : request->n_top;
   size_t n = 0;
   for (size_t i = 0; i < hot->n && (most == 0 || n < most); i++) {
      place *at;
      const ac_hot_line *line = &hot->lines[i];
      an_status status = find_place(l, line->file, &at);
      if (status != AN_OK)
         return status;
      if (ac_measure_value(&request->sort.of[0], line->counts) == 0)
         break;
      if (at->path == NULL) {
         leave_out(l, line);
         continue;
      }
      n++;
      an_text_name(out, strip_directory(l, at->path));
      fprintf(out, ":%" PRIu32 ": note: ", line->line);
      print(context, line, out);
      fputs(at->is_newer ? "; the source is newer than the profile\n" : "\n", out);
   }
   print_left_out(l);
   return AN_OK;
}

an_status ac_messages_print(const ac_scope *scope, ac_message_text *print,
                            const void *context, FILE *out)
{
   ac_hot hot;
   const ac_profile *profile = scope->profile;
   const tk_alloc *alloc = scope->alloc;
   size_t n_files = ac_profile_n_files(profile);
   size_t places_B = (n_files + 1) * sizeof(place);
   size_t counts_B = (ac_profile_n_events(profile) + 1) * sizeof(int64_t);
   listing l = {
      .page = { .scope = *scope, .out = out },
      .places = tk_get(alloc, LABEL, places_B),
      .left_out = tk_get(alloc, LABEL, counts_B),
      .here = get_current_dir_name(),
   };
   an_status status = AN_NO_MEMORY;
   if (l.places != NULL && l.left_out != NULL) {
      memset(l.places, 0, places_B);
      memset(l.left_out, 0, counts_B);
      status = ac_hot_open(&hot, alloc, profile, &scope->request->sort,
                           ac_request_row_threshold(scope->request));
      if (status == AN_OK) {
         status = print_all(&l, &hot, print, context);
         ac_hot_close(&hot);
      }
      for (size_t i = 0; i < n_files; i++)
         tk_put(alloc, l.places[i].path);
   }
   tk_put(alloc, l.places);
   tk_put(alloc, l.left_out);
   free(l.here);
   return status;
}

/* ---- Of a profile of counts ---- */

typedef struct {
   const ac_profile *profile;
   const ac_request *request;
   const ac_labels *labels;
   const ac_scope *scope;
} counts;

/* "88.8 % of D1mr (1,234)"; a rate has no share: "D1rate 12.50". */
static void print_measure(const counts *c, const ac_measure *m, const ac_hot_line *line,
                          FILE *out)
{
   char number[AN_TEXT_NUMBER_B];
   long double value = ac_measure_value(m, line->counts);
   bool is_whole = ac_metric_is_whole(m->metric);
   an_text_value(number, value, is_whole, false);
   if (!is_whole) {
      an_text_name(out, m->metric->name);
      fprintf(out, " %s", number);
      return;
   }
   ac_messages_share(value, ac_measure_value(m, ac_profile_totals(c->profile)), out);
   fputs(" of ", out);
   an_text_name(out, m->metric->name);
   fprintf(out, " (%s)", number);
}

/* Further columns only if they are asked for. */
static void print_counts(const void *context, const ac_hot_line *line, FILE *out)
{
   const counts *c = context;
   const ac_request *request = c->request;
   const ac_measure *sorted = &request->sort.of[0];
   print_measure(c, sorted, line, out);
   for (size_t i = 0; request->has_show && i < request->show.n; i++)
      if (request->show.of[i].metric != sorted->metric) {
         fputs(", ", out);
         print_measure(c, &request->show.of[i], line, out);
      }
   fputs(", in ", out); /* Emacs would take "(40) in f" for line 40 of file f */
   size_t n_functions = line->n_functions;
   ac_label label = ac_spot_label(c->scope, c->labels, line->function, line->line,
                                  &n_functions);
   ac_label_print(&label, out, SIZE_MAX);
   if (n_functions > 1)
      fprintf(out, " and %zu more", n_functions - 1);
}

an_status ac_report_messages(const ac_scope *scope, FILE *out)
{
   ac_labels labels;
   const ac_profile *profile = scope->profile;
   an_status status = ac_labels_open(&labels, scope->alloc, profile,
                                     ac_labels_longest(scope->request->full_names, 0));
   if (status != AN_OK)
      return status;
   ac_labels_name_generated(&labels, profile);
   const counts c = { profile, scope->request, &labels, scope };
   status = ac_messages_print(scope, print_counts, &c, out);
   if (status == AN_OK)
      ac_messages_generated(profile, &scope->request->sort.of[0], out);
   ac_labels_close(&labels);
   return status;
}
