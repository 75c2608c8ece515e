/* ac_suggest.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_suggest.h"

#include "base/an_said.h"
#include "advice/ac_layout_names.h"
#include "advice/ac_suggest_finders.h"
#include "base/tk_count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_B = 56 };

typedef ac_suggest_making making;

typedef struct {
   ac_suggestions *out;
   const ac_data_view *view;
   const ac_data_report *report;
   ac_stakes stakes;
   const char **names; /* of types in the file, by object; NULL: none */
} maker;

/* ---- Rules ----------------------------------------------------------------- */

static bool is_enough(const ac_suggested_rule *rule)
{
   bool can_gain = rule->gain < 0 || rule->gain * 100 >= AC_SUGGEST_LEAST_PERCENT;
   return rule->gain * 100 >= AC_SUGGEST_CYCLES_PERCENT
          || (can_gain && rule->all_misses * 100 >= AC_SUGGEST_MISSES_PERCENT)
          || rule->transfers > 0;
}

/* Moves the rules to the suggestions, without those that gain too little. */
static void keep_rules(making *k, ac_suggested *to)
{
   to->rules = tk_arena_get(&k->out->arena, (k->n + 1) * sizeof *to->rules);
   to->n = 0;
   for (size_t i = 0; i < k->n; i++)
      if (i == 0 || k->rules[i].transfers > 0
          || (k->rules[i].gain * 100 >= AC_SUGGEST_OTHER_PERCENT
              && k->rules[i].gain * AC_SUGGEST_OTHER_PART >= k->rules[0].gain))
         to->rules[to->n++] = k->rules[i];
}

/* ---- Names ----------------------------------------------------------------- */

/* Whether another type of the file has the name. */
static bool is_taken(const maker *m, const char *name, const ty_type *type)
{
   for (size_t i = 0; i < m->view->n_objects; i++)
      if (m->names[i] != NULL && strcmp(m->names[i], name) == 0
          && ty_type_compare(m->view->objects[i].type, type) != 0)
         return true;
   return false;
}

/* The name that the type has in the file already; NULL: none. */
static const char *known_name(const maker *m, const ty_type *type)
{
   for (size_t i = 0; i < m->view->n_objects; i++)
      if (m->names[i] != NULL && ty_type_compare(m->view->objects[i].type, type) == 0)
         return m->names[i];
   return NULL;
}

/* Sets the name of the object's type in the file, as reports have it, unless another type
   has that, or it would not be understood; *is_new: it is not there yet. */
static void name_type(maker *m, const making *k, bool *is_new)
{
   const ty_type *type = k->object->type;
   const char **name = &m->names[k->index];
   ac_words words = { .text = NULL };
   const char *known = known_name(m, type);
   *is_new = known == NULL;
   if (known != NULL) {
      *name = known;
      return;
   }
   char *shown = an_said(type->name, AN_SAID_TYPE, NAME_B);
   bool is_usable = !is_taken(m, shown, type) && strstr(shown, " of ") == NULL;
   ac_words_add(&words, "%s", is_usable ? shown : type->name);
   /* Names join definitions with rules: another one is as good. */
   if (!is_usable && is_taken(m, type->name, type))
      ac_words_add(&words, " (%" PRIu32 ")", k->index);
   free(shown);
   *name = ac_words_keep(&words, &k->out->arena);
}

/* What rules are for; an empty text: not known. */
static const char *head_of(const making *k, const char *type)
{
   const ac_data_object *o = k->object;
   ac_words words = { .text = NULL };
   if (o->of->kind == AC_DATA_STATIC) {
      ac_words_add(&words, "static %s", o->of->name);
      if (type != NULL)
         ac_words_add(&words, " of %s", type);
   } else {
      if (type == NULL)
         ac_words_add(&words, "site ");
      else
         ac_words_add(&words, "type %s at ", type);
      if (!ac_layout_add_places(&words, k->view, k->index))
         words.n = 0;
   }
   return ac_words_keep(&words, &k->out->arena);
}

static void set_heads(maker *m, const making *k, ac_suggested *to)
{
   const char **name = &m->names[k->index];
   ac_words words = { .text = NULL };
   bool is_new = false;
   to->definition = NULL;
   if (k->lack == NULL)
      name_type(m, k, &is_new);
   if (is_new) {
      ac_layout_add_fields(&words, *name, k->object->type);
      to->definition = ac_words_keep(&words, &k->out->arena);
   }
   size_t other = k->object->of->kind == AC_DATA_HEAP
                     ? ac_layout_find_neighbour(k->view, k->index)
                     : SIZE_MAX;
   to->neighbour = other == SIZE_MAX ? NULL : k->view->objects[other].label;
   to->head = head_of(k, *name);
   to->plain_head = head_of(k, NULL);
}

/* ---- Objects --------------------------------------------------------------- */

static void add_note(maker *m, const ac_data_object *object, const char *what)
{
   ac_words words = { .text = NULL };
   double percent = 100 * (double)ac_data_misses(m->view, object->counts)
                    / (double)m->stakes.misses;
   if (percent < AC_SUGGEST_NOTE_PERCENT)
      return;
   ac_words_add(&words, "%s, %.0f%% of the misses: %s", object->label, percent, what);
   m->out->notes[m->out->n_notes++] = ac_words_keep(&words, &m->out->arena);
}

static void keep(maker *m, making *k)
{
   ac_suggested *to = &m->out->of[m->out->n];
   qsort(k->rules, k->n, sizeof *k->rules, ac_suggest_compare);
   if (k->n == 0 || !is_enough(&k->rules[0])) {
      add_note(m, k->object,
               k->lack != NULL ? k->lack : "no other layout would gain much");
      return;
   }
   to->object = k->object;
   to->plain_head = head_of(k, NULL);
   if (*to->plain_head == '\0') {
      add_note(m, k->object, "the line that allocates it is unknown");
      return;
   }
   m->out->n++;
   set_heads(m, k, to);
   keep_rules(k, to);
}

static bool is_shared(const maker *m, uint32_t index)
{
   const ac_sharing_side *side = &m->report->sharing;
   for (size_t i = 0; side->of != NULL && i < side->of->n_lines; i++) {
      const ac_shared_line *line = &side->of->lines[i];
      const ac_shared_access *first = &side->of->accesses[line->first_access];
      for (size_t a = 0; a < line->n_accesses; a++)
         if (first[a].datum < m->view->data->n_data
             && m->view->object_of[first[a].datum] == index)
            return true;
   }
   return false;
}

/* Whether a layout file can have the symbol of a variable. */
static bool is_usable(const char *symbol)
{
   return symbol != NULL && ac_layout_is_name(symbol) && strchr(symbol, ' ') == NULL;
}

static void suggest(maker *m, uint32_t index)
{
   making k = { .out = m->out,
                .report = m->report,
                .view = m->view,
                .stakes = &m->stakes,
                .index = index,
                .object = &m->view->objects[index] };
   int64_t misses = ac_data_misses(m->view, k.object->counts);
   ac_data_kind kind = k.object->of->kind;
   bool is_missed = misses >= AC_DATA_LEAST_MISSES && misses >= m->stakes.misses / 100;
   if (!is_missed && !is_shared(m, index))
      return;
   if ((kind != AC_DATA_HEAP && kind != AC_DATA_STATIC)
       || (kind == AC_DATA_STATIC && !is_usable(k.object->of->name))) {
      add_note(m, k.object, "rules apply only to blocks and named variables");
      return;
   }
   k.lack = ac_layout_lacks(k.object->type);
   if (is_missed) {
      ac_suggest_fields(&k);
      ac_suggest_rows(&k);
      ac_suggest_pages(&k);
   }
   ac_suggest_shared(&k);
   keep(m, &k);
}

/* ---- The whole -------------------------------------------------------------- */

static int compare_suggested(const void *a, const void *b)
{
   const ac_suggested *x = a, *y = b;
   return ac_suggest_compare(&x->rules[0], &y->rules[0])
             ?: tk_compare((uintptr_t)x->object, (uintptr_t)y->object);
}

static void begin(maker *m)
{
   ac_suggestions *out = m->out;
   size_t n = m->view->n_objects + 1;
   out->of = tk_arena_get(&out->arena, n * sizeof *out->of);
   out->notes = tk_arena_get(&out->arena, n * sizeof *out->notes);
   m->names = tk_arena_get(&out->arena, n * sizeof *m->names);
   for (size_t i = 0; i < n; i++)
      m->names[i] = NULL;
}

void ac_suggest_open(ac_suggestions *suggestions, const tk_alloc *alloc,
                     const ac_profile *profile, const ac_data_report *report)
{
   maker m = { .out = suggestions, .view = &report->view, .report = report };
   *suggestions = (ac_suggestions){ .n = 0 };
   tk_arena_init(&suggestions->arena, alloc, AN_LABEL);
   ac_stakes_open(&m.stakes, profile, report);
   begin(&m);
   for (size_t i = 0; i < m.view->n_objects; i++)
      suggest(&m, (uint32_t)i);
   qsort(suggestions->of, suggestions->n, sizeof *suggestions->of, compare_suggested);
}
