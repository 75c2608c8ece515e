/* ah_findings_owners.c -- what owner snapshots say is wrong: what is lost, what only
   grows, and what is kept though nobody reads it any more.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings_private.h"

#define LABEL "hp.findings"

/* ---- Lost ---- */

/* What each site's lost blocks retain, in `lost`, by site. */
static void sum_lost(const ah_profile *profile, const ah_look *look, ah_amount *lost)
{
   for (size_t i = 0; i < look->n_retainers; i++) {
      const ah_retainer *retainer = &look->retainers[i];
      const ah_retainer *above = retainer->above < 0 ? NULL
                                                     : &look->retainers[retainer->above];
      if (!retainer->is_ignored && retainer->kind == AH_RETAINER_SITE && above != NULL
          && above->kind == AH_RETAINER_ROOT
          && profile->roots[above->what].kind == AH_ROOT_LOST)
         ah_amount_add(&lost[retainer->what], retainer->retained);
   }
}

static void add_lost(ah_search *s, const ah_group *group, const uint32_t *sites, size_t n,
                     ah_amount lost)
{
   ah_rare rare;
   ah_finding f = { .kind = AH_LOST,
                    .type = group->type,
                    .site = sites[0],
                    .n_sites = n,
                    .of = s->profile->sites[sites[0]] };
   if (n > 1) {
      if (!ah_group_sum(&f.of, &rare, s->profile, sites, n))
         return;
      ah_search_keep_rare(s, &f);
   }
   f.saves[AH_WHEN_END] = f.saves[AH_WHEN_RUN] = lost;
   f.when = AH_WHEN_END;
   ah_search_add(s, f);
}

/* Anything lost is a finding; small ones of a group are one. */
static void find_lost(ah_search *s, const ah_group *group, const ah_amount *lost,
                      uint32_t *rest)
{
   size_t n_rest = 0;
   ah_amount sum = { 0 };
   for (size_t i = 0; i < group->n; i++) {
      uint32_t site = group->sites[i];
      if (lost[site].blocks == 0)
         continue;
      if (lost[site].bytes >= s->t->bytes) {
         add_lost(s, group, &site, 1, lost[site]);
      } else {
         rest[n_rest++] = site;
         ah_amount_add(&sum, lost[site]);
      }
   }
   if (n_rest > 0)
      add_lost(s, group, rest, n_rest, sum);
}

static void find_all_lost(ah_search *s, uint32_t *rest)
{
   const ah_profile *p = s->profile;
   const ah_look *look = ah_look_at_end(p);
   if (look == NULL)
      return;
   ah_amount *lost = tk_get_zeroed(s->found->alloc, "hp.findings",
                                   (p->n_sites + 1) * sizeof *lost);
   sum_lost(p, look, lost);
   for (size_t i = 0; i < s->groups->n; i++)
      find_lost(s, &s->groups->groups[i], lost, rest);
}

/* ---- What keeps blocks ---- */

/* A variable, or what else is outside of the heap. */
static bool is_top(const ah_keeper *keeper)
{
   return keeper->above < 0 && keeper->site == AH_NO_SITE
          && keeper->kind != AH_KEEPER_LOST;
}

/* The site with most bytes, of those that the program decides about, among the blocks
   that the keeper retains; AH_NO_SITE: it has none. */
static uint32_t main_site(const ah_search *s, const ah_keepers *keepers, size_t top)
{
   int64_t most_B = -1;
   uint32_t site = AH_NO_SITE;
   for (size_t i = top + 1; i < keepers->n; i++) {
      const ah_keeper *keeper = &keepers->of[i];
      size_t at = i;
      while (keepers->of[at].above >= 0)
         at = (size_t)keepers->of[at].above;
      if (at != top || !s->groups->is_of_program[keeper->site]
          || keeper->own.bytes <= most_B)
         continue;
      most_B = keeper->own.bytes;
      site = keeper->site;
   }
   return site;
}

/* Adds a finding about the keeper, if the program decides about its blocks. */
static void add_kept(ah_search *s, ah_finding f, const ah_keepers *keepers, size_t top)
{
   f.site = main_site(s, keepers, top);
   if (f.site == AH_NO_SITE)
      return;
   f.keeper = &keepers->of[top];
   f.n_sites = 1;
   f.of = s->profile->sites[f.site];
   f.type = s->groups->types[f.site];
   f.when = ah_search_when(s, &f);
   ah_search_add(s, f);
}

/* ---- What only grows ---- */

/* Looks that are compared, as indices; a series. */
typedef struct {
   size_t *of, n;
} series;

/* Those that were asked for, if they are enough: what the program frees at its end says
   nothing of its growth.  Else all. */
static void choose_looks(const ah_search *s, series *looks)
{
   const ah_profile *p = s->profile;
   looks->n = 0;
   for (size_t i = 0; i < p->n_looks; i++)
      if (p->looks[i].why == AH_LOOK_ASKED || p->looks[i].why == AH_LOOK_TIME)
         looks->of[looks->n++] = i;
   if (looks->n >= s->t->looks)
      return;
   for (looks->n = 0; looks->n < p->n_looks; looks->n++)
      looks->of[looks->n] = looks->n;
}

/* A keeper of the last look: the same in the look that was reached, AH_NO_KEEPER if it is
   not there, and what it retains there. */
typedef struct {
   uint32_t index;
   bool grows;
   ah_amount retained;
} trace;

/* Goes from a look to the one before; what was not there retained nothing. */
static void trace_back(trace *traces, size_t n, const uint32_t *old_of,
                       const ah_keepers *earlier)
{
   for (size_t i = 0; i < n; i++) {
      trace *t = &traces[i];
      if (!t->grows)
         continue;
      t->index = t->index == AH_NO_KEEPER ? AH_NO_KEEPER : old_of[t->index];
      ah_amount before = t->index == AH_NO_KEEPER ? (ah_amount){ 0, 0 }
                                                  : earlier->of[t->index].retained;
      t->grows = before.bytes < t->retained.bytes;
      t->retained = before;
   }
}

static void add_growing(ah_search *s, const series *looks, const trace *traces)
{
   const ah_keepers *last = &s->keepers[looks->of[looks->n - 1]];
   for (size_t i = 0; i < last->n; i++) {
      ah_amount now = last->of[i].retained, before = traces[i].retained;
      ah_amount grown = { now.bytes - before.bytes, now.blocks - before.blocks };
      ah_finding f = { .kind = AH_GROWING, .n_looks = looks->n, .before = before };
      if (!traces[i].grows || grown.bytes < s->least_bytes)
         continue;
      if (grown.blocks < 0)
         grown.blocks = 0; /* fewer, but larger */
      f.saves[AH_WHEN_RUN] = grown;
      if (s->profile->looks[looks->of[looks->n - 1]].why == AH_LOOK_END)
         f.saves[AH_WHEN_END] = grown;
      add_kept(s, f, last, i);
   }
}

static void find_series(ah_search *s, const series *looks)
{
   const tk_alloc *alloc = s->found->alloc;
   const ah_keepers *last = &s->keepers[looks->of[looks->n - 1]];
   size_t most = 0;
   for (size_t i = 0; i < looks->n; i++)
      if (s->keepers[looks->of[i]].n > most)
         most = s->keepers[looks->of[i]].n;
   trace *traces = tk_get(alloc, LABEL, (last->n + 1) * sizeof *traces);
   uint32_t *old_of = tk_get(alloc, LABEL, (most + 1) * sizeof *old_of);
   for (uint32_t i = 0; i < last->n; i++)
      traces[i] = (trace){ i, is_top(&last->of[i]), last->of[i].retained };
   for (size_t i = looks->n - 1; i > 0; i--) {
      const ah_keepers *earlier = &s->keepers[looks->of[i - 1]];
      ah_keepers_match(earlier, &s->keepers[looks->of[i]], true, old_of);
      trace_back(traces, last->n, old_of, earlier);
   }
   add_growing(s, looks, traces);
}

static void find_growing(ah_search *s)
{
   const ah_profile *p = s->profile;
   series looks = { .of = tk_get(s->found->alloc, LABEL,
                                 (p->n_looks + 1) * sizeof *looks.of) };
   choose_looks(s, &looks);
   if (looks.n > 1 && looks.n >= s->t->looks)
      find_series(s, &looks);
}

/* ---- What nobody reads any more ---- */

/* Blocks that were live at the peak, too, if they were older then. */
static void find_idle(ah_search *s)
{
   const ah_profile *p = s->profile;
   const ah_look *look = ah_look_at_end(p);
   const ah_keepers *keepers = &s->keepers[ah_look_last(p)];
   bool at_peak = ah_profile_has_peak_time(p) && p->totals.peak_time >= look->idle_since;
   for (size_t i = 0; i < keepers->n; i++) {
      const ah_keeper *keeper = &keepers->of[i];
      ah_finding f = { .kind = AH_IDLE };
      if (!is_top(keeper) || keeper->idle.blocks == 0
          || keeper->idle.bytes < s->least_bytes
          || 100.0L * keeper->idle.bytes < s->t->idle * keeper->retained.bytes)
         continue;
      for (ah_when when = at_peak ? AH_WHEN_PEAK : AH_WHEN_END; when < AH_N_WHENS; when++)
         f.saves[when] = keeper->idle;
      add_kept(s, f, keepers, i);
   }
}

/* ---- All ---- */

void ah_search_owners(ah_search *s, uint32_t *rest)
{
   find_all_lost(s, rest);
   if (s->keepers == NULL)
      return;
   if (ah_finding_lacks(AH_GROWING, s->profile) == NULL)
      find_growing(s);
   if (ah_finding_lacks(AH_IDLE, s->profile) == NULL)
      find_idle(s);
}
