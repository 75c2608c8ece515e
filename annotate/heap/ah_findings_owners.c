/* ah_findings_owners.c -- what owner snapshots say is wrong: rings, what is lost, and
   what only grows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings_private.h"

#include <string.h>

/* ---- Rings ---- */

/* Were all lost blocks of the site known before (ah_ignored.h)? */
static bool is_ignored(const ah_look *look, uint32_t site)
{
   ah_amount lost = { 0 }, ignored = { 0 };
   for (size_t i = 0; i < look->n_leak_sites; i++)
      if (look->leak_sites[i].site == site
          && look->leak_sites[i].leak <= AH_LEAK_INDIRECT) {
         ah_amount_add(&lost, look->leak_sites[i].amount);
         ah_amount_add(&ignored, look->leak_sites[i].ignored);
      }
   return lost.blocks == 0 && ignored.blocks > 0;
}

/* The finding, from the first on, of rings that the same field closes; else the one that
   is added for them. */
static ah_finding *cycle_of(ah_search *s, size_t first, const ah_ring *ring)
{
   ah_ring_name name;
   ah_ring_name_make(&name, s->groups->types, ring);
   for (size_t i = first; i < s->found->n; i++) {
      ah_finding *f = &s->found->findings[i];
      if (ah_ring_name_is_same(&f->ring, &name)
          && (name.type != NULL || f->site == ring->site))
         return f;
   }
   ah_search_add(s, (ah_finding){ .kind = AH_CYCLE,
                                  .site = ring->site,
                                  .n_sites = 1,
                                  .of = s->profile->sites[ring->site],
                                  .type = s->groups->types[ring->site],
                                  .when = AH_WHEN_END,
                                  .ring = name });
   return &s->found->findings[s->found->n - 1];
}

/* Any ring is a finding.  Its site is that with most bytes, of those that one field
   closes. */
static ah_amount find_cycles(ah_search *s, const ah_look *look)
{
   size_t first = s->found->n;
   ah_amount all = { 0 };
   int64_t *most_B = tk_get_zeroed(s->found->alloc, AN_LABEL,
                                   (look->n_rings + 1) * sizeof *most_B);
   for (size_t i = 0; i < look->n_rings; i++) {
      const ah_ring *ring = &look->rings[i];
      if (is_ignored(look, ring->site))
         continue;
      ah_finding *f = cycle_of(s, first, ring);
      int64_t *most = &most_B[f - &s->found->findings[first]];
      f->n_cycles += ring->n; /* fits: each has blocks of a sum that does */
      ah_amount_add(&f->saves[AH_WHEN_END], ring->lost);
      f->saves[AH_WHEN_RUN] = f->saves[AH_WHEN_END];
      ah_amount_add(&all, ring->lost);
      if (ring->lost.bytes > *most) {
         *most = ring->lost.bytes;
         f->site = ring->site;
         f->of = s->profile->sites[ring->site];
         f->type = s->groups->types[ring->site];
      }
   }
   return all;
}

/* ---- Lost ---- */

/* Takes what rings have out of each site's lost blocks: all, if all are in rings; and
   leaves no more than all that is lost without a ring. */
static void take_rings(const ah_look *look, ah_amount rings, ah_amount *lost)
{
   ah_amount all = ah_look_lost(look);
   ah_amount rest = { all.bytes - rings.bytes, all.blocks - rings.blocks };
   for (size_t i = 0; i < look->n_leak_sites; i++) {
      const ah_leak_site *leak = &look->leak_sites[i];
      if (leak->leak != AH_LEAK_DEFINITE || lost[leak->site].blocks == 0)
         continue;
      ah_amount *of = &lost[leak->site];
      if (leak->rings >= leak->amount.blocks || rest.blocks <= 0)
         *of = (ah_amount){ 0, 0 };
      if (of->bytes > rest.bytes)
         of->bytes = rest.bytes;
      if (of->blocks > rest.blocks)
         of->blocks = rest.blocks;
   }
}

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
   ah_amount *lost = tk_get_zeroed(s->found->alloc, AN_LABEL,
                                   (p->n_sites + 1) * sizeof *lost);
   sum_lost(p, look, lost);
   for (size_t i = 0; i < look->n_leak_sites; i++)
      s->is_kept[look->leak_sites[i].site] |= look->leak_sites[i].leak
                                              <= AH_LEAK_INDIRECT;
   if (look->n_rings > 0)
      take_rings(look, find_cycles(s, look), lost);
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

/* Whether the keeper is below `top`, and of a site that the program decides about. */
static bool is_below(const ah_search *s, const ah_keepers *keepers, size_t i, size_t top)
{
   const ah_keeper *keeper = &keepers->of[i];
   while (keepers->of[i].above >= 0)
      i = (size_t)keepers->of[i].above;
   return i == top && keeper->site != AH_NO_SITE
          && s->groups->is_of_program[keeper->site];
}

/* Of those below `top` the one with most bytes; `top`: there is none.  It has many
   blocks: the table that refers to them grows in few steps. */
static size_t main_below(const ah_search *s, const ah_keepers *keepers, size_t top)
{
   enum { MANY = 16, PARTS = 8 };
   size_t most = top;
   int64_t n = keepers->of[top].retained.blocks;
   for (size_t i = top + 1; i < keepers->n; i++) {
      ah_amount own = keepers->of[i].own;
      if (is_below(s, keepers, i, top) && (n < MANY || own.blocks >= n / PARTS)
          && (most == top || own.bytes > keepers->of[most].own.bytes))
         most = i;
   }
   return most;
}

/* Where blocks are added: the first one on the way to that with most bytes that has about
   as many blocks, or is an array that grew. */
static uint32_t adding_site(const ah_search *s, const ah_keepers *keepers, size_t most)
{
   uint32_t site = keepers->of[most].site;
   for (int64_t i = keepers->of[most].above; i >= 0; i = keepers->of[i].above) {
      const ah_keeper *keeper = &keepers->of[i];
      if (keeper->site == AH_NO_SITE || !s->groups->is_of_program[keeper->site])
         continue;
      const ah_rare *rare = ah_site_rare(&s->profile->sites[keeper->site]);
      if (2 * keeper->own.blocks >= keepers->of[most].own.blocks || rare->reallocs > 0
          || rare->outgrown.blocks > 0)
         site = keeper->site;
   }
   return site;
}

/* ---- What only grows ---- */

/* Looks that are compared, as indices; a series. */
typedef struct {
   size_t *of, n;
   bool has_asked; /* the program or the user chose some of them */
} series;

static bool is_in_between(const ah_look *look)
{
   return look->why == AH_LOOK_ASKED || look->why == AH_LOOK_TIME;
}

/* Looks in between; with `has_rest` the last one, before the program frees what it has,
   and if they are few, that near the peak. */
static void choose_looks(const ah_search *s, series *looks, bool has_rest)
{
   const ah_profile *p = s->profile;
   size_t n_between = 0, kept = ah_look_kept(p);
   looks->n = 0;
   looks->has_asked = false;
   for (size_t i = 0; i < p->n_looks; i++) {
      n_between += is_in_between(&p->looks[i]);
      looks->has_asked |= p->looks[i].why == AH_LOOK_ASKED;
   }
   bool has_peak = has_rest && n_between < s->t->looks;
   for (size_t i = 0; i < p->n_looks; i++)
      if (is_in_between(&p->looks[i]) || (has_rest && i == kept)
          || (has_peak && p->looks[i].why == AH_LOOK_PEAK))
         looks->of[looks->n++] = i;
}

/* A keeper of the last look: the same in the look that was reached, AH_NO_KEEPER if it is
   not there, what it retains there, and how it went on. */
typedef struct {
   uint32_t index;
   bool shrinks, was_idle; /* a good part of it, in the last look before the end */
   ah_amount retained;
   int64_t time;     /* of that look */
   int64_t gap;      /* the longest time between two looks */
   size_t n, n_more; /* looks behind that one, and with more than before */
} trace;

static bool is_idle(const ah_keeper *keeper)
{
   enum { PARTS = 4 };
   return PARTS * keeper->idle.bytes >= keeper->retained.bytes;
}

/* Goes from a look to the one before.  Where it was not there yet, it begins. */
static void trace_back(trace *traces, size_t n, const uint32_t *old_of,
                       const ah_keepers *earlier, int64_t time)
{
   for (size_t i = 0; i < n; i++) {
      trace *t = &traces[i];
      if (t->shrinks || t->index == AH_NO_KEEPER)
         continue;
      t->index = old_of[t->index];
      if (t->index != AH_NO_KEEPER && t->n == 0)
         t->was_idle |= is_idle(&earlier->of[t->index]);
      ah_amount before = t->index == AH_NO_KEEPER ? (ah_amount){ 0, 0 }
                                                  : earlier->of[t->index].retained;
      t->shrinks = before.bytes > t->retained.bytes;
      t->n++;
      t->n_more += before.bytes < t->retained.bytes;
      if (t->time - time > t->gap)
         t->gap = t->time - time;
      t->time = time;
      t->retained = before;
   }
}

/* Of some looks, or snapshots, so many had more than the one before. */
static bool are_most(size_t n_more, size_t n)
{
   return 4 * n_more >= 3 * n;
}

/* The bytes of the site's live blocks. */
static int64_t live_in(const ah_snapshot *snapshot, uint32_t site)
{
   for (size_t k = 0; k < snapshot->n_sites; k++)
      if (snapshot->sites[k].site == site)
         return snapshot->sites[k].amount.bytes;
   return 0;
}

/* Whether the site's live blocks grow in most periodic snapshots until the look, and are
   never fewer; "fewer" allows for some that live for a moment. */
static bool site_grows(const ah_profile *p, uint32_t site, int64_t until)
{
   enum { LEAST = 8, MOMENT = 64 };
   size_t n = 0, n_more = 0;
   int64_t before = 0;
   for (size_t i = 0; i < p->n_snapshots && p->snapshots[i].time <= until; i++) {
      const ah_snapshot *snapshot = &p->snapshots[i];
      if (snapshot->asked)
         continue;
      int64_t live_B = live_in(snapshot, site);
      if (live_B < before - before / MOMENT)
         return false;
      n += before > 0 || live_B > 0;
      n_more += live_B > before;
      before = live_B;
   }
   return n >= LEAST && are_most(n_more, n);
}

/* By how much the site's live blocks became fewer, at most, from one periodic snapshot to
   the next. */
static int64_t most_freed_B(const ah_profile *p, uint32_t site)
{
   int64_t most_B = 0, before_B = 0;
   for (size_t i = 0; i < p->n_snapshots; i++) {
      const ah_snapshot *snapshot = &p->snapshots[i];
      if (snapshot->asked)
         continue;
      int64_t live_B = live_in(snapshot, site);
      most_B = before_B - live_B > most_B ? before_B - live_B : most_B;
      before_B = live_B;
   }
   return most_B;
}

/* What is there for the whole run: variables of main, too, also of Rust's. */
static bool is_lasting(const ah_keeper *keeper)
{
   const char *in = keeper->kind == AH_KEEPER_LOCAL ? keeper->function : NULL;
   const char *scope = in == NULL ? NULL : strrchr(in, ':');
   return keeper->kind == AH_KEEPER_STATIC || keeper->kind == AH_KEEPER_THREAD_LOCAL
          || (in != NULL && strcmp(scope == NULL ? in : scope + 1, "main") == 0);
}

/* Until when the site can grow: the look, or a later peak. */
static int64_t until(const ah_profile *p, int64_t look)
{
   return ah_profile_has_peak_time(p) && p->totals.peak_time > look ? p->totals.peak_time
                                                                    : look;
}

/* When the program's own work ends: what is registered for its end only frees. */
static int64_t end_of_work(const ah_profile *p)
{
   for (size_t i = 0; i < p->n_looks; i++)
      if (p->looks[i].why == AH_LOOK_EXIT)
         return p->looks[i].time;
   return p->totals.end_time;
}

/* Whether the site still grows in the last quarter of the run: what was read in at first
   is no such thing. */
static bool grows_late(const ah_profile *p, uint32_t site)
{
   enum { PARTS = 16 };
   int64_t end = end_of_work(p), live_B = 0, most_B = p->sites[site].max.bytes;
   for (size_t i = 0; i < p->n_snapshots && p->snapshots[i].time <= end - end / 4; i++)
      live_B = live_in(&p->snapshots[i], site);
   return live_B <= most_B - most_B / PARTS;
}

/* Looks that are spread over the run prove it, but for a cache that is emptied between
   them: then snapshots know that its site lost half of what is there now.  While looks
   would take too long, few are taken: then snapshots tell how the site with most bytes
   went on, but not whether the same frame kept it. */
static bool is_growth(const ah_search *s, const series *looks, const trace *t,
                      const ah_keeper *keeper, uint32_t site)
{
   const ah_profile *p = s->profile;
   int64_t last = p->looks[looks->of[looks->n - 1]].time;
   bool is_spread = looks->has_asked
                    || (2 * t->gap <= last - t->time
                        && last >= p->totals.end_time - last);
   bool is_emptied = !looks->has_asked
                     && 2 * most_freed_B(p, site) > keeper->retained.bytes;
   if (!looks->has_asked && !grows_late(p, site))
      return false;
   return (is_spread && !is_emptied && t->n + 1 >= s->t->looks
           && t->n_more + 1 >= s->t->looks && are_most(t->n_more, t->n))
          || (is_lasting(keeper) && until(p, last) >= p->totals.end_time - until(p, last)
              && site_grows(p, site, until(p, last)));
}

/* Whether accesses tell that most of the blocks at the peak were read long after their
   birth, not only what leads to the next one, and not before: if snapshots do not know,
   because all that was read was read once. */
static bool is_in_use(const ah_site *site, bool was_idle)
{
   const ah_rare *rare = ah_site_rare(site);
   int64_t touched_B = site->total.bytes - rare->never_touched.bytes;
   int64_t read_B = site->total.bytes - rare->never_read.bytes;
   return rare->old_B > 0 && rare->idle.bytes < rare->old_B - rare->idle.bytes
          && read_B > touched_B / 3 && (was_idle || rare->reads <= read_B + read_B / 4);
}

/* Whether it is data: nobody reads it while it grows, but then most of it, in blocks and
   in bytes. */
static bool is_data(const ah_search *s, const ah_keepers *keepers, size_t top,
                    bool was_idle)
{
   ah_amount all = { 0 }, used = { 0 };
   for (size_t i = top + 1; i < keepers->n; i++) {
      if (!is_below(s, keepers, i, top))
         continue;
      ah_amount_add(&all, keepers->of[i].own);
      if (is_in_use(&s->profile->sites[keepers->of[i].site], was_idle))
         ah_amount_add(&used, keepers->of[i].own);
   }
   return used.bytes > all.bytes / 2 && used.blocks > all.blocks / 2;
}

static bool is_found(const ah_search *s, size_t first, const ah_keeper *keeper)
{
   for (size_t i = first; i < s->found->n; i++) {
      const ah_keeper *other = s->found->findings[i].keeper;
      if (other->kind == keeper->kind && other->line == keeper->line
          && other->name == keeper->name && other->file == keeper->file)
         return true;
   }
   return false;
}

/* What it grew by until the peak, as the site of most of it did.  Of a look shortly
   before the peak it is what had grown by then: others can keep blocks of the site. */
static ah_amount at_peak(const ah_profile *p, int64_t look, const ah_site *site,
                         ah_amount own, ah_amount grown)
{
   bool is_early = until(p, look) / 2 > look;
   if ((own.bytes <= site->at_peak.bytes && !is_early) || own.bytes == 0)
      return grown;
   long double part = (long double)site->at_peak.bytes / own.bytes;
   return (ah_amount){ part * grown.bytes, part * grown.blocks };
}

static void add_growing(ah_search *s, const series *looks, const trace *traces,
                        size_t first)
{
   const ah_keepers *last = &s->keepers[looks->of[looks->n - 1]];
   for (size_t i = 0; i < last->n; i++) {
      ah_amount now = last->of[i].retained, before = traces[i].retained;
      ah_amount grown = { now.bytes - before.bytes, now.blocks - before.blocks };
      ah_finding f = { .kind = AH_GROWING,
                       .n_sites = 1,
                       .keeper = &last->of[i],
                       .n_looks = traces[i].n + 1,
                       .before = before };
      size_t most;
      if (traces[i].shrinks || grown.bytes < s->least_bytes || grown.bytes == 0
          || (most = main_below(s, last, i)) == i
          || is_data(s, last, i, traces[i].was_idle)
          || !is_growth(s, looks, &traces[i], &last->of[i], last->of[most].site)
          || is_found(s, first, &last->of[i]))
         continue;
      if (grown.blocks < 0)
         grown.blocks = 0; /* fewer, but larger */
      f.saves[AH_WHEN_RUN] = grown;
      f.saves[AH_WHEN_PEAK] = at_peak(
         s->profile, s->profile->looks[looks->of[looks->n - 1]].time,
         &s->profile->sites[last->of[most].site], last->of[most].own, grown);
      f.up_to_B = before.bytes + f.saves[AH_WHEN_PEAK].bytes;
      if (now.bytes > f.up_to_B)
         f.up_to_B = now.bytes;
      if (s->profile->looks[looks->of[looks->n - 1]].why == AH_LOOK_END)
         f.saves[AH_WHEN_END] = grown;
      f.site = adding_site(s, last, most);
      f.of = s->profile->sites[f.site];
      f.type = s->groups->types[f.site];
      f.when = ah_search_when(s, &f);
      uint32_t *sites = tk_get(s->found->alloc, AN_LABEL, (last->n + 1) * sizeof *sites);
      for (size_t k = i + 1; k < last->n; k++)
         if (is_below(s, last, k, i) && !s->is_kept[last->of[k].site]) {
            s->is_kept[last->of[k].site] = true;
            sites[f.n_counted++] = last->of[k].site;
         }
      f.counted = sites;
      ah_search_add(s, f);
   }
}

static void find_series(ah_search *s, const series *looks, size_t first)
{
   const tk_alloc *alloc = s->found->alloc;
   const ah_profile *p = s->profile;
   size_t last_look = looks->of[looks->n - 1], most = 0;
   const ah_keepers *last = &s->keepers[last_look];
   for (size_t i = 0; i < looks->n; i++)
      if (s->keepers[looks->of[i]].n > most)
         most = s->keepers[looks->of[i]].n;
   trace *traces = tk_get(alloc, AN_LABEL, (last->n + 1) * sizeof *traces);
   uint32_t *old_of = tk_get(alloc, AN_LABEL, (most + 1) * sizeof *old_of);
   for (uint32_t i = 0; i < last->n; i++)
      traces[i] = (trace){ .index = i,
                           .shrinks = !is_top(&last->of[i]),
                           .was_idle = is_idle(&last->of[i]),
                           .retained = last->of[i].retained,
                           .time = p->looks[last_look].time };
   for (size_t i = looks->n - 1; i > 0; i--) {
      const ah_keepers *earlier = &s->keepers[looks->of[i - 1]];
      ah_keepers_match(earlier, &s->keepers[looks->of[i]], true, old_of);
      trace_back(traces, last->n, old_of, earlier, p->looks[looks->of[i - 1]].time);
   }
   add_growing(s, looks, traces, first);
}

/* First till the end; then what the program frees before that. */
static void find_growing(ah_search *s)
{
   size_t first = s->found->n;
   series looks = { .of = tk_get(s->found->alloc, AN_LABEL,
                                 (s->profile->n_looks + 1) * sizeof *looks.of) };
   for (int has_rest = 1; has_rest >= 0; has_rest--) {
      choose_looks(s, &looks, has_rest != 0);
      if (looks.n > 1)
         find_series(s, &looks, first);
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
}
