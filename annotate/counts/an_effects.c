/* an_effects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_effects.h"

#include <string.h>

#define LABEL "an.effects"

enum { LAST = 4, LEVELS = LAST + 1 };

typedef struct an_effect {
   an_effect_group group;
   double price;    /* of one; 0: it has no share of the group's cycles */
   char what, mode; /* of misses: 'I' or 'D', 'r' or 'w' */
   int level;       /* from 1, LAST; 0: no misses */
   int reason;      /* that such misses have: their level; 0: none */
} an_effect;

/* ---- What events are ---- */

/* "D1mr", "I2mr", "DLmw". */
static bool is_miss(const char *name, an_effect *effect)
{
   static const char levels[] = "123L";
   static const double prices[LEVELS] = { 0, 10, 20, 40, 100 };
   const char *level = strlen(name) == 4 ? strchr(levels, name[1]) : NULL;
   if (level == NULL || (name[0] != 'I' && name[0] != 'D') || name[2] != 'm'
       || (name[3] != 'r' && name[3] != 'w'))
      return false;
   *effect = (an_effect){ .what = name[0], .mode = name[3],
                          .level = (int)(level - levels) + 1 };
   effect->group = name[0] == 'I' ? AN_EFFECT_CODE : AN_EFFECT_DATA;
   effect->price = prices[effect->level];
   return true;
}

static const struct {
   const char *name;
   an_effect effect;
} others[] = {
   { "Ir", { AN_EFFECT_RUN, 1, 0, 0, 0, 0 } },
   { "Bcm", { AN_EFFECT_BRANCH, 1, 0, 0, 0, 0 } },
   { "Bim", { AN_EFFECT_BRANCH, 1, 0, 0, 0, 0 } },
   { "ITm", { AN_EFFECT_CODE, 0, 0, 0, 0, 0 } },
   { "ITw", { AN_EFFECT_CODE, 30, 0, 0, 0, 0 } },
   { "DTm", { AN_EFFECT_DATA, 0, 0, 0, 0, 0 } },
   { "DTw", { AN_EFFECT_DATA, 30, 0, 0, 0, 0 } },
   { "Cx", { AN_EFFECT_RUN, 0, 0, 0, 0, 0 } },
   { "Cf", { AN_EFFECT_CODE, 0, 0, 0, 0, 0 } },
   { "Cd", { AN_EFFECT_DATA, 0, 0, 0, 0, 0 } },
   { "Cb", { AN_EFFECT_BRANCH, 0, 0, 0, 0, 0 } },
   { "Lcold", { AN_EFFECT_NONE, 0, 0, 0, 0, LAST } },
   { "Lcap", { AN_EFFECT_NONE, 0, 0, 0, 0, LAST } },
   { "Lconf", { AN_EFFECT_NONE, 0, 0, 0, 0, LAST } },
   { "D1cold", { AN_EFFECT_NONE, 0, 0, 0, 0, 1 } },
   { "D1cap", { AN_EFFECT_NONE, 0, 0, 0, 0, 1 } },
   { "D1conf", { AN_EFFECT_NONE, 0, 0, 0, 0, 1 } },
};

static an_effect effect_of(const char *name)
{
   an_effect effect = { .group = AN_EFFECT_NONE };
   if (is_miss(name, &effect))
      return effect;
   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      if (strcmp(name, others[i].name) == 0)
         return others[i].effect;
   return effect;
}

bool an_effects_open(an_effects *effects, const tk_alloc *alloc,
                     const an_profile *profile)
{
   size_t n = an_profile_n_events(profile);
   *effects = (an_effects){ .n = n, .alloc = alloc };
   effects->of = tk_get(alloc, LABEL, n * sizeof *effects->of);
   effects->before = tk_get(alloc, LABEL, n * sizeof *effects->before);
   if (effects->of == NULL || effects->before == NULL) {
      an_effects_close(effects);
      return false;
   }
   for (size_t i = 0; i < AN_N_EFFECT_GROUPS; i++)
      effects->cycles[i] = SIZE_MAX;
   for (size_t i = 0; i < n; i++) {
      const char *name = an_profile_event(profile, i);
      effects->of[i] = effect_of(name);
      if (name[0] == 'C' && effects->of[i].group != AN_EFFECT_NONE)
         effects->cycles[effects->of[i].group] = i;
   }
   return true;
}

void an_effects_close(an_effects *effects)
{
   tk_put(effects->alloc, effects->of);
   tk_put(effects->alloc, effects->before);
   effects->of = NULL;
   effects->before = NULL;
}

an_effect_group an_effects_group(const an_effects *effects, size_t event)
{
   return effects->of[event].group;
}

/* ---- Changes ---- */

static bool is_behind(const an_effect *a, const an_effect *b)
{
   return b->level > 0 && a->what == b->what && a->mode == b->mode
          && a->level > b->level;
}

void an_effects_choose_behind(const an_effects *effects, bool *chosen)
{
   for (size_t i = 0; i < effects->n; i++)
      for (size_t k = 0; chosen[i] && k < effects->n; k++)
         chosen[k] |= is_behind(&effects->of[k], &effects->of[i]);
}

/* Misses go with their reasons: those of the level, and of data those behind it. */
static void follow_reasons(const an_effects *effects, const bool *chosen, int level,
                           double *row)
{
   double all = 0, left = 0;
   for (size_t i = 0; i < effects->n; i++) {
      if (effects->of[i].reason == level) {
         all += effects->before[i];
         left += row[i];
      }
   }
   for (size_t i = 0; i < effects->n && left < all; i++) {
      const an_effect *e = &effects->of[i];
      bool follows = level == 1 ? e->level >= 1 && e->what == 'D' : e->level == level;
      if (follows && !chosen[i])
         row[i] *= left / all;
   }
}

/* The group's cycles change as the price of its events does. */
static void follow_cycles(const an_effects *effects, const bool *chosen,
                          an_effect_group group, double *row)
{
   double before = 0, after = 0;
   size_t cycles = effects->cycles[group];
   if (cycles == SIZE_MAX || chosen[cycles])
      return;
   for (size_t i = 0; i < effects->n; i++)
      if (effects->of[i].group == group) {
         before += effects->of[i].price * effects->before[i];
         after += effects->of[i].price * row[i];
      }
   if (before > 0)
      row[cycles] *= after / before;
}

void an_effects_change(const an_effects *effects, const bool *chosen, double factor,
                       const double *part, double *row)
{
   memcpy(effects->before, row, effects->n * sizeof *row);
   for (size_t i = 0; i < effects->n; i++)
      if (chosen[i])
         row[i] -= (1 - factor) * (part == row ? effects->before[i] : part[i]);
   follow_reasons(effects, chosen, 1, row);
   follow_reasons(effects, chosen, LAST, row);
   for (int group = AN_EFFECT_RUN; group < AN_N_EFFECT_GROUPS; group++)
      follow_cycles(effects, chosen, (an_effect_group)group, row);
}
