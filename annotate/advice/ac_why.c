/* ac_why.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_why.h"

#include "advice/ac_cures.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- The events of the rules ---- */

/* The events of the levels 1, 2, 3 and of the last. */
typedef tk_event_id by_level[4];
static const by_level code = { TK_I1MR, TK_I2MR, TK_I3MR, TK_ILMR };
static const by_level reads = { TK_D1MR, TK_D2MR, TK_D3MR, TK_DLMR };
static const by_level writes = { TK_D1MW, TK_D2MW, TK_D3MW, TK_DLMW };
static const by_level used = { TK_PU1, TK_PU2, TK_PU3, TK_PUL };

/* ---- Rows ---- */

typedef struct {
   const ac_prices *prices;
   const int64_t *counts;
} row;

static double count_of(const row *r, tk_event_id event)
{
   return ac_prices_count(r->prices, r->counts, event);
}

/* Misses of the i-th level, from 0; the last one is always the fourth of its events. */
static double misses_at(const row *r, const by_level of, size_t level)
{
   return count_of(r, of[level + 1 == r->prices->n_levels ? 3 : level]);
}

/* ---- Rules ---- */

enum { EXECUTES, CODE, DATA, BRANCHES, N_PARTS };

static const struct {
   tk_event_id cycles;
   const char *says;
} parts[N_PARTS] = {
   { TK_CX, "executing" },
   { TK_CF, "wait for code" },
   { TK_CD, "wait for data" },
   { TK_CB, "after mispredictions" },
};

static void set_rule(ac_why *why, const char *rule, ac_cure cure)
{
   why->rule = rule;
   why->cure = ac_cure_text(cure);
}

static void __attribute__((format(printf, 2, 3))) add_clause(ac_why *why,
                                                             const char *format, ...)
{
   va_list arguments;
   if (why->n_clauses == AC_WHY_CLAUSES)
      return;
   va_start(arguments, format);
   vsnprintf(why->clauses[why->n_clauses++], AC_WHY_CLAUSE_B, format, arguments);
   va_end(arguments);
}

/* "96%", "3.1%". */
static const char *print_percent(char to[16], double part, double whole)
{
   double share = whole > 0 ? 100 * part / whole : 0;
   snprintf(to, 16, share < 9.95 ? "%.1f%%" : "%.0f%%", share);
   return to;
}

/* ---- Waiting: which level, or page walks, cost most ---- */

typedef struct {
   size_t level; /* that had the lines; n_levels: memory; 0: page walks */
   double cost;  /* cycles, if nothing overlapped */
   double all;   /* of all levels and walks */
} source;

static double found_in(const row *r, const by_level of, size_t level)
{
   double before = misses_at(r, of, level - 1);
   double after = level == r->prices->n_levels ? 0 : misses_at(r, of, level);
   return before > after ? before - after : 0;
}

/* Misses of code, or of data with their writes in `second`. */
static source find_costliest(const row *r, const by_level first, const by_level second,
                             tk_event_id walks)
{
   const ac_machine *machine = r->prices->machine;
   source found = { .cost = count_of(r, walks) * (double)machine->walk };
   found.all = found.cost;
   for (size_t level = 1; level <= r->prices->n_levels; level++) {
      size_t from = level == r->prices->n_levels ? AC_MACHINE_MEMORY : level;
      double n = found_in(r, first, level)
                 + (second == first ? 0 : found_in(r, second, level));
      double cost = n * (double)machine->latency[from];
      found.all += cost;
      if (cost > found.cost) {
         found.cost = cost;
         found.level = level;
      }
   }
   return found;
}

/* "need memory", "need L2", "walk pages". */
static const char *print_need(char to[24], const row *r, size_t level)
{
   if (level == 0)
      return strcpy(to, "walk pages");
   if (level == r->prices->n_levels)
      return strcpy(to, "need memory");
   snprintf(to, 24, "need L%zu", level + 1);
   return to;
}

static void explain_code(ac_why *why, const row *r)
{
   char share[16], what[24];
   source s = find_costliest(r, code, code, TK_ITW);
   double n = s.level == 0 ? count_of(r, TK_ITW) : found_in(r, code, s.level);
   bool is_memory = s.level == r->prices->n_levels;
   if (s.all > 0 && s.level == 0)
      set_rule(why, "code-walks", AC_CURE_FEWER_PAGES);
   else
      set_rule(why,
               s.all <= 0  ? "code"
               : is_memory ? "code-memory"
                           : "code-level",
               AC_CURE_HOT_CODE);
   if (s.all > 0)
      add_clause(why, "%s of instructions %s",
                 print_percent(share, n, count_of(r, TK_IR)),
                 print_need(what, r, s.level));
}

/* "96% of loads need memory". */
static void say_source(ac_why *why, const row *r, size_t level)
{
   enum { MOST = 90 };
   char share[16], what[24];
   double loads = found_in(r, reads, level), stores = found_in(r, writes, level);
   bool are_loads = 100 * loads >= MOST * (loads + stores);
   bool are_stores = !are_loads && 100 * stores >= MOST * (loads + stores);
   double n = are_loads ? loads : are_stores ? stores : loads + stores;
   double of = (are_stores ? 0 : count_of(r, TK_DR))
               + (are_loads ? 0 : count_of(r, TK_DW));
   add_clause(why, "%s of %s %s", print_percent(share, n, of),
              are_loads    ? "loads"
              : are_stores ? "stores"
                           : "accesses",
              print_need(what, r, level));
}

/* "capacity": that of half of the misses of the last level. */
static const char *reason_of(const row *r)
{
   static const char *const reasons[] = { "cold", "capacity", "conflict" };
   double all = count_of(r, TK_LCOLD) + count_of(r, TK_LCAP) + count_of(r, TK_LCONF);
   for (size_t i = 0; i < 3; i++)
      if (all > 0 && 2 * count_of(r, TK_LCOLD + i) >= all)
         return reasons[i];
   return NULL;
}

/* Misses that prefetchers avoided. */
static double prefetched_misses(const row *r)
{
   return count_of(r, used[0]) + count_of(r, used[1]) + count_of(r, used[2])
          + count_of(r, used[3]);
}

static void say_walks(ac_why *why, const row *r)
{
   char share[16];
   double n = count_of(r, TK_DTW), of = count_of(r, TK_DR) + count_of(r, TK_DW);
   if (10 * n >= of && n > 0)
      add_clause(why, "%s walk pages", print_percent(share, n, of));
}

/* Which share prefetchers covered, if that is known and tells something. */
static void say_prefetched(ac_why *why, const row *r)
{
   char share[16];
   double covered = prefetched_misses(r);
   double n = misses_at(r, reads, 0) + misses_at(r, writes, 0);
   if (4 * covered >= covered + n)
      add_clause(why, "%s prefetched", print_percent(share, covered, covered + n));
   else if (r->prices->columns[used[0]] != SIZE_MAX && 50 * covered < n)
      add_clause(why, "not prefetched");
}

/* Whether the waits are those of misses that come one after the other, or far less. */
static void say_overlap(ac_why *why, const row *r, const source *s)
{
   double waits = count_of(r, TK_CD);
   if (!r->prices->machine->is_known)
      return;
   if (4 * waits >= 3 * s->all) {
      set_rule(why, "data-chain", AC_CURE_NO_LINKS);
      add_clause(why, "one at a time (a list?)");
   } else if (3 * waits <= s->all) {
      add_clause(why, "they overlap");
   }
}

/* What held misses up for half of the wait, as the tool counted it; false: nothing. */
static bool say_held(ac_why *why, const row *r)
{
   static const struct {
      tk_event_id event;
      const char *says;
   } held[] = {
      { TK_CDS, "in one set of D1" },
      { TK_CDB, "as many at a time as the core can" },
      { TK_CDP, "bandwidth" },
      { TK_CDW, "TLB misses hold them up" },
   };
   double waits = count_of(r, TK_CD);
   for (size_t i = 0; i < sizeof held / sizeof held[0]; i++)
      if (waits > 0 && 2 * count_of(r, held[i].event) >= waits) {
         if (held[i].event == TK_CDS)
            set_rule(why, "data-set", AC_CURE_PAD_ROWS);
         add_clause(why, "%s", held[i].says);
         return true;
      }
   return false;
}

static void explain_data_of_level(ac_why *why, const row *r, const source *s)
{
   bool is_memory = s->level == r->prices->n_levels;
   const char *reason = is_memory ? reason_of(r) : NULL;
   set_rule(why, is_memory ? "data-memory" : "data-level",
            is_memory ? AC_CURE_BLOCKS : AC_CURE_LESS_DATA);
   say_source(why, r, s->level);
   if (!say_held(why, r))
      say_overlap(why, r, s);
   if (reason != NULL)
      add_clause(why, "%s misses", reason);
   say_walks(why, r);
   say_prefetched(why, r);
}

/* The misses do not explain the wait; or hardly any are left, but they would have to be
   waited for one by one. */
static bool is_late(const row *r, const source *s)
{
   enum { COVERED = 9 }; /* for each miss that is left */
   size_t last = r->prices->n_levels - 1;
   double waits = count_of(r, TK_CD), covered = prefetched_misses(r);
   double left = misses_at(r, reads, last) + misses_at(r, writes, last);
   return covered > 0
          && (2 * s->all < waits
              || (4 * waits >= 3 * s->all && covered >= COVERED * left));
}

static void explain_data(ac_why *why, const row *r)
{
   char share[16];
   source s = find_costliest(r, reads, writes, TK_DTW);
   if (is_late(r, &s)) {
      set_rule(why, "data-late", AC_CURE_PREFETCH);
      add_clause(why, "prefetched lines come late");
      say_held(why, r);
   } else if (s.all <= 0) {
      set_rule(why, "data", AC_CURE_OVERLAP);
   } else if (s.level == 0) {
      set_rule(why, "data-walks", AC_CURE_FEWER_PAGES);
      add_clause(why, "%s of accesses walk pages",
                 print_percent(share, count_of(r, TK_DTW),
                               count_of(r, TK_DR) + count_of(r, TK_DW)));
   } else {
      explain_data_of_level(why, r, &s);
   }
}

/* ---- Branches and execution ---- */

static void explain_branches(ac_why *why, const row *r)
{
   char share[16];
   bool are_jumps = count_of(r, TK_BIM) > count_of(r, TK_BCM);
   double of = count_of(r, are_jumps ? TK_BI : TK_BC);
   set_rule(why,
            of <= 0     ? "mispredicted"
            : are_jumps ? "jumps"
                        : "branches",
            are_jumps ? AC_CURE_GROUP : AC_CURE_NO_BRANCHES);
   if (of > 0)
      add_clause(why, "%s of %s",
                 print_percent(share, count_of(r, are_jumps ? TK_BIM : TK_BCM), of),
                 are_jumps ? "indirect jumps" : "branches");
}

/* Near the core's width if at most this much slower. */
enum { NEAR_WIDTH_PERCENT = 130 };

static void explain_execution(ac_why *why, const row *r)
{
   double n = count_of(r, TK_IR), cycles = count_of(r, TK_CX);
   if (n <= 0) {
      set_rule(why, "execute", AC_CURE_LESS_WORK);
      return;
   }
   double width = (double)r->prices->machine->width;
   bool is_wide = 100 * cycles * width <= NEAR_WIDTH_PERCENT * n;
   bool is_chain = !is_wide && cycles >= n;
   set_rule(why,
            is_wide    ? "execute-width"
            : is_chain ? "execute-chain"
                       : "execute",
            is_chain ? AC_CURE_NO_CHAINS : AC_CURE_LESS_WORK);
   add_clause(why, "%.2f cycles per instruction%s", cycles / n,
              is_wide    ? ", the core's width"
              : is_chain ? ", slow chains"
                         : "");
}

/* ---- The whole ---- */

ac_why ac_why_of(const ac_prices *prices, const int64_t *counts)
{
   static void (*const explain[N_PARTS])(ac_why *why, const row *r) = {
      explain_execution, explain_code, explain_data, explain_branches
   };
   const row r = { prices, counts };
   ac_why why = { .rule = NULL };
   size_t most = 0;
   for (size_t i = 0; i < N_PARTS; i++) {
      why.sum += count_of(&r, parts[i].cycles);
      most = count_of(&r, parts[i].cycles) > count_of(&r, parts[most].cycles) ? i : most;
   }
   if (why.sum <= 0)
      return why;
   char share[16];
   why.cycles = tk_events[parts[most].cycles].name;
   why.share = count_of(&r, parts[most].cycles) / why.sum;
   snprintf(why.start, sizeof why.start, "%s %s", print_percent(share, why.share, 1),
            parts[most].says);
   explain[most](&why, &r);
   return why;
}

size_t ac_why_text(char to[AC_WHY_B], const ac_why *why, size_t room)
{
   size_t n = why->rule == NULL ? 0 : strlen(why->start);
   memcpy(to, why->start, n);
   for (size_t i = 0; i < why->n_clauses; i++) {
      const char *between = i == 0 ? ": " : "; ";
      size_t more = strlen(between) + strlen(why->clauses[i]);
      if (i > 0 && n + more > room)
         break;
      n += (size_t)sprintf(to + n, "%s%s", between, why->clauses[i]);
   }
   to[n] = '\0';
   return n;
}
