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

static bool conflict(const an_shared_access *a, const an_shared_access *b)
{
   bool meet = (a->mask & b->mask) != 0;
   /* A row's own bytes are at one address with others', but not at one time. */
   return a->thread != b->thread && (a->writes > 0 || b->writes > 0)
          && !(meet && (a->is_own || b->is_own));
}

/* Whether the row conflicts with any that has one of the bytes. */
static bool has_conflict(const an_shared_access *rows, size_t n, size_t i, uint64_t bytes)
{
   for (size_t k = 0; k < n; k++)
      if ((rows[k].mask & bytes) != 0 && conflict(&rows[i], &rows[k]))
         return true;
   return false;
}

static int64_t least(int64_t a, int64_t b)
{
   return a < b ? a : b;
}

/* The most transfers between the rows that have one of the bytes.  Between two transfers
   to a thread, another one has the line: no thread can have it more often than the others
   together, and once more.  Rows of one thread are neighbours. */
static int64_t bound_of(const an_shared_access *rows, size_t n, uint64_t bytes)
{
   int64_t sum = 0, most = 0, of_thread = 0;
   for (size_t i = 0; i < n; i++) {
      if (i > 0 && rows[i].thread != rows[i - 1].thread)
         of_thread = 0;
      if ((rows[i].mask & bytes) == 0 || !has_conflict(rows, n, i, bytes))
         continue;
      sum = add(sum, count(&rows[i]));
      of_thread = add(of_thread, count(&rows[i]));
      most = of_thread > most ? of_thread : most;
   }
   return least(sum, add(add(sum - most, sum - most), 1));
}

/* The bytes that the same rows have as byte `first`. */
static uint64_t class_of(const an_shared_access *rows, size_t n, int first)
{
   uint64_t bytes = UINT64_MAX;
   for (size_t i = 0; i < n; i++)
      bytes &= (rows[i].mask >> first & 1) != 0 ? rows[i].mask : ~rows[i].mask;
   return bytes;
}

/* The most transfers if each class of bytes had a line of its own. */
static int64_t bound_apart(const an_shared_access *rows, size_t n)
{
   uint64_t done = 0;
   int64_t sum = 0;
   for (int i = 0; i < 64; i++) {
      if ((done >> i & 1) != 0)
         continue;
      done |= class_of(rows, n, i);
      sum = add(sum, bound_of(rows, n, (uint64_t)1 << i));
   }
   return sum;
}

static bool is_finding(int64_t bound, int64_t accesses)
{
   return bound >= AN_SHARING_LEAST
          && bound >= accesses / AN_SHARING_PART + (accesses % AN_SHARING_PART > 0);
}

an_sharing_judgement an_sharing_judge(const an_sharing *sharing, size_t line)
{
   const an_shared_line *of = &sharing->lines[line];
   const an_shared_access *rows = sharing->accesses + of->first_access;
   size_t n = of->n_accesses;
   int64_t all = 0;
   for (size_t i = 0; i < n; i++)
      all = add(all, count(&rows[i]));
   an_sharing_judgement j = { .bound = bound_of(rows, n, UINT64_MAX) };
   j.bound_true = least(j.bound, bound_apart(rows, n));
   j.bound_false = j.bound - j.bound_true;
   j.verdict = (is_finding(j.bound_false, all) ? AN_SHARING_FALSE : AN_SHARING_NONE)
               | (is_finding(j.bound_true, all) ? AN_SHARING_TRUE : AN_SHARING_NONE);
   return j;
}
