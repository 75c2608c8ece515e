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

/* Sums of counts that do not overflow. */
__extension__ typedef __int128 wide;

static wide lesser(wide a, wide b)
{
   return a < b ? a : b;
}

/* The accesses of rows that have one of the bytes and conflict there: of the thread of
   row `*i`, which moves to the next thread.  Rows of one thread are neighbours. */
typedef struct {
   wide reads, writes;
} accesses;

static accesses next_thread(const an_shared_access *rows, size_t n, uint64_t bytes,
                            size_t *i)
{
   accesses sum = { 0, 0 };
   uint32_t thread = rows[*i].thread;
   for (; *i < n && rows[*i].thread == thread; ++*i)
      if ((rows[*i].mask & bytes) != 0 && has_conflict(rows, n, *i, bytes)) {
         sum.reads += rows[*i].reads;
         sum.writes += rows[*i].writes;
      }
   return sum;
}

/* The most transfers between the rows that have one of the bytes.  Between two transfers
   to a thread, another one has the line: no thread can have it more often than the others
   together, and once more.  A read moves a line only after another thread's write, a
   write after another thread's access. */
static int64_t bound_of(const an_shared_access *rows, size_t n, uint64_t bytes)
{
   accesses all = { 0, 0 };
   wide most = 0, moves = 0;
   for (size_t i = 0; i < n;) {
      accesses of = next_thread(rows, n, bytes, &i);
      all.reads += of.reads;
      all.writes += of.writes;
      most = of.reads + of.writes > most ? of.reads + of.writes : most;
   }
   wide sum = all.reads + all.writes;
   for (size_t i = 0; i < n;) {
      accesses of = next_thread(rows, n, bytes, &i);
      moves += lesser(of.reads, all.writes - of.writes)
               + lesser(of.writes, sum - of.reads - of.writes);
   }
   return (int64_t)lesser(lesser(lesser(sum, 2 * (sum - most) + 1), moves), INT64_MAX);
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

static bool is_finding(int64_t bound, int64_t n_accesses)
{
   return bound >= AN_SHARING_LEAST
          && bound >= n_accesses / AN_SHARING_PART
                      + (n_accesses % AN_SHARING_PART > 0);
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
