/* cs_tage_model.h -- a naive model of cs_tage.h: the history is a list of bits that
   moves, and is folded from scratch each time; an entry is there or not; each filter
   remembers the outcomes themselves.

   Without cmocka: tests/programs/predictor.c has it, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_TAGE_MODEL_H
#define MODELS_CS_TAGE_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
   SEEN = 127,    /* outcomes that make a branch steady */
   HISTORY = 200, /* bits of the longest history */
};

/* What is predicted, of an outcome or of a target, and how sure that is. */
typedef struct {
   bool is_there;
   int tag, useful;
   int counter; /* of outcomes: taken if above 0 */
   uintptr_t target;
   int confidence;
} guess;

typedef struct {
   guess table[8][2048];
   guess base[16384];
   int alternative; /* how much better than fresh entries the others were */
   long n_trained;
} family;

/* The last outcomes or targets of what shares a filter, the latest first. */
typedef struct {
   int n;
   uintptr_t seen[SEEN];
} recent;

typedef struct {
   bool past[HISTORY];
   family branches, jumps;
   recent of_branch[65536], of_jump[1024];
   uint32_t random;
   int n_left_out; /* the longest histories, that no jump is predicted by */
} naive_tage;

static const int naive_length[8] = { 4, 7, 12, 21, 37, 65, 114, 200 };

/* ---- Filters --------------------------------------------------------- */

static bool naive_is_steady(const recent *m)
{
   for (int i = 1; i < m->n; i++)
      if (m->seen[i] != m->seen[0])
         return false;
   return m->n == SEEN;
}

static void naive_remember(recent *m, uintptr_t outcome)
{
   memmove(m->seen + 1, m->seen, (SEEN - 1) * sizeof m->seen[0]);
   m->seen[0] = outcome;
   m->n += m->n < SEEN;
}

/* ---- History --------------------------------------------------------- */

static void naive_note(naive_tage *m, bool bit)
{
   memmove(m->past + 1, m->past, (HISTORY - 1) * sizeof m->past[0]);
   m->past[0] = bit;
}

static int naive_fold(const naive_tage *m, int length, int width)
{
   int ones[16] = { 0 }, folded = 0;
   for (int age = 0; age < length; age++)
      ones[age % width] += m->past[age];
   for (int place = 0; place < width; place++)
      folded += ones[place] % 2 << place;
   return folded;
}

/* ---- Tables ---------------------------------------------------------- */

typedef struct {
   guess *entry[8]; /* where the branch would be */
   int tag[8];
   int first, second; /* the tables that know it with the longest histories, or -1 */
   int n;             /* tables that are used */
} search;

static search naive_search(const naive_tage *m, family *f, uintptr_t addr)
{
   search s = { .first = -1, .second = -1, .n = f == &m->jumps ? 8 - m->n_left_out : 8 };
   for (int i = 0; i < 8; i++) {
      int fold10 = naive_fold(m, naive_length[i], 10);
      int fold11 = naive_fold(m, naive_length[i], 11);
      int fold13 = naive_fold(m, naive_length[i], 13);
      s.entry[i] = &f->table[i][(int)(addr % 2048) ^ (int)(addr / 2048 % 2048) ^ fold11];
      s.tag[i] = (int)(addr % 8192) ^ fold13 ^ fold10 * 8;
      if (i >= s.n || !s.entry[i]->is_there || s.entry[i]->tag != s.tag[i])
         continue;
      s.second = s.first;
      s.first = i;
   }
   return s;
}

static int naive_between(int number, int least, int most)
{
   return number < least ? least : number > most ? most : number;
}

/* The tables with longer histories whose entries are not useful, in order: one of them is
   drawn.  -1: there is none. */
static int naive_draw(naive_tage *m, const search *s)
{
   int n = 0, useless[8], drawn = -1;
   for (int i = s->first + 1; i < s->n; i++)
      if (s->entry[i]->useful == 0)
         useless[n++] = i;
   for (int k = 0; k < n; k++) {
      drawn = useless[k];
      m->random = (uint32_t)(m->random * UINT64_C(1664525) + 1013904223);
      if (m->random >= UINT32_C(1) << 31)
         break;
   }
   return drawn;
}

static void naive_make(naive_tage *m, const search *s, uintptr_t outcome)
{
   int i = naive_draw(m, s);
   if (i >= 0)
      *s->entry[i] = (guess){
         .is_there = true, .tag = s->tag[i], .counter = outcome == 1, .target = outcome
      };
   for (int k = s->first + 1; k < s->n && i < 0; k++)
      s->entry[k]->useful--;
}

static void naive_age(family *f)
{
   f->n_trained++;
   if (f->n_trained % 262144 != 0)
      return;
   for (int i = 0; i < 8 * 2048; i++) {
      int *useful = &f->table[i / 2048][i % 2048].useful;
      *useful = f->n_trained % 524288 != 0 ? *useful % 2 : *useful / 2 * 2;
   }
}

/* ---- Both kinds of branches ------------------------------------------ */

static uintptr_t naive_says(const guess *g, bool is_jump)
{
   return is_jump ? g->target : g->counter > 0;
}

static void naive_learn(guess *g, bool is_jump, uintptr_t outcome, bool is_base)
{
   bool was_right = g->target == outcome, was_sure = g->confidence > 0;
   if (!is_jump && is_base)
      g->counter = naive_between(g->counter + (outcome ? 1 : -1), -1, 2);
   else if (!is_jump)
      g->counter = naive_between(g->counter + (outcome ? 1 : -1), -3, 4);
   else if (was_right || was_sure)
      g->confidence = naive_between(g->confidence + (was_right ? 1 : -1), 0, 3);
   else
      g->target = outcome;
}

/* True if the tables predicted something else. */
static bool naive_train(naive_tage *m, family *f, bool is_jump, uintptr_t addr,
                        uintptr_t outcome)
{
   search s = naive_search(m, f, addr);
   guess *base = &f->base[addr % (is_jump ? 1024 : 16384)];
   guess *provider = s.first >= 0 ? s.entry[s.first] : base;
   guess *other = s.second >= 0 ? s.entry[s.second] : base;
   uintptr_t said = naive_says(provider, is_jump), predicted = said;
   uintptr_t other_said = naive_says(other, is_jump);
   bool is_sure = is_jump ? provider->confidence > 0
                          : provider->counter < 0 || provider->counter > 1;
   bool is_fresh = s.first >= 0 && provider->useful == 0 && !is_sure;
   if (is_fresh && f->alternative >= 0)
      predicted = other_said;
   if (is_fresh && said != other_said)
      f->alternative = naive_between(f->alternative + (other_said == outcome ? 1 : -1),
                                     -8, 7);
   if (s.first >= 0 && said != other_said)
      provider->useful = naive_between(provider->useful + (said == outcome ? 1 : -1), 0,
                                       3);
   naive_learn(provider, is_jump, outcome, s.first < 0);
   if (predicted != outcome)
      naive_make(m, &s, outcome);
   naive_age(f);
   return predicted != outcome;
}

static bool naive_tage_cond(naive_tage *m, uintptr_t addr, bool taken)
{
   recent *filter = &m->of_branch[addr % 65536];
   bool is_steady = naive_is_steady(filter);
   if (is_steady && filter->seen[0] == taken)
      return false;
   naive_remember(filter, taken);
   bool mispredicted = naive_train(m, &m->branches, false, addr, taken);
   naive_note(m, taken);
   return is_steady || mispredicted;
}

/* `hash` has the bits that the target adds to the history. */
static bool naive_tage_jump(naive_tage *m, uintptr_t addr, uintptr_t target, int hash)
{
   recent *filter = &m->of_jump[addr % 1024];
   bool is_steady = naive_is_steady(filter);
   if (is_steady && filter->seen[0] == target)
      return false;
   naive_remember(filter, target);
   bool mispredicted = naive_train(m, &m->jumps, true, addr, target);
   naive_note(m, hash & 8);
   naive_note(m, hash & 4);
   naive_note(m, hash & 2);
   naive_note(m, hash & 1);
   return is_steady || mispredicted;
}

#endif
