/* ah_findings.c -- what a profile says is wrong with a program's use of memory.

   heapprof says of each block how it was used: never touched, never read, or read, and
   then which of its bytes nobody needed.  Each byte is of one kind only, so no two
   findings about the peak count one twice: what the fields of a type explain is left out
   of the others.  From profiles with less, only what holds for all blocks of a site is
   taken.

   Sites that are findings of their own are listed one by one.  What is left of a
   group is judged as one site: each of its sites must be a finding but for the
   amount.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings_private.h"

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

/* ---- A site's blocks ---- */

static int64_t larger_of(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

int64_t ah_findings_blocks(const ah_site *site)
{
   return larger_of(0, site->total.blocks - ah_site_rare(site)->reallocs);
}

int64_t ah_finding_of_blocks(const ah_finding *finding)
{
   return larger_of(0, ah_findings_blocks(&finding->of) - finding->not_judged);
}

/* A finding about accesses needs all accesses to a block; one about lifetimes, the time
   of its birth. */
static int64_t not_judged_of(ah_finding_kind kind, const ah_site *site)
{
   return ah_finding_needs_accesses(kind) ? ah_site_rare(site)->partly.blocks
          : kind == AH_TEMPORARY          ? ah_site_rare(site)->old.blocks
                                          : 0;
}

/* a * b, or INT64_MAX. */
static int64_t product_of(int64_t a, int64_t b)
{
   int64_t product;
   return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static int64_t blocks_of(const ah_need *n)
{
   return n->untouched.blocks + n->unread.blocks + n->read.blocks;
}

/* DHAT has sums of reads and writes, and accesses by offset if all blocks have one size:
   then what no block touched.  Older profiles by heapprof count blocks that were not
   read. */
static ah_need need_of_sums(const ah_profile *profile, const ah_site *site, ah_when when)
{
   enum { LEAST_B = 32 }; /* fewer are padding, or a field */
   const ah_rare *rare = ah_site_rare(site);
   const ah_heat *heat = rare->heat;
   ah_amount all = when == AH_WHEN_PEAK ? site->at_peak : site->total;
   int64_t n = ah_findings_blocks(site), n_tail = 0, n_cold = 0;
   bool is_own = profile->is_heapprof;
   if (rare->partly.blocks > 0 || n == 0)
      return (ah_need){ .untouched = { 0, 0 } };
   if (is_own ? rare->never_touched.blocks >= n : rare->reads == 0 && rare->writes == 0)
      return (ah_need){ .untouched = all };
   if (is_own ? rare->never_read.blocks >= n : rare->reads == 0)
      return (ah_need){ .unread = all };
   ah_need need = { .read = all };
   if (heat == NULL || ah_heat_uncertain(profile, site) > 0)
      return need;
   while ((size_t)n_tail < heat->n && heat->sum[heat->n - 1 - (size_t)n_tail] == 0)
      n_tail++;
   for (size_t i = 0; i < heat->n; i++)
      n_cold += heat->sum[i] == 0;
   int64_t size_B = all.blocks > 0 ? all.bytes / all.blocks : 0;
   int64_t cold_B = product_of(n_cold, heat->unit_B);
   if (cold_B < LEAST_B || cold_B > size_B)
      return need;
   need.tail = product_of(product_of(n_tail, heat->unit_B), all.blocks);
   need.holes = product_of(product_of(n_cold - n_tail, heat->unit_B), all.blocks);
   return need;
}

/* Of which it is known how blocks were used. */
enum { MOMENTS = 2 };
static const ah_when moments[MOMENTS] = { AH_WHEN_PEAK, AH_WHEN_RUN };

static ah_need need_of(const ah_search *s, const ah_site *site, ah_when when)
{
   const ah_rare *rare = ah_site_rare(site);
   if (blocks_of(&rare->need) == 0)
      return need_of_sums(s->profile, site, when);
   return when == AH_WHEN_PEAK ? rare->need_at_peak : rare->need;
}

/* What is saved only over the run. */
static void save_of_run(ah_finding *f, ah_amount saved)
{
   memset(f->saves, 0, sizeof f->saves);
   f->saves[AH_WHEN_RUN] = saved;
}

/* ---- Findings about accesses ---- */

/* What blocks of that use waste, by one kind; *of: the bytes that this is a part of. */
typedef ah_amount waste_rule(const ah_search *s, const ah_need *n, ah_amount *of);

static ah_amount waste_untouched(const ah_search *s, const ah_need *n, ah_amount *of)
{
   (void)s;
   return *of = n->untouched;
}

/* What it costs in instructions to allocate, write and free, roughly. */
static long double cost_of(ah_amount amount)
{
   enum { INSTRS_A_BLOCK = 300, BYTES_AN_INSTR = 16 };
   return (long double)amount.blocks * INSTRS_A_BLOCK
          + (long double)amount.bytes / BYTES_AN_INSTR;
}

static bool is_felt(const ah_search *s, ah_amount amount)
{
   return s->any_rate || cost_of(amount) * 100 >= s->t->share * s->run;
}

/* Whether the bytes are a large enough part of the blocks that were read.  Of a buffer
   that is there for a moment, again and again, what is not used costs little. */
static bool is_large(const ah_search *s, long double percent, int64_t bytes,
                     const ah_need *n)
{
   return bytes > 0 && !s->is_scratch
          && (long double)bytes * 100 >= percent * n->read.bytes;
}

/* Most of each block is there for a small part of it.  If what is not needed is the end
   that nobody wrote to, it is slack instead. */
static ah_amount waste_kept(const ah_search *s, const ah_need *n, ah_amount *of)
{
   int64_t inside = n->holes + n->written;
   *of = n->read;
   return inside > n->tail && is_large(s, 100 - s->t->touched, inside + n->tail, n)
                && n->read.bytes >= s->t->size * n->read.blocks
             ? (ah_amount){ inside + n->tail, n->read.blocks }
             : (ah_amount){ 0, 0 };
}

static ah_amount waste_slack(const ah_search *s, const ah_need *n, ah_amount *of)
{
   *of = n->read;
   return is_large(s, s->slack, n->tail, n) && waste_kept(s, n, of).bytes == 0
             ? (ah_amount){ n->tail, n->read.blocks }
             : (ah_amount){ 0, 0 };
}

/* Blocks that were not read, and much of the others. */
static ah_amount waste_unread(const ah_search *s, const ah_need *n, ah_amount *of)
{
   ah_amount waste = n->unread;
   bool is_part = is_large(s, s->t->part, n->written, n)
                  && waste_kept(s, n, of).bytes == 0;
   *of = n->unread;
   if (!is_part || s->is_explained)
      return waste;
   ah_amount_add(&waste, (ah_amount){ n->written, n->read.blocks });
   ah_amount_add(of, n->read);
   return waste;
}

/* What is not at the peak makes no memory smaller.  Blocks that nobody needed, most of
   the site's, cost time. */
static bool is_worth_it(const ah_search *s, const ah_site *x, const ah_finding *f)
{
   ah_amount saved = ah_finding_saved(f);
   if (f->when != AH_WHEN_RUN || !s->profile->has_lifetimes)
      return true;
   return f->kind <= AH_UNREAD && 2 * saved.blocks >= ah_findings_blocks(x)
          && (!s->has_instrs || is_felt(s, saved));
}

static bool find_waste(const ah_search *s, const ah_site *x, ah_finding *f,
                       waste_rule *rule)
{
   ah_amount of[AH_N_WHENS] = { { 0, 0 } };
   memset(f->saves, 0, sizeof f->saves);
   for (size_t i = 0; i < MOMENTS; i++) {
      ah_need n = need_of(s, x, moments[i]);
      f->saves[moments[i]] = rule(s, &n, &of[moments[i]]);
   }
   f->when = ah_search_when(s, f);
   ah_amount all = of[f->when], saved = ah_finding_saved(f);
   if (saved.bytes <= 0 || saved.bytes < s->least_bytes || !is_worth_it(s, x, f))
      return false;
   f->size_B = (double)all.bytes / (double)all.blocks;
   f->used_B = (double)(all.bytes - saved.bytes) / (double)all.blocks;
   return true;
}

static bool find_untouched(const ah_search *s, const ah_site *x, ah_finding *f)
{
   return find_waste(s, x, f, waste_untouched);
}

static bool find_unread(const ah_search *s, const ah_site *x, ah_finding *f)
{
   return find_waste(s, x, f, waste_unread);
}

static bool find_slack(const ah_search *s, const ah_site *x, ah_finding *f)
{
   return !s->is_explained && find_waste(s, x, f, waste_slack);
}

static bool find_kept(const ah_search *s, const ah_site *x, ah_finding *f)
{
   return !s->is_explained && find_waste(s, x, f, waste_kept);
}

/* ---- Findings about lives and sizes ---- */

/* Freed blocks that lived at most as long as the search says; *median: half of those
   freed lived less. */
static int64_t count_temporary(const ah_search *s, const ah_site *x, int64_t *median)
{
   int64_t n = 0, all = 0, half = 0;
   for (size_t i = 0; i < x->lives.n; i++)
      all += x->lives.of[i].blocks;
   *median = 0;
   for (size_t i = 0; i < x->lives.n; i++) {
      const ah_class *class = &x->lives.of[i];
      int64_t end = class->number < 62 ? (int64_t)1 << class->number : INT64_MAX;
      half += class->blocks;
      if (*median == 0 && 2 * half >= all)
         *median = end;
      if (end - 1 <= s->longest)
         n += class->blocks;
   }
   return n;
}

/* If most blocks live for a short time, so many could be used again: those that were
   live at once without the others, which were kept.  0: most do not. */
static int64_t temporary_at_once(const ah_search *s, const ah_site *x)
{
   enum { TIMES_USED = 10 };
   const ah_rare *rare = ah_site_rare(x);
   int64_t all = ah_findings_blocks(x) - rare->old.blocks - rare->outgrown.blocks;
   int64_t n = s->n_temporary, at_once = larger_of(1, x->max.blocks - (all - n));
   return 2 * n >= all && n / TIMES_USED >= at_once ? at_once : 0;
}

/* An allocation has a price in instructions, if these are the unit of time. */
static bool find_temporary(const ah_search *s, const ah_site *x, ah_finding *f)
{
   int64_t n = s->n_temporary, at_once = temporary_at_once(s, x), saved = n - at_once;
   save_of_run(f, (ah_amount){ 0, saved });
   f->n_bad = n;
   f->median = s->median;
   return at_once > 0 && n >= s->least_freed && saved >= s->least_blocks
          && (!s->has_instrs || s->any_rate || n * s->t->rate >= s->run);
}

static void find_times(ah_search *s)
{
   s->run = ah_profile_watched(s->profile);
   s->longest = s->t->life / 100 * s->run;
   s->has_instrs = strcmp(s->profile->time_unit, "instrs") == 0;
   if (s->has_instrs && s->longest > s->t->instrs)
      s->longest = s->t->instrs;
}

/* How many steps by the factor it takes from one size to the other. */
static int64_t count_steps(int64_t from, int64_t to, long double factor)
{
   int64_t n = 0;
   long double size = from > 0 ? from : 1;
   if (factor <= 1)
      return size < to ? INT64_MAX : 0;
   for (; size < to; size *= factor)
      n++;
   return n;
}

/* By realloc, or by a larger block, a copy and a free.  Small steps are a fault wherever
   they are; those by a factor only where there are many, and the run feels them. */
static bool find_grown(const ah_search *s, const ah_site *x, ah_finding *f)
{
   const ah_rare *rare = ah_site_rare(x);
   ah_amount copied = { rare->moved.bytes, rare->reallocs };
   if (!ah_amount_add(&copied, rare->outgrown) || copied.blocks == 0)
      return false;
   save_of_run(f, copied);
   int64_t n = ah_findings_blocks(x) - rare->outgrown.blocks, steps = copied.blocks;
   if (n <= 0 || (copied.bytes < s->least_bytes && steps < s->least_blocks))
      return false;
   f->n_bad = n;
   bool is_small = steps >= s->t->reallocs * n
                   && steps / n
                         > count_steps(x->min_size, x->max_size, 1 + s->t->step / 100);
   return is_small
          || (s->has_instrs && steps >= s->t->steps * n && steps >= s->least_freed
              && is_felt(s, copied));
}

/* Those that are live at the peak, too, may have been in use then. */
static bool find_leaked(const ah_search *s, const ah_site *x, ah_finding *f)
{
   save_of_run(f, x->at_end);
   f->saves[AH_WHEN_END] = x->at_end;
   return x->at_end.blocks > 0 && x->at_end.bytes >= s->least_bytes;
}

/* Of the blocks at the peak that are old enough to tell, nearly all were not read again:
   what is looked up now and then is not so. */
static bool find_idle(const ah_search *s, const ah_site *x, ah_finding *f)
{
   enum { NEARLY = 90 };
   const ah_rare *rare = ah_site_rare(x);
   memset(f->saves, 0, sizeof f->saves);
   ah_amount saved = { rare->idle_saves_B, rare->idle.blocks };
   f->saves[AH_WHEN_PEAK] = f->saves[AH_WHEN_RUN] = saved;
   f->n_bad = x->at_peak.blocks;
   return saved.bytes > 0 && saved.bytes >= s->least_bytes
          && product_of(100, rare->idle.bytes) >= product_of(NEARLY, rare->old_B)
          && 100.0L * saved.bytes >= s->t->idle * x->at_peak.bytes;
}

/* ---- Sites ---- */

static bool (*const finders[AH_N_KINDS])(const ah_search *, const ah_site *,
                                         ah_finding *) = {
   [AH_UNTOUCHED] = find_untouched, [AH_UNREAD] = find_unread, [AH_SLACK] = find_slack,
   [AH_KEPT_PART] = find_kept,      [AH_GROWN] = find_grown,   [AH_LEAKED] = find_leaked,
   [AH_TEMPORARY] = find_temporary, [AH_IDLE] = find_idle,
};

/* Leaks can be of what the C library allocates for itself.  What keeps idle blocks can be
   a finding already, or why nobody needs them. */
static bool is_judged(const ah_search *s, ah_finding_kind kind, uint32_t site)
{
   return kind == AH_LEAKED
          || (s->groups->is_of_program[site] && !(kind == AH_IDLE && s->is_kept[site]));
}

static void add_sites(ah_search *s, ah_finding f, const uint32_t *sites, size_t n)
{
   f.when = ah_search_when(s, &f);
   f.site = sites[0];
   f.n_sites = n;
   f.counted = memcpy(tk_get(s->found->alloc, AN_LABEL, n * sizeof *sites), sites,
                      n * sizeof *sites);
   f.n_counted = n;
   f.not_judged = not_judged_of(f.kind, &f.of);
   for (size_t i = 0; i < n && ah_finding_needs_accesses(f.kind); i++)
      s->is_wasteful[sites[i]] = true;
   ah_search_add(s, f);
}

/* An array that grows by doubling has half of its room to spare at most, and 28 % on
   average; of a few, that can be chance. */
static long double slack_of_grown(const ah_search *s, const ah_site *of)
{
   long double usual = of->at_peak.blocks < s->t->records ? 50 : 35;
   return s->t->part > usual ? s->t->part : usual;
}

/* Looks at what the site, or the rest of a group, has apart from its sums. */
static void look_at(ah_search *s, const ah_site *of, const uint32_t *sites, size_t n)
{
   s->n_temporary = s->median = 0;
   s->is_explained = false;
   for (size_t i = 0; i < n; i++) {
      int64_t median;
      s->n_temporary += count_temporary(s, &s->profile->sites[sites[i]], &median);
      s->median = larger_of(s->median, median);
      s->is_explained |= s->has_fields[sites[i]];
   }
   s->is_scratch = temporary_at_once(s, of) > 0;
   s->slack = s->t->part;
   if (ah_site_rare(of)->reallocs > 0 || ah_site_rare(of)->outgrown.blocks > 0)
      s->slack = slack_of_grown(s, of);
}

/* Whether both are allocated at one line of the program, which two others call. */
static bool have_callers(const ah_profile *p, const ah_site *a, const ah_site *b)
{
   size_t i = ah_owner_caller(p, a), k = ah_owner_caller(p, b);
   const an_frame *all = p->frames;
   return i < a->n_frames && k < b->n_frames
          && an_frame_compare(&all[a->frames[ah_owner_frame(p, a)]],
                              &all[b->frames[ah_owner_frame(p, b)]])
                == 0
          && an_frame_compare(&all[a->frames[i]], &all[b->frames[k]]) != 0;
}

/* Whether another site of the group, for another caller, is none of any amount. */
static bool is_of_caller(const ah_search *any, ah_finding_kind kind,
                         const ah_group *group, const ah_site *site)
{
   for (size_t i = 0; i < group->n; i++) {
      const ah_site *of = &any->profile->sites[group->sites[i]];
      ah_search s = *any;
      ah_finding f = { .kind = kind };
      if (!have_callers(any->profile, site, of))
         continue;
      look_at(&s, of, &group->sites[i], 1);
      if (!finders[kind](&s, of, &f))
         return true;
   }
   return false;
}

/* The findings of a kind in a group; `rest` has room for its sites.  What is a finding is
   one of any amount, too: most sites are neither. */
static void find_kind(ah_search *s, ah_finding_kind kind, const ah_group *group,
                      uint32_t *rest)
{
   size_t n_rest = 0;
   ah_finding f = { .kind = kind, .type = group->type };
   for (size_t i = 0; i < group->n; i++) {
      uint32_t site = group->sites[i];
      const ah_site *of = &s->profile->sites[site];
      look_at(s, of, &site, 1);
      ah_search any = *s;
      any.least_bytes = any.least_blocks = any.least_freed = 0;
      any.any_rate = true;
      if (!finders[kind](&any, of, &f) || !is_judged(s, kind, site))
         continue;
      if (finders[kind](s, of, &f)) {
         f.of = *of;
         f.is_of_caller = ah_finding_needs_accesses(kind)
                          && is_of_caller(&any, kind, group, of);
         add_sites(s, f, &site, 1);
      } else {
         rest[n_rest++] = site;
      }
   }
   ah_rare rare;
   ah_rank_first(AH_SORT_PEAK, s->profile, rest, n_rest);
   if (n_rest < 2 || !ah_group_sum(&f.of, &rare, s->profile, rest, n_rest))
      return;
   look_at(s, &f.of, rest, n_rest);
   if (finders[kind](s, &f.of, &f)) {
      ah_search_keep_rare(s, &f);
      add_sites(s, f, rest, n_rest);
   }
}

/* ---- Fields ---- */

/* Adds elements of blocks that were read; bytes: elements.  False if a sum does not
   fit. */
static bool add_elements(ah_amount *all, const ah_search *s, const ah_site *site,
                         int64_t n_each)
{
   bool ok = true;
   for (size_t i = 0; i < MOMENTS; i++) {
      int64_t n = need_of(s, site, moments[i]).read.blocks;
      ok &= ah_amount_add(&all[moments[i]], (ah_amount){ product_of(n, n_each), n });
   }
   return ok;
}

/* Those of a set's blocks; none if a sum does not fit. */
static void count_elements(ah_amount *all, const ah_search *s, const ah_heat_set *set,
                           const ah_heat_view *view)
{
   memset(all, 0, AH_N_WHENS * sizeof *all);
   for (size_t i = 0; i < set->n; i++) {
      const ah_site *site = &s->profile->sites[set->sites[i]];
      if (!add_elements(all, s, site, ah_heat_elements(view, s->profile, site)))
         memset(all, 0, AH_N_WHENS * sizeof *all);
   }
}

/* In few blocks, unused bytes of a buffer are chance.  In many, a part of an array is the
   room that others may need, unless most of each block is unused. */
static bool is_counted(const ah_unused *unused, bool are_many, bool is_most)
{
   if (unused->field == NULL)
      return are_many;
   return unused->field->size_B == unused->size_B || (are_many && is_most);
}

/* Writes to f->unused.  Whether that is a finding. */
static bool look_for_unused(const ah_search *s, const ah_heat_set *set,
                            const ah_heat_view *view, ah_finding *f)
{
   long double run = s->t->run;
   ah_amount n[AH_N_WHENS];
   ah_when first = s->profile->has_lifetimes ? AH_WHEN_PEAK : AH_WHEN_RUN;
   count_elements(n, s, set, view);
   size_t n_all = ah_unused_find(f->unused, view,
                                 run < INT64_MAX ? (int64_t)run : INT64_MAX);
   int64_t sum = 0;
   for (size_t i = 0; i < n_all; i++)
      sum += f->unused[i].size_B;
   bool is_most = 100.0L * sum >= (100 - s->t->touched) * view->size_B;
   for (size_t i = 0; i < n_all; i++)
      if (is_counted(&f->unused[i], n[first].bytes >= s->t->records, is_most)) {
         f->unused_B += f->unused[i].size_B;
         f->unused[f->n_unused++] = f->unused[i];
      }
   f->size_B = (double)view->size_B;
   for (ah_when when = 0; when < AH_N_WHENS; when++)
      f->saves[when] = (ah_amount){ product_of(f->unused_B, n[when].bytes),
                                    n[when].blocks };
   f->when = ah_search_when(s, f);
   int64_t most = f->saves[first].bytes;
   return most > 0 && most >= s->least_bytes;
}

/* The bytes of the blocks that nobody needed, whatever their fields. */
static int64_t unused_of(const ah_search *s, const ah_heat_set *set, ah_when when)
{
   int64_t sum = 0;
   for (size_t i = 0; i < set->n; i++) {
      ah_need n = need_of(s, &s->profile->sites[set->sites[i]], when);
      sum += n.tail + n.holes + n.written;
   }
   return sum;
}

/* Fields explain at least half of that; without a type, they are only bytes, and what
   is said of the block as a whole comes first. */
static bool is_best(const ah_search *s, const ah_heat_set *set, const ah_finding *f)
{
   if (set->type != NULL && set->type->n_fields > 0)
      return 2 * ah_finding_saved(f).bytes >= unused_of(s, set, f->when);
   for (size_t i = 0; i < set->n; i++)
      if (s->is_wasteful[set->sites[i]])
         return false;
   return true;
}

static void find_fields(ah_search *s, const ah_heat_set *set)
{
   ah_heat_view view;
   ah_rare rare;
   ah_finding f = { .kind = AH_FIELDS,
                    .type = set->type,
                    .n_sites = set->n,
                    .counted = set->sites,
                    .n_counted = set->n,
                    .site = set->sites[0] };
   if (!ah_group_sum(&f.of, &rare, s->profile, set->sites, set->n))
      return;
   ah_heat_look(&view, s->found->alloc, s->profile, set);
   f.not_judged = not_judged_of(f.kind, &f.of);
   ah_search_keep_rare(s, &f);
   f.unused = tk_get(s->found->alloc, AN_LABEL, view.n * sizeof *f.unused);
   if (!look_for_unused(s, set, &view, &f) || !is_best(s, set, &f))
      return;
   ah_search_add(s, f);
   for (size_t i = 0; i < set->n; i++)
      s->has_fields[set->sites[i]] = true;
}

/* Of blocks whose type is known, or of the others. */
static void find_all_fields(ah_search *s, bool is_typed)
{
   ah_heat_sets sets;
   ah_heat_sets_make(&sets, s->found->alloc, s->profile, s->groups);
   for (size_t i = 0; i < sets.n; i++) {
      const ty_type *type = sets.sets[i].type;
      if ((type != NULL && type->n_fields > 0) == is_typed)
         find_fields(s, &sets.sets[i]);
   }
}

static void sum_unneeded(ah_search *s)
{
   for (size_t i = 0; i < s->profile->n_sites; i++) {
      uint32_t site = (uint32_t)i;
      look_at(s, &s->profile->sites[i], &site, 1);
      if (!s->groups->is_of_program[i] || s->is_scratch)
         continue;
      ah_need n = need_of(s, &s->profile->sites[i], AH_WHEN_PEAK);
      s->found->unneeded_B += n.untouched.bytes + n.unread.bytes + n.holes + n.written
                              + (s->slack > s->t->part ? 0 : n.tail);
   }
}

bool ah_findings_are_silent(const ah_findings *findings, const ah_profile *profile)
{
   enum { OF_THE_PEAK = 4 };
   for (size_t i = 0; i < findings->n; i++)
      if (findings->findings[i].when == AH_WHEN_PEAK)
         return false;
   return profile->totals.peak.bytes > 0
          && findings->unneeded_B >= profile->totals.peak.bytes / OF_THE_PEAK;
}

static void find_all(ah_search *s)
{
   const ah_profile *p = s->profile;
   const tk_alloc *alloc = s->found->alloc;
   size_t n = p->n_sites + 1;
   uint32_t *rest = tk_get(alloc, AN_LABEL, n * sizeof *rest);
   s->is_wasteful = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *s->is_wasteful);
   s->has_fields = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *s->has_fields);
   s->is_kept = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *s->is_kept);
   if (p->has_accesses) {
      sum_unneeded(s);
      find_all_fields(s, true);
   }
   ah_search_owners(s, rest);
   for (int k = 0; k < AH_N_KINDS; k++)
      for (size_t i = 0; i < s->groups->n; i++)
         if (finders[k] != NULL && ah_finding_lacks(k, p) == NULL)
            find_kind(s, (ah_finding_kind)k, &s->groups->groups[i], rest);
   if (p->has_accesses)
      find_all_fields(s, false);
}

/* ---- The list ---- */

/* What is saved of the peak and of the end is ranked by its amount alone; what only grows
   counts as if it were of the end, which may be a server's far away.  Behind it is what
   need not be a fault. */
static int rank_of(const ah_finding *finding)
{
   return finding->kind == AH_LEAKED                                    ? 1
          : finding->when == AH_WHEN_RUN && finding->kind != AH_GROWING ? 2
                                                                        : 0;
}

static int compare_findings(const void *a, const void *b, void *profile)
{
   const ah_finding *x = a, *y = b;
   ah_amount of_x = ah_finding_saved(x), of_y = ah_finding_saved(y);
   return tk_compare(rank_of(x), rank_of(y))
      ?: tk_compare_signed(of_y.bytes, of_x.bytes)
      ?: tk_compare_signed(of_y.blocks, of_x.blocks)
      ?: tk_compare(x->kind, y->kind)
      ?: ah_rank_paths(profile, x->site, y->site);
}

/* Takes out of what the finding saves of the peak what those before it save of the same
   blocks: these are about parts of blocks, each byte in one, or about whole ones.
   claimed[]: what both save, by site. */
static void claim(const ah_search *s, ah_finding *f, int64_t *const claimed[2])
{
   bool is_whole = f->kind == AH_GROWING || f->kind == AH_IDLE;
   ah_amount *saved = &f->saves[AH_WHEN_PEAK];
   long double all_B = 0, twice_B = 0;
   for (size_t i = 0; i < f->n_counted; i++)
      all_B += s->profile->sites[f->counted[i]].at_peak.bytes;
   for (size_t i = 0; i < f->n_counted && all_B > 0; i++) {
      uint32_t site = f->counted[i];
      long double at_B = s->profile->sites[site].at_peak.bytes;
      long double here_B = saved->bytes * (at_B / all_B);
      long double others_B = claimed[!is_whole][site] + (is_whole ? claimed[1][site] : 0);
      long double over_B = others_B + here_B - at_B;
      twice_B += over_B < 0 ? 0 : over_B < others_B ? over_B : others_B;
      claimed[is_whole][site] += here_B;
   }
   if (twice_B > 0) {
      saved->blocks -= saved->blocks * (twice_B / saved->bytes);
      saved->bytes -= twice_B;
   }
}

static void sort(ah_findings *findings, const ah_profile *profile)
{
   if (findings->n > 0)
      qsort_r(findings->findings, findings->n, sizeof *findings->findings,
              compare_findings, (void *)profile);
}

/* No byte of the peak is counted twice: the larger finding has it.  One of which another
   has most says nothing new. */
static void claim_all(const ah_search *s)
{
   ah_findings *all = s->found;
   size_t n = all->n, size_B = (s->profile->n_sites + 1) * sizeof(int64_t);
   int64_t *const claimed[] = { tk_get_zeroed(all->alloc, AN_LABEL, size_B),
                                tk_get_zeroed(all->alloc, AN_LABEL, size_B) };
   all->n = 0;
   for (size_t i = 0; i < n; i++) {
      ah_finding f = all->findings[i];
      int64_t all_B = ah_finding_saved(&f).bytes;
      if (f.when == AH_WHEN_PEAK)
         claim(s, &f, claimed);
      int64_t left_B = ah_finding_saved(&f).bytes;
      if (left_B == all_B || (left_B > all_B / 2 && left_B >= s->least_bytes))
         all->findings[all->n++] = f;
   }
}

void ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile, const ah_groups *groups,
                      const ah_keepers *keepers, const ah_criteria *criteria)
{
   const ah_totals *totals = &profile->totals;
   int64_t all = profile->has_lifetimes ? totals->peak.bytes : totals->total.bytes;
   long double share = criteria->share / 100;
   ah_search s = { .profile = profile,
                   .groups = groups,
                   .keepers = keepers,
                   .t = criteria,
                   .found = findings,
                   .least_bytes = share * all,
                   .least_freed = criteria->blocks,
                   .least_blocks = share * totals->total.blocks };
   if (s.least_bytes < criteria->bytes)
      s.least_bytes = criteria->bytes;
   find_times(&s);
   *findings = (ah_findings){ .alloc = alloc };
   if (strcmp(profile->mode, "heap") == 0)
      find_all(&s);
   sort(findings, profile);
   claim_all(&s);
   sort(findings, profile);
}
