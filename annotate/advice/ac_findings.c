/* ac_findings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_findings.h"

#include "base/an_criteria.h"
#include "base/an_number.h"
#include "base/an_text.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "advice/ac_cures.h"
#include "counts/ac_own_files.h"
#include "advice/ac_evidence.h"
#include "advice/ac_idiom_lines.h"
#include "advice/ac_rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The kinds ---- */

typedef enum {
   NEEDS_NOTHING,
   NEEDS_BRANCHES,
   NEEDS_CALLS,
   NEEDS_MACHINE,
   NEEDS_PATTERNS,
   NEEDS_OBJECTS,
   NEEDS_LINE_USE,
   NEEDS_SHARING,
} needs;

static const struct {
   const char *name;
   tk_event_group part;
   needs needs;
   ac_cure cure;
} kinds[AC_N_FINDING_KINDS] = {
#define X(kind, name, part, needs, cure) \
   [AC_FINDING_##kind] = { name, TK_EVENT_##part, needs, AC_CURE_##cure },
   AC_FINDING_KINDS(X)
#undef X
};

const ac_criteria ac_criteria_default = {
#define X(name, value) .name = value,
   AC_CRITERIA(X)
#undef X
};

bool ac_criteria_parse(ac_criteria *criteria, const char *text, an_error *error)
{
   static const an_criterion of[] = {
#define X(name, value) { #name, offsetof(ac_criteria, name) },
      AC_CRITERIA(X)
#undef X
   };
#define X(name, value) ", " #name
   return an_criteria_parse(criteria, of, sizeof of / sizeof of[0], AC_CRITERIA(X), text,
                            error);
#undef X
}

const char *ac_finding_name(ac_finding_kind kind)
{
   return kinds[kind].name;
}

const char *ac_finding_cure(ac_finding_kind kind)
{
   return ac_cure_text(kinds[kind].cure);
}

/* Whether another layout of the object could be the cure, and cs_annotate can suggest
   one. */
static bool can_be_laid_out(const ac_finding *finding)
{
   const ac_data_object *object = finding->object;
   if (object == NULL || object->of->n_looks == 0 || object->of->kind > AC_DATA_STATIC)
      return false;
   return finding->kind == AC_FINDING_CONFLICT || finding->kind == AC_FINDING_TLB
          || finding->kind == AC_FINDING_CHASE || finding->kind == AC_FINDING_WASTED;
}

const char *ac_finding_name_of(const ac_finding *finding)
{
   return finding->idiom != NULL ? finding->idiom : ac_finding_name(finding->kind);
}

const char *ac_finding_cure_of(const ac_finding *finding)
{
   if (finding->cure != NULL)
      return finding->cure;
   ac_cure cure = finding->is_of_allocator ? AC_CURE_ALLOCATE_LESS
                                           : kinds[finding->kind].cure;
   return can_be_laid_out(finding) ? ac_cure_by_layout(cure) : ac_cure_text(cure);
}

static bool has_event(const ac_profile *profile, tk_event_id event)
{
   return ac_profile_find_event(profile, tk_events[event].name) != SIZE_MAX;
}

size_t ac_findings_event(const ac_profile *profile)
{
   return ac_profile_find_event(profile, tk_events[TK_I1MR].name);
}

static bool has_line_use(const ac_data *data)
{
   for (size_t i = 0; i < data->n_data; i++)
      if (data->data[i].n_lines_fetched > 0)
         return true;
   return false;
}

const char *ac_finding_lacks(ac_finding_kind kind, const ac_profile *profile)
{
   const ac_data *data = ac_profile_data(profile);
   switch (kinds[kind].needs) {
   case NEEDS_NOTHING: break;
   case NEEDS_BRANCHES: return has_event(profile, TK_BC) ? NULL : "--branch-sim=yes";
   case NEEDS_CALLS: return ac_profile_calls(profile) != NULL ? NULL : "--call-graph=yes";
   case NEEDS_MACHINE: return has_event(profile, TK_CX) ? NULL : "--machine=host";
   case NEEDS_PATTERNS:
      return has_event(profile, TK_DSEQ) ? NULL
             : has_event(profile, TK_CX) ? "--patterns=yes"
                                         : "--machine=host";
   case NEEDS_OBJECTS: return data != NULL && data->n_events > 0 ? NULL : "--objects=yes";
   case NEEDS_LINE_USE:
      return data == NULL || data->n_events == 0 ? "--objects=yes"
             : has_line_use(data)                ? NULL
                                                 : "--line-use=yes";
   case NEEDS_SHARING:
      return ac_profile_sharing(profile) != NULL ? NULL : "--sharing=yes";
   }
   return NULL;
}

/* ---- The list ---- */

typedef struct {
   ac_findings *found;
   const tk_alloc *alloc;
   const ac_findings_source *source;
   ac_prices prices;
   size_t capacity, part_capacity;
   size_t n_numbers;
   long double *left; /* cycles of each line that no finding gains; the last: of none */
   ac_idiom_line *idioms; /* of each line */
} search;

static bool is_of_calls(ac_finding_kind kind)
{
   return kind == AC_FINDING_IDIOM || kind == AC_FINDING_REPEATED_CALL;
}

static bool is_alike(const ac_finding *a, const ac_finding *b)
{
   enum { NEAR = 4 }; /* lines of one loop */
   if (a->kind != b->kind || a->idiom != b->idiom)
      return false;
   bool same_function = a->body != NULL && b->body != NULL
                        && strcmp(a->body, b->body) == 0;
   bool are_apart = is_of_calls(a->kind) || a->first_line == 0
                    || b->first_line == 0; /* or unknown */
   unsigned near = are_apart ? 0 : NEAR;
   bool same_object = a->object == b->object || a->object == NULL || b->object == NULL;
   return same_function && a->file == b->file && same_object
          && b->last_line + near >= a->first_line && b->first_line <= a->last_line + near;
}

/* One finding of two that are alike: the larger line says where and why. */
static ac_finding join(const ac_finding *a, const ac_finding *b)
{
   const ac_finding *large = b->largest > a->largest ? b : a;
   const ac_finding *small = large == a ? b : a;
   ac_finding both = *large;
   if (large->object == NULL) {
      both.object = small->object;
      both.field = small->field;
   }
   both.cycles = a->cycles + b->cycles;
   both.bound = a->bound + b->bound;
   both.n_lines = a->n_lines + b->n_lines;
   both.first_line = (uint32_t)tk_smaller(a->first_line, b->first_line);
   both.last_line = (uint32_t)tk_larger(a->last_line, b->last_line);
   return both;
}

/* Adds what it gains at a line, which has as much left; `line` can be none. */
static void add_part(search *s, const ac_finding *finding, size_t line,
                     long double cycles)
{
   ac_findings *found = s->found;
   s->left[line] -= cycles;
   if (line == s->source->own->n)
      return;
   TK_ARRAY_ADD(s->alloc, AN_LABEL, found->parts, found->n_parts, s->part_capacity,
                (ac_finding_part){ line, finding->number, cycles });
}

static void move_parts(const search *s, size_t from, size_t to)
{
   for (size_t i = 0; i < s->found->n_parts; i++)
      if (s->found->parts[i].finding == from)
         s->found->parts[i].finding = to;
}

/* Adds it to the list, as one with those that are alike: it can be between two. */
static void add_finding(search *s, const ac_finding *finding)
{
   ac_findings *found = s->found;
   ac_finding sum = *finding;
   sum.first_line = sum.last_line = finding->line;
   for (size_t i = 0; i < found->n;) {
      if (!is_alike(&found->of[i], &sum)) {
         i++;
         continue;
      }
      move_parts(s, found->of[i].number, finding->number);
      sum = join(&found->of[i], &sum);
      sum.number = finding->number;
      found->of[i] = found->of[--found->n];
      i = 0; /* the sum is near more lines than before */
   }
   TK_ARRAY_ADD(s->alloc, AN_LABEL, found->of, found->n, s->capacity, sum);
}

/* ---- Lines ---- */

/* Whether the kind is about the library's function that the line runs. */
static bool is_of_library(ac_finding_kind kind, const ac_evidence *e)
{
   return e->line->library != NULL
          && (is_of_calls(kind) || kinds[kind].part != TK_EVENT_RUN);
}

/* By the name of a function that a line calls. */
static bool is_allocator(const char *name)
{
   static const char *const names[] = { "malloc",       "calloc",
                                        "realloc",      "free",
                                        "operator new", "operator delete",
                                        "__rust_alloc", "__rust_dealloc" };
   for (size_t i = 0; name != NULL && i < sizeof names / sizeof names[0]; i++)
      if (strncmp(name, names[i], strlen(names[i])) == 0)
         return true;
   return false;
}

/* Judges the line by the rule of the kind, which gains no more than `left`; 0 cycles: it
   is no fault. */
static ac_finding judge_kind(search *s, ac_finding_kind kind, const ac_evidence *e,
                             long double left)
{
   char reason[AC_FINDING_REASON_B];
   long double cycles = fminl(ac_rules_judge(kind, e, reason), left);
   bool is_of_data = kinds[kind].part == TK_EVENT_DATA;
   ac_finding finding = {
      .kind = kind,
      .file = e->line->file,
      .line = e->line->line,
      .function = e->line->function,
      .body = e->line->body,
      .library = is_of_library(kind, e) ? e->line->library : NULL,
      .object = is_of_data ? e->object : NULL,
      .field = is_of_data ? e->field : NULL,
      .n_lines = 1,
      .is_of_allocator = kind == AC_FINDING_REPEATED_CALL
                         && is_allocator(e->line->callee),
      .cycles = cycles,
      .largest = cycles,
      .bound = cycles,
      .number = s->n_numbers++,
   };
   memcpy(finding.reason, reason, sizeof reason);
   if (kind == AC_FINDING_CHAIN && cycles > 0)
      finding.cure = ac_cure_text(ac_rules_chain_cure(e));
   if (kind == AC_FINDING_IDIOM && e->found.idiom != NULL) {
      const ac_idiom *idiom = e->found.idiom;
      finding.idiom = idiom->name;
      finding.does = idiom->does;
      finding.why = idiom->why;
      finding.cure = idiom->cure;
   }
   return finding;
}

/* The least share of the program's cycles that a line of a finding gains: several can
   make one. */
static const double LEAST_OF_LINE = 0.001;

/* Whether it is likely what the line's library has to do: so are its waits for data. */
static bool is_only_perhaps(const ac_idiom_found *found)
{
   return found->idiom != NULL && found->cycles <= 0;
}

/* The faults of a line, one for each part of its cycles. */
static void judge_line(search *s, size_t at)
{
   const ac_own_line *line = &s->source->own->lines[at];
   ac_evidence e = ac_evidence_of(s->source, &s->prices, line);
   double least = LEAST_OF_LINE * (double)s->found->all;
   unsigned taken = 0;
   e.found = s->idioms[at].found;
   if (is_only_perhaps(&e.found)) {
      taken = 1u << TK_EVENT_RUN | 1u << TK_EVENT_DATA;
      s->found->perhaps[at] = e.found.idiom;
   }
   for (int k = 0; k < AC_N_FINDING_KINDS; k++) {
      ac_finding_kind kind = (ac_finding_kind)k;
      tk_event_group part = kinds[kind].part;
      if ((taken >> part & 1) || kind == AC_FINDING_FETCH
          || (kind == AC_FINDING_IDIOM && taken != 0))
         continue;
      ac_finding finding = judge_kind(s, kind, &e, s->left[at]);
      if (kind == AC_FINDING_IDIOM && s->idioms[at].maker != NULL)
         finding.line = s->idioms[at].maker->line;
      if (finding.cycles <= 0 || finding.cycles < least)
         continue;
      add_part(s, &finding, at, finding.cycles);
      add_finding(s, &finding);
      /* A rule can be about all that the line costs. */
      taken |= finding.cycles > e.cycles[part] ? ~0u : 1u << part;
   }
}

static void judge_lines(search *s)
{
   const ac_own_lines *own = s->source->own;
   double least = LEAST_OF_LINE * (double)s->found->all;
   s->idioms = ac_idiom_lines_new(
      s->alloc, &(ac_idiom_lines_source){ s->source->profile, own, s->source->idioms,
                                          s->source->cycles, &s->prices, least });
   for (size_t i = 0; i < own->n; i++)
      if ((double)s->left[i] >= least)
         judge_line(s, i);
   tk_put(s->alloc, s->idioms);
}

/* Gives each line its part of what all gain: by its own waits for code. */
static void share_fetches(search *s, ac_finding *finding, double all_waits)
{
   const ac_own_lines *own = s->source->own;
   long double all = finding->cycles;
   for (size_t i = 0; i < own->n; i++) {
      double waits = ac_prices_group(&s->prices, own->lines[i].self, TK_EVENT_CODE);
      long double part = all * waits / all_waits, kept = fminl(part, s->left[i]);
      if (part <= 0)
         continue;
      finding->cycles -= part - kept;
      add_part(s, finding, i, kept);
   }
}

/* Code that is fetched is spread over many lines: they are judged as one, in place of the
   line that misses most. */
static void judge_fetches(search *s)
{
   const ac_own_sum *sum = &s->source->own->of_event;
   if (sum->n == 0)
      return;
   ac_own_line all = sum->most;
   all.counts = all.self = sum->counts;
   ac_evidence e = ac_evidence_of(s->source, &s->prices, &all);
   ac_finding finding = judge_kind(s, AC_FINDING_FETCH, &e, s->found->all);
   finding.n_lines = sum->n;
   if (finding.cycles <= 0)
      return;
   share_fetches(s, &finding, e.own_code);
   finding.bound = finding.cycles;
   add_finding(s, &finding);
}

/* ---- Memory lines that threads share ---- */

/* The place with most accesses; those of the program's own source count twice. */
static const ac_shared_access *find_access(const search *s, const ac_sharing *sharing,
                                           const ac_shared_line *line,
                                           const ac_own_files *files)
{
   const ac_shared_access *best = NULL;
   int64_t most = -1;
   for (size_t i = 0; i < line->n_accesses; i++) {
      const ac_shared_access *a = &sharing->accesses[line->first_access + i];
      const ac_profile *p = s->source->profile;
      const ac_function *function = ac_profile_function(p, a->function);
      bool is_own = ac_own_files_has(files, ac_profile_file(p, function->file)->name);
      uint64_t all = tk_count_add((uint64_t)a->reads, (uint64_t)a->writes);
      int64_t n = (int64_t)all / (is_own ? 1 : 2);
      if (n > most) {
         best = a;
         most = n;
      }
   }
   return best;
}

/* The line of the program that has most of the function, one whose number is known
   before others; own->n: none. */
static size_t find_line(const search *s, const char *function)
{
   const ac_own_lines *own = s->source->own;
   size_t unknown = own->n;
   for (size_t i = 0; i < own->n; i++) {
      const ac_own_line *line = &own->lines[i];
      if (line->body == NULL || strcmp(line->body, function) != 0)
         continue;
      if (line->line > 0)
         return i;
      unknown = unknown == own->n ? i : unknown;
   }
   return unknown;
}

/* A library's line, an atomic operation say, is that of the program's which has most of
   the function.  Returns its index, own->n: it is not known. */
static size_t set_place(const search *s, ac_finding *finding, const ac_shared_access *a,
                        const ac_own_files *files)
{
   const ac_own_lines *own = s->source->own;
   const ac_profile *p = s->source->profile;
   const ac_function *function = ac_profile_function(p, a->function);
   finding->function = finding->body = function->name;
   finding->file = ac_profile_file(p, function->file)->name;
   finding->line = a->line;
   if (ac_own_files_has(files, finding->file)) {
      size_t at = 0;
      while (at < own->n
             && (own->lines[at].file != finding->file || own->lines[at].line != a->line))
         at++;
      return at;
   }
   size_t at = find_line(s, function->name);
   if (at < own->n) {
      finding->file = own->lines[at].file;
      finding->line = own->lines[at].line;
   }
   return at;
}

/* What a transfer costs: the line comes from another core by way of the last level. */
static long double transfer_cycles(const search *s)
{
   enum { OTHERWISE = 100 };
   const ac_machine *machine = s->prices.machine;
   int64_t last = machine->latency[s->prices.n_levels > 1 ? s->prices.n_levels - 1 : 0];
   return machine->is_known && last > 0 ? last : OTHERWISE;
}

static void judge_sharing(search *s)
{
   const ac_data_report *data = s->source->data;
   ac_own_files files;
   if (data == NULL || data->sharing.of == NULL)
      return;
   ac_own_files_open(&files, s->alloc, s->source->profile);
   for (size_t i = 0; i < data->sharing.of->n_lines; i++) {
      const ac_sharing_judgement *judged = &data->sharing.judged[i];
      if ((judged->verdict & AC_SHARING_FALSE) == 0)
         continue;
      const ac_shared_access *access = find_access(s, data->sharing.of,
                                                   &data->sharing.of->lines[i], &files);
      ac_data_spot spot = ac_data_report_spot(data, access);
      ac_finding finding = {
         .kind = AC_FINDING_SHARING,
         .object = &data->view.objects[data->view.object_of[access->datum]],
         .field = spot.name,
         .n_lines = 1,
         .bound = transfer_cycles(s) * judged->bound_false,
         .is_most = true,
         .number = s->n_numbers++,
      };
      size_t at = set_place(s, &finding, access, &files);
      finding.cycles = fmaxl(0, fminl(finding.bound, s->left[at]));
      finding.largest = finding.bound;
      char moves[AN_TEXT_NUMBER_B], percent[AN_TEXT_NUMBER_B];
      an_text_count(moves, judged->bound_false);
      /* Moves come on top of what one core was simulated to take. */
      an_text_percent(percent, finding.bound, s->found->all + finding.bound, 1);
      snprintf(finding.reason, sizeof finding.reason,
               "up to %s moves of the line, %s of the time", moves, percent);
      add_part(s, &finding, at, finding.cycles);
      add_finding(s, &finding);
   }
}

/* ---- The whole ---- */

static void open_left(search *s)
{
   const ac_own_lines *own = s->source->own;
   s->left = tk_get(s->alloc, AN_LABEL, (own->n + 1) * sizeof *s->left);
   s->left[own->n] = s->found->all;
   for (size_t i = 0; i < own->n; i++) {
      s->left[i] = fmaxl(0, ac_metric_value(s->source->cycles, own->lines[i].counts));
      s->left[own->n] -= s->left[i];
   }
}

static int compare_texts(const char *a, const char *b)
{
   return strcmp(a == NULL ? "" : a, b == NULL ? "" : b);
}

static int compare_findings(const void *a, const void *b)
{
   const ac_finding *x = a, *y = b;
   return x->is_most - y->is_most
      ?: an_real_compare(y->bound, x->bound)
      ?: (int)x->kind - (int)y->kind
      ?: compare_texts(x->file, y->file)
      ?: tk_compare(x->line, y->line)
      ?: compare_texts(x->function, y->function);
}

/* Leaves those that gain enough. */
static void keep_findings(search *s)
{
   ac_findings *found = s->found;
   long double least = found->all * s->source->criteria->share / 100;
   size_t n = 0;
   for (size_t i = 0; i < found->n; i++)
      if (found->of[i].bound >= least)
         found->of[n++] = found->of[i];
   found->n = n;
   if (n > 0)
      qsort(found->of, n, sizeof *found->of, compare_findings);
}

/* Leaves those of findings that are left, which they know by index then. */
static void keep_parts(const search *s)
{
   ac_findings *found = s->found;
   size_t n = 0;
   size_t *index_of = tk_get(s->alloc, AN_LABEL, (s->n_numbers + 1) * sizeof *index_of);
   for (size_t i = 0; i < s->n_numbers; i++)
      index_of[i] = found->n;
   for (size_t i = 0; i < found->n; i++)
      index_of[found->of[i].number] = i;
   for (size_t i = 0; i < found->n_parts; i++) {
      ac_finding_part part = found->parts[i];
      part.finding = index_of[part.finding];
      if (part.finding < found->n)
         found->parts[n++] = part;
   }
   found->n_parts = n;
   tk_put(s->alloc, index_of);
}

/* Is the finding about this instruction's line, as code of the program's own? */
static bool is_about(const ac_finding *f, const ac_instr *instr)
{
   return f->line == instr->line && f->file == instr->file && f->body == instr->function
          && f->library == NULL && f->kind != AC_FINDING_SHARING;
}

/* Finds the costliest instruction of each finding's line. */
static void find_instrs(const search *s)
{
   const ac_instrs *instrs = ac_profile_instrs(s->source->profile);
   const ac_findings *found = s->found;
   for (size_t k = 0; k < found->n; k++)
      found->of[k].instr = AC_NO_INSTR;
   for (size_t i = 0; instrs != NULL && i < instrs->n; i++) {
      const ac_instr *instr = &instrs->all[i];
      for (size_t k = 0; k < found->n; k++) {
         ac_finding *f = &found->of[k];
         if (!is_about(f, instr))
            continue;
         long double cycles = ac_metric_value(s->source->cycles, instr->counts);
         f->n_instrs++;
         if (f->instr == AC_NO_INSTR || cycles > f->instr_cycles) {
            f->instr = (uint32_t)i;
            f->instr_address = instr->address;
            f->instr_cycles = cycles;
         }
      }
   }
   for (size_t k = 0; k < found->n; k++)
      if (found->of[k].n_instrs < 2)
         found->of[k].instr = AC_NO_INSTR;
}

void ac_findings_open(ac_findings *findings, const tk_alloc *alloc,
                      const ac_findings_source *source)
{
   search s = { .found = findings, .alloc = alloc, .source = source };
   *findings = (ac_findings){ .n = 0 };
   if (source->cycles == NULL)
      return;
   findings->all = ac_metric_value(source->cycles, ac_profile_totals(source->profile));
   ac_prices_open(&s.prices, source->profile, source->cycles);
   open_left(&s);
   findings->perhaps = tk_get_zeroed(alloc, AN_LABEL,
                                     (source->own->n + 1) * sizeof(void *));
   judge_lines(&s);
   judge_fetches(&s);
   judge_sharing(&s);
   keep_findings(&s);
   keep_parts(&s);
   tk_put(alloc, s.left);
   find_instrs(&s);
}
