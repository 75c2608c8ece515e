/* ac_plan.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_plan.h"

#include "base/an_alloc.h"
#include "base/tk_count.h"
#include "base/tk_gcd.h"
#include "base/tk_layout_text.h"
#include "base/tk_malloc_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   POOL_ALIGN_B = 8,
   PHASES = 16,
};

/* ---- Making -------------------------------------------------------------- */

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
   return tk_layout_alignment((uint64_t)field->offset, (uint64_t)item_B);
}

ac_plan *ac_plan_new(tk_arena *arena, const ty_type *type, ac_plan_kind kind)
{
   ac_plan *plan = tk_arena_get(arena, sizeof *plan);
   size_t n = type->n_fields, parts = n + AC_PLAN_PARTS_MOST;
   *plan = (ac_plan){ .kind = kind, .n_fields = n, .n_parts = 1 };
   plan->part_of = tk_arena_get(arena, n * sizeof *plan->part_of);
   plan->order = tk_arena_get(arena, n * sizeof *plan->order);
   plan->to = tk_arena_get(arena, n * sizeof *plan->to);
   plan->step_B = tk_arena_get(arena, parts * sizeof *plan->step_B);
   plan->align_of = tk_arena_get(arena, parts * sizeof *plan->align_of);
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
   plan->step_B[0] = tk_round_up((uint64_t)type->size_B, align_B);
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
      uint64_t to = tk_round_up(plan->step_B[p], align_B);
      plan->to[i] = (uint32_t)to;
      plan->step_B[p] = to + (uint64_t)type->fields[i].size_B;
      plan->align_of[p] = tk_larger(plan->align_of[p], align_B);
   }
   for (uint32_t p = 0; p < plan->n_parts; p++)
      plan->step_B[p] = tk_round_up(plan->step_B[p], plan->align_of[p]);
}

void ac_plan_place(ac_plan *plan, const ty_type *type)
{
   if (plan->kind == AC_PLAN_WHOLE)
      place_whole(plan, type);
   else
      place_parts(plan, type);
   for (uint32_t p = 0; p < plan->n_parts && plan->pad_B > 0; p++) {
      plan->align_of[p] = tk_larger(plan->align_of[p], plan->pad_B);
      plan->step_B[p] = tk_round_up(plan->step_B[p], plan->pad_B);
   }
   for (uint32_t p = 0; p < plan->n_parts; p++)
      plan->align_of[p] = tk_larger(plan->align_of[p], plan->align_B);
}

/* ---- Places -------------------------------------------------------------- */

/* Where elements of a part can begin in a line: first + k * step. */
typedef struct {
   uint64_t first, step;
} phase;

/* Of a new line. */
typedef struct {
   double wait;  /* the longest of the fields that are used there */
   uint32_t old; /* by bit: the old lines that these were in */
} mark;

typedef struct {
   const ac_plan *plan;
   const ac_samples *samples;
   const ac_plan_object *object;
   phase *phases;    /* by part */
   uint32_t n_tries; /* of phases */
   uint64_t line_B;
   bool stays;
   mark *marks;  /* by new line */
   size_t *base; /* by part: its first new line */
   size_t n_marks;
} trial;

/* As cs_layout.c's can_stay. */
static bool can_stay(const ac_plan *plan, const ac_samples *s, const ac_plan_object *o)
{
   uint64_t now_B = (uint64_t)(o->n_elements * s->type->size_B);
   uint64_t then_B = (uint64_t)o->n_elements * plan->step_B[0];
   if (plan->n_parts != 1 || plan->is_pool || plan->pad_B > 0 || plan->align_B > 0)
      return false;
   return tk_malloc_stays(o->is_variable, now_B, then_B);
}

static phase phase_of(const trial *t, uint32_t part)
{
   const ac_plan *plan = t->plan;
   const ac_plan_object *o = t->object;
   uint64_t step_B = plan->step_B[part], align_B = plan->align_of[part],
            first = TK_MALLOC_CHUNK_B;
   uint64_t step = tk_gcd(step_B, t->line_B);
   bool is_in_pool = !o->is_variable
                     && (plan->is_pool || (plan->n_parts > 1 && o->n_elements == 1));
   if (o->is_variable && part == 0 && align_B <= TK_MALLOC_VARIABLE_ALIGN_B)
      first = o->start;
   else if (o->is_variable)
      align_B = tk_larger(align_B, TK_MALLOC_VARIABLE_ALIGN_B);
   else if (!is_in_pool && align_B < t->line_B
            && (uint64_t)o->n_elements * step_B < TK_MALLOC_MAPPED_B)
      step = tk_gcd(step,
                    tk_larger(TK_MALLOC_CHUNK_B, align_B)); /* blocks lie anywhere */
   if (o->is_variable && part > 0)
      step = tk_gcd(step, align_B);
   if (is_in_pool)
      step = tk_gcd(tk_round_up(step_B, align_B), t->line_B);
   first = tk_round_up(first, align_B) % t->line_B;
   return (phase){ first, tk_larger(step, t->line_B / PHASES) };
}

static void begin_trial(trial *t)
{
   uint32_t n = t->plan->n_parts;
   size_t most_lines = 0;
   uint64_t most = 0;
   t->phases = an_malloc(n * sizeof *t->phases);
   t->base = an_malloc(n * sizeof *t->base);
   for (size_t i = 0; i < t->samples->n; i++)
      most = tk_larger(most, t->samples->of[i].n_elements);
   t->stays = can_stay(t->plan, t->samples, t->object);
   t->n_tries = 1;
   for (uint32_t p = 0; p < n; p++) {
      t->phases[p] = phase_of(t, p);
      t->base[p] = most_lines;
      most_lines += (most * t->plan->step_B[p] + 4 * t->line_B) / t->line_B;
      if (!t->stays)
         t->n_tries = (uint32_t)tk_larger(t->n_tries, t->line_B / t->phases[p].step);
   }
   t->n_marks = most_lines;
   t->marks = an_calloc(most_lines + 1, sizeof *t->marks);
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

/* What the missed line pays for new lines: each is fetched once for all old ones whose
   uses are there, and these share the price. */
typedef struct {
   double lines, waits; /* the latter by what the wait for it is */
} charge;

static double charge_line(const ac_sample *sample, uint32_t old)
{
   return (double)__builtin_popcount(old & sample->missed_lines) / __builtin_popcount(old)
          / __builtin_popcount(sample->missed_lines);
}

static double wait_of(const ac_samples *samples, const ac_sample_use *use)
{
   return samples->waits == NULL ? 1 : samples->waits[use->field];
}

static void mark_lines(const trial *t, const ac_sample *sample, uint32_t k)
{
   size_t lines[2];
   for (size_t i = 0; i < sample->n_uses; i++) {
      double wait = wait_of(t->samples, &sample->uses[i]);
      find_lines(t, sample, &sample->uses[i], k, lines);
      for (size_t m = lines[0]; m <= lines[1]; m++) {
         mark *to = &t->marks[m];
         to->wait = to->old == 0 || wait > to->wait ? wait : to->wait;
         to->old |= 1u << sample->uses[i].line;
      }
   }
}

static charge charge_sample(const trial *t, const ac_sample *sample, uint32_t k)
{
   charge sum = { 0, 0 };
   size_t lines[2];
   mark_lines(t, sample, k);
   for (size_t i = 0; i < sample->n_uses; i++) {
      find_lines(t, sample, &sample->uses[i], k, lines);
      for (size_t m = lines[0]; m <= lines[1]; m++) {
         if (t->marks[m].old == 0)
            continue;
         double each = charge_line(sample, t->marks[m].old);
         sum.lines += each;
         sum.waits += each * t->marks[m].wait;
         t->marks[m].old = 0;
      }
   }
   return sum;
}

/* The wait for the line that was missed, on average of those that it can be. */
static double wait_now(const ac_samples *samples, const ac_sample *sample)
{
   double sum = 0;
   for (uint32_t line = 0; line < 32; line++) {
      double most = 0;
      for (size_t i = 0; i < sample->n_uses; i++)
         if (sample->uses[i].line == line && wait_of(samples, &sample->uses[i]) > most)
            most = wait_of(samples, &sample->uses[i]);
      sum += (sample->missed_lines >> line & 1) != 0 ? most : 0;
   }
   return sum / __builtin_popcount(sample->missed_lines);
}

/* ---- What stays in a cache ----------------------------------------------- */

/* The chunks of an element, as long as a line, that its uses are in. */
typedef struct {
   uint64_t bits[AC_PLAN_ITEMS_MOST / 64];
} chunks;

/* The number of the chunk `at` of a part. */
static size_t chunk_of_part(const trial *t, uint32_t part, uint64_t at)
{
   size_t n = 0;
   for (uint32_t p = 0; p < part; p++)
      n += (t->plan->step_B[p] + t->line_B - 1) / t->line_B;
   return tk_smaller(n + at / t->line_B, AC_PLAN_ITEMS_MOST - 1);
}

static void mark_chunks(chunks *c, size_t first, size_t last)
{
   for (size_t i = first; i <= last; i++)
      c->bits[i / 64] |= UINT64_C(1) << i % 64;
}

/* Where a use is: in the new layout, or as it is now. */
static void mark_use(const trial *t, const ac_sample *sample, const ac_sample_use *use,
                     chunks *c)
{
   uint64_t line_B = t->line_B;
   if (t->plan != NULL) {
      uint32_t part = t->plan->part_of[use->field];
      uint64_t to = t->plan->to[use->field];
      mark_chunks(c, chunk_of_part(t, part, to + use->from),
                  chunk_of_part(t, part, to + use->to - 1));
      return;
   }
   uint64_t offset = (uint64_t)t->samples->type->fields[use->field].offset;
   if (t->object->n_elements == 1)
      offset += (uint64_t)sample->at & (line_B - 1);
   mark_chunks(c, tk_smaller((offset + use->from) / line_B, AC_PLAN_ITEMS_MOST - 1),
               tk_smaller((offset + use->to - 1) / line_B, AC_PLAN_ITEMS_MOST - 1));
}

static double add_visits(const trial *t, const ac_sample *sample, double *visits)
{
   double each = ac_sample_visits(sample), n = 0;
   for (size_t i = 0, end; i < sample->n_uses; i = end) {
      chunks c = { { 0 } };
      for (end = i;
           end < sample->n_uses && sample->uses[end].element == sample->uses[i].element;
           end++)
         mark_use(t, sample, &sample->uses[end], &c);
      for (size_t k = 0; k < AC_PLAN_ITEMS_MOST; k++)
         visits[k] += (c.bits[k / 64] >> k % 64 & 1) != 0 ? each : 0;
      n += each;
   }
   return n;
}

/* The bytes of a chunk: what is shorter than a line shares it with neighbours. */
static void set_bytes(const trial *t, double *bytes)
{
   size_t n = 0, most = AC_PLAN_ITEMS_MOST - 1;
   uint32_t n_parts = t->plan == NULL ? 1 : t->plan->n_parts;
   bool is_apart = t->plan == NULL && t->object->n_elements == 1;
   for (uint32_t p = 0; p < n_parts; p++) {
      uint64_t step_B = t->plan == NULL ? (uint64_t)t->samples->type->size_B
                                        : t->plan->step_B[p];
      for (uint64_t at = 0; at < step_B + (is_apart ? t->line_B : 0); at += t->line_B) {
         uint64_t left_B = is_apart ? t->line_B : step_B - at;
         bytes[tk_smaller(n++, most)] += (double)tk_smaller(left_B, t->line_B);
      }
   }
}

/* Sets what visits need in a cache; `plan` NULL: now. */
static void find_items(const trial *t, ac_plan_effect *effect)
{
   double visits[AC_PLAN_ITEMS_MOST] = { 0 }, bytes[AC_PLAN_ITEMS_MOST] = { 0 }, n = 0;
   for (size_t i = 0; i < t->samples->n; i++)
      n += add_visits(t, &t->samples->of[i], visits);
   set_bytes(t, bytes);
   effect->n_hot = 0;
   effect->hot_B = 0;
   for (size_t i = 0; i < AC_PLAN_ITEMS_MOST; i++) {
      if (visits[i] <= 0)
         continue;
      effect->hot[effect->n_hot++] = (ac_plan_item){ visits[i] / n, bytes[i] };
      effect->hot_B += visits[i] / n * bytes[i];
   }
}

/* The visits that use each part, in visits[].  Returns how many there are. */
static double add_parts(const trial *t, const ac_sample *sample, double *parts)
{
   double n = 0, visits = ac_sample_visits(sample);
   for (size_t i = 0; i < sample->n_uses; i++) {
      const ac_sample_use *use = &sample->uses[i];
      uint32_t part = t->plan->part_of[use->field];
      bool is_again = false;
      for (size_t k = i; k-- > 0 && sample->uses[k].element == use->element;)
         is_again |= t->plan->part_of[sample->uses[k].field] == part;
      n += i == 0 || use[-1].element != use->element;
      parts[part] += is_again ? 0 : visits;
   }
   return visits * n;
}

/* Blocks that are apart from each other have their lines alone.  Aligned ones leave some
   sets of a cache empty: of an even number of lines, each has one in every second set, if
   only one is used. */
static double apart_B(const trial *t, const ac_plan_effect *effect)
{
   ac_plan_effect now;
   const ac_plan *plan = t->plan;
   ac_plan_now(t->samples, t->object, &now);
   uint64_t step_B = tk_round_up(plan->step_B[0] + TK_MALLOC_HEADER_B, plan->align_of[0]);
   uint64_t lines = step_B / t->line_B;
   uint64_t least_B = plan->align_of[0] < t->line_B ? 0 : (lines & -lines) * t->line_B;
   double hot_B = now.hot_B * effect->lines;
   return hot_B > (double)least_B ? hot_B : (double)least_B;
}

static void scale_items(ac_plan_effect *effect, double hot_B)
{
   for (size_t i = 0; i < effect->n_hot; i++)
      effect->hot[i].bytes *= hot_B / effect->hot_B;
   effect->hot_B = hot_B;
}

/* Of elements that are visited so often, with a part each time with this share, the lines
   that come at least once, in bytes for each element. */
static double ever_B(double step_B, double line_B, double share, double visits)
{
   double touched = 1 - pow(1 - (share < 1 ? share : 1), visits > 1 ? visits : 1);
   return step_B < line_B ? step_B * (1 - pow(1 - touched, line_B / step_B))
                          : step_B * touched;
}

static void find_sizes(const trial *t, const double *parts, double n,
                       ac_plan_effect *effect)
{
   bool are_apart = t->plan->n_parts == 1 && !t->plan->is_pool && !t->object->is_variable
                    && t->object->n_elements == 1;
   for (uint32_t p = 0; p < t->plan->n_parts && n > 0; p++)
      effect->ever_B += ever_B((double)t->plan->step_B[p], (double)t->line_B,
                               parts[p] / n, t->object->visits);
   find_items(t, effect);
   if (are_apart && effect->hot_B > 0)
      scale_items(effect, apart_B(t, effect));
}

void ac_plan_try(const ac_plan *plan, const ac_samples *samples,
                 const ac_plan_object *object, ac_plan_effect *effect)
{
   trial t = { .plan = plan, .samples = samples, .object = object };
   charge sum = { 0, 0 };
   double n = 0, waits = 0;
   double *parts = an_calloc(plan->n_parts, sizeof *parts);
   t.line_B = (uint64_t)samples->line_B;
   begin_trial(&t);
   for (size_t i = 0; i < samples->n; i++) {
      const ac_sample *sample = &samples->of[i];
      for (uint32_t k = 0; k < t.n_tries; k++) {
         charge of = charge_sample(&t, sample, k);
         sum.lines += sample->weight * of.lines / t.n_tries;
         sum.waits += sample->weight * of.waits / t.n_tries;
      }
      waits += sample->weight * wait_now(samples, sample);
      n += add_parts(&t, sample, parts);
   }
   *effect = (ac_plan_effect){
      .lines = samples->weight > 0 ? sum.lines / samples->weight : 1,
      .moves = !t.stays && !object->is_variable && object->n_elements == 1,
   };
   /* Half: how much lines that come at the same time hinder each other is not known. */
   effect->waits = (effect->lines + (waits > 0 ? sum.waits / waits : 1)) / 2;
   find_sizes(&t, parts, n, effect);
   end_trial(&t);
   free(parts);
}

void ac_plan_now(const ac_samples *samples, const ac_plan_object *object,
                 ac_plan_effect *effect)
{
   const trial t = { .samples = samples,
                     .object = object,
                     .line_B = (uint64_t)samples->line_B };
   double size_B = (double)samples->type->size_B;
   *effect = (ac_plan_effect){ .lines = 1, .waits = 1 };
   find_items(&t, effect);
   effect->ever_B = effect->hot_B < size_B || object->n_elements == 1 ? effect->hot_B
                                                                      : size_B;
}
