/* ac_sharing_judge.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_sharing_judge.h"

#include <stdlib.h>

#include "base/tk_count.h"

const char *ac_sharing_verdict_name(ac_sharing_verdict verdict)
{
   static const char *const names[] = {
      [AC_SHARING_NONE] = "none",
      [AC_SHARING_FALSE] = "false",
      [AC_SHARING_TRUE] = "true",
      [AC_SHARING_BOTH] = "both",
   };
   return names[verdict];
}

static int64_t add_capped(int64_t a, int64_t b)
{
   int64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t count_accesses(const ac_shared_access *access)
{
   return add_capped(access->reads, access->writes);
}

/* ---- Which rows conflict ---- */

/* Some threads, as far as a row of another thread needs to know them. */
typedef struct {
   uint32_t first; /* 0: none */
   bool are_several;
} threads;

typedef struct {
   threads all, writers;
} party;

static void add_thread(threads *to, uint32_t thread)
{
   to->are_several |= to->first != 0 && to->first != thread;
   to->first = to->first == 0 ? thread : to->first;
}

static void add_row(party *to, const ac_shared_access *row)
{
   add_thread(&to->all, row->thread);
   if (row->writes > 0)
      add_thread(&to->writers, row->thread);
}

static threads join_threads(threads a, threads b)
{
   if (b.first != 0)
      add_thread(&a, b.first);
   a.are_several |= b.are_several;
   return a;
}

static bool has_other(const threads *of, uint32_t thread)
{
   return of->first != 0 && (of->first != thread || of->are_several);
}

/* Whether the row's thread differs from one of them, and one of both writes. */
static bool conflicts_with(const ac_shared_access *row, const party *with)
{
   return has_other(row->writes > 0 ? &with->all : &with->writers, row->thread);
}

/* A row's own bytes are at one address with others', but not at one time: it conflicts
   only with rows that have none of its bytes.  To find these, rows are sorted by their
   bytes and put into a tree: node i has nodes 2i and 2i + 1, the last n are the rows. */
enum { ALL, OWN, PARTIES };

typedef struct {
   uint64_t some, each; /* bytes that one of its rows has, that each has */
   party of[PARTIES];   /* its rows, and those of them with own bytes */
} node;

typedef struct {
   const ac_shared_access *rows;
   size_t n, n_steps;
   bool *marks; /* the rows that conflict */
   node *nodes; /* NULL: no row has own bytes */
} judging;

static int compare_nodes(const void *a, const void *b)
{
   const node *x = a, *y = b;
   return (x->some > y->some) - (x->some < y->some);
}

static void make_tree(judging *j, const tk_alloc *alloc)
{
   bool has_own = false;
   for (size_t i = 0; i < j->n; i++)
      has_own |= j->rows[i].is_own;
   if (!has_own)
      return;
   j->nodes = tk_get(alloc, AN_LABEL, 2 * j->n * sizeof *j->nodes);
   for (size_t i = 0; i < j->n; i++) {
      const ac_shared_access *row = &j->rows[i];
      node *leaf = &j->nodes[j->n + i];
      *leaf = (node){ .some = row->mask, .each = row->mask };
      add_row(&leaf->of[ALL], row);
      if (row->is_own)
         add_row(&leaf->of[OWN], row);
   }
   qsort(j->nodes + j->n, j->n, sizeof *j->nodes, compare_nodes);
   for (size_t i = j->n - 1; i > 0; i--) {
      const node *a = &j->nodes[2 * i], *b = a + 1;
      j->nodes[i] = (node){ .some = a->some | b->some, .each = a->each & b->each };
      for (int k = 0; k < PARTIES; k++)
         j->nodes[i].of[k] = (party){ join_threads(a->of[k].all, b->of[k].all),
                                      join_threads(a->of[k].writers, b->of[k].writers) };
   }
}

/* Whether the row conflicts with one of the node's that has none of its bytes. */
static bool conflicts_apart(judging *j, size_t at, const ac_shared_access *row, int which)
{
   const node *of = &j->nodes[at];
   j->n_steps++;
   if ((of->each & row->mask) != 0 || !conflicts_with(row, &of->of[which]))
      return false;
   if ((of->some & row->mask) == 0)
      return true;
   return conflicts_apart(j, 2 * at, row, which)
          || conflicts_apart(j, 2 * at + 1, row, which);
}

/* Marks the rows that conflict with any. */
static void mark_all(judging *j)
{
   party common = { .all = { 0, false } };
   for (size_t i = 0; i < j->n; i++)
      if (!j->rows[i].is_own)
         add_row(&common, &j->rows[i]);
   for (size_t i = 0; i < j->n; i++) {
      const ac_shared_access *row = &j->rows[i];
      j->marks[i] = row->is_own
                       ? conflicts_apart(j, 1, row, ALL)
                       : conflicts_with(row, &common)
                            || (j->nodes != NULL && conflicts_apart(j, 1, row, OWN));
   }
   j->n_steps += 2 * j->n;
}

/* Marks the rows that conflict with one that has the byte, too: none with own bytes. */
static void mark_byte(judging *j, int byte)
{
   party common = { .all = { 0, false } };
   for (size_t i = 0; i < j->n; i++) {
      j->marks[i] = (j->rows[i].mask >> byte & 1) != 0 && !j->rows[i].is_own;
      if (j->marks[i])
         add_row(&common, &j->rows[i]);
   }
   for (size_t i = 0; i < j->n; i++)
      j->marks[i] = j->marks[i] && conflicts_with(&j->rows[i], &common);
   j->n_steps += 2 * j->n;
}

/* ---- Bounds ---- */

static int64_t smaller_of(int64_t a, int64_t b)
{
   return a < b ? a : b;
}

typedef struct {
   tk_wide reads, writes;
} accesses;

static accesses row_accesses(const judging *j, size_t row)
{
   return (accesses){ tk_wide_of((uint64_t)j->rows[row].reads),
                      tk_wide_of((uint64_t)j->rows[row].writes) };
}

static void add_accesses(accesses *to, accesses more)
{
   tk_wide_add(&to->reads, more.reads);
   tk_wide_add(&to->writes, more.writes);
}

/* The accesses of the marked rows of the thread of row `*i`, which moves to the next
   thread.  Rows of one thread are neighbours. */
static accesses next_thread(const judging *j, size_t *i)
{
   accesses sum = { { 0, 0 }, { 0, 0 } };
   uint32_t thread = j->rows[*i].thread;
   for (; *i < j->n && j->rows[*i].thread == thread; ++*i)
      if (j->marks[*i])
         add_accesses(&sum, row_accesses(j, *i));
   return sum;
}

/* The accesses of all threads without those of one. */
static accesses others_than(accesses of, accesses all)
{
   tk_wide_sub(&all.reads, of.reads);
   tk_wide_sub(&all.writes, of.writes);
   return all;
}

static tk_wide both_kinds(accesses of)
{
   tk_wide_add(&of.reads, of.writes);
   return of.reads;
}

/* A move is caused by an access that finds the line with another thread: a read finds it
   there only after that thread's write, a write after any access of it. */
static accesses caused_among(accesses of, accesses others)
{
   return (accesses){ tk_wide_least(of.reads, others.writes),
                      tk_wide_least(of.writes, both_kinds(others)) };
}

/* The accesses of the marked rows from `first` on, by the first byte of each row. */
typedef struct {
   accesses at[64];
} by_byte;

static void add_by_byte(by_byte *sums, const judging *j, size_t first, size_t end)
{
   for (size_t i = first; i < end; i++)
      if (j->marks[i])
         add_accesses(&sums->at[__builtin_ctzll(j->rows[i].mask)], row_accesses(j, i));
}

/* The moves that a row of own bytes causes, at most: it conflicts only with rows of other
   threads that have none of its bytes, so the first byte of each is not one of them. */
static accesses caused_by_own(const judging *j, size_t row, const by_byte *all,
                              const by_byte *thread)
{
   accesses others = { { 0, 0 }, { 0, 0 } };
   for (uint64_t left = ~j->rows[row].mask; left != 0; left &= left - 1) {
      int byte = __builtin_ctzll(left);
      add_accesses(&others, others_than(thread->at[byte], all->at[byte]));
   }
   return caused_among(row_accesses(j, row), others);
}

/* The moves that the rows of a thread cause, at most, each for itself. */
static accesses caused_by_rows(judging *j, size_t first, size_t end, const by_byte *all)
{
   by_byte thread = { 0 };
   accesses sum = { { 0, 0 }, { 0, 0 } };
   add_by_byte(&thread, j, first, end);
   for (size_t i = first; i < end; i++) {
      if (!j->marks[i])
         continue;
      bool is_own = j->rows[i].is_own;
      add_accesses(&sum, is_own ? caused_by_own(j, i, all, &thread) : row_accesses(j, i));
      j->n_steps += is_own ? 8 : 0; /* 64 bytes take as long as 8 rows */
   }
   return sum;
}

/* The most transfers between the marked rows.  Between two transfers to a thread, another
   one has the line: no thread can have it more often than the others together, and once
   more. */
static int64_t bound_of(judging *j)
{
   accesses all = { { 0, 0 }, { 0, 0 } };
   for (size_t i = 0; i < j->n;)
      add_accesses(&all, next_thread(j, &i));
   by_byte bytes = { 0 };
   add_by_byte(&bytes, j, 0, j->n);
   tk_wide bound = both_kinds(all), moves = { 0, 0 };
   for (size_t i = 0, first = 0; i < j->n; first = i) {
      accesses of = next_thread(j, &i), others = others_than(of, all);
      tk_wide turns = tk_wide_of(1);
      tk_wide_add(&turns, both_kinds(others));
      tk_wide_add(&turns, both_kinds(others));
      bound = tk_wide_least(bound, turns);
      tk_wide_add(&moves,
                  both_kinds(caused_among(caused_by_rows(j, first, i, &bytes), others)));
   }
   j->n_steps += 2 * j->n;
   return (int64_t)tk_wide_capped(tk_wide_least(bound, moves));
}

/* The bytes that the same rows have as byte `first`. */
static uint64_t class_of(judging *j, int first)
{
   uint64_t bytes = UINT64_MAX;
   for (size_t i = 0; i < j->n; i++) {
      uint64_t mask = j->rows[i].mask;
      bytes &= (mask >> first & 1) != 0 ? mask : ~mask;
   }
   j->n_steps += j->n;
   return bytes;
}

/* The most transfers if each class of bytes had a line of its own. */
static int64_t bound_apart(judging *j)
{
   uint64_t done = 0;
   int64_t sum = 0;
   for (int i = 0; i < 64; i++) {
      if ((done >> i & 1) != 0)
         continue;
      done |= class_of(j, i);
      mark_byte(j, i);
      sum = add_capped(sum, bound_of(j));
   }
   return sum;
}

static bool is_finding(int64_t bound, int64_t n_accesses)
{
   return bound >= AC_SHARING_LEAST
          && bound >= n_accesses / AC_SHARING_PART + (n_accesses % AC_SHARING_PART > 0);
}

static ac_sharing_judgement judge_line(judging *j)
{
   int64_t all = 0;
   for (size_t i = 0; i < j->n; i++)
      all = add_capped(all, count_accesses(&j->rows[i]));
   mark_all(j);
   ac_sharing_judgement of = { .bound = bound_of(j) };
   of.bound_true = smaller_of(of.bound, bound_apart(j));
   of.bound_false = of.bound - of.bound_true;
   of.verdict = (is_finding(of.bound_false, all) ? AC_SHARING_FALSE : AC_SHARING_NONE)
                | (is_finding(of.bound_true, all) ? AC_SHARING_TRUE : AC_SHARING_NONE);
   of.n_steps = j->n_steps;
   return of;
}

void ac_sharing_judge(ac_sharing_judgement *judged, const tk_alloc *alloc,
                      const ac_sharing *sharing, size_t line)
{
   const ac_shared_line *of = &sharing->lines[line];
   judging j = { .rows = sharing->accesses + of->first_access, .n = of->n_accesses };
   j.marks = tk_get(alloc, AN_LABEL, j.n + 1);
   make_tree(&j, alloc);
   *judged = judge_line(&j);
}
