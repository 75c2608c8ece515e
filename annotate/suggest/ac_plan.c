/* ac_plan.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "suggest/ac_plan.h"

#include "base/tk_count.h"
#include "base/tk_gcd.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.suggest.plan"

enum {
   ALIGN_MOST_B = 8, /* that a layout file takes for granted */
   CHUNK_B = 16,     /* glibc's malloc */
   HEADER_B = 8,
   MAPPED_B = 128 * 1024,
   VARIABLE_ALIGN_B = 32,
   POOL_ALIGN_B = 8,
   PHASES = 16,
};

/* ---- Making -------------------------------------------------------------- */

static uint64_t round_up(uint64_t n, uint64_t to)
{
   return (n + to - 1) / to * to;
}

/* "name[16]": 16; else 1. */
static int64_t count_items(const ty_field *field)
{
   const char *bracket = strrchr(field->name, '[');
   long n = bracket == NULL || !field->has_parts ? 1 : strtol(bracket + 1, NULL, 10);
   return n > 0 && field->size_B % n == 0 ? n : 1;
}

uint32_t ac_plan_alignment(const ty_field *field)
{
   int64_t item_B = field->size_B / count_items(field);
   uint32_t align_B = ALIGN_MOST_B;
   while (align_B > 1 && (field->offset % align_B != 0 || item_B % align_B != 0))
      align_B /= 2;
   return align_B;
}

ac_plan *ac_plan_new(tk_arena *arena, const ty_type *type, ac_plan_kind kind)
{
   ac_plan *plan = tk_arena_get(arena, sizeof *plan);
   size_t n = type->n_fields, parts = n + AC_PLAN_PARTS_MOST;
   if (plan == NULL)
      return NULL;
   *plan = (ac_plan){ .kind = kind, .n_fields = n, .n_parts = 1 };
   plan->part_of = tk_arena_get(arena, n * sizeof *plan->part_of);
   plan->order = tk_arena_get(arena, n * sizeof *plan->order);
   plan->to = tk_arena_get(arena, n * sizeof *plan->to);
   plan->step_B = tk_arena_get(arena, parts * sizeof *plan->step_B);
   plan->align_of = tk_arena_get(arena, parts * sizeof *plan->align_of);
   if (plan->part_of == NULL || plan->order == NULL || plan->to == NULL
       || plan->step_B == NULL || plan->align_of == NULL)
      return NULL;
   for (size_t i = 0; i < n; i++) {
      plan->part_of[i] = kind == AC_PLAN_SOA ? (uint16_t)i : 0;
      plan->order[i] = (uint16_t)i;
   }
   if (kind == AC_PLAN_SOA)
      plan->n_parts = (uint32_t)n;
   return plan;
}

ac_plan *ac_plan_copy(tk_arena *arena, const ty_type *type, const ac_plan *plan)
{
   ac_plan *copy = ac_plan_new(arena, type, plan->kind);
   if (copy == NULL)
      return NULL;
   copy->n_parts = plan->n_parts;
   copy->pad_B = plan->pad_B;
   copy->align_B = plan->align_B;
   copy->is_pool = plan->is_pool;
   memcpy(copy->part_of, plan->part_of, plan->n_fields * sizeof *plan->part_of);
   memcpy(copy->order, plan->order, plan->n_fields * sizeof *plan->order);
   return copy;
}

static void place_whole(ac_plan *plan, const ty_type *type)
{
   uint64_t align_B = plan->is_pool ? POOL_ALIGN_B : 1;
   for (size_t i = 0; i < plan->n_fields; i++)
      plan->to[i] = (uint32_t)type->fields[i].offset;
   plan->step_B[0] = round_up((uint64_t)type->size_B, align_B);
   plan->align_of[0] = 1;
}

static void place_parts(ac_plan *plan, const ty_type *type)
{
   for (uint32_t p = 0; p < plan->n_parts; p++) {
      plan->step_B[p] = 0;
      plan->align_of[p] = 1;
   }
   for (size_t k = 0; k < plan->n_fields; k++) {
      uint16_t i = plan->order[k], p = plan->part_of[i];
      uint32_t align_B = ac_plan_alignment(&type->fields[i]);
      uint64_t to = round_up(plan->step_B[p], align_B);
      plan->to[i] = (uint32_t)to;
      plan->step_B[p] = to + (uint64_t)type->fields[i].size_B;
      plan->align_of[p] = tk_larger(plan->align_of[p], align_B);
   }
   for (uint32_t p = 0; p < plan->n_parts; p++)
      plan->step_B[p] = round_up(plan->step_B[p], plan->align_of[p]);
}

void ac_plan_place(ac_plan *plan, const ty_type *type)
{
   if (plan->kind == AC_PLAN_WHOLE)
      place_whole(plan, type);
   else
      place_parts(plan, type);
   for (uint32_t p = 0; p < plan->n_parts && plan->pad_B > 0; p++) {
      plan->align_of[p] = tk_larger(plan->align_of[p], plan->pad_B);
      plan->step_B[p] = round_up(plan->step_B[p], plan->pad_B);
   }
   for (uint32_t p = 0; p < plan->n_parts; p++)
      plan->align_of[p] = tk_larger(plan->align_of[p], plan->align_B);
}

/* ---- Places -------------------------------------------------------------- */

/* Where elements of a part can begin in a line: first + k * step. */
typedef struct {
   uint64_t first, step;
} phase;

typedef struct {
   const ac_plan *plan;
   const ac_samples *samples;
   const ac_plan_object *object;
   phase *phases;    /* by part */
   uint32_t n_tries; /* of phases */
   uint64_t line_B;
   bool stays;
   uint32_t *marks; /* by new line: the old ones that were used there */
   size_t *base;    /* by part: its first new line */
   size_t n_marks;
} trial;

static uint64_t chunk_of(uint64_t size_B)
{
   return tk_larger(round_up(size_B + HEADER_B, CHUNK_B), 2 * CHUNK_B);
}

/* As in cachesim's can_stay. */
static bool can_stay(const ac_plan *plan, const ac_samples *s, const ac_plan_object *o)
{
   uint64_t now_B = (uint64_t)(o->n_elements * s->type->size_B);
   uint64_t then_B = (uint64_t)o->n_elements * plan->step_B[0];
   if (plan->n_parts != 1 || plan->is_pool || plan->pad_B > 0 || plan->align_B > 0)
      return false;
   return o->is_variable ? now_B == then_B : chunk_of(now_B) == chunk_of(then_B);
}

static phase phase_of(const trial *t, uint32_t part)
{
   const ac_plan *plan = t->plan;
   const ac_plan_object *o = t->object;
   uint64_t step_B = plan->step_B[part], align_B = plan->align_of[part], first = CHUNK_B;
   uint64_t step = tk_gcd(step_B, t->line_B);
   bool is_in_pool = !o->is_variable
                     && (plan->is_pool || (plan->n_parts > 1 && o->n_elements == 1));
   if (o->is_variable && part == 0 && align_B <= VARIABLE_ALIGN_B)
      first = o->start;
   else if (o->is_variable)
      align_B = tk_larger(align_B, VARIABLE_ALIGN_B);
   else if (!is_in_pool && align_B < t->line_B
            && (uint64_t)o->n_elements * step_B < MAPPED_B)
      step = tk_gcd(step, tk_larger(CHUNK_B, align_B)); /* blocks lie anywhere */
   if (o->is_variable && part > 0)
      step = tk_gcd(step, align_B);
   if (is_in_pool)
      step = tk_gcd(round_up(step_B, align_B), t->line_B);
   first = round_up(first, align_B) % t->line_B;
   return (phase){ first, tk_larger(step, t->line_B / PHASES) };
}

static bool begin_trial(trial *t)
{
   uint32_t n = t->plan->n_parts;
   size_t most_lines = 0;
   uint64_t most = 0;
   t->phases = malloc(n * sizeof *t->phases);
   t->base = malloc(n * sizeof *t->base);
   for (size_t i = 0; i < t->samples->n; i++)
      most = tk_larger(most, t->samples->of[i].n_elements);
   t->stays = can_stay(t->plan, t->samples, t->object);
   t->n_tries = 1;
   for (uint32_t p = 0; p < n && t->phases != NULL && t->base != NULL; p++) {
      t->phases[p] = phase_of(t, p);
      t->base[p] = most_lines;
      most_lines += (most * t->plan->step_B[p] + 4 * t->line_B) / t->line_B;
      if (!t->stays)
         t->n_tries = (uint32_t)tk_larger(t->n_tries, t->line_B / t->phases[p].step);
   }
   t->n_marks = most_lines;
   t->marks = calloc(most_lines + 1, sizeof *t->marks);
   return t->phases != NULL && t->base != NULL && t->marks != NULL;
}

static void end_trial(trial *t)
{
   free(t->phases);
   free(t->base);
   free(t->marks);
}

/* ---- Lines --------------------------------------------------------------- */

/* The first and last new line of a use. */
static void find_lines(const trial *t, const ac_sample *sample, const ac_sample_use *use,
                       uint32_t k, size_t lines[2])
{
   const ac_plan *plan = t->plan;
   uint32_t part = plan->part_of[use->field];
   uint64_t first = (t->phases[part].first + k * t->phases[part].step) % t->line_B;
   if (t->stays) /* `at` can be negative: any multiple of a line is right */
      first = ((uint64_t)sample->at & (t->line_B - 1));
   uint64_t at = first + use->element * plan->step_B[part] + plan->to[use->field];
   lines[0] = t->base[part] + (at + use->from) / t->line_B;
   lines[1] = t->base[part] + (at + use->to - 1) / t->line_B;
}

/* New lines that are fetched for each old one, if lines are used in ascending order, and
   in descending order. */
typedef struct {
   double up, down;
} charge;

/* What a new line that these old ones use costs the missed one.  It is fetched once for
   all of them, and is the account of the last: that one has no line after it to share it
   with, as all that was used before the miss is unknown. */
static charge charge_line(const trial *t, const ac_sample *sample, uint32_t old)
{
   uint32_t missed = sample->missed_lines;
   double first = t->samples->first_share;
   int n_missed = __builtin_popcount(missed), n_here = __builtin_popcount(old & missed);
   if (n_missed == 1)
      return (charge){ n_here == 1 && (old & ~(2 * missed - 1)) == 0,
                       n_here == 1 && (old & (missed - 1)) == 0 };
   /* The first to be used pays for what no other one uses; of lines that are used again
      each pays its part. */
   int n_old = __builtin_popcount(old);
   double each = first * (n_old == 1) * n_here + (1 - first) * n_here / n_old;
   return (charge){ each / n_missed, each / n_missed };
}

static charge charge_sample(const trial *t, const ac_sample *sample, uint32_t k)
{
   charge sum = { 0, 0 };
   size_t lines[2];
   for (size_t i = 0; i < sample->n_uses; i++) {
      find_lines(t, sample, &sample->uses[i], k, lines);
      for (size_t m = lines[0]; m <= lines[1]; m++)
         t->marks[m] |= 1u << sample->uses[i].line;
   }
   for (size_t i = 0; i < sample->n_uses; i++) {
      find_lines(t, sample, &sample->uses[i], k, lines);
      for (size_t m = lines[0]; m <= lines[1]; m++) {
         if (t->marks[m] == 0)
            continue;
         charge each = charge_line(t, sample, t->marks[m]);
         sum.up += each.up;
         sum.down += each.down;
         t->marks[m] = 0;
      }
   }
   return sum;
}

/* ---- What stays in a cache ----------------------------------------------- */

/* Adds, for each element of a sample, the bytes of the parts that it uses. */
static double add_hot(const ac_plan *plan, const ac_sample *sample, double *n_elements)
{
   double hot_B = 0;
   for (size_t i = 0; i < sample->n_uses; i++) {
      const ac_sample_use *use = &sample->uses[i];
      uint32_t part = plan->part_of[use->field];
      bool is_again = false;
      for (size_t k = i; k-- > 0 && sample->uses[k].element == use->element;)
         is_again |= plan->part_of[sample->uses[k].field] == part;
      *n_elements += i == 0 || use[-1].element != use->element;
      hot_B += is_again ? 0 : (double)plan->step_B[part];
   }
   return hot_B;
}

static double ever_B(const ac_plan *plan, const ac_samples *samples)
{
   double sum = 0;
   for (uint32_t p = 0; p < plan->n_parts; p++) {
      bool is_used = false;
      for (size_t i = 0; i < samples->n && !is_used; i++)
         for (size_t k = 0; k < samples->of[i].n_uses && !is_used; k++)
            is_used = plan->part_of[samples->of[i].uses[k].field] == p;
      sum += is_used ? (double)plan->step_B[p] : 0;
   }
   return sum;
}

bool ac_plan_try(const ac_plan *plan, const ac_samples *samples,
                 const ac_plan_object *object, ac_plan_effect *effect)
{
   trial t = { .plan = plan, .samples = samples, .object = object };
   double up = 0, down = 0, hot_B = 0, n = 0;
   t.line_B = (uint64_t)samples->line_B;
   bool ok = begin_trial(&t);
   for (size_t i = 0; i < samples->n && ok; i++) {
      const ac_sample *sample = &samples->of[i];
      double weight = sample->weight / __builtin_popcount(sample->used_lines), each = 0;
      for (uint32_t k = 0; k < t.n_tries; k++) {
         charge of = charge_sample(&t, sample, k);
         up += sample->weight * of.up / t.n_tries;
         down += sample->weight * of.down / t.n_tries;
      }
      hot_B += weight * add_hot(plan, sample, &each);
      n += weight * each;
   }
   bool moves = ok && !t.stays && !object->is_variable && object->n_elements == 1;
   end_trial(&t);
   *effect = (ac_plan_effect){
      .lines = samples->weight > 0 ? (up < down ? up : down) / samples->weight : 1,
      .hot_B = n > 0 ? hot_B / n : 0,
      .ever_B = ok ? ever_B(plan, samples) : 0,
      .moves = moves,
   };
   return ok;
}

void ac_plan_now(const ac_samples *samples, ac_plan_effect *effect)
{
   double lines_B = 0, n = 0, size_B = (double)samples->type->size_B;
   for (size_t i = 0; i < samples->n; i++) {
      const ac_sample *sample = &samples->of[i];
      double used = __builtin_popcount(sample->used_lines), each = 0;
      for (size_t k = 0; k < sample->n_uses; k++)
         each += k == 0 || sample->uses[k].element != sample->uses[k - 1].element;
      lines_B += sample->weight * (double)samples->line_B; /* weight / used * used */
      n += sample->weight / used * each;
   }
   double hot_B = n > 0 ? lines_B / n : size_B;
   *effect = (ac_plan_effect){ .lines = 1,
                               .hot_B = hot_B < size_B || samples->n_elements == 1
                                           ? hot_B
                                           : size_B,
                               .ever_B = size_B };
}
