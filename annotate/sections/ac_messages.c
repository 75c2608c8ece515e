/* ac_messages.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* get_current_dir_name */
#endif

#include "sections/ac_messages.h"

#include "base/an_alloc.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_lines.h"
#include "counts/ac_rank.h"
#include "advice/ac_findings.h"
#include "sections/ac_spots.h"
#include "sections/an_page.h"
#include "sections/ac_sections.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMITED = 10 }; /* as in the tables */

/* What became of looking for a file. */
typedef struct {
   const char *file; /* interned */
   bool is_newer;
   char *path; /* where it was found, or NULL */
} place;

typedef struct {
   an_page page; /* for the time of the profile */
   place *places;
   size_t n_places, capacity;
   tk_table by_file;
   char *here;    /* the current directory, or NULL; from malloc */
   an_sarif *log; /* or NULL */
   size_t n_left_out;
   int64_t *left_out; /* their counts */
} listing;

/* ---- Files ---- */

static char *copy_text(const tk_alloc *alloc, const char *text)
{
   size_t size_B = strlen(text) + 1;
   return memcpy(tk_get(alloc, AN_LABEL, size_B), text, size_B);
}

static void open_source(listing *l, const char *name, place *found)
{
   an_source source;
   const an_page *page = &l->page;
   an_source_open(&source, page->scope.alloc, name, &page->scope.request->source);
   if (source.problem == NULL) {
      found->is_newer = an_page_is_newer(page->scope.analysis, &source);
      found->path = copy_text(page->scope.alloc, source.path);
   }
   an_source_close(&source);
}

/* With --no-source no file is opened: the name is taken as it is. */
static void look_for(listing *l, place *p)
{
   if (strcmp(p->file, AN_UNKNOWN) == 0)
      return;
   if (l->page.scope.request->source.is_closed)
      p->path = copy_text(l->page.scope.alloc, p->file);
   else
      open_source(l, p->file, p);
}

/* Looks for each file once. */
static const place *find_place(listing *l, const char *file)
{
   const tk_alloc *alloc = l->page.scope.alloc;
   uint64_t hash = tk_hash_word((uintptr_t)file);
   TK_TABLE_EACH(i, &l->by_file, hash)
      if (l->places[i].file == file)
         return &l->places[i];
   TK_ARRAY_ROOM(alloc, AN_LABEL, l->places, l->n_places, l->capacity);
   place *added = &l->places[l->n_places];
   *added = (place){ .file = file };
   tk_table_add(&l->by_file, hash, (uint32_t)l->n_places++);
   look_for(l, added);
   return added;
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
      fprintf(out, "%.1Lf%%", 100 * part / total);
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
   fputs(" ran in code compiled at run time, which has no names\n", out);
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

static void leave_out(listing *l, const ac_message *message)
{
   for (size_t i = 0; i < ac_profile_n_events(l->page.scope.profile); i++)
      l->left_out[i] += message->counts[i];
   l->n_left_out++;
}

/* Its text, for free(). */
static char *text_of(const ac_message *message, ac_message_text *print,
                     const void *context, bool is_newer)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   print(context, message, out);
   fputs(is_newer ? "; the source is newer than the profile" : "", out);
   an_memstream_close(out);
   return text;
}

static long double percent_of(const listing *l, const ac_message *message)
{
   const ac_measure *sorted = &l->page.scope.request->sort.of[0];
   if (message->counts == NULL)
      return message->part;
   long double all = ac_measure_value(sorted, ac_profile_totals(l->page.scope.profile));
   bool is_part = ac_metric_is_whole(sorted->metric) && all > 0;
   return is_part ? 100 * ac_measure_value(sorted, message->counts) / all : -1;
}

/* With the line's text, if the file has it. */
static void log_message(const listing *l, const ac_message *message, const place *at,
                        const char *text)
{
   const ac_scope *scope = &l->page.scope;
   an_source source;
   an_sarif_result result = { .rule = *message->rule,
                              .level = message->level,
                              .text = text,
                              .path = at->path,
                              .line = message->line,
                              .function = message->function,
                              .percent = (double)percent_of(l, message) };
   an_source_open(&source, scope->alloc, message->file, &scope->request->source);
   uint32_t line = 0;
   while (source.problem == NULL && line < message->line && an_source_next(&source))
      line++;
   if (line == message->line) {
      result.source = source.line;
      result.source_B = source.length;
   }
   an_sarif_put(l->log, &result);
   an_source_close(&source);
}

static void put_message(const listing *l, const ac_message *message, const place *at,
                        ac_message_text *print, const void *context)
{
   char *text = text_of(message, print, context, at->is_newer);
   if (l->log != NULL) {
      log_message(l, message, at, text);
   } else {
      an_text_name(l->page.out, strip_directory(l, at->path));
      fprintf(l->page.out, ":%" PRIu32 ": note: %s\n", message->line, text);
   }
   free(text);
}

static void put_all(listing *l, const ac_message *messages, size_t n_messages,
                    ac_message_text *print, const void *context)
{
   const ac_request *request = l->page.scope.request;
   size_t most = request->is_limited ? LIMITED : request->n_top, n = 0;
   for (size_t i = 0; i < n_messages; i++) {
      const ac_message *message = &messages[i];
      bool has_counts = message->counts != NULL, is_free = l->log != NULL && !has_counts;
      if (most > 0 && n >= most && !is_free)
         break;
      if (has_counts && ac_measure_value(&request->sort.of[0], message->counts) == 0)
         break;
      const place *at = find_place(l, message->file);
      if (at->path != NULL) {
         put_message(l, message, at, print, context);
         n += !is_free;
      } else if (has_counts)
         leave_out(l, message);
   }
   print_left_out(l);
}

void ac_messages_print(const ac_scope *scope, const ac_message *messages, size_t n,
                       ac_message_text *print, const void *context,
                       const ac_messages_to *to)
{
   const tk_alloc *alloc = scope->alloc;
   size_t counts_B = (ac_profile_n_events(scope->profile) + 1) * sizeof(int64_t);
   listing l = {
      .page = { .scope = *scope, .out = to->out },
      .by_file = { .alloc = alloc, .label = AN_LABEL },
      .left_out = tk_get_zeroed(alloc, AN_LABEL, counts_B),
      .here = get_current_dir_name(),
      .log = to->log,
   };
   put_all(&l, messages, n, print, context);
   free(l.here);
}

size_t ac_messages_of_hot(const ac_profile *profile, const ac_hot *hot,
                          const an_sarif_rule *rule, ac_message *messages)
{
   for (size_t i = 0; i < hot->n; i++) {
      const ac_hot_line *line = &hot->lines[i];
      const ac_function *of = ac_profile_function(profile, line->function);
      messages[i] = (ac_message){ .file = ac_profile_file(profile, line->file)->name,
                                  .line = line->line,
                                  .counts = line->counts,
                                  .row = i,
                                  .rule = rule,
                                  .function = of->name };
   }
   return hot->n;
}

/* ---- Of a profile of counts ---- */

typedef struct {
   const ac_scope *scope;
   const ac_labels *labels;
   const ac_hot *hot;       /* or */
   const ac_own_lines *own; /* whose labels are those of its functions and libraries */
} counts;

void ac_messages_measure(const ac_scope *scope, const ac_measure *measure,
                         const int64_t *of, FILE *out)
{
   char number[AN_TEXT_NUMBER_B];
   long double value = ac_measure_value(measure, of);
   bool is_whole = ac_metric_is_whole(measure->metric);
   an_text_value(number, value, is_whole, false);
   if (!is_whole) {
      an_text_name(out, measure->metric->name);
      fprintf(out, " %s", number);
      return;
   }
   ac_messages_share(value, ac_measure_value(measure, ac_profile_totals(scope->profile)),
                     out);
   fputs(" of ", out);
   an_text_name(out, measure->metric->name);
   fprintf(out, " (%s)", number);
}

/* Further columns only if they are asked for. */
static void print_measures(const counts *c, const ac_message *message, FILE *out)
{
   const ac_request *request = c->scope->request;
   const ac_measure *sorted = &request->sort.of[0];
   ac_messages_measure(c->scope, sorted, message->counts, out);
   for (size_t i = 0; request->has_show && i < request->show.n; i++)
      if (request->show.of[i].metric != sorted->metric) {
         fputs(", ", out);
         ac_messages_measure(c->scope, &request->show.of[i], message->counts, out);
      }
   fputs(", in ", out); /* Emacs would take "(40) in f" for line 40 of file f */
}

static void print_hot_line(const void *context, const ac_message *message, FILE *out)
{
   const counts *c = context;
   const ac_hot_line *line = &c->hot->lines[message->row];
   size_t n_functions = line->n_functions;
   print_measures(c, message, out);
   ac_label label = ac_spot_label(c->scope, c->labels, line->function, line->line,
                                  &n_functions);
   ac_label_print(&label, out, SIZE_MAX);
   if (n_functions > 1)
      fprintf(out, " and %zu more", n_functions - 1);
}

static const an_sarif_rule costly = { "hot-line",
                                      "A hot line, with everything that it runs", NULL };

static void print_hot_lines(const ac_scope *scope, const ac_messages_to *to)
{
   ac_hot hot;
   ac_labels labels;
   ac_labels_open(&labels, scope->alloc, scope->profile,
                  ac_labels_longest(scope->request->full_names, 0));
   ac_labels_name_generated(&labels, scope->profile);
   ac_hot_open(&hot, scope->alloc, scope->profile, &scope->request->sort,
               ac_request_row_threshold(scope->request));
   const counts c = { .scope = scope, .labels = &labels, .hot = &hot };
   ac_message *messages = tk_get(scope->alloc, AN_LABEL, (hot.n + 1) * sizeof *messages);
   size_t n = ac_messages_of_hot(scope->profile, &hot, &costly, messages);
   ac_messages_print(scope, messages, n, print_hot_line, &c, to);
}

/* ---- Lines of the program, with the library code that they run ---- */

static const char *own_name_at(const void *context, size_t i)
{
   const ac_own_line *line = &((const ac_own_lines *)context)->lines[i / 2];
   return i % 2 == 0 ? line->function : line->library;
}

/* "27.2% of cycles: stride: 100% of misses in equal steps over lines: swap the loops" */
static void print_finding(const counts *c, const ac_finding *f, FILE *out)
{
   ac_messages_share(f->cycles, c->scope->analysis->findings->all, out);
   fprintf(out, " of cycles: %s: %s: %s", ac_finding_name_of(f), f->reason,
           ac_finding_cure_of(f));
   if (f->instr != AC_NO_INSTR)
      fprintf(out, " (%" PRIx64 " %s)", f->instr_address, f->mnemonic);
   if (f->object != NULL) {
      fputs(", on ", out);
      an_text_name(out, f->object->label);
   }
}

static void print_own_line(const void *context, const ac_message *message, FILE *out)
{
   const counts *c = context;
   if (message->row >= c->own->n) {
      print_finding(c, &c->scope->analysis->findings->of[message->row - c->own->n], out);
      return;
   }
   print_measures(c, message, out);
   ac_label_print(&c->labels->labels[2 * message->row], out, SIZE_MAX);
   if (c->own->lines[message->row].library == NULL)
      return;
   fputs(", most in ", out);
   ac_label_print(&c->labels->labels[2 * message->row + 1], out, SIZE_MAX);
}

/* What no message is of: then they and this add up to the program. */
static void print_rest(const ac_scope *scope, const int64_t *rest, FILE *out)
{
   const ac_measure *sort = &scope->request->sort.of[0];
   long double part = ac_measure_value(sort, rest);
   if (!(part > 0) || !ac_metric_is_whole(sort->metric))
      return;
   ac_messages_share(part, ac_measure_value(sort, ac_profile_totals(scope->profile)),
                     out);
   fputs(" of ", out);
   an_text_name(out, sort->metric->name);
   fputs(" is not attributed to your lines\n", out);
}

/* What each kind is, for rules of a log. */
static const char *const kinds[AC_N_FINDING_KINDS] = {
   [AC_FINDING_STREAMING_WRITE] = "Memory is written in order and not read, so its lines "
                                  "are fetched only to be overwritten",
   [AC_FINDING_REPEATED_CALL] = "A line calls a library function many times, and most of "
                                "its cost is in there",
   [AC_FINDING_CONFLICT] = "Data fall into few sets of a cache and push each other out",
   [AC_FINDING_TLB] = "Accesses are spread over more pages than the TLB holds",
   [AC_FINDING_CHASE] =
      "The address of a miss comes from the miss before: a list, a tree",
   [AC_FINDING_WASTED] = "Cache lines are fetched of which few bytes are used",
   [AC_FINDING_STRIDE] = "Misses come in equal steps of several cache lines: a matrix "
                         "read by columns",
   [AC_FINDING_CAPACITY] =
      "The same data are read again and again, and do not fit a cache",
   [AC_FINDING_RANDOM] = "Misses follow no order: an index, a hash table",
   [AC_FINDING_MISSES] = "Data are waited for; the profile does not know in what order",
   [AC_FINDING_INDIRECT] = "Indirect jumps are mispredicted",
   [AC_FINDING_MISPREDICT] = "Conditional branches are mispredicted",
   [AC_FINDING_FETCH] = "Code misses its cache",
   [AC_FINDING_CHAIN] = "Each instruction waits for the one before it",
   [AC_FINDING_SHARING] = "Threads write different bytes of one cache line",
};

static an_sarif_rule *rules_of_kinds(const tk_alloc *alloc)
{
   an_sarif_rule *rules = tk_get(alloc, AN_LABEL, AC_N_FINDING_KINDS * sizeof *rules);
   for (int i = 0; i < AC_N_FINDING_KINDS; i++) {
      const char *name = ac_finding_name((ac_finding_kind)i);
      rules[i] = (an_sarif_rule){ name, kinds[i] == NULL ? name : kinds[i],
                                  ac_finding_cure((ac_finding_kind)i) };
   }
   return rules;
}

/* What to fix comes first: findings that have a place.  They take no part in what is left
   out: their lines have that. */
static size_t choose_findings(const ac_scope *scope, const ac_own_lines *own, size_t most,
                              const ac_messages_to *to, ac_message *messages)
{
   const ac_findings *findings = scope->analysis->findings;
   const an_sarif_rule *rules = rules_of_kinds(scope->alloc);
   size_t n = 0;
   for (size_t i = 0; findings != NULL && i < findings->n && n < most; i++) {
      const ac_finding *f = &findings->of[i];
      bool fails = (to->fails_on >> f->kind & 1) != 0;
      if (f->file != NULL && f->line > 0)
         messages[n++] = (ac_message){
            .file = f->file,
            .line = f->line,
            .row = own->n + i,
            .rule = &rules[f->kind],
            .level = fails ? AN_SARIF_ERROR : AN_SARIF_WARNING,
            .function = f->function,
            .part = findings->all > 0 ? 100 * f->cycles / findings->all : -1,
         };
   }
   return n;
}

/* The lines that have a place and reach the threshold; *rest becomes what is of no
   place. */
static size_t choose_own_lines(const ac_scope *scope, const ac_own_lines *own,
                               ac_message *messages, int64_t *rest)
{
   size_t n = 0, n_events = ac_profile_n_events(scope->profile);
   memcpy(rest, own->rest, n_events * sizeof *rest);
   for (size_t i = 0; i < own->n; i++) {
      const ac_own_line *line = &own->lines[i];
      if (line->file == NULL || line->line == 0)
         for (size_t e = 0; e < n_events; e++)
            rest[e] += line->counts[e];
      else if (ac_rank_keeps(&scope->request->sort, line->counts,
                             ac_profile_totals(scope->profile),
                             ac_request_row_threshold(scope->request)))
         messages[n++] = (ac_message){ .file = line->file,
                                       .line = line->line,
                                       .counts = line->counts,
                                       .row = i,
                                       .rule = &costly,
                                       .function = line->function };
   }
   return n;
}

static void print_own_lines(const ac_scope *scope, const ac_own_lines *own,
                            const ac_messages_to *to)
{
   ac_labels labels;
   size_t n_events = ac_profile_n_events(scope->profile);
   const ac_findings *findings = scope->analysis->findings;
   size_t n_findings = findings == NULL ? 0 : findings->n;
   bool has_lines = !ac_section_is(scope->request->by, "finding");
   size_t most = has_lines && to->log == NULL ? AC_MESSAGES_FINDINGS : n_findings;
   ac_labels_open_names(&labels, scope->alloc, 2 * own->n, own_name_at, own,
                        AN_SAID_FUNCTION,
                        ac_labels_longest(scope->request->full_names, 0));
   ac_message *messages = tk_get(scope->alloc, AN_LABEL,
                                 (own->n + n_findings + 1) * sizeof *messages);
   int64_t *rest = tk_get(scope->alloc, AN_LABEL, (n_events + 1) * sizeof *rest);
   const counts c = { .scope = scope, .labels = &labels, .own = own };
   size_t n = choose_findings(scope, own, most, to, messages);
   if (has_lines)
      n += choose_own_lines(scope, own, messages + n, rest);
   ac_messages_print(scope, messages, n, print_own_line, &c, to);
   if (has_lines)
      print_rest(scope, rest, to->out);
}

void ac_report_messages(const ac_scope *scope, const ac_messages_to *to)
{
   static const ac_own_lines none;
   const ac_section *by = scope->request->by;
   const ac_own_lines *own = scope->analysis->own;
   bool is_own = own != NULL && own->n > 0 && !ac_section_is(by, "line");
   if (is_own || ac_section_is(by, "finding"))
      print_own_lines(scope, own == NULL ? &none : own, to);
   else
      print_hot_lines(scope, to);
   if (!ac_section_is(by, "finding"))
      ac_messages_generated(scope->profile, &scope->request->sort.of[0], to->out);
}
