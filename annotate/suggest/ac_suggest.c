/* ac_suggest.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "suggest/ac_suggest.h"

#include "base/an_type_name.h"
#include "suggest/ac_layout_names.h"
#include "suggest/ac_splits.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.suggest"

enum { RULES_MOST = 8, PARTS_MOST = 4, NAME_B = 56, LEAD_MOST_B = 16, NAMED_MOST = 4 };

typedef struct {
   ac_suggestions *out;
   const ac_data_view *view;
   const ac_data_report *report;
   ac_stakes stakes;
   const char **names; /* of types in the file, by object; NULL: none */
} maker;

/* An object in the making. */
typedef struct {
   maker *m;
   uint32_t index;
   const ac_data_object *object;
   int64_t extent_B, lead_B;
   ac_suggested_rule rules[RULES_MOST];
   size_t n;
} making;

/* ---- What is laid out ------------------------------------------------------ */

/* The bytes of each block, or of the variable, if elements of the type fit in: 0 or a few
   bytes come before the first one. */
static bool find_extent(making *k)
{
   const ac_data_object *o = k->object;
   int64_t size_B = o->type->size_B;
   bool is_heap = o->of->kind == AC_DATA_HEAP;
   if (is_heap && o->min_B != o->max_B)
      return false;
   k->extent_B = is_heap ? o->max_B : o->of->size_B;
   k->lead_B = k->extent_B % size_B;
   return k->extent_B >= size_B
          && (k->lead_B == 0 || (k->lead_B <= LEAD_MOST_B && k->extent_B >= 2 * size_B));
}

/* ---- Reasons --------------------------------------------------------------- */

typedef struct {
   const double *shares;
   const ac_plan *plan;
} sharer;

/* Adds the fields of a part, those used most first. */
static void add_names(ac_words *words, const ac_search *s, const ac_plan *plan,
                      uint32_t part)
{
   const ty_type *type = s->samples->type;
   size_t n = 0;
   for (size_t i = 0; i < plan->n_fields; i++) {
      uint16_t field = plan->order[i];
      if (plan->part_of[field] != part)
         continue;
      if (n < NAMED_MOST)
         ac_words_add(words, "%s%.40s", n > 0 ? ", " : "", type->fields[field].name);
      n++;
   }
   if (n > NAMED_MOST)
      ac_words_add(words, " and %zu more", n - NAMED_MOST);
}

/* How often any field of the part is used: at least as often as each is. */
static double most_of_part(const ac_search *s, const ac_plan *plan, uint32_t part)
{
   double most = 0;
   for (size_t i = 0; i < plan->n_fields; i++)
      if (plan->part_of[i] == part && s->shares[i] > most)
         most = s->shares[i];
   return most;
}

/* "next, id: used in up to 98 % of visits; name: 2 %" */
static void add_shares(ac_words *words, const ac_search *s, const ac_plan *plan)
{
   for (uint32_t p = 0; p < plan->n_parts && p < NAMED_MOST; p++) {
      double most = 100 * most_of_part(s, plan, p);
      ac_words_add(words, p == 0 ? "" : "; ");
      add_names(words, s, plan, p);
      if (most <= 0)
         ac_words_add(words, ": never used");
      else if (most < 1)
         ac_words_add(words, ": in less than 1 %%");
      else
         ac_words_add(words, p == 0 ? ": used in %.0f %% of visits" : ": in %.0f %%",
                      most);
   }
}

static void add_reason(ac_words *words, const ac_search *s, const ac_plan *plan)
{
   if (plan->kind == AC_PLAN_PARTS)
      add_shares(words, s, plan);
   else if (plan->kind == AC_PLAN_SOA)
      ac_words_add(words, "each field an array of its own");
   else if (plan->kind == AC_PLAN_ORDER)
      ac_words_add(words, "what is used together lies in fewer lines");
   else if (plan->is_pool)
      ac_words_add(words, "blocks lie beside each other, without the allocator's bytes");
   else
      ac_words_add(words, "no element begins within a line");
}

/* ---- Rules ----------------------------------------------------------------- */

static int compare_rules(const void *a, const void *b)
{
   const ac_suggested_rule *x = a, *y = b;
   if (x->gain < y->gain || x->gain > y->gain)
      return x->gain < y->gain ? 1 : -1;
   if (x->all_misses < y->all_misses || x->all_misses > y->all_misses)
      return x->all_misses < y->all_misses ? 1 : -1;
   return strcmp(x->actions, y->actions);
}

static bool has_actions(const making *k, const char *actions)
{
   for (size_t i = 0; i < k->n; i++)
      if (strcmp(k->rules[i].actions, actions) == 0)
         return true;
   return false;
}

/* Adds the rule of a candidate, if there is one and it gains something. */
static bool add_rule(making *k, const ac_search *s, const ac_candidate *candidate)
{
   const ac_stakes *stakes = s->stakes;
   ac_words words = { .text = NULL };
   if (candidate->plan == NULL || candidate->gain <= 0 || k->n == RULES_MOST)
      return true;
   double own = (double)ac_data_misses(stakes->view, k->object->counts);
   ac_suggested_rule rule = {
      .gain = stakes->all > 0 ? (double)(candidate->gain / stakes->all) : -1,
      .misses = 1 - candidate->left,
      .all_misses = (1 - candidate->left) * own / (double)stakes->misses,
   };
   ac_layout_add_actions(&words, candidate->plan, s->samples->type, false);
   rule.actions = ac_words_keep(&words, &k->m->out->arena);
   add_reason(&words, s, candidate->plan);
   rule.why = ac_words_keep(&words, &k->m->out->arena);
   if (rule.actions == NULL || rule.why == NULL)
      return false;
   if (!has_actions(k, rule.actions))
      k->rules[k->n++] = rule;
   return true;
}

static bool try_whole(making *k, const ac_search *s, uint32_t pad_B, bool is_pool)
{
   ac_candidate candidate;
   ac_plan *plan = ac_plan_new(s->arena, s->samples->type, AC_PLAN_WHOLE);
   if (plan == NULL)
      return false;
   if (k->extent_B == s->samples->type->size_B)
      plan->align_B = pad_B;
   else
      plan->pad_B = pad_B;
   plan->is_pool = is_pool;
   return ac_search_try(s, plan, &candidate) && add_rule(k, s, &candidate);
}

static bool try_soa(making *k, const ac_search *s)
{
   ac_candidate candidate;
   if (s->object.n_elements < 2 || s->samples->type->n_fields < 2
       || s->samples->type->n_fields > 200)
      return true;
   ac_plan *plan = ac_plan_new(s->arena, s->samples->type, AC_PLAN_SOA);
   return plan != NULL && ac_search_try(s, plan, &candidate)
          && add_rule(k, s, &candidate);
}

static bool try_splits(making *k, const ac_search *s)
{
   ac_candidate two, more, order;
   if (s->samples->type->n_fields < 2)
      return true;
   return ac_splits_best(s, 2, &two) && add_rule(k, s, &two)
          && ac_splits_best(s, PARTS_MOST, &more) && add_rule(k, s, &more)
          && ac_splits_order(s, &order) && add_rule(k, s, &order) && try_soa(k, s);
}

/* All layouts of the type's fields. */
static bool try_layouts(making *k)
{
   const ac_data_object *o = k->object;
   ac_samples samples;
   ac_search search;
   tk_arena plans;
   bool is_heap = o->of->kind == AC_DATA_HEAP;
   if (ac_samples_open(&samples, k->m->out->arena.alloc, k->m->view, k->index,
                       k->extent_B, k->lead_B)
       != AN_OK)
      return false;
   const ac_plan_object object = { !is_heap, o->of->start, samples.n_elements };
   tk_arena_init(&plans, k->m->out->arena.alloc, LABEL);
   bool ok =
      samples.n == 0
      || (ac_search_begin(&search, &plans, &samples, &k->m->stakes, k->index, &object)
          && try_splits(k, &search) && try_whole(k, &search, 64, false)
          && (!is_heap || object.n_elements > 1 || try_whole(k, &search, 0, true)));
   tk_arena_free(&plans);
   ac_samples_close(&samples);
   return ok;
}

/* ---- Objects --------------------------------------------------------------- */

static bool add_note(maker *m, const ac_data_object *object, const char *what)
{
   ac_words words = { .text = NULL };
   double percent = 100 * (double)ac_data_misses(m->view, object->counts)
                    / (double)m->stakes.misses;
   if (percent < AC_SUGGEST_NOTE_PERCENT)
      return true;
   ac_words_add(&words, "%s, %.0f %% of the misses: %s", object->label, percent, what);
   const char *note = ac_words_keep(&words, &m->out->arena);
   if (note != NULL)
      m->out->notes[m->out->n_notes++] = note;
   return note != NULL;
}

/* Whether another type of the file has the name. */
static bool is_taken(const maker *m, const char *name, const ty_type *type)
{
   for (size_t i = 0; i < m->view->n_objects; i++)
      if (m->names[i] != NULL && strcmp(m->names[i], name) == 0
          && ty_type_compare(m->view->objects[i].type, type) != 0)
         return true;
   return false;
}

/* Sets the name of the object's type in the file; *is_new: it is not there yet. */
static bool name_type(making *k, bool *is_new)
{
   const ty_type *type = k->object->type;
   const char **name = &k->m->names[k->index];
   char *shown = an_type_name(type->name, NAME_B);
   ac_words words = { .text = NULL };
   if (shown != NULL)
      ac_words_add(&words, "%s", is_taken(k->m, shown, type) ? type->name : shown);
   free(shown);
   *is_new = true;
   for (size_t i = 0; i < k->m->view->n_objects; i++)
      if (k->m->names[i] != NULL
          && ty_type_compare(k->m->view->objects[i].type, type) == 0)
         *is_new = false;
   *name = ac_words_keep(&words, &k->m->out->arena);
   return shown != NULL && *name != NULL;
}

/* What the rules are for; an empty text: not known. */
static const char *head_of(making *k)
{
   const ac_data_object *o = k->object;
   const char *name = k->m->names[k->index];
   ac_words words = { .text = NULL };
   if (o->of->kind == AC_DATA_STATIC) {
      ac_words_add(&words, "static %s", o->of->name);
      if (name != NULL)
         ac_words_add(&words, " of %s", name);
   } else {
      ac_words_add(&words, name == NULL ? "site " : "type %s at ", name);
      if (!ac_layout_add_places(&words, k->m->view, k->index))
         words.n = 0;
   }
   return ac_words_keep(&words, &k->m->out->arena);
}

static bool is_enough(const ac_suggested_rule *rule)
{
   return rule->gain * 100 >= AC_SUGGEST_CYCLES_PERCENT
          || rule->all_misses * 100 >= AC_SUGGEST_MISSES_PERCENT;
}

/* Moves the rules to the suggestions, without those that gain too little. */
static bool keep_rules(making *k, ac_suggested *to)
{
   qsort(k->rules, k->n, sizeof *k->rules, compare_rules);
   to->object = k->object;
   to->rules = tk_arena_get(&k->m->out->arena, (k->n + 1) * sizeof *to->rules);
   to->n = 0;
   if (to->rules == NULL)
      return false;
   for (size_t i = 0; i < k->n; i++)
      if (i == 0 || k->rules[i].gain * 100 >= AC_SUGGEST_OTHER_PERCENT)
         to->rules[to->n++] = k->rules[i];
   return true;
}

static bool define_type(making *k, ac_suggested *to)
{
   ac_words words = { .text = NULL };
   bool is_new;
   if (!name_type(k, &is_new))
      return false;
   to->definition = NULL;
   if (!is_new)
      return true;
   ac_layout_add_fields(&words, k->m->names[k->index], k->object->type);
   to->definition = ac_words_keep(&words, &k->m->out->arena);
   return to->definition != NULL;
}

/* Finds rules for an object of a type with fields. */
static bool suggest_fields(making *k)
{
   ac_suggestions *out = k->m->out;
   ac_suggested *to = &out->of[out->n];
   if (!find_extent(k))
      return add_note(k->m, k->object, "its blocks have several sizes");
   if (!try_layouts(k))
      return false;
   qsort(k->rules, k->n, sizeof *k->rules, compare_rules);
   if (k->n == 0 || !is_enough(&k->rules[0]))
      return add_note(k->m, k->object, "no other layout of its fields would gain much");
   if (!define_type(k, to) || (to->head = head_of(k)) == NULL)
      return false;
   if (*to->head == '\0')
      return add_note(k->m, k->object, "the line that allocates it is not known");
   out->n++;
   return keep_rules(k, to);
}

static bool suggest(maker *m, uint32_t index)
{
   making k = { .m = m, .index = index, .object = &m->view->objects[index] };
   int64_t misses = ac_data_misses(m->view, k.object->counts);
   ac_data_kind kind = k.object->of->kind;
   if (misses < AC_DATA_LEAST_MISSES || misses < m->stakes.misses / 100)
      return true;
   if (kind != AC_DATA_HEAP && kind != AC_DATA_STATIC)
      return add_note(m, k.object, "rules are for blocks and variables");
   const char *lack = ac_layout_lacks(k.object->type);
   return lack == NULL ? suggest_fields(&k) : add_note(m, k.object, lack);
}

/* ---- The whole -------------------------------------------------------------- */

static int compare_suggested(const void *a, const void *b)
{
   const ac_suggested *x = a, *y = b;
   int order = compare_rules(&x->rules[0], &y->rules[0]);
   return order != 0 ? order : (x->object > y->object) - (x->object < y->object);
}

static bool begin(maker *m)
{
   ac_suggestions *out = m->out;
   size_t n = m->view->n_objects + 1;
   out->of = tk_arena_get(&out->arena, n * sizeof *out->of);
   out->notes = tk_arena_get(&out->arena, n * sizeof *out->notes);
   m->names = tk_arena_get(&out->arena, n * sizeof *m->names);
   for (size_t i = 0; i < n && m->names != NULL; i++)
      m->names[i] = NULL;
   return out->of != NULL && out->notes != NULL && m->names != NULL;
}

an_status ac_suggest_open(ac_suggestions *suggestions, const tk_alloc *alloc,
                          const ac_profile *profile, const ac_data_report *report)
{
   maker m = { .out = suggestions, .view = &report->view, .report = report };
   *suggestions = (ac_suggestions){ .n = 0 };
   tk_arena_init(&suggestions->arena, alloc, LABEL);
   if (ac_stakes_open(&m.stakes, alloc, profile, report) != AN_OK) {
      ac_suggest_close(suggestions);
      return AN_NO_MEMORY;
   }
   bool ok = begin(&m);
   for (size_t i = 0; i < m.view->n_objects && ok; i++)
      ok = suggest(&m, (uint32_t)i);
   ac_stakes_close(&m.stakes);
   if (!ok) {
      ac_suggest_close(suggestions);
      return AN_NO_MEMORY;
   }
   qsort(suggestions->of, suggestions->n, sizeof *suggestions->of, compare_suggested);
   return AN_OK;
}

void ac_suggest_close(ac_suggestions *suggestions)
{
   tk_arena_free(&suggestions->arena);
}
