/* hp_outfile_sites.c -- the allocation sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_private.h"

static void write_classes(tk_json *json, const char *key, const hp_classes *classes)
{
   unsigned i = 0;
   while (i < classes->n && classes->of[i] == 0)
      i++;
   if (i == classes->n)
      return;
   hp_open(json, key, '[');
   for (; i < classes->n; i++)
      if (classes->of[i] != 0)
         hp_put_list(json, HP_LIST(classes->first + i, classes->of[i]));
   tk_json_close(json, ']');
}

/* ---- Accesses --------------------------------------------------------------- */

enum { MOST_ACC = 0xffff }; /* DHAT's readers take it for "or more" */

/* Writes numbers as DHAT does: a run of n equal ones is -n and then the number. */
typedef struct {
   tk_json *json;
   uint64_t value;
   int64_t n;
} runs;

static void end_run(runs *r)
{
   if (r->n > 1)
      tk_json_i64(r->json, -r->n);
   if (r->n > 0)
      tk_json_u64(r->json, r->value);
   r->n = 0;
}

static void add_run(runs *r, uint64_t value)
{
   if (r->n > 0 && value != r->value)
      end_run(r);
   r->value = value;
   r->n++;
}

static void write_histogram(tk_json *json, const char *key, const uint64_t *histogram,
                            const uint64_t *more, uint64_t n, uint64_t most)
{
   runs r = { .json = json };
   uint64_t sum = 0;
   hp_open(json, key, '[');
   for (uint64_t i = 0; i < n; i++) {
      sum += histogram[i] + (more == NULL ? 0 : more[i]);
      add_run(&r, sum < most ? sum : most);
   }
   end_run(&r);
   tk_json_close(json, ']');
}

/* DHAT's key: reads and writes together; zeros if nothing was accessed. */
static void write_acc(tk_json *json, const hp_site *site, uint64_t limit_B)
{
   if (site->only_B == 0 || site->only_B > limit_B)
      return;
   if (site->use != NULL && site->use->histogram != NULL) {
      const uint64_t *reads = site->use->histogram;
      write_histogram(json, "acc", reads, reads + site->only_B + 1, site->only_B,
                      MOST_ACC);
   } else {
      runs r = { .json = json, .n = (int64_t)site->only_B };
      hp_open(json, "acc", '[');
      end_run(&r);
      tk_json_close(json, ']');
   }
}

static void write_dhat_accesses(hp_outfile_writer *w, const hp_site *site)
{
   if (w->uses == NULL)
      return;
   hp_put(&w->json, "rb", site->use == NULL ? 0 : site->use->reads_B);
   hp_put(&w->json, "wb", site->use == NULL ? 0 : site->use->writes_B);
   write_acc(&w->json, site, w->of->accesses->exact_B);
}

static void put_amount_if_any(tk_json *json, const char *key, hp_amount amount)
{
   hp_put_if_any(json, key, HP_LIST(amount.bytes, amount.blocks));
}

/* DHAT's order. */
static void put_blocks_if_any(tk_json *json, const char *key, hp_amount amount)
{
   hp_put_if_any(json, key, HP_LIST(amount.blocks, amount.bytes));
}

static void write_need(tk_json *json, const char *key, const hp_need *need)
{
   const hp_unused *u = &need->unused;
   hp_put_if_any(json, key,
                 HP_LIST(need->untouched.bytes, need->untouched.blocks,
                         need->unread.bytes, need->unread.blocks, need->read.bytes,
                         need->read.blocks, u->tail_B, u->holes_B, u->written_B));
}

static void write_own_accesses(hp_outfile_writer *w, const hp_site *site,
                               const hp_use *use)
{
   tk_json *json = &w->json;
   put_amount_if_any(json, "nr", use->unread);
   put_amount_if_any(json, "nw", use->unwritten);
   put_amount_if_any(json, "nt", use->untouched);
   put_amount_if_any(json, "part", use->partly);
   write_need(json, "need", &use->need);
   write_need(json, "gneed", &use->at_peak);
   hp_put_if_any(json, "gidle",
                 HP_LIST(use->idle.all.bytes, use->idle.all.blocks, use->idle.old_B,
                         hp_idle_saves(&use->idle, w->of->heap->peak.bytes)));
   if (!hp_accesses_has_histogram(site))
      return;
   hp_open(json, "heat", '{');
   hp_put(json, "unit", 1);
   write_histogram(json, "r", use->histogram, NULL, site->only_B, UINT64_MAX);
   write_histogram(json, "w", use->histogram + site->only_B + 1, NULL, site->only_B,
                   UINT64_MAX);
   tk_json_close(json, '}');
}

void hp_outfile_sum_uses(hp_outfile_writer *w)
{
   const hp_heap *heap = w->of->heap;
   if (w->of->accesses == NULL)
      return;
   w->uses = tk_get(heap->alloc, "hp.outfile", (heap->n_sites + 1) * sizeof *w->uses);
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(heap, i);
      if (site->use != NULL)
         w->uses[i] = *site->use;
      else
         w->uses[i] = (hp_use){ .histogram = NULL };
   }
   hp_accesses_add_live(w->of->accesses, w->uses);
}

/* ---- Sites -------------------------------------------------------------------- */

static int compare_shares(const void *a, const void *b)
{
   const hp_share *x = *(const hp_share *const *)a;
   const hp_share *y = *(const hp_share *const *)b;
   return tk_compare(x->thread, y->thread);
}

/* By thread. */
static void write_shares(hp_outfile_writer *w, const hp_site *site)
{
   tk_json *json = &w->json;
   const tk_alloc *alloc = w->of->heap->alloc;
   if (site->n_shares == 0 || (site->n_shares == 1 && site->shares->thread == 1))
      return;
   const hp_share **shares = tk_get(alloc, "hp.outfile", site->n_shares * sizeof *shares);
   uint32_t n = 0;
   for (const hp_share *share = site->shares; share != NULL; share = share->next)
      shares[n++] = share;
   w->of->sort(shares, n, sizeof *shares, compare_shares);

   hp_open(json, "thr", '[');
   for (uint32_t i = 0; i < n; i++)
      hp_put_list(json, HP_LIST(shares[i]->thread, shares[i]->total.blocks,
                                shares[i]->total.bytes));
   tk_json_close(json, ']');
   tk_put(alloc, shares);
}

static void write_own_keys(hp_outfile_writer *w, const hp_site *site, uint32_t number)
{
   tk_json *json = &w->json;
   put_blocks_if_any(json, "tmp", site->temporary);
   if (site->sizes.n > 0)
      hp_put_if_any(json, "size", HP_LIST(site->min_B, site->max_B));
   write_classes(json, "hist", &site->sizes);
   if (site->freed_blocks > 0)
      hp_put_if_any(json, "life",
                    HP_LIST(site->freed_blocks, site->shortest, site->longest,
                            site->freed_lifetime));
   write_classes(json, "lives", &site->lives);
   put_blocks_if_any(json, "og", site->outgrown);
   hp_put_if_any(
      json, "old",
      HP_LIST(site->old.bytes, site->old.blocks, site->old_freed, site->old_lifetime));
   if (site->reallocs > 0)
      hp_put(json, "re", site->reallocs);
   put_blocks_if_any(json, "mv", site->moved);
   hp_put_if_any(json, "fail", HP_LIST(site->failed, site->failed_B));
   if (w->uses != NULL)
      write_own_accesses(w, site, &w->uses[number]);
}

static void write_lives(hp_outfile_writer *w, const hp_site *site, uint32_t number)
{
   const hp_heap *heap = w->of->heap;
   tk_json *json = &w->json;
   hp_amount at_peak = hp_site_at_peak(heap, site);
   hp_put(json, "tl", hp_site_lifetime(site, w->of->now));
   hp_put(json, "mb", site->max.bytes);
   hp_put(json, "mbk", site->max.blocks);
   hp_put(json, "gb", at_peak.bytes);
   hp_put(json, "gbk", at_peak.blocks);
   hp_put(json, "eb", site->live.bytes);
   hp_put(json, "ebk", site->live.blocks);
   write_dhat_accesses(w, site);
   write_own_keys(w, site, number);
}

static void write_site(hp_outfile_writer *w, uint32_t number)
{
   const hp_site *site = hp_heap_site(w->of->heap, number);
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   hp_put(json, "tb", site->total.bytes);
   hp_put(json, "tbk", site->total.blocks);
   if (w->has_lives)
      write_lives(w, site, number);
   write_shares(w, site);
   if (site->is_cut)
      hp_put_bool(json, "cut", true);
   hp_put_indices(json, "fs", site->frames, site->n_frames);
   hp_close_line(json, '}');
}

/* A child may only access the blocks that its parent allocated at a site. */
static bool has_accesses(const hp_outfile_writer *w, const hp_site *site)
{
   return w->uses != NULL && site->use != NULL
          && (site->use->reads_B > 0 || site->use->writes_B > 0);
}

void hp_outfile_write_sites(hp_outfile_writer *w)
{
   const hp_heap *heap = w->of->heap;
   uint32_t n = 0;
   hp_open_lines(&w->json, "pps");
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(heap, i);
      if (!hp_site_is_used(site) && !has_accesses(w, site))
         continue;
      w->numbers[i] = n++;
      write_site(w, i);
   }
   hp_close_line(&w->json, ']');
}
