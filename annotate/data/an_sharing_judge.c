/* an_sharing_judge.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/an_sharing_judge.h"

const char *an_sharing_verdict_name(an_sharing_verdict verdict)
{
   static const char *const names[] = {
      [AN_SHARING_NONE] = "none", [AN_SHARING_FALSE] = "false",
      [AN_SHARING_TRUE] = "true", [AN_SHARING_BOTH] = "both",
   };
   return names[verdict];
}

static int64_t add(int64_t a, int64_t b)
{
   int64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t count(const an_shared_access *access)
{
   return add(access->reads, access->writes);
}

/* How a row conflicts with any other of the line. */
typedef struct {
   bool truly, falsely;
} conflict;

static conflict find_conflict(const an_shared_access *rows, size_t n, size_t i)
{
   conflict found = { false, false };
   for (size_t k = 0; k < n; k++) {
      bool meets = (rows[k].mask & rows[i].mask) != 0;
      /* A row's own bytes are at one address with others', but not at one time. */
      if (rows[k].thread == rows[i].thread
          || (rows[k].writes == 0 && rows[i].writes == 0)
          || (meets && (rows[k].is_own || rows[i].is_own)))
         continue;
      found.truly |= meets;
      found.falsely |= !meets;
   }
   return found;
}

/* A sum over rows, by thread: rows of one thread are neighbours. */
typedef struct {
   int64_t sum, most, of_thread;
} tally;

static void begin_thread(tally *t)
{
   t->of_thread = 0;
}

static void tell(tally *t, int64_t n)
{
   t->sum = add(t->sum, n);
   t->of_thread = add(t->of_thread, n);
   t->most = t->of_thread > t->most ? t->of_thread : t->most;
}

/* Between two transfers to a thread, another one has the line: no thread can have it
   more often than the others together, and once more. */
static int64_t bound_of(const tally *t)
{
   int64_t others = add(add(t->sum - t->most, t->sum - t->most), 1);
   return t->sum < others ? t->sum : others;
}

static bool is_finding(int64_t bound, int64_t accesses)
{
   return bound >= AN_SHARING_LEAST && bound >= accesses / AN_SHARING_PART;
}

an_sharing_judgement an_sharing_judge(const an_sharing *sharing, size_t line)
{
   const an_shared_line *of = &sharing->lines[line];
   const an_shared_access *rows = sharing->accesses + of->first_access;
   tally any = { 0, 0, 0 }, falsely = any, truly = any;
   int64_t all = 0;
   for (size_t i = 0; i < of->n_accesses; i++) {
      conflict found = find_conflict(rows, of->n_accesses, i);
      int64_t n = count(&rows[i]);
      if (i == 0 || rows[i].thread != rows[i - 1].thread) {
         begin_thread(&any);
         begin_thread(&falsely);
         begin_thread(&truly);
      }
      all = add(all, n);
      if (found.truly || found.falsely)
         tell(&any, n);
      if (found.truly)
         tell(&truly, n);
      else if (found.falsely)
         tell(&falsely, n);
   }
   an_sharing_judgement j = { .bound = bound_of(&any), .bound_false = bound_of(&falsely),
                              .bound_true = bound_of(&truly) };
   j.verdict = (is_finding(j.bound_false, all) ? AN_SHARING_FALSE : AN_SHARING_NONE)
               | (is_finding(j.bound_true, all) ? AN_SHARING_TRUE : AN_SHARING_NONE);
   return j;
}
