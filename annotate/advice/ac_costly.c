/* ac_costly.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_costly.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "advice/ac_prices.h"
#include "base/tk_count.h"
#include "counts/ac_calls.h"
#include "paths/an_bare.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX

/* ---- Source text ---- */

bool ac_costly_is_brace(const char *text)
{
   size_t n = strspn(text, "{}()[];, \t");
   return n > 0 && (text[n] == '\0' || strncmp(text + n, "//", 2) == 0);
}

/* Where the text has the function's name with something in parentheses, or NULL. */
static const char *find_call(const char *text, const char *function)
{
   char *name = strdup(function);
   size_t last = an_bare_name(function, false, name).last, n = strlen(name + last);
   const char *at = n == 0 ? NULL : text;
   while (at != NULL && (at = strstr(at, name + last)) != NULL) {
      char before = at == text ? ' ' : at[-1];
      const char *end = at + n + strspn(at + n, " ");
      if (!isalnum((unsigned char)before) && before != '_'
          && (*end == '(' || *end == '<'))
         break;
      at += n;
   }
   free(name);
   return at;
}

/* A call can look like that, too, if it goes on in the next line: it has something else
   than types before it, or nothing. */
bool ac_costly_is_head(const char *text, const char *function)
{
   const char *name = find_call(text, function);
   if (name == NULL || strchr(text, ';') != NULL)
      return false;
   const char *word = strstr(text, "fn "); /* Rust's */
   if (word != NULL && word < name)
      return true;
   for (const char *at = text; at < name; at++)
      if (!isalnum((unsigned char)*at) && strchr("_:<>&*~, ", *at) == NULL)
         return false;
   char last = text[strlen(text) - 1];
   return name == text ? last == ')' || last == '{'
                       : strncmp(text, "return", strlen("return")) != 0;
}

bool ac_costly_is_type(const char *text, const char *function)
{
   static const char *const words[] = { "struct ", "class ", "union " };
   char name[strlen(function) + 1];
   const char *last = name + an_bare_name(function, false, name).last;
   last += *last == '~';
   size_t n = strlen(last);
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      size_t n_word = strlen(words[i]);
      if (strncmp(text, words[i], n_word) == 0 && strncmp(text + n_word, last, n) == 0)
         return !isalnum((unsigned char)text[n_word + n]) && text[n_word + n] != '_';
   }
   return false;
}

/* Whether the statement leads to the function again, or suspends it. */
static bool leads_on(const char *text, const char *function)
{
   static const char *const words[] = { "co_yield", "co_await", ".await", "yield " };
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (strstr(text, words[i]) != NULL)
         return true;
   return find_call(text, function) != NULL;
}

/* ---- Lines ---- */

/* Of each line of ac_own_lines. */
typedef struct {
   long double cycles;  /* its own; then those of braces and heads, too */
   size_t home;         /* the statement that it is charged to: mostly itself */
   size_t finding;      /* that gains most there; NONE */
   long double gain;    /* of that */
   size_t place;        /* NONE: too small */
   tk_event_group part; /* if it is large */
} costly_line;

typedef struct {
   ac_costly *costly;
   const tk_alloc *alloc;
   const ac_costly_source *source;
   const ac_own_line *of;
   size_t n;
   costly_line *lines;
   size_t *order; /* indices of lines, most cycles first */
} gathering;

static const char *text_of(const gathering *g, size_t i)
{
   return g->source->texts == NULL ? NULL : g->source->texts[i];
}

static bool is_statement(const gathering *g, size_t i)
{
   const char *text = text_of(g, i);
   return text == NULL
          || (!ac_costly_is_brace(text) && !ac_costly_is_head(text, g->of[i].function));
}

/* The statement that has what is charged to line i. */
static size_t find_statement(const gathering *g, size_t i)
{
   size_t best = NONE;
   bool best_leads = false;
   for (size_t k = 0; k < g->n; k++) {
      if (k == i || text_of(g, k) == NULL
          || !ac_own_lines_are_beside(&g->of[k], &g->of[i]) || !is_statement(g, k))
         continue;
      bool leads = leads_on(text_of(g, k), g->of[k].function);
      if (best == NONE || leads > best_leads
          || (leads == best_leads && g->lines[k].cycles > g->lines[best].cycles)) {
         best = k;
         best_leads = leads;
      }
   }
   return best == NONE ? i : best;
}

/* Where the object is made whose destructor the line mostly runs: at the end of a block,
   or in its last statement, as compilers have it. */
static size_t find_maker(const gathering *g, size_t i)
{
   const char *library = g->of[i].library;
   if (library == NULL || *library != '~')
      return i;
   for (size_t k = 0; k < g->n; k++)
      if (g->of[k].library != NULL && strcmp(g->of[k].library, library + 1) == 0
          && ac_own_lines_are_beside(&g->of[k], &g->of[i]) && is_statement(g, k))
         return k;
   return i;
}

/* The row of the line that has the function inlined, or calls it, on the way to a node's
   code; UINT32_MAX: none. */
static uint32_t find_call_row(const gathering *g, uint32_t at, const char *function)
{
   const ac_calls *calls = ac_profile_calls(g->source->profile);
   const ac_own_nodes *rows = &g->source->own->nodes;
   for (; at != AC_NO_CALL; at = calls->nodes[at].parent) {
      const ac_call_node *node = &calls->nodes[at];
      uint32_t code = node->what;
      if (code != AC_NO_CALL && node->kind == AC_CALL_PATH) {
         const ac_arc *arc = &calls->arcs[code];
         if (strcmp(calls->functions[arc->callee].name, function) == 0)
            return rows->row_of_arc[code];
         code = arc->inlined;
      } else if (node->kind != AC_CALL_INLINED)
         continue;
      for (; code != AC_NO_CALL; code = calls->inlined[code].parent)
         if (strcmp(calls->inlined[code].name, function) == 0)
            return rows->row_of_inlined[code];
   }
   return UINT32_MAX;
}

/* The statement that runs most of the function of line i, if that is the line of a type,
   as constructors have it that nobody wrote. */
static size_t find_caller(const gathering *g, size_t i)
{
   const ac_calls *calls = ac_profile_calls(g->source->profile);
   const char *text = text_of(g, i), *function = g->of[i].function;
   size_t best = i, n_rows = g->source->own->n_rows;
   if (calls == NULL || text == NULL || !ac_costly_is_type(text, function))
      return i;
   long double *costs = tk_get_zeroed(g->alloc, AN_LABEL, (n_rows + 1) * sizeof *costs);
   for (uint32_t at = 0; at < calls->n_nodes; at++) {
      uint32_t row = find_call_row(g, at, function);
      if (row < n_rows)
         costs[row] += ac_metric_value(g->source->cycles, calls->nodes[at].self);
   }
   costs[g->of[i].row] = 0;
   for (size_t k = 0; k < g->n; k++)
      if (is_statement(g, k) && costs[g->of[k].row] > costs[g->of[best].row])
         best = k;
   tk_put(g->alloc, costs);
   return best;
}

static void read_lines(gathering *g)
{
   g->lines = tk_get_zeroed(g->alloc, AN_LABEL, (g->n + 1) * sizeof *g->lines);
   for (size_t i = 0; i < g->n; i++)
      g->lines[i] = (costly_line){ .cycles = ac_metric_value(g->source->cycles,
                                                             g->of[i].counts),
                                   .home = i,
                                   .finding = NONE,
                                   .place = NONE };
}

/* What most of a line's cycles are. */
static tk_event_group find_part(const ac_prices *prices, const int64_t *counts)
{
   tk_event_group part = TK_EVENT_RUN;
   double most = 0;
   for (int group = TK_EVENT_RUN; group < TK_EVENT_GROUPS; group++) {
      double of = ac_prices_group(prices, counts, (tk_event_group)group);
      if (of > most) {
         most = of;
         part = (tk_event_group)group;
      }
   }
   return part;
}

static bool is_large(const gathering *g, size_t i)
{
   return g->lines[i].cycles > 0
          && g->lines[i].cycles >= AC_COSTLY_LEAST * g->costly->all;
}

/* Of what is freed there, the line that makes it, as findings have it. */
static void move_freed(gathering *g)
{
   const ac_findings *found = g->source->findings;
   for (size_t i = 0; i < found->n_parts; i++) {
      size_t from = found->parts[i].line, to = 0;
      const ac_finding *f = &found->of[found->parts[i].finding];
      if (f->idiom == NULL || f->line == g->of[from].line)
         continue;
      while (to < g->n && (g->of[to].file != f->file || g->of[to].line != f->line))
         to++;
      if (to < g->n)
         g->lines[from].home = to;
   }
}

/* Charges what destructors, braces and heads of functions have to statements. */
static void move_braces(gathering *g)
{
   move_freed(g);
   for (size_t i = 0; i < g->n; i++) {
      if (!is_large(g, i) || g->lines[i].home != i)
         continue;
      size_t home = find_maker(g, i);
      home = home == i ? find_caller(g, i) : home;
      g->lines[i].home = home == i && !is_statement(g, i) ? find_statement(g, i) : home;
   }
   for (size_t i = 0; i < g->n; i++)
      if (g->lines[i].home != i)
         g->lines[g->lines[i].home].cycles += g->lines[i].cycles;
}

/* What each line is mostly about.  Code is fetched by lines that need not be alike. */
static void find_causes(gathering *g)
{
   const ac_findings *found = g->source->findings;
   for (size_t i = 0; i < found->n_parts; i++) {
      const ac_finding_part *part = &found->parts[i];
      costly_line *line = &g->lines[g->lines[part->line].home];
      if (found->of[part->finding].kind != AC_FINDING_FETCH
          && part->cycles > line->gain) {
         line->gain = part->cycles;
         line->finding = part->finding;
      }
   }
}

/* ---- Places ---- */

/* The name of the idiom that a line is mostly about; NULL: none. */
static const char *idiom_of(const gathering *g, const costly_line *line)
{
   return line->finding == NONE ? NULL : g->source->findings->of[line->finding].idiom;
}

/* Whether line i is one more of those of which `first` is the costliest. */
static bool is_alike(const gathering *g, size_t first, size_t i)
{
   enum { NEAR = 4 }; /* lines of one loop */
   const costly_line *a = &g->lines[first], *b = &g->lines[i];
   const ac_own_line *x = &g->of[first], *y = &g->of[i];
   if (a->finding != NONE || b->finding != NONE)
      return a->finding == b->finding
             || (idiom_of(g, a) != NULL && idiom_of(g, a) == idiom_of(g, b)
                 && ac_own_lines_are_beside(x, y));
   return x->library == NULL && y->library == NULL && a->part == b->part
          && ac_own_lines_are_beside(x, y) && x->line <= y->line + NEAR
          && y->line <= x->line + NEAR;
}

static int compare_lines(const void *a, const void *b, void *lines_)
{
   const costly_line *lines = lines_;
   size_t i = *(const size_t *)a, k = *(const size_t *)b;
   return an_real_compare(lines[k].cycles, lines[i].cycles) ?: tk_compare(i, k);
}

static const ac_idiom *perhaps_of(const gathering *g, size_t i)
{
   const ac_findings *found = g->source->findings;
   return found->perhaps == NULL ? NULL : found->perhaps[i];
}

/* Adds the line to the place that it is alike, or makes one. */
static void place_line(gathering *g, size_t i, size_t *firsts)
{
   ac_costly *costly = g->costly;
   size_t p = 0;
   while (p < costly->n && !is_alike(g, firsts[p], i))
      p++;
   if (p == costly->n) {
      firsts[p] = i;
      costly->of[costly->n++] = (ac_costly_place){ .line = &g->of[i],
                                                   .part = g->lines[i].part,
                                                   .perhaps = perhaps_of(g, i) };
   }
   g->lines[i].place = p;
   costly->of[p].n_lines++;
   costly->of[p].cycles += g->lines[i].cycles;
}

static void place_lines(gathering *g)
{
   size_t n = 0;
   ac_prices prices;
   ac_prices_open(&prices, g->source->profile, g->source->cycles);
   g->order = tk_get(g->alloc, AN_LABEL, (g->n + 1) * sizeof *g->order);
   for (size_t i = 0; i < g->n; i++) {
      if (g->lines[i].home != i || !is_large(g, i))
         continue;
      g->lines[i].part = find_part(&prices, g->of[i].counts);
      g->order[n++] = i;
   }
   if (n > 0)
      qsort_r(g->order, n, sizeof *g->order, compare_lines, g->lines);
   size_t *firsts = tk_get(g->alloc, AN_LABEL, (n + 1) * sizeof *firsts);
   size_t n_most = n + g->source->findings->n + 1;
   g->costly->of = tk_get(g->alloc, AN_LABEL, n_most * sizeof *g->costly->of);
   for (size_t i = 0; i < n; i++)
      place_line(g, g->order[i], firsts);
   for (size_t i = 0; i < g->n; i++) {
      size_t place = g->lines[g->lines[i].home].place;
      if (place != NONE)
         g->costly->of[place].n_rows++;
   }
   tk_put(g->alloc, firsts);
   tk_put(g->alloc, g->order);
}

/* ---- Gains ---- */

/* What a finding gains in a place. */
typedef struct {
   size_t place, finding;
   long double cycles;
} gain;

static int compare_gains(const void *a, const void *b)
{
   const gain *x = a, *y = b;
   return tk_compare(x->place, y->place) ?: tk_compare(x->finding, y->finding);
}

/* Whether the finding says more of the place than the one that it has: it is larger; or,
   of one kind, it is about the place's own line, not about a brace. */
static bool says_more(const ac_costly_place *place, const ac_finding *of,
                      long double cycles, long double largest)
{
   const ac_finding *has = place->finding;
   uint32_t line = place->line->line;
   if (has != NULL && has->kind == of->kind && (has->line == line) != (of->line == line))
      return of->line == line;
   return has == NULL || cycles > largest;
}

/* Adds what one finding gains in a place. */
static void add_gain(ac_costly_place *place, const ac_finding *of, long double cycles,
                     long double *largest)
{
   place->gain += cycles;
   place->is_most |= of->is_most;
   if (says_more(place, of, cycles, *largest)) {
      place->also = place->finding;
      place->also_gain = *largest;
      place->finding = of;
      *largest = cycles;
   } else if (place->also == NULL || cycles > place->also_gain) {
      place->also = of;
      place->also_gain = cycles;
   }
}

/* Code is fetched by many lines: what that gains at one is hardly a reason to say so. */
static bool is_said(const gathering *g, const ac_finding *of, long double cycles)
{
   static const long double LEAST = 0.01L; /* of the program */
   return of->kind != AC_FINDING_FETCH || cycles >= LEAST * g->costly->all;
}

static void add_gains(gathering *g)
{
   const ac_findings *found = g->source->findings;
   gain *gains = tk_get(g->alloc, AN_LABEL, (found->n_parts + 1) * sizeof *gains);
   size_t n = 0;
   long double largest = 0;
   for (size_t i = 0; i < found->n_parts; i++) {
      const ac_finding_part *part = &found->parts[i];
      size_t place = g->lines[g->lines[part->line].home].place;
      if (place != NONE)
         gains[n++] = (gain){ place, part->finding, part->cycles };
   }
   if (n > 0)
      qsort(gains, n, sizeof *gains, compare_gains);
   for (size_t i = 0, end; i < n; i = end) {
      long double sum = 0;
      for (end = i; end < n && compare_gains(&gains[i], &gains[end]) == 0; end++)
         sum += gains[end].cycles;
      if (i == 0 || gains[i].place != gains[i - 1].place)
         largest = 0;
      const ac_finding *of = &found->of[gains[i].finding];
      if (is_said(g, of, sum))
         add_gain(&g->costly->of[gains[i].place], of, sum, &largest);
   }
   tk_put(g->alloc, gains);
}

/* A place is where its finding is, if that is one of its statements. */
static void move_to_findings(gathering *g)
{
   for (size_t i = 0; i < g->n; i++) {
      const costly_line *line = &g->lines[i];
      if (line->home != i || line->place == NONE)
         continue;
      ac_costly_place *place = &g->costly->of[line->place];
      const ac_finding *f = place->finding;
      if (f != NULL && f->line == g->of[i].line && f->file == g->of[i].file)
         place->line = &g->of[i];
   }
}

/* False sharing costs what no run has: its line can have hardly a cycle. */
static void add_shared_lines(gathering *g)
{
   const ac_findings *found = g->source->findings;
   ac_costly *costly = g->costly;
   for (size_t i = 0; i < found->n; i++) {
      const ac_finding *f = &found->of[i];
      bool is_there = !f->is_most;
      for (size_t k = 0; k < costly->n && !is_there; k++)
         is_there = costly->of[k].finding == f || costly->of[k].also == f;
      if (is_there)
         continue;
      ac_own_line *line = tk_get(g->alloc, AN_LABEL, sizeof *line);
      *line = (ac_own_line){
         .file = f->file, .line = f->line, .function = f->function, .body = f->body
      };
      costly->of[costly->n++] = (ac_costly_place){
         .line = line, .n_lines = 1, .part = TK_EVENT_RUN, .finding = f, .is_most = true
      };
   }
}

/* ---- The whole ---- */

static int compare_places(const void *a, const void *b)
{
   const ac_costly_place *x = a, *y = b;
   return an_real_compare(y->cycles, x->cycles)
             ?: tk_compare(x->line->line, y->line->line);
}

void ac_costly_open(ac_costly *costly, const tk_alloc *alloc,
                    const ac_costly_source *source)
{
   gathering g = { .costly = costly,
                   .alloc = alloc,
                   .source = source,
                   .of = source->own->lines,
                   .n = source->own->n };
   *costly = (ac_costly){ .all = ac_metric_value(source->cycles,
                                                 ac_profile_totals(source->profile)),
                          .outside = ac_metric_value(source->cycles, source->own->rest) };
   read_lines(&g);
   move_braces(&g);
   costly->home = tk_get(alloc, AN_LABEL, (g.n + 1) * sizeof *costly->home);
   for (size_t i = 0; i < g.n; i++)
      costly->home[i] = g.lines[i].home;
   find_causes(&g);
   place_lines(&g);
   add_gains(&g);
   move_to_findings(&g);
   add_shared_lines(&g);
   if (costly->n > 0)
      qsort(costly->of, costly->n, sizeof *costly->of, compare_places);
   tk_put(alloc, g.lines);
}
