/* ah_report_json.c -- the report on a heap profile as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "heap/ah_missing_debug.h"
#include "heap/ah_threads.h"
#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"
#include "sections/ah_report_data.h"
#include "sections/ah_verdict.h"
#include "sections/an_processes_print.h"

/* ---- The header ---- */

static void put_inherited(an_json_out *json, const ah_profile *p)
{
   const ah_fork *fork = &p->fork;
   if (!fork->is_known)
      return;
   an_json_put_open(json, "inherited", '{');
   an_json_put_int(json, "bytes", fork->live.bytes);
   an_json_put_int(json, "blocks", fork->live.blocks);
   an_json_put_known(json, "freed_bytes", fork->freed.bytes, !fork->inherits);
   an_json_put_known(json, "freed_blocks", fork->freed.blocks, !fork->inherits);
   an_json_put_known(json, "reallocated_blocks", fork->reallocated, !fork->inherits);
   an_json_put_known(json, "total_bytes", fork->total.bytes, fork->inherits);
   an_json_put_known(json, "total_blocks", fork->total.blocks, fork->inherits);
   an_json_put_close(json, '}');
}

static void put_header(an_json_out *json, const ah_profile *p,
                       const ah_report_options *options)
{
   an_json_put_text(json, "schema", "hp_annotate");
   an_json_put_int(json, "version", AH_REPORT_JSON_VERSION);
   an_json_put_line(json, "");
   an_json_put_text(json, "command", p->command);
   an_json_put_int(json, "process", p->pid);
   an_json_put_known(json, "exit_code", p->exit_code, p->is_heapprof);
   an_state_put_members(json, &p->state);
   an_counting_put_member(json, &p->counting, p->time_unit);
   if (p->processes.n == 1)
      an_process_put_json(json, p->processes.of);
   put_inherited(json, p);
   an_json_put_line(json, "");
   an_json_put_text(json, "creator", p->creator);
   an_json_put_text(json, "mode", p->mode);
   an_json_put_text(json, "verb", p->verb);
   an_json_open_line(json, "", "units", '{');
   an_json_put_text(json, "time", p->time_unit);
   an_json_put_text(json, "bytes", p->bytes_unit);
   an_json_put_text(json, "blocks", p->blocks_unit);
   an_json_put_close(json, '}');
   an_json_put_line(json, "");
   an_json_put_text(json, "sort", ah_values[options->sort].name);
}

static void put_totals(an_json_out *json, const ah_profile *p)
{
   const ah_totals *t = &p->totals;
   bool has_peak = p->has_lifetimes, is_own = ah_profile_has_fates(p);
   bool has_moves = is_own && p->has_moves;
   bool has_never = is_own && p->has_accesses;
   an_json_open_line(json, "", "totals", '{');
   an_json_put_int(json, "bytes", t->total.bytes);
   an_json_put_int(json, "blocks", t->total.blocks);
   an_json_put_int(json, "end_time", t->end_time);
   an_json_put_known(json, "peak_time", t->peak_time, has_peak);
   an_json_put_known(json, "peak_bytes", t->peak.bytes, has_peak);
   an_json_put_known(json, "peak_blocks", t->peak.blocks, has_peak);
   an_json_put_known(json, "end_bytes", t->end.bytes, has_peak);
   an_json_put_known(json, "end_blocks", t->end.blocks, has_peak);
   an_json_put_known(json, "peak_extra_bytes", t->peak_overhead, is_own);
   an_json_put_known(json, "most_blocks", t->most_blocks, is_own);
   an_json_put_known(json, "temporary_bytes", t->temporary.bytes, is_own);
   an_json_put_known(json, "temporary_blocks", t->temporary.blocks, is_own);
   an_json_put_known(json, "freed_bytes", t->freed.bytes, is_own);
   an_json_put_known(json, "freed_blocks", t->freed.blocks, is_own);
   an_json_put_known(json, "zero_blocks", t->zero_blocks, is_own);
   an_json_put_known(json, "reallocs", t->reallocs, is_own);
   an_json_put_known(json, "failed", t->failed, is_own);
   an_json_put_known(json, "invalid_frees", t->invalid_frees, is_own);
   an_json_put_known(json, "threads", t->threads, p->is_heapprof);
   an_json_put_known(json, "most_stack_bytes", t->most_stack, p->has_stacks);
   an_json_put_known(json, "moves", t->moved.blocks, has_moves);
   an_json_put_known(json, "moved_bytes", t->moved.bytes, has_moves);
   an_json_put_known(json, "read_bytes", t->reads, p->has_accesses);
   an_json_put_known(json, "written_bytes", t->writes, p->has_accesses);
   an_json_put_known(json, "never_read_bytes", t->never_read.bytes, has_never);
   an_json_put_known(json, "never_read_blocks", t->never_read.blocks, has_never);
   an_json_put_known(json, "never_written_bytes", t->never_written.bytes, has_never);
   an_json_put_known(json, "never_written_blocks", t->never_written.blocks, has_never);
   an_json_put_known(json, "never_touched_bytes", t->never_touched.bytes, has_never);
   an_json_put_known(json, "never_touched_blocks", t->never_touched.blocks, has_never);
   if (t->old.blocks > 0) {
      an_json_put_int(json, "old_bytes", t->old.bytes);
      an_json_put_int(json, "old_blocks", t->old.blocks);
   }
   if (t->partly.blocks > 0) {
      an_json_put_int(json, "partly_watched_bytes", t->partly.bytes);
      an_json_put_int(json, "partly_watched_blocks", t->partly.blocks);
   }
   an_json_put_close(json, '}');
   if (p->is_saturated) {
      an_json_put_line(json, "");
      an_json_put_bool(json, "saturated", true);
   }
}

/* Left out if there are none. */
static void put_no_lines(an_json_out *json, const ah_profile *profile)
{
   ah_missing_debug found;
   ah_missing_debug_find(&found, profile);
   if (found.n == 0)
      return;
   an_json_open_line(json, "", "no_lines", '[');
   for (size_t i = 0; i < found.n; i++) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "object", found.of[i].object);
      an_json_put_int(json, "bytes", found.of[i].bytes);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static void put_lost_debug_info(an_json_out *json, const ah_profile *profile)
{
   if (profile->n_lost_debug_info == 0)
      return;
   an_json_open_line(json, "", "lost_debug_info", '[');
   for (size_t i = 0; i < profile->n_lost_debug_info; i++)
      an_json_put_text(json, NULL, profile->lost_debug_info[i]);
   an_json_put_close(json, ']');
}

/* ---- Over time ---- */

static void put_timeline(an_json_out *json, const ah_profile *profile,
                         const ah_report_options *options)
{
   an_json_open_line(json, "", "timeline", '[');
   for (size_t i = 0; i < profile->n_timeline && !options->is_page; i++) {
      const ah_bucket *b = &profile->timeline[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_int(json, "end", b->end);
      an_json_put_int(json, "min", b->min);
      an_json_put_int(json, "max", b->max);
      an_json_put_int(json, "max_at", b->max_at);
      an_json_put_int(json, "last", b->last);
      an_json_put_int(json, "max_blocks", b->max_blocks);
      an_json_put_int(json, "max_extra", b->max_overhead);
      an_json_put_int(json, "max_stack", b->max_stack);
      an_json_put_int(json, "last_blocks", b->last_blocks);
      an_json_put_int(json, "last_extra", b->last_overhead);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

/* The moment that --at chooses; the sites then have amounts of it. */
static void put_moment(an_json_out *json, const ah_profile *profile, const ah_weight *at,
                       const ah_report_data *data)
{
   an_json_put_line(json, "");
   if (at == NULL) {
      an_json_put_null(json, "at");
      return;
   }
   ah_amount amount = ah_weight_amount(*at, profile);
   an_json_put_open(json, "at", '{');
   an_json_put_text(json, "moment", ah_weight_name(*at));
   an_json_put_known(json, "number", (int64_t)at->index + 1,
                     at->kind == AH_AT_SNAPSHOT || at->kind == AH_AT_LOOK);
   an_json_put_int(json, "time", ah_weight_time(*at, profile));
   an_json_put_int(json, "bytes", amount.bytes);
   an_json_put_int(json, "blocks", amount.blocks);
   an_json_put_int(json, "rest_sites", data->n_rest);
   an_json_put_int(json, "rest_bytes", data->rest.bytes);
   an_json_put_int(json, "rest_blocks", data->rest.blocks);
   an_json_put_close(json, '}');
}

/* ---- Objects ---- */

static void put_objects(an_json_out *json, const ah_profile *profile)
{
   an_json_open_line(json, "", "objects", '[');
   for (size_t i = 0; i < profile->n_objects; i++) {
      const an_object *object = &profile->objects[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_address(json, "start", object->start);
      an_json_put_address(json, "end", object->end);
      an_json_put_text(json, "path", object->path);
      if (object->build_id != NULL)
         an_json_put_text(json, "build_id", object->build_id);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

/* ---- Threads ---- */

/* Left out unless several threads allocated. */
static void put_all_threads(an_json_out *json, const ah_profile *profile,
                            const tk_alloc *alloc)
{
   ah_threads threads;
   ah_threads_open(&threads, alloc, profile);
   if (threads.n > 1) {
      an_json_open_line(json, "", "threads", '[');
      for (size_t i = 0; i < threads.n; i++)
         an_json_put_ints(json, NULL,
                          (int64_t[]){ threads.of[i].thread, threads.of[i].total.bytes,
                                       threads.of[i].total.blocks },
                          3);
      an_json_put_close(json, ']');
   }
   tk_put(alloc, threads.of);
}

static void put_thread_names(an_json_out *json, const ah_profile *profile)
{
   if (profile->n_thread_names == 0)
      return;
   an_json_open_line(json, "", "thread_names", '[');
   for (size_t i = 0; i < profile->n_thread_names; i++) {
      an_json_put_open(json, NULL, '[');
      an_json_put_int(json, NULL, profile->thread_names[i].thread);
      an_json_put_text(json, NULL, profile->thread_names[i].name);
      an_json_put_close(json, ']');
   }
   an_json_put_close(json, ']');
}

/* ---- The whole ---- */

static void put_before(an_json_out *json, const ah_profile *profile,
                       const ah_report_options *options)
{
   put_header(json, profile, options);
   put_totals(json, profile);
   put_lost_debug_info(json, profile);
   put_no_lines(json, profile);
}

/* Many short values. */
static void put_sites(const ah_page *page, an_json_out *json)
{
   char buffer[4096];
   an_json_hold(json, buffer, sizeof buffer);
   ah_page_put(page, json, "sites", ah_sites_tables);
   an_json_release(json);
}

/* Looks at owners. */
static void put_looks(const ah_page *page, an_json_out *json)
{
   static const struct {
      const char *key;
      an_tables_open *open;
   } of[] = {
      { "looks", ah_looks_tables },       { "owners", ah_owners_tables },
      { "retained", ah_retained_tables }, { "leaks", ah_leaks_tables },
      { "chains", ah_chains_tables },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      if (!page->options->is_page || of[i].open != ah_retained_tables)
         ah_page_put(page, json, of[i].key, of[i].open);
}

static void put_tables(const ah_page *page, an_json_out *json)
{
   ah_page_put(page, json, "types", ah_types_tables);
   put_sites(page, json);
   ah_page_put(page, json, "regions", ah_regions_tables);
   bool has_owners = page->options->keepers != NULL; /* a pair's page has none */
   if (has_owners)
      put_looks(page, json);
}

/* In the page, frames of the rows that it has of looks. */
static void mark_looks(const ah_page *page, uint32_t *number)
{
   if (page->options->is_page && page->options->keepers != NULL) {
      ah_owners_mark(page, number);
      ah_leaks_mark(page, number);
      ah_chains_mark(page, number);
   }
}

static void put_after(an_json_out *json, ah_page *page)
{
   ah_json_frames frames;
   const ah_profile *profile = page->profile;
   ah_json_frames_open(&frames, page);
   page->frames = &frames; /* until this returns */
   mark_looks(page, frames.number);
   ah_json_frames_number(&frames, profile);
   put_moment(json, profile, page->options->at, page->data);
   ah_json_put_frames(json, &frames, profile);
   ah_verdict_put_json(page, json);
   ah_json_findings(json, &frames, profile, page->options);
   put_tables(page, json);
   put_objects(json, profile);
   put_thread_names(json, profile);
   put_all_threads(json, profile, page->alloc);
   page->frames = NULL;
   ah_json_frames_close(&frames);
}

void ah_report_json(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out)
{
   an_json_out json = { .out = out };
   ah_report_data data;
   ah_page page = ah_page_of(profile, alloc, options, out);
   ah_report_data_open(&data, profile, alloc, options);
   page.data = &data;
   an_json_put_open(&json, NULL, '{');
   put_before(&json, profile, options);
   ah_page_put(&page, &json, "processes", ah_processes_tables);
   put_timeline(&json, profile, options);
   ah_page_put(&page, &json, "snapshots", ah_snapshots_tables);
   put_after(&json, &page);
   an_json_put_close(&json, '}');
   putc('\n', out);
   ah_report_data_close(&data);
}
