/* hp_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_outfile.h"

#include "tk_json.h"

typedef struct {
   const hp_outfile *of;
   tk_json json;
   uint32_t *numbers; /* of each site in the file; of those left out, nothing */
   hp_use *uses;      /* of each site, its live blocks included; or NULL */
} writer;

/* ---- Pieces ------------------------------------------------------------- */

static void put(tk_json *json, const char *key, uint64_t value)
{
   tk_json_key(json, key);
   tk_json_u64(json, value);
}

static void put_string(tk_json *json, const char *key, const char *value)
{
   tk_json_key(json, key);
   tk_json_string(json, value);
}

static void put_bool(tk_json *json, const char *key, bool value)
{
   tk_json_key(json, key);
   tk_json_bool(json, value);
}

/* An array of numbers. */
static void put_list(tk_json *json, const uint64_t *values, unsigned n)
{
   tk_json_open(json, '[');
   for (unsigned i = 0; i < n; i++)
      tk_json_u64(json, values[i]);
   tk_json_close(json, ']');
}

static bool any(const uint64_t *values, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (values[i] != 0)
         return true;
   return false;
}

/* One that is left out if it has nothing but zeros. */
static void put_if_any(tk_json *json, const char *key, const uint64_t *values,
                       unsigned n)
{
   if (!any(values, n))
      return;
   tk_json_key(json, key);
   put_list(json, values, n);
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- DHAT's header ------------------------------------------------------- */

static void write_command(tk_json *json, const char *const *argv)
{
   tk_json_key(json, "cmd");
   tk_json_open(json, '"');
   for (size_t i = 0; argv[i] != NULL; i++) {
      if (i > 0)
         tk_json_part(json, " ");
      tk_json_part(json, argv[i]);
   }
   tk_json_close(json, '"');
   tk_json_line(json);
}

/* By mode, what DHAT's viewers show. */
static const struct {
   const char *name, *verb;
   const char *unit, *units, *events; /* NULL: bytes in blocks */
   bool has_lives;                    /* what is counted ends */
} modes[] = {
   [HP_MODE_HEAP] = { "heap", "Allocated", .has_lives = true },
   [HP_MODE_PAGES] = { "pages", "Mapped", .has_lives = true },
   [HP_MODE_COPY] = { "copy", "Copied" },
   [HP_MODE_AD_HOC] = { "ad-hoc", "Occurred", "unit", "units", "events" },
};

static void write_mode(const hp_outfile *of, tk_json *json)
{
   put_string(json, "mode", modes[of->mode].name);
   put_string(json, "verb", modes[of->mode].verb);
   put_bool(json, "bklt", modes[of->mode].has_lives);
   put_bool(json, "bkacc", of->accesses != NULL);
   if (modes[of->mode].unit != NULL) {
      put_string(json, "bu", modes[of->mode].unit);
      put_string(json, "bsu", modes[of->mode].units);
      put_string(json, "bksu", modes[of->mode].events);
   }
   tk_json_line(json);
}

static void write_header(writer *w)
{
   const hp_outfile *of = w->of;
   tk_json *json = &w->json;
   put(json, "dhatFileVersion", 2);
   tk_json_line(json);
   write_mode(of, json);
   put_string(json, "tu", of->time_unit);
   put_string(json, "Mtu", of->mega_time_unit);
   if (modes[of->mode].has_lives)
      put(json, "tuth", 500);
   tk_json_line(json);
   write_command(json, of->argv);
   put(json, "pid", of->pid);
   put(json, "te", of->now);
   if (modes[of->mode].has_lives)
      put(json, "tg", of->heap->peak_time);
   tk_json_line(json);
}

/* ---- Sites ---------------------------------------------------------------- */

static bool is_written(const hp_site *site)
{
   return site->total.blocks > 0 || site->failed > 0;
}

static void write_classes(tk_json *json, const hp_site *site)
{
   if (site->n_classes == 0)
      return;
   tk_json_key(json, "hist");
   tk_json_open(json, '[');
   for (unsigned i = 0; i < site->n_classes; i++)
      if (site->classes[i] != 0)
         put_list(json, (uint64_t[]){ site->first_class + i,
                                      site->classes[i] }, 2);
   tk_json_close(json, ']');
}

/* ---- Accesses --------------------------------------------------------------- */

enum { MOST_ACC = 0xffff }; /* what DHAT's readers expect: or more */

/* Numbers that come one by one, as DHAT writes them: n times the same is -n and
   then the number. */
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

static void write_heat(tk_json *json, const char *key, const uint64_t *heat,
                       const uint64_t *more, uint64_t n, uint64_t most)
{
   runs r = { .json = json };
   uint64_t sum = 0;
   tk_json_key(json, key);
   tk_json_open(json, '[');
   for (uint64_t i = 0; i < n; i++) {
      sum += heat[i] + (more == NULL ? 0 : more[i]);
      add_run(&r, sum < most ? sum : most);
   }
   end_run(&r);
   tk_json_close(json, ']');
}

/* DHAT's, which has both kinds in one; zeros if nothing was accessed. */
static void write_acc(tk_json *json, const hp_site *site, uint64_t limit_B)
{
   if (site->only_B == 0 || site->only_B > limit_B)
      return;
   if (site->use != NULL && site->use->heat != NULL) {
      const uint64_t *reads = site->use->heat;
      write_heat(json, "acc", reads, reads + site->only_B + 1, site->only_B,
                 MOST_ACC);
   } else {
      runs r = { .json = json, .n = (int64_t)site->only_B };
      tk_json_key(json, "acc");
      tk_json_open(json, '[');
      end_run(&r);
      tk_json_close(json, ']');
   }
}

static void write_dhat_accesses(writer *w, const hp_site *site)
{
   if (w->uses == NULL)
      return;
   put(&w->json, "rb", site->use == NULL ? 0 : site->use->reads_B);
   put(&w->json, "wb", site->use == NULL ? 0 : site->use->writes_B);
   write_acc(&w->json, site, w->of->accesses->exact_B);
}

static void put_amount_if_any(tk_json *json, const char *key, hp_amount amount)
{
   put_if_any(json, key, (uint64_t[]){ amount.bytes, amount.blocks }, 2);
}

static void write_own_accesses(writer *w, const hp_site *site,
                               const hp_use *use)
{
   tk_json *json = &w->json;
   put_amount_if_any(json, "nr", use->unread);
   put_amount_if_any(json, "nw", use->unwritten);
   put_amount_if_any(json, "nt", use->untouched);
   if (!hp_accesses_has_heat(w->of->accesses, site))
      return;
   tk_json_key(json, "heat");
   tk_json_open(json, '{');
   put(json, "unit", 1);
   write_heat(json, "r", use->heat, NULL, site->only_B, UINT64_MAX);
   write_heat(json, "w", use->heat + site->only_B + 1, NULL, site->only_B,
              UINT64_MAX);
   tk_json_close(json, '}');
}

/* False: memory ran out. */
static bool sum_uses(writer *w)
{
   const hp_heap *heap = w->of->heap;
   if (w->of->accesses == NULL)
      return true;
   w->uses = tk_get(heap->alloc, "hp.outfile",
                    (heap->n_sites + 1) * sizeof *w->uses);
   if (w->uses == NULL)
      return false;
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(heap, i);
      w->uses[i] = site->use == NULL ? (hp_use){ .heat = NULL } : *site->use;
   }
   hp_accesses_add_live(w->of->accesses, w->uses);
   return true;
}

/* ---- More of sites ------------------------------------------------------------ */

static int compare_shares(const void *a, const void *b)
{
   const hp_share *x = *(const hp_share *const *)a;
   const hp_share *y = *(const hp_share *const *)b;
   return (x->thread > y->thread) - (x->thread < y->thread);
}

/* In the order of threads; not at all if memory runs out. */
static void write_shares(writer *w, const hp_site *site)
{
   tk_json *json = &w->json;
   const tk_alloc *alloc = w->of->heap->alloc;
   if (site->n_shares == 0
       || (site->n_shares == 1 && site->shares->thread == 1))
      return;
   const hp_share **shares =
      tk_get(alloc, "hp.outfile", site->n_shares * sizeof *shares);
   uint32_t n = 0;
   if (shares == NULL)
      return;
   for (const hp_share *share = site->shares; share != NULL;
        share = share->next)
      shares[n++] = share;
   w->of->sort(shares, n, sizeof *shares, compare_shares);

   tk_json_key(json, "thr");
   tk_json_open(json, '[');
   for (uint32_t i = 0; i < n; i++)
      put_list(json, (uint64_t[]){ shares[i]->thread,
                                   shares[i]->total.blocks,
                                   shares[i]->total.bytes }, 3);
   tk_json_close(json, ']');
   tk_put(alloc, shares);
}

static void write_own_keys(writer *w, const hp_site *site, uint32_t number)
{
   tk_json *json = &w->json;
   const uint64_t temporary[] = { site->temporary.blocks,
                                  site->temporary.bytes };
   const uint64_t sizes[] = { site->min_B, site->max_B };
   const uint64_t moved[] = { site->moved.blocks, site->moved.bytes };
   const uint64_t failed[] = { site->failed, site->failed_B };
   const uint64_t life[] = { site->freed_blocks, site->shortest,
                             site->longest, site->freed_lifetime };
   put_if_any(json, "tmp", temporary, COUNT(temporary));
   if (site->n_classes > 0)
      put_if_any(json, "size", sizes, COUNT(sizes));
   write_classes(json, site);
   if (site->freed_blocks > 0)
      put_if_any(json, "life", life, COUNT(life));
   if (site->reallocs > 0)
      put(json, "re", site->reallocs);
   put_if_any(json, "mv", moved, COUNT(moved));
   put_if_any(json, "fail", failed, COUNT(failed));
   if (w->uses != NULL)
      write_own_accesses(w, site, &w->uses[number]);
}

static void write_lives(writer *w, const hp_site *site, uint32_t number)
{
   const hp_heap *heap = w->of->heap;
   tk_json *json = &w->json;
   hp_amount at_peak = hp_site_at_peak(heap, site);
   put(json, "tl", hp_site_lifetime(site, w->of->now));
   put(json, "mb", site->max.bytes);
   put(json, "mbk", site->max.blocks);
   put(json, "gb", at_peak.bytes);
   put(json, "gbk", at_peak.blocks);
   put(json, "eb", site->live.bytes);
   put(json, "ebk", site->live.blocks);
   write_dhat_accesses(w, site);
   write_own_keys(w, site, number);
}

static void write_site(writer *w, uint32_t number)
{
   const hp_site *site = hp_heap_site(w->of->heap, number);
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   put(json, "tb", site->total.bytes);
   put(json, "tbk", site->total.blocks);
   if (modes[w->of->mode].has_lives)
      write_lives(w, site, number);
   write_shares(w, site);
   tk_json_key(json, "fs");
   tk_json_open(json, '[');
   for (uint32_t i = 0; i < site->n_frames; i++)
      tk_json_u64(json, site->frames[i]);
   tk_json_close(json, ']');
   tk_json_close(json, '}');
   tk_json_line(json);
}

static void write_sites(writer *w)
{
   const hp_heap *heap = w->of->heap;
   uint32_t n = 0;
   tk_json_key(&w->json, "pps");
   tk_json_open(&w->json, '[');
   tk_json_line(&w->json);
   for (uint32_t i = 0; i < heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(heap, i);
      if (!is_written(site))
         continue;
      w->numbers[i] = n++;
      write_site(w, i);
   }
   tk_json_close(&w->json, ']');
   tk_json_line(&w->json);
}

static void write_texts(tk_json *json, const char *key, const hp_texts *texts)
{
   tk_json_key(json, key);
   tk_json_open(json, '[');
   tk_json_line(json);
   for (uint32_t i = 0; i < texts->n_texts; i++) {
      tk_json_string(json, hp_texts_at(texts, i));
      tk_json_line(json);
   }
   tk_json_close(json, ']');
   tk_json_line(json);
}

/* ---- Our own --------------------------------------------------------------- */

static void write_creator(writer *w)
{
   tk_json *json = &w->json;
   tk_json_key(json, "creator");
   tk_json_open(json, '"');
   tk_json_part(json, "heapprof ");
   tk_json_part(json, w->of->tool_version);
   tk_json_part(json, ", Valgrind ");
   tk_json_part(json, w->of->valgrind_version);
   tk_json_close(json, '"');
   tk_json_line(json);
}

static void write_options(writer *w)
{
   const hp_outfile *of = w->of;
   tk_json *json = &w->json;
   tk_json_key(json, "options");
   tk_json_open(json, '{');
   put_string(json, "time_unit", of->time_option);
   put(json, "depth", of->depth);
   put(json, "heap_admin_B", of->admin_B);
   put_bool(json, "stacks", of->stacks);
   put_bool(json, "pages", of->mode == HP_MODE_PAGES);
   put_bool(json, "peak_only", of->peak_only);
   put_bool(json, "accesses", of->accesses != NULL);
   if (of->accesses != NULL)
      put(json, "histogram_B", of->accesses->exact_B);
   tk_json_close(json, '}');
   tk_json_line(json);
   tk_json_key(json, "exit_code");
   tk_json_i64(json, of->exit_code);
   tk_json_line(json);
}

/* Of all sites. */
static void put_accesses(writer *w)
{
   hp_use sum = { .heat = NULL };
   for (uint32_t i = 0; i < w->of->heap->n_sites; i++) {
      sum.reads_B += w->uses[i].reads_B;
      sum.writes_B += w->uses[i].writes_B;
   }
   put(&w->json, "reads", sum.reads_B);
   put(&w->json, "writes", sum.writes_B);
}

static void write_totals(writer *w)
{
   const hp_heap *heap = w->of->heap;
   tk_json *json = &w->json;
   tk_json_key(json, "totals");
   tk_json_open(json, '{');
   put(json, "bytes", heap->total.bytes);
   put(json, "blocks", heap->total.blocks);
   put(json, "peak_bytes", heap->peak.bytes);
   put(json, "peak_blocks", heap->peak.blocks);
   put(json, "peak_time", heap->peak_time);
   put(json, "peak_extra_bytes", heap->peak_extra_B);
   put(json, "end_bytes", heap->live.bytes);
   put(json, "end_blocks", heap->live.blocks);
   put(json, "most_blocks", heap->most_blocks);
   put(json, "temporary_blocks", heap->temporary.blocks);
   put(json, "temporary_bytes", heap->temporary.bytes);
   put(json, "zero_blocks", heap->zero_blocks);
   put(json, "reallocs", heap->reallocs);
   put(json, "moves", heap->moved.blocks);
   put(json, "moved_bytes", heap->moved.bytes);
   put(json, "failed", heap->failed);
   put(json, "invalid_frees", heap->invalid);
   put(json, "freed_blocks", heap->freed.blocks);
   put(json, "freed_bytes", heap->freed.bytes);
   put(json, "threads", w->of->n_threads);
   if (w->of->stacks)
      put(json, "most_stack_bytes", heap->most_stack_B);
   if (w->uses != NULL)
      put_accesses(w);
   tk_json_close(json, '}');
   tk_json_line(json);
}

static void write_ftbl_dirs(writer *w)
{
   tk_json_key(&w->json, "ftbl_dirs");
   tk_json_open(&w->json, '[');
   for (uint32_t i = 0; i < w->of->ftbl->n_texts; i++)
      tk_json_u64(&w->json, w->of->ftbl_dirs[i]);
   tk_json_close(&w->json, ']');
   tk_json_line(&w->json);
}

static void write_objects(writer *w)
{
   tk_json *json = &w->json;
   if (w->of->n_objects == 0)
      return;
   tk_json_key(json, "objects");
   tk_json_open(json, '[');
   tk_json_line(json);
   for (size_t i = 0; i < w->of->n_objects; i++) {
      const hp_outfile_object *object = &w->of->objects[i];
      tk_json_open(json, '[');
      tk_json_u64(json, object->start);
      tk_json_u64(json, object->end);
      tk_json_string(json, object->path);
      tk_json_close(json, ']');
      tk_json_line(json);
   }
   tk_json_close(json, ']');
   tk_json_line(json);
}

static void write_timeline(writer *w)
{
   tk_json *json = &w->json;
   const hp_timeline *timeline = w->of->heap->timeline;
   tk_json_key(json, "timeline");
   tk_json_open(json, '[');
   tk_json_line(json);
   if (w->of->n_buckets > 0 && timeline->origin > 0) {
      /* Of the time before counting began anew nothing is known. */
      put_list(json, (uint64_t[10]){ timeline->origin - 1 }, 10);
      tk_json_line(json);
   }
   for (size_t i = 0; i < w->of->n_buckets; i++) {
      const hp_timeline_bucket *b = &timeline->buckets[i];
      put_list(json, (uint64_t[]){ b->end, b->min, b->max, b->max_at,
                                   b->last, b->max_blocks, b->max_extra,
                                   b->max_stack, b->last_blocks,
                                   b->last_extra }, 10);
      tk_json_line(json);
   }
   tk_json_close(json, ']');
   tk_json_line(json);
}

/* ---- Snapshots --------------------------------------------------------------- */

typedef hp_snapshot_site entry;

static int compare_entries(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   if (x->live.bytes != y->live.bytes)
      return x->live.bytes > y->live.bytes ? -1 : 1;
   return (x->site > y->site) - (x->site < y->site);
}

static void write_snapshot(writer *w, hp_snapshot *snapshot)
{
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   put(json, "time", snapshot->time);
   put_string(json, "why", snapshot->asked ? "asked" : "periodic");
   put(json, "bytes", snapshot->live.bytes);
   put(json, "blocks", snapshot->live.blocks);
   put(json, "extra", snapshot->extra_B);
   put(json, "stack", snapshot->stack_B);
   tk_json_key(json, "sites");
   tk_json_open(json, '[');
   w->of->sort(snapshot->sites, snapshot->n_sites, sizeof(entry),
               compare_entries);
   for (uint32_t i = 0; i < snapshot->n_sites; i++)
      put_list(json, (uint64_t[]){ w->numbers[snapshot->sites[i].site],
                                   snapshot->sites[i].live.bytes,
                                   snapshot->sites[i].live.blocks }, 3);
   tk_json_close(json, ']');
   tk_json_key(json, "rest");
   put_list(json, (uint64_t[]){ snapshot->n_rest, snapshot->rest.bytes,
                                snapshot->rest.blocks }, 3);
   tk_json_close(json, '}');
   tk_json_line(json);
}

/* They are linked the latest first: the one after `later` in time. */
static hp_snapshot *before(const hp_heap *heap, const hp_snapshot *later)
{
   hp_snapshot *snapshot = heap->snapshots;
   while (snapshot->next != later)
      snapshot = snapshot->next;
   return snapshot;
}

static void write_snapshots(writer *w)
{
   const hp_heap *heap = w->of->heap;
   hp_snapshot *snapshot = NULL;
   tk_json_key(&w->json, "snapshots");
   tk_json_open(&w->json, '[');
   tk_json_line(&w->json);
   while (heap->snapshots != snapshot) {
      snapshot = before(heap, snapshot);
      write_snapshot(w, snapshot);
   }
   tk_json_close(&w->json, ']');
   tk_json_line(&w->json);
}

/* ---- Regions ----------------------------------------------------------------- */

static void write_region(tk_json *json, const hp_region *region,
                         const uint32_t *numbers)
{
   tk_json_open(json, '{');
   put_string(json, "name", region->name);
   tk_json_key(json, "parent");
   tk_json_i64(json, region->parent == TK_NO_REGION
                        ? -1 : (int64_t)numbers[region->parent]);
   put(json, "count", region->count);
   put(json, "bytes", region->total.bytes);
   put(json, "blocks", region->total.blocks);
   put(json, "peak", region->peak);
   put(json, "growth", region->growth);
   tk_json_close(json, '}');
   tk_json_line(json);
}

/* Those that were entered, since counting last began anew: whoever was then has
   a parent that was.  Not at all if memory runs out. */
static void write_regions(writer *w)
{
   const tk_alloc *alloc = w->of->heap->alloc;
   const uint32_t n = w->of->regions->paths.n_regions;
   uint32_t n_written = 0;
   uint32_t *numbers =
      n == 0 ? NULL : tk_get(alloc, "hp.outfile", n * sizeof *numbers);
   if (numbers == NULL)
      return;
   for (uint32_t i = 0; i < n; i++) {
      hp_region region = hp_regions_at(w->of->regions, i);
      if (region.count == 0)
         continue;
      if (n_written == 0) {
         tk_json_key(&w->json, "regions");
         tk_json_open(&w->json, '[');
         tk_json_line(&w->json);
      }
      numbers[i] = n_written++;
      write_region(&w->json, &region, numbers);
   }
   if (n_written > 0) {
      tk_json_close(&w->json, ']');
      tk_json_line(&w->json);
   }
   tk_put(alloc, numbers);
}

bool hp_outfile_write(const hp_outfile *of, tk_text *text)
{
   const tk_alloc *alloc = of->heap->alloc;
   writer w = { .of = of };
   w.numbers = tk_get(alloc, "hp.outfile",
                      (of->heap->n_sites + 1) * sizeof *w.numbers);
   if (w.numbers == NULL || !sum_uses(&w)) {
      tk_put(alloc, w.numbers);
      return false;
   }
   tk_json_init(&w.json, text);
   tk_json_open(&w.json, '{');
   write_header(&w);
   write_sites(&w);
   write_texts(&w.json, "ftbl", of->ftbl);
   tk_json_key(&w.json, "heapprof");
   tk_json_open(&w.json, '{');
   put(&w.json, "version", HP_FORMAT_VERSION);
   write_creator(&w);
   write_options(&w);
   write_totals(&w);
   write_texts(&w.json, "dirs", of->dirs);
   write_ftbl_dirs(&w);
   write_objects(&w);
   write_timeline(&w);
   write_snapshots(&w);
   write_regions(&w);
   tk_json_close(&w.json, '}');
   tk_json_close(&w.json, '}');
   tk_text_char(text, '\n');
   tk_put(alloc, w.numbers);
   tk_put(alloc, w.uses);
   return true;
}
