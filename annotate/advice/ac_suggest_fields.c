/* ac_suggest_fields.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_layout_names.h"
#include "advice/ac_splits.h"
#include "advice/ac_suggest_finders.h"

#include <string.h>

enum { PARTS_MOST = 4, SOA_MOST = 200, LEAD_MOST_B = 16, NAMED_MOST = 4, LINE_B = 64 };

typedef struct {
   ac_suggest_making *k;
   const ty_type *type;
   int64_t extent_B, lead_B;
   ac_search search;
} finder;

/* ---- What is laid out ------------------------------------------------------- */

/* The bytes of the largest block, or of the variable, if elements of the type fit in: 0
   or a few bytes come before the first one. */
static bool find_extent(finder *f)
{
   const ac_data_object *o = f->k->object;
   int64_t size_B = f->type->size_B;
   bool is_heap = o->of->kind == AC_DATA_HEAP;
   f->extent_B = is_heap ? o->max_B : o->of->size_B;
   f->lead_B = f->extent_B % size_B;
   if (is_heap && o->min_B != o->max_B)
      return o->min_B >= size_B && f->lead_B == 0 && o->min_B % size_B == 0;
   return f->extent_B >= size_B
          && (f->lead_B == 0 || (f->lead_B <= LEAD_MOST_B && f->extent_B >= 2 * size_B));
}

/* Of one block, on average. */
static int64_t count_elements(const finder *f)
{
   const ac_data_object *o = f->k->object;
   int64_t block_B = o->of->kind == AC_DATA_HEAP && o->n_blocks > 0
                        ? o->bytes / o->n_blocks
                        : f->extent_B;
   int64_t n = block_B / f->type->size_B;
   return n > 1 || o->min_B == o->max_B ? n : 2;
}

static bool are_single(const finder *f)
{
   return f->k->object->of->kind == AC_DATA_HEAP && f->search.object.n_elements == 1;
}

/* ---- Reasons ----------------------------------------------------------------- */

/* Adds the fields of a part. */
static void add_names(ac_words *words, const finder *f, const ac_plan *plan,
                      uint32_t part)
{
   size_t n = 0;
   for (size_t i = 0; i < plan->n_fields; i++) {
      uint16_t field = plan->order[i];
      if (plan->part_of[field] != part)
         continue;
      if (n < NAMED_MOST)
         ac_words_add(words, "%s%.40s", n > 0 ? ", " : "", f->type->fields[field].name);
      n++;
   }
   if (n > NAMED_MOST)
      ac_words_add(words, " and %zu more", n - NAMED_MOST);
}

/* How often the field of the part is used that is used most. */
static double most_of_part(const finder *f, const ac_plan *plan, uint32_t part)
{
   double most = 0;
   for (size_t i = 0; i < plan->n_fields; i++)
      if (plan->part_of[i] == part && f->search.shares[i] > most)
         most = f->search.shares[i];
   return most;
}

/* "next, id: used in 98% of visits; name: in 2%" */
static void add_shares(ac_words *words, const finder *f, const ac_plan *plan)
{
   for (uint32_t p = 0; p < plan->n_parts; p++) {
      double most = 100 * most_of_part(f, plan, p);
      ac_words_add(words, "%s", p == 0 ? "" : "; ");
      add_names(words, f, plan, p);
      if (most <= 0)
         ac_words_add(words, ": never used");
      else if (most < 1)
         ac_words_add(words, ": in less than 1%%");
      else
         ac_words_add(words, p == 0 ? ": used in %.0f%% of visits" : ": in %.0f%%", most);
   }
}

static void add_reason(ac_words *words, const finder *f, const ac_plan *plan)
{
   if (plan->kind == AC_PLAN_PARTS)
      add_shares(words, f, plan);
   else if (plan->kind == AC_PLAN_SOA)
      ac_words_add(words, "each field in an array of its own");
   else if (plan->kind == AC_PLAN_ORDER)
      ac_words_add(words, "fields used together take fewer lines");
   else if (plan->is_pool)
      ac_words_add(words, "blocks are adjacent; gains more if they are used in the "
                          "order of their allocation");
   else
      ac_words_add(words, "elements are aligned to lines");
}

/* ---- Rules -------------------------------------------------------------------- */

static void add_rule(finder *f, const ac_candidate *candidate)
{
   ac_words words = { .text = NULL };
   tk_arena *arena = &f->k->out->arena;
   const ac_plan *plan = candidate->plan;
   if (plan == NULL || candidate->gain <= 0)
      return;
   bool has_parts = plan->kind == AC_PLAN_PARTS || plan->kind == AC_PLAN_SOA;
   ac_suggested_rule rule = { .is_plain = f->k->lack != NULL,
                              .n_parts = has_parts ? plan->n_parts : 1,
                              .can_be_linked = has_parts && are_single(f) };
   ac_suggest_set_gain(f->k, &rule, candidate->gain, candidate->left);
   ac_layout_add_actions(&words, plan, f->type, false);
   rule.actions = ac_words_keep(&words, arena);
   add_reason(&words, f, plan);
   rule.why = ac_words_keep(&words, arena);
   ac_suggest_add(f->k, &rule);
}

/* Elements begin with a line: blocks of one are aligned, those of arrays padded, too. */
static void try_aligned(finder *f)
{
   ac_candidate candidate;
   ac_plan *plan = ac_plan_new(f->search.arena, f->type, AC_PLAN_WHOLE);
   if (f->search.object.n_elements == 1)
      plan->align_B = LINE_B;
   else
      plan->pad_B = LINE_B;
   ac_search_try(&f->search, plan, &candidate);
   add_rule(f, &candidate);
}

static void try_pool(finder *f)
{
   ac_candidate candidate;
   if (!are_single(f))
      return;
   ac_plan *plan = ac_plan_new(f->search.arena, f->type, AC_PLAN_WHOLE);
   plan->is_pool = true;
   ac_search_try(&f->search, plan, &candidate);
   add_rule(f, &candidate);
   if (candidate.gain <= 0)
      return;
   ac_suggested_rule by_use = {
      .actions = "pool by use",
      .why =
         "as above, but in the order of first use; gains more if later passes use the "
         "same order",
      .is_plain = f->k->lack != NULL,
      .n_parts = 2, /* a program has more to do for that */
   };
   ac_suggest_set_gain(f->k, &by_use, candidate.gain, candidate.left);
   ac_suggest_add(f->k, &by_use);
}

static void try_soa(finder *f)
{
   ac_candidate candidate;
   if (f->search.object.n_elements < 2 || f->type->n_fields > SOA_MOST)
      return;
   ac_plan *plan = ac_plan_new(f->search.arena, f->type, AC_PLAN_SOA);
   ac_search_try(&f->search, plan, &candidate);
   add_rule(f, &candidate);
}

/* More parts than two only if they fetch no more lines: those of one visit wait for each
   other in ways that are not known here. */
static void try_splits(finder *f)
{
   ac_candidate two, more, order;
   if (f->type->n_fields < 2)
      return;
   ac_splits_best(&f->search, 2, &two);
   add_rule(f, &two);
   ac_splits_best(&f->search, PARTS_MOST, &more);
   bool is_better = two.plan == NULL || more.left <= two.left;
   if (is_better)
      add_rule(f, &more);
   ac_splits_order(&f->search, &order);
   add_rule(f, &order);
   try_soa(f);
}

/* All layouts of the type's fields.  Plans are in an arena of their own. */
static void try_all(finder *f, ac_samples *samples, tk_arena *plans)
{
   const ac_datum *datum = f->k->object->of;
   const ac_plan_object object = { .is_variable = datum->kind != AC_DATA_HEAP,
                                   .start = datum->start,
                                   .n_elements = count_elements(f) };
   double *waits = tk_arena_get(plans, f->type->n_fields * sizeof *waits);
   ac_stakes_waits(f->k->stakes, f->k->index, f->type, waits);
   samples->waits = waits;
   ac_search_begin(&f->search, plans, samples, f->k->stakes, f->k->index, &object);
   try_splits(f);
   try_aligned(f);
   try_pool(f);
}

static void try_type(finder *f)
{
   const tk_alloc *alloc = f->k->out->arena.alloc;
   ac_samples samples;
   tk_arena plans;
   ac_samples_open(&samples, alloc, f->k->view, f->k->index, f->type, f->extent_B,
                   f->lead_B);
   tk_arena_init(&plans, alloc, AN_LABEL);
   if (samples.n != 0)
      try_all(f, &samples, &plans);
   tk_arena_free(&plans);
}

/* Blocks of one size without a type can be aligned, or in a pool. */
static void try_blocks(const finder *f)
{
   const ac_data_object *o = f->k->object;
   const ty_field all = { .size_B = o->max_B, .name = "", .type = "", .has_parts = true };
   const ty_type block = { "", o->max_B, &all, 1 };
   if (o->of->kind != AC_DATA_HEAP || o->min_B != o->max_B || o->max_B <= 0
       || o->max_B > AC_SAMPLE_ELEMENT_MOST_B)
      return;
   finder of = { .k = f->k, .type = &block, .extent_B = o->max_B };
   try_type(&of);
}

void ac_suggest_fields(ac_suggest_making *making)
{
   finder f = { .k = making, .type = making->object->type };
   making->lack = ac_layout_lacks(f.type);
   if (making->lack == NULL && !find_extent(&f))
      making->lack = "its blocks are not whole elements of its type";
   if (making->lack == NULL)
      try_type(&f);
   else
      try_blocks(&f);
}
