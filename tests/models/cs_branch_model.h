/* cs_branch_model.h -- a naive model of the branch predictors, and one side
   by side with a cs_branch.

   The model keeps the history as seven booleans and the counters in a
   table of [history][address].  The includer has included cmocka.h or a
   substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_BRANCH_MODEL_H
#define MODELS_CS_BRANCH_MODEL_H

#include "machine/cs_branch.h"
#include "unit_alloc.h"

/* ---- The naive model ------------------------------------------------- */

typedef struct {
   bool outcome[7]; /* of the last conditional branches, the latest first */
   int counter[128][128];
   bool jumped[512];
   uintptr_t target[512];
} naive;

static bool naive_cond(naive *m, uintptr_t addr, bool taken)
{
   int past = 0;
   for (int i = 0; i < 7; i++)
      past += m->outcome[i] ? 1 << i : 0;
   int *counter = &m->counter[past][addr % 128];
   bool predicted = *counter == 2 || *counter == 3;
   *counter += taken ? 1 : -1;
   if (*counter > 3)
      *counter = 3;
   if (*counter < 0)
      *counter = 0;
   for (int i = 6; i > 0; i--)
      m->outcome[i] = m->outcome[i - 1];
   m->outcome[0] = taken;
   return predicted != taken;
}

/* Target 0 is predicted for a jump that was never made. */
static bool naive_jump(naive *m, uintptr_t addr, uintptr_t target)
{
   uintptr_t i = addr % 512;
   bool right = m->jumped[i] ? m->target[i] == target : target == 0;
   m->jumped[i] = true;
   m->target[i] = target;
   return !right;
}

/* ---- A predictor and its model --------------------------------------- */

typedef struct {
   cs_branch actual;
   naive model;
} duel;

static duel *duel_new(void)
{
   duel *d = calloc(1, sizeof *d);
   assert_non_null(d);
   return d;
}

static bool duel_cond(duel *d, uintptr_t addr, bool taken)
{
   bool expected = naive_cond(&d->model, addr, taken);
   bool actual = cs_branch_cond(&d->actual, addr, taken);
   assert_int_equal(actual, expected);
   assert_int_equal(d->actual.row & ~(uintptr_t)(127 * 128), 0);
   return actual;
}

static bool duel_jump(duel *d, uintptr_t addr, uintptr_t target)
{
   bool expected = naive_jump(&d->model, addr, target);
   bool actual = cs_branch_jump(&d->actual, addr, target);
   assert_int_equal(actual, expected);
   return actual;
}

#endif
