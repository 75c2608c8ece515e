/* ac_effects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_effects.h"

#include <string.h>

#define LABEL "an.effects"

/* What is known of an event that is not in the table. */
static const tk_event unknown;

void ac_effects_open(ac_effects *effects, const tk_alloc *alloc,
                     const ac_profile *profile)
{
   size_t n = ac_profile_n_events(profile);
   *effects = (ac_effects){ .n = n, .alloc = alloc };
   effects->of = tk_get(alloc, LABEL, n * sizeof *effects->of);
   effects->before = tk_get(alloc, LABEL, n * sizeof *effects->before);
   for (size_t i = 0; i < TK_EVENT_GROUPS; i++)
      effects->cycles[i] = SIZE_MAX;
   for (size_t i = 0; i < n; i++) {
      const tk_event *event = tk_event_find(ac_profile_event(profile, i));
      effects->of[i] = event == NULL ? &unknown : event;
      if (effects->of[i]->is_cycles)
         effects->cycles[effects->of[i]->group] = i;
   }
}

void ac_effects_close(ac_effects *effects)
{
   tk_put(effects->alloc, effects->of);
   tk_put(effects->alloc, effects->before);
   effects->of = NULL;
   effects->before = NULL;
}

tk_event_group ac_effects_group(const ac_effects *effects, size_t event)
{
   return effects->of[event]->group;
}

/* ---- Changes ---- */

static bool is_behind(const tk_event *a, const tk_event *b)
{
   return b->level > 0 && a->group == b->group && a->access == b->access
          && a->level > b->level;
}

void ac_effects_choose_behind(const ac_effects *effects, bool *chosen)
{
   for (size_t i = 0; i < effects->n; i++)
      for (size_t k = 0; chosen[i] && k < effects->n; k++)
         chosen[k] |= is_behind(effects->of[k], effects->of[i]);
}

/* Misses go with their reasons: those of the level, and of data those behind it. */
static void follow_reasons(const ac_effects *effects, const bool *chosen, unsigned level,
                           double *row)
{
   double all = 0, left = 0;
   for (size_t i = 0; i < effects->n; i++) {
      if (effects->of[i]->reason == level) {
         all += effects->before[i];
         left += row[i];
      }
   }
   for (size_t i = 0; i < effects->n && left < all; i++) {
      const tk_event *e = effects->of[i];
      bool follows = level == 1 ? tk_event_is_data_miss(e) : e->level == level;
      if (follows && !chosen[i])
         row[i] *= left / all;
   }
}

/* The group's cycles change as the price of its events does. */
static void follow_cycles(const ac_effects *effects, const bool *chosen,
                          tk_event_group group, double *row)
{
   double before = 0, after = 0;
   size_t cycles = effects->cycles[group];
   if (cycles == SIZE_MAX || chosen[cycles])
      return;
   for (size_t i = 0; i < effects->n; i++)
      if (effects->of[i]->group == group) {
         before += effects->of[i]->price * effects->before[i];
         after += effects->of[i]->price * row[i];
      }
   if (before > 0)
      row[cycles] *= after / before;
}

void ac_effects_change(const ac_effects *effects, const bool *chosen, double factor,
                       const double *part, double *row)
{
   memcpy(effects->before, row, effects->n * sizeof *row);
   for (size_t i = 0; i < effects->n; i++)
      if (chosen[i])
         row[i] -= (1 - factor) * (part == row ? effects->before[i] : part[i]);
   follow_reasons(effects, chosen, 1, row);
   follow_reasons(effects, chosen, TK_EVENT_LAST, row);
   for (int group = TK_EVENT_RUN; group < TK_EVENT_GROUPS; group++)
      follow_cycles(effects, chosen, (tk_event_group)group, row);
}
