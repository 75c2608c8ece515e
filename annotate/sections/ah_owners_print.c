/* ah_owners_print.c -- owner snapshots: when, and what keeps how much.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/an_nest.h"
#include "base/an_said.h"
#include "sections/ac_sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- When ------------------------------------------------------------------------- */

const char *ah_looks_lack(const ah_page *page)
{
   const ah_profile *profile = page->profile;
   return profile->n_looks > 0       ? NULL
          : profile->processes.n > 1 ? "sums of profiles have no owner snapshots"
                                     : "the profile has no owner snapshot; heapprof "
                                       "--owners=end takes one";
}

size_t ah_looks_shown(const ah_page *page, size_t otherwise)
{
   const ah_weight *at = page->options->at;
   return at == NULL || at->kind == AH_TOTAL ? otherwise
                                             : ah_weight_look(*at, page->profile);
}

const char *ah_looks_when(const tk_alloc *alloc, const ah_profile *profile, size_t look)
{
   static const char *const texts[] = { [AH_LOOK_ASKED] = "when asked",
                                        [AH_LOOK_TIME] = "at a time",
                                        [AH_LOOK_PEAK] = "near the peak",
                                        [AH_LOOK_EXIT] = "when exit began",
                                        [AH_LOOK_END] = "at the end" };
   const ah_look *of = &profile->looks[look];
   char *to = tk_get(alloc, AN_LABEL, 2 * AH_TEXT_B);
   snprintf(to, 2 * AH_TEXT_B, "%s, %s", texts[of->why], AH_TIME(profile, of->time));
   return to;
}

enum { NUMBER, WHY = 2 };

#define LEAK(kind, what) AN_AT(ah_look, leaks[AH_LEAK_##kind].what)

static const an_column look_columns[] = {
   [NUMBER] = { AN_COLUMN_COUNT, AN_FOR_PEOPLE, .label = "snapshot" },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "time", AN_AT(ah_look, time), .write = ah_page_time },
   [WHY] = { AN_COLUMN_TEXT, AN_FOR_ALL, "why", "taken", .is_last = true },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "definite_bytes", "lost", LEAK(DEFINITE, bytes) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "definite_blocks", LEAK(DEFINITE, blocks) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "indirect_bytes", "indirectly", LEAK(INDIRECT, bytes) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "indirect_blocks", LEAK(INDIRECT, blocks) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "possible_bytes", "possibly", LEAK(POSSIBLE, bytes) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "possible_blocks", LEAK(POSSIBLE, blocks) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "reachable_bytes", "reachable",
     LEAK(REACHABLE, bytes) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "reachable_blocks", LEAK(REACHABLE, blocks) },
   { AN_RARE_COUNT, AN_FOR_PROGRAMS, "idle_since",
     AN_AT(ah_look, idle_since, AN_BUT(0)) },
};

static void make_look(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)table;
   const ah_look *look = row->of;
   row->cells[NUMBER].number = number + 1;
   row->cells[WHY].text = ah_look_why_name(look->why);
}

void ah_looks_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_profile *profile = scope->heap->profile;
   AN_TABLE(tables, AN_COLUMNS(look_columns), AN_ROWS(profile->looks),
            .n = profile->n_looks, .make_row = make_look, .heading = "Owner snapshots",
            .noun = "owner snapshot");
}

/* ---- Who keeps what --------------------------------------------------------------- */

/* A keeper of a look. */
typedef struct {
   uint32_t look;
   const ah_keeper *of;
   int64_t above; /* for programs: the row of its own keeper; -1: none */
   size_t depth;  /* for people */
} entry;

enum { KIND = 2, SHARE = 4, GREW, IDLE, TYPE = 15, COLUMNS = 18 };

static an_column_write write_grown;

static const an_column columns[COLUMNS] = {
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "look", AN_AT(entry, look) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "above", AN_AT(entry, above, AN_BUT(-1)) },
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "kind" },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "retained_bytes", "retains",
     AN_BY(entry, of, retained.bytes) },
   [SHARE] = { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "share", .rank = 2 },
   [GREW] = { AN_COLUMN_COUNT, AN_FOR_ALL, "grew_bytes", "grew", .write = write_grown,
              .omits_empty = true },
   [IDLE] = { AN_COLUMN_COUNT, AN_FOR_ALL, "idle_bytes", "idle",
              .write = ah_page_some_bytes, .omits_empty = true },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "retained_blocks", "blocks",
     AN_BY(entry, of, retained.blocks), .rank = 1 },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "bytes", AN_BY(entry, of, own.bytes) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "blocks", AN_BY(entry, of, own.blocks) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "name", AN_BY(entry, of, name) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function", AN_BY(entry, of, function) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file", AN_BY(entry, of, file) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line", AN_BY(entry, of, line, AN_BUT(0)) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "field", AN_BY(entry, of, field) },
   [TYPE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "type" },
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path",
     AN_BY(entry, of, site, AN_BUT(AH_NO_SITE)) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "what keeps it", .is_last = true },
};

typedef struct {
   const ah_page *page;
   entry *rows;
   size_t look;       /* for people: that is shown */
   size_t n, n_small; /* of keepers; of smaller ones, that are not shown */
   uint32_t *
      *before; /* by look: each keeper's in the snapshot before; NULL: there is none */
} section;

/* "+1.20 MiB"; of no change, nothing. */
static const char *write_grown(const an_page *page, long double number, char *to)
{
   if (isnan(number) || number == 0)
      return "";
   to[0] = number < 0 ? '-' : '+';
   ah_text_bytes(to + 1, page->scope.heap->profile, fabsl(number));
   return to;
}

/* By how much a keeper of a look retains more than in the snapshot before. */
static long double growth_of(const section *s, size_t look, const ah_keeper *keeper)
{
   const ah_keepers *keepers = s->page->options->keepers;
   if (s->before[look] == NULL)
      return NAN;
   uint32_t old = s->before[look][keeper - keepers[look].of];
   int64_t before = old == AH_NO_KEEPER ? 0 : keepers[look - 1].of[old].retained.bytes;
   return (long double)keeper->retained.bytes - before;
}

/* ---- As people read them ---- */

/* " (a.c:12)", or " (in libx.so)"; "" if neither is known. */
static void place_of(const ah_keeper *keeper, char *to, size_t size_B)
{
   to[0] = '\0';
   if (keeper->file != NULL && keeper->line > 0)
      snprintf(to, size_B, " (%s:%u)", an_base_name(keeper->file), keeper->line);
   else if (keeper->file != NULL)
      snprintf(to, size_B, " (in %s)", an_base_name(keeper->file));
}

char *ah_looks_keeper_text(const ah_keeper *keeper)
{
   char *text = NULL, place[200];
   const char *name = keeper->name != NULL               ? keeper->name
                      : keeper->kind == AH_KEEPER_SHARED ? "pools of blocks"
                                                         : "memory without a symbol";
   place_of(keeper, place, sizeof place);
   switch (keeper->kind) {
   case AH_KEEPER_LOST: an_asprintf(&text, "lost: nothing points to it"); break;
   case AH_KEEPER_LOCAL:
      an_asprintf(&text, "%s in %s%s", name,
                  keeper->function == NULL ? "?" : keeper->function, place);
      break;
   case AH_KEEPER_FRAME: an_asprintf(&text, "the frame of %s%s", name, place); break;
   case AH_KEEPER_STACK_TOP:
      an_asprintf(&text, "above the stack: arguments, thread descriptors");
      break;
   case AH_KEEPER_REGISTERS: an_asprintf(&text, "registers"); break;
   case AH_KEEPER_MAPPING: an_asprintf(&text, "mapped memory%s", place); break;
   case AH_KEEPER_SHARED: an_asprintf(&text, "shared: %s", name); break;
   case AH_KEEPER_THREAD_LOCAL:
      an_asprintf(&text, "%s%s, of each thread", name, place);
      break;
   default: an_asprintf(&text, "%s%s", name, place);
   }
   return text;
}

/* "name: struct node, by make (a.c:8)": the field, the type, and who allocated them, in
   at most `room` columns if there are enough. */
static char *blocks_text(const ah_page *page, const ah_keeper *keeper, size_t room)
{
   enum { TYPE_COLUMNS = 30 };
   const ah_site *site = &page->profile->sites[keeper->site];
   bool has_field = keeper->field != NULL;
   char *type = keeper->type == NULL
                   ? NULL
                   : an_said(keeper->type->name, AN_SAID_TYPE, TYPE_COLUMNS);
   char *text;
   size_t n = (size_t)an_asprintf(&text, "%s%s%s%s", has_field ? keeper->field : "",
                                  has_field ? ": " : "", type == NULL ? "" : type,
                                  type == NULL ? "" : ", by ");
   free(type);
   char *place = ah_site_place(page->profile, site, false, room > n ? room - n : 0);
   char *whole = an_realloc(text, n + strlen(place) + 1);
   strcpy(whole + n, place);
   free(place);
   return whole;
}

/* Of a name, both ends count: the scopes are before it, its place is behind. */
static void print_last(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ah_keeper *keeper = s->rows[number].of;
   bool is_root = keeper->site == AH_NO_SITE;
   char *text = is_root ? ah_looks_keeper_text(keeper)
                        : blocks_text(s->page, keeper, room);
   if (is_root)
      an_text_middle_fit(page->out, text, room);
   else
      an_text_name_fit(page->out, text, room);
   free(text);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const entry *of = &s->rows[number];
   const ah_keeper *keeper = of->of;
   const ah_look *look = &s->page->profile->looks[of->look];
   an_cell *cells = row->cells;
   row->depth = of->depth;
   cells[KIND].text = ah_keeper_kind_name(keeper->kind);
   cells[TYPE].text = keeper->type == NULL ? NULL : keeper->type->name;
   cells[GREW].number = growth_of(s, of->look, keeper);
   if (look->idle_since > 0)
      cells[IDLE].number = keeper->idle.bytes;
   if (look->live.bytes != 0)
      cells[SHARE].number = 100 * (long double)keeper->retained.bytes / look->live.bytes;
}

/* ---- Order ---- */

typedef struct {
   const ah_keeper *of;
   const uint32_t *by_size; /* their indices: largest first, owners before their own */
   const uint32_t *rank;    /* of each, its place there */
} ranking;

static int compare_keepers(const void *a, const void *b, void *context)
{
   uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
   const ah_keeper *of = context;
   return tk_compare_signed(of[k].retained.bytes, of[i].retained.bytes)
             ?: tk_compare(i, k);
}

static size_t parent_of(const void *context, size_t index)
{
   const ranking *r = context;
   int64_t above = r->of[r->by_size[index]].above;
   return above < 0 ? AN_NO_PARENT : r->rank[above];
}

bool ah_looks_are_large(const ah_page *page, size_t look, int64_t bytes)
{
   int64_t whole = page->profile->looks[look].live.bytes;
   return (double)bytes >= (double)whole * page->options->threshold / 100;
}

/* Large enough to be shown; what keeps it is at least as large. */
static bool is_large(const ah_page *page, size_t look, const ah_keeper *keeper)
{
   return keeper->retained.blocks > 0
          && ah_looks_are_large(page, look, keeper->retained.bytes);
}

static void order_keepers(section *s, const tk_alloc *alloc)
{
   const ah_keepers *keepers = &s->page->options->keepers[s->look];
   size_t n = keepers->n;
   uint32_t *by_size = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *by_size);
   uint32_t *rank = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *rank);
   an_nested *order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *order);
   s->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *s->rows);
   for (uint32_t i = 0; i < n; i++)
      by_size[i] = i;
   qsort_r(by_size, n, sizeof *by_size, compare_keepers, keepers->of);
   for (uint32_t i = 0; i < n; i++)
      rank[by_size[i]] = i;
   const ranking r = { keepers->of, by_size, rank };
   an_nest(alloc, n, parent_of, &r, order);
   for (size_t i = 0; i < n; i++) {
      const ah_keeper *keeper = &keepers->of[by_size[order[i].index]];
      if (is_large(s->page, s->look, keeper))
         s->rows[s->n++] = (entry){ (uint32_t)s->look, keeper, -1, order[i].depth };
      else
         s->n_small += keeper->retained.blocks > 0;
   }
}

/* Pairs the keepers of each look with those of the look before. */
static void match_looks(section *s, const tk_alloc *alloc)
{
   const ah_keepers *keepers = s->page->options->keepers;
   size_t n = s->page->profile->n_looks;
   s->before = tk_get_zeroed(alloc, AN_LABEL, (n + 1) * sizeof *s->before);
   for (size_t i = 1; i < n; i++) {
      s->before[i] = tk_get(alloc, AN_LABEL, (keepers[i].n + 1) * sizeof **s->before);
      ah_keepers_match(&keepers[i - 1], &keepers[i], true, s->before[i]);
   }
}

/* Whether JSON and CSV have a keeper. */
static bool is_listed(const ah_page *page, size_t look, const ah_keeper *keeper)
{
   return !page->options->is_page || is_large(page, look, keeper);
}

/* For programs, the keepers of all looks, one look after the other. */
static void list_keepers(section *s, const tk_alloc *alloc)
{
   const ah_keepers *keepers = s->page->options->keepers;
   size_t n = 0, n_looks = s->page->profile->n_looks;
   for (size_t look = 0; look < n_looks; look++)
      n += keepers[look].n;
   s->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *s->rows);
   int64_t *row_of = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *row_of); /* in a look */
   for (uint32_t look = 0; look < n_looks; look++)
      for (uint32_t i = 0; i < keepers[look].n; i++) {
         const ah_keeper *keeper = &keepers[look].of[i];
         row_of[i] = (int64_t)s->n;
         if (is_listed(s->page, look, keeper))
            s->rows[s->n++] =
               (entry){ look, keeper, keeper->above < 0 ? -1 : row_of[keeper->above], 0 };
      }
}

void ah_owners_mark(const ah_page *page, uint32_t *number)
{
   const ah_profile *p = page->profile;
   for (size_t look = 0; look < p->n_looks; look++) {
      const ah_keepers *keepers = &page->options->keepers[look];
      for (size_t i = 0; i < keepers->n; i++)
         if (keepers->of[i].site != AH_NO_SITE && is_listed(page, look, &keepers->of[i]))
            ah_json_mark(number, &p->sites[keepers->of[i].site]);
   }
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   an_page_more(page, s->n_small, "smaller owner",
                page->scope.request->by != NULL ? "--threshold=0"
                                                : "--by=owner --threshold=0");
}

void ah_owners_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_profile *p = page->profile;
   const ah_keepers *keepers = page->options->keepers;
   section *s = AN_SECTION(tables, section, .page = page);
   if (p->n_looks == 0 || keepers == NULL)
      return;
   match_looks(s, scope->alloc);
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   s->look = ah_looks_shown(page, ah_look_largest(p));
   if (s->look == 0)
      own[GREW].is_for = AN_FOR_PROGRAMS;
   if (p->looks[s->look].idle_since == 0)
      own[IDLE].is_for = AN_FOR_PROGRAMS;
   if (tables->is_for == AN_FOR_PEOPLE)
      order_keepers(s, scope->alloc);
   else
      list_keepers(s, scope->alloc);
   AN_TABLE(tables, .columns = own, .n_columns = COLUMNS, AN_ROWS(s->rows), .n = s->n,
            .make_row = make_row, .print_last = print_last,
            .heading = "What keeps it alive",
            .heading_name = ah_looks_when(scope->alloc, p, s->look),
            .print_notes = print_notes, .noun = "owner", .option = "--by=owner",
            .n_limited = ah_page_rows(page, AH_SHARE_OWNERS, SIZE_MAX));
}
