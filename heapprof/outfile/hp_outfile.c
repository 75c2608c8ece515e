/* hp_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_private.h"

/* ---- DHAT's header ------------------------------------------------------- */

static void write_command(tk_json *json, const char *const *argv)
{
   hp_open(json, "cmd", '"');
   for (size_t i = 0; argv[i] != NULL; i++) {
      if (i > 0)
         tk_json_part(json, " ");
      tk_json_part(json, argv[i]);
   }
   hp_close_line(json, '"');
}

/* What DHAT's viewers show, by mode. */
static const struct {
   const char *name, *verb;
   const char *unit, *units, *events; /* NULL: bytes and blocks */
   bool has_lives;                    /* has lifetimes */
} modes[] = {
   [HP_MODE_HEAP] = { "heap", "Allocated", .has_lives = true },
   [HP_MODE_PAGES] = { "pages", "Mapped", .has_lives = true },
   [HP_MODE_COPY] = { "copy", "Copied" },
   [HP_MODE_AD_HOC] = { "ad-hoc", "Occurred", "unit", "units", "events" },
};

static void write_mode(const hp_outfile *of, tk_json *json)
{
   hp_put_string(json, "mode", modes[of->mode].name);
   hp_put_string(json, "verb", modes[of->mode].verb);
   hp_put_bool(json, "bklt", modes[of->mode].has_lives);
   hp_put_bool(json, "bkacc", of->accesses != NULL);
   if (modes[of->mode].unit != NULL) {
      hp_put_string(json, "bu", modes[of->mode].unit);
      hp_put_string(json, "bsu", modes[of->mode].units);
      hp_put_string(json, "bksu", modes[of->mode].events);
   }
   tk_json_line(json);
}

static void write_header(hp_outfile_writer *w)
{
   const hp_outfile *of = w->of;
   tk_json *json = &w->json;
   hp_put(json, "dhatFileVersion", 2);
   tk_json_line(json);
   write_mode(of, json);
   hp_put_string(json, "tu", of->time_unit);
   hp_put_string(json, "Mtu", of->mega_time_unit);
   if (modes[of->mode].has_lives)
      hp_put(json, "tuth", 500);
   tk_json_line(json);
   write_command(json, of->argv);
   hp_put(json, "pid", of->pid);
   hp_put(json, "te", of->now);
   if (modes[of->mode].has_lives)
      hp_put(json, "tg", of->heap->peak_time);
   tk_json_line(json);
}

static void write_texts(tk_json *json, const char *key, const tk_strings *texts)
{
   hp_open_lines(json, key);
   for (uint32_t i = 0; i < tk_strings_count(texts); i++) {
      tk_json_string(json, tk_strings_at(texts, i));
      tk_json_line(json);
   }
   hp_close_line(json, ']');
}

/* ---- Our own keys --------------------------------------------------------------- */

static void write_creator(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   hp_open(json, "creator", '"');
   tk_json_part(json, "heapprof ");
   tk_json_part(json, w->of->tool_version);
   tk_json_part(json, ", Valgrind ");
   tk_json_part(json, w->of->valgrind_version);
   hp_close_line(json, '"');
}

static void write_options(hp_outfile_writer *w)
{
   const hp_outfile *of = w->of;
   tk_json *json = &w->json;
   hp_open(json, "options", '{');
   hp_put_string(json, "time_unit", of->time_option);
   hp_put(json, "depth", of->depth);
   hp_put(json, "heap_admin_B", of->admin_B);
   hp_put_bool(json, "stacks", of->stacks);
   hp_put_bool(json, "pages", of->mode == HP_MODE_PAGES);
   hp_put_bool(json, "peak_only", of->peak_only);
   hp_put_bool(json, "accesses", of->accesses != NULL);
   if (of->accesses != NULL)
      hp_put(json, "histogram_B", of->accesses->exact_B);
   hp_close_line(json, '}');
}

static void write_pair(tk_json *json, const char *bytes, const char *blocks,
                       hp_amount amount)
{
   hp_put(json, bytes, amount.bytes);
   hp_put(json, blocks, amount.blocks);
}

static void write_fork(hp_outfile_writer *w)
{
   const hp_outfile_fork *fork = w->of->fork;
   tk_json *json = &w->json;
   if (fork == NULL)
      return;
   hp_open(json, "fork", '{');
   hp_put(json, "time", fork->time);
   hp_put_string(json, "children", fork->inherits ? "inherit" : "zero");
   write_pair(json, "bytes", "blocks", fork->live);
   if (fork->inherits) {
      write_pair(json, "total_bytes", "total_blocks", fork->total);
   } else {
      const hp_inherited *inherited = &w->of->heap->inherited;
      write_pair(json, "freed_bytes", "freed_blocks", inherited->freed);
      hp_put(json, "reallocated", inherited->reallocated);
   }
   hp_close_line(json, '}');
}

/* The parent, the title, how the run ended, and the profile before execve. */
static void write_state(hp_outfile_writer *w)
{
   const tk_state *state = w->of->state;
   tk_json *json = &w->json;
   hp_put(json, "parent", w->of->parent);
   if (w->of->title != NULL)
      hp_put_string(json, "title", w->of->title);
   hp_put(json, "exit_code", state->how == TK_EXITED ? state->number : 0);
   tk_json_line(json);
   hp_open(json, "state", '{');
   hp_put_string(json, "how", tk_how_name(state->how));
   if (state->how == TK_KILLED)
      hp_put(json, "signal", state->number);
   else if (state->how == TK_PARTIAL)
      hp_put(json, "ms", state->number);
   else if (state->how == TK_REPLACED)
      hp_put_string(json, "by", state->name);
   hp_close_line(json, '}');
   if (w->of->predecessor != NULL) {
      hp_put_string(json, "predecessor", w->of->predecessor);
      tk_json_line(json);
   }
}

/* Which part of the run was counted, if not all.  Members that are 0 are not written. */
static void write_counting(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   if (w->of->counting == NULL || tk_counting_is_whole(w->of->counting))
      return;
   tk_counting counting = *w->of->counting;
   hp_open(json, "counting", '{');
   for (size_t i = 0; i < TK_COUNTING_KEYS; i++)
      if (*tk_counting_of(&counting, i) != 0)
         hp_put(json, tk_counting_keys[i].name, *tk_counting_of(&counting, i));
   hp_close_line(json, '}');
}

static void add_amount(hp_amount *sum, hp_amount amount)
{
   sum->bytes += amount.bytes;
   sum->blocks += amount.blocks;
}

static hp_outfile_sums sum_sites(const hp_outfile *of)
{
   hp_outfile_sums sums = { .total = { 0 } };
   for (uint32_t i = 0; i < of->heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(of->heap, i);
      add_amount(&sums.total, site->total);
      if (!modes[of->mode].has_lives)
         continue;
      add_amount(&sums.peak, hp_site_at_peak(of->heap, site));
      add_amount(&sums.live, site->live);
      add_amount(&sums.moved, site->moved);
   }
   return sums;
}

const char *hp_outfile_contradiction(const hp_outfile *of, hp_amount *found,
                                     hp_amount *expected)
{
   const hp_heap *heap = of->heap;
   const hp_outfile_sums sums = sum_sites(of);
   const struct {
      const char *name;
      hp_amount found, expected;
   } pairs[] = {
      { "in all", sums.total, heap->total },
      { "at the peak", sums.peak, heap->peak },
      { "at the end", sums.live, heap->live },
      { "moved", sums.moved, heap->moved },
   };
   size_t n = modes[of->mode].has_lives ? HP_COUNT(pairs) : 1;
   for (size_t i = 0; i < n; i++)
      if (pairs[i].found.bytes != pairs[i].expected.bytes
          || pairs[i].found.blocks != pairs[i].expected.blocks) {
         *found = pairs[i].found;
         *expected = pairs[i].expected;
         return pairs[i].name;
      }
   return NULL;
}

static void write_totals(hp_outfile_writer *w)
{
   const hp_heap *heap = w->of->heap;
   tk_json *json = &w->json;
   hp_open(json, "totals", '{');
   write_pair(json, "bytes", "blocks", w->sums.total);
   write_pair(json, "peak_bytes", "peak_blocks", w->sums.peak);
   hp_put(json, "peak_time", w->has_lives ? heap->peak_time : 0);
   hp_put(json, "peak_extra_bytes", heap->peak_overhead_B);
   write_pair(json, "end_bytes", "end_blocks", w->sums.live);
   hp_put(json, "most_blocks", heap->most_blocks);
   hp_put(json, "temporary_blocks", heap->temporary.blocks);
   hp_put(json, "temporary_bytes", heap->temporary.bytes);
   hp_put(json, "zero_blocks", heap->zero_blocks);
   hp_put(json, "reallocs", heap->reallocs);
   hp_put(json, "moves", w->sums.moved.blocks);
   hp_put(json, "moved_bytes", w->sums.moved.bytes);
   hp_put(json, "failed", heap->failed);
   hp_put(json, "invalid_frees", heap->invalid);
   hp_put(json, "freed_blocks", heap->freed.blocks);
   hp_put(json, "freed_bytes", heap->freed.bytes);
   hp_put(json, "threads", w->of->n_threads);
   if (w->of->stacks)
      hp_put(json, "most_stack_bytes", heap->most_stack_B);
   if (w->uses != NULL) {
      hp_use sum = hp_accesses_sum(w->of->accesses);
      hp_put(json, "reads", sum.reads_B);
      hp_put(json, "writes", sum.writes_B);
   }
   hp_close_line(json, '}');
   if (hp_heap_is_full(heap, w->of->now)) {
      hp_put_bool(json, "saturated", true);
      tk_json_line(json);
   }
}

static void write_thread_names(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   if (w->of->n_named_threads == 0)
      return;
   hp_open_lines(json, "thread_names");
   for (size_t i = 0; i < w->of->n_named_threads; i++) {
      tk_json_open(json, '[');
      tk_json_u64(json, w->of->named_threads[i].number);
      tk_json_string(json, w->of->named_threads[i].name);
      hp_close_line(json, ']');
   }
   hp_close_line(json, ']');
}

static void write_objects(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   if (w->of->n_objects == 0)
      return;
   hp_open_lines(json, "objects");
   for (size_t i = 0; i < w->of->n_objects; i++) {
      const hp_outfile_object *object = &w->of->objects[i];
      tk_json_open(json, '[');
      tk_json_u64(json, object->start);
      tk_json_u64(json, object->end);
      tk_json_string(json, object->path);
      hp_close_line(json, ']');
   }
   hp_close_line(json, ']');
}

/* The key also says that frames without a line have addresses in a file. */
static void write_build_ids(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   if (w->of->n_files == 0)
      return;
   hp_open_lines(json, "build_ids");
   for (size_t i = 0; i < w->of->n_files; i++) {
      const tk_object *file = &w->of->files[i];
      tk_json_open(json, '[');
      tk_json_string(json, file->build_id);
      tk_json_string(json, file->path);
      hp_close_line(json, ']');
   }
   hp_close_line(json, ']');
}

static void write_lost_debug_info(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   if (w->of->n_lost_debug_info == 0)
      return;
   hp_open(json, "lost_debug_info", '[');
   for (size_t i = 0; i < w->of->n_lost_debug_info; i++)
      tk_json_string(json, w->of->lost_debug_info[i]);
   hp_close_line(json, ']');
}

static void write_timeline(hp_outfile_writer *w)
{
   tk_json *json = &w->json;
   const hp_timeline *timeline = w->of->heap->timeline;
   hp_open_lines(json, "timeline");
   if (w->of->n_buckets > 0 && timeline->origin > 0) {
      /* The time before the counts were set to zero is unknown. */
      hp_put_list(json, (uint64_t[10]){ timeline->origin - 1 }, 10);
      tk_json_line(json);
   }
   for (size_t i = 0; i < w->of->n_buckets; i++) {
      const hp_timeline_bucket *b = &timeline->buckets[i];
      hp_put_list(json, HP_LIST(b->end, b->min, b->max, b->max_at, b->last, b->max_blocks,
                                b->max_overhead, b->max_stack, b->last_blocks,
                                b->last_overhead));
      tk_json_line(json);
   }
   hp_close_line(json, ']');
}

/* ---- Snapshots --------------------------------------------------------------- */

typedef hp_snapshot_site entry;

static int compare_entries(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   return tk_compare(y->live.bytes, x->live.bytes) ?: tk_compare(x->site, y->site);
}

static void write_snapshot(hp_outfile_writer *w, hp_snapshot *snapshot)
{
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   hp_put(json, "time", snapshot->time);
   hp_put_string(json, "why", snapshot->asked ? "asked" : "periodic");
   write_pair(json, "bytes", "blocks", snapshot->live);
   hp_put(json, "extra", snapshot->overhead_B);
   hp_put(json, "stack", snapshot->stack_B);
   hp_open(json, "sites", '[');
   w->of->sort(snapshot->sites, snapshot->n_sites, sizeof(entry), compare_entries);
   for (uint32_t i = 0; i < snapshot->n_sites; i++)
      hp_put_list(json,
                  HP_LIST(w->numbers[snapshot->sites[i].site],
                          snapshot->sites[i].live.bytes, snapshot->sites[i].live.blocks));
   tk_json_close(json, ']');
   tk_json_key(json, "rest");
   hp_put_list(json,
               HP_LIST(snapshot->n_rest, snapshot->rest.bytes, snapshot->rest.blocks));
   hp_close_line(json, '}');
}

/* The snapshot before `later` in the list, which begins with the latest. */
static hp_snapshot *snapshot_before(const hp_heap *heap, const hp_snapshot *later)
{
   hp_snapshot *snapshot = heap->snapshots;
   while (snapshot->next != later)
      snapshot = snapshot->next;
   return snapshot;
}

static void write_snapshots(hp_outfile_writer *w)
{
   const hp_heap *heap = w->of->heap;
   hp_snapshot *snapshot = NULL;
   hp_open_lines(&w->json, "snapshots");
   while (heap->snapshots != snapshot) {
      snapshot = snapshot_before(heap, snapshot);
      write_snapshot(w, snapshot);
   }
   hp_close_line(&w->json, ']');
}

/* ---- Regions ----------------------------------------------------------------- */

static void write_region(tk_json *json, const hp_region *region, const uint32_t *numbers)
{
   tk_json_open(json, '{');
   hp_put_string(json, "name", region->name);
   tk_json_key(json, "parent");
   tk_json_i64(json,
               region->parent == TK_NO_REGION ? -1 : (int64_t)numbers[region->parent]);
   hp_put(json, "count", region->count);
   write_pair(json, "bytes", "blocks", region->total);
   hp_put(json, "peak", region->peak);
   hp_put(json, "growth", region->growth);
   hp_close_line(json, '}');
}

/* Writes only the regions entered since the last reset; their parents were entered
   too. */
static void write_regions(hp_outfile_writer *w)
{
   const tk_alloc *alloc = w->of->heap->alloc;
   const uint32_t n = w->of->regions->paths.n_regions;
   uint32_t n_written = 0;
   uint32_t *numbers = tk_get(alloc, "hp.outfile", (n + 1) * sizeof *numbers);
   for (uint32_t i = 0; i < n; i++) {
      hp_region region = hp_regions_at(w->of->regions, i);
      if (region.count == 0)
         continue;
      if (n_written == 0)
         hp_open_lines(&w->json, "regions");
      numbers[i] = n_written++;
      write_region(&w->json, &region, numbers);
   }
   if (n_written > 0)
      hp_close_line(&w->json, ']');
   tk_put(alloc, numbers);
}

void hp_outfile_write(const hp_outfile *of, tk_text *text)
{
   const tk_alloc *alloc = of->heap->alloc;
   hp_outfile_writer w = {
      .of = of,
      .has_lives = modes[of->mode].has_lives,
      .sums = sum_sites(of),
   };
   w.numbers = tk_get(alloc, "hp.outfile", (of->heap->n_sites + 1) * sizeof *w.numbers);
   hp_outfile_sum_uses(&w);
   tk_json_init(&w.json, text);
   tk_json_open(&w.json, '{');
   write_header(&w);
   hp_outfile_write_sites(&w);
   write_texts(&w.json, "ftbl", of->ftbl);
   hp_open(&w.json, "heapprof", '{');
   hp_put(&w.json, "version", HP_FORMAT_VERSION);
   write_creator(&w);
   write_options(&w);
   write_state(&w);
   write_counting(&w);
   write_fork(&w);
   write_totals(&w);
   write_thread_names(&w);
   write_texts(&w.json, "dirs", of->dirs);
   hp_put_indices(&w.json, "ftbl_dirs", of->ftbl_dirs, tk_strings_count(of->ftbl));
   tk_json_line(&w.json);
   write_objects(&w);
   write_build_ids(&w);
   write_lost_debug_info(&w);
   write_timeline(&w);
   write_snapshots(&w);
   hp_outfile_write_births(&w);
   write_regions(&w);
   hp_outfile_write_owners(&w);
   tk_json_close(&w.json, '}');
   tk_json_close(&w.json, '}');
   tk_text_char(text, '\n');
   tk_put(alloc, w.numbers);
   tk_put(alloc, w.uses);
}
