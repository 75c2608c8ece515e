/* ah_report_json.c -- the report on a heap profile as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "base/an_json_members.h"
#include "heap/ah_missing_debug.h"
#include "heap/ah_threads.h"
#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"
#include "sections/ah_report_data.h"
#include "sections/ah_verdict.h"
#include "sections/an_processes_print.h"

/* ---- The header ---- */

/* null, unless they are known. */
static void put_amount(an_json_out *json, const char *bytes, const char *blocks,
                       ah_amount amount, bool is_known)
{
   an_json_put_known(json, bytes, amount.bytes, is_known);
   an_json_put_known(json, blocks, amount.blocks, is_known);
}

static void put_inherited(an_json_out *json, const ah_profile *p)
{
   const ah_fork *fork = &p->fork;
   bool inherits = fork->inherits;
   if (!fork->is_known)
      return;
   AN_JSON_PUT_OBJECT(
      json, NULL, "inherited", put_amount(json, "bytes", "blocks", fork->live, true),
      put_amount(json, "freed_bytes", "freed_blocks", fork->freed, !inherits),
      AN_JSON_KNOWN("reallocated_blocks", fork->reallocated, !inherits),
      put_amount(json, "total_bytes", "total_blocks", fork->total, inherits));
}

static void put_header(an_json_out *json, const ah_profile *p,
                       const ah_report_options *options)
{
   AN_JSON_PUT(json, AN_JSON("schema", "hp_annotate"),
               AN_JSON_INT("version", AH_REPORT_JSON_VERSION), AN_JSON_LINE(""),
               AN_JSON("command", p->command), AN_JSON("process", p->pid),
               AN_JSON_KNOWN("exit_code", p->exit_code, p->is_heapprof));
   an_state_put_members(json, &p->state);
   an_counting_put_member(json, &p->counting, p->time_unit);
   if (p->processes.n == 1)
      an_process_put_json(json, p->processes.of);
   put_inherited(json, p);
   AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON("creator", p->creator),
               AN_JSON("mode", p->mode), AN_JSON("verb", p->verb));
   AN_JSON_PUT_OBJECT(json, "", "units", AN_JSON("time", p->time_unit),
                      AN_JSON("bytes", p->bytes_unit), AN_JSON("blocks", p->blocks_unit));
   AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON("sort", ah_values[options->sort].name));
}

/* What is known of each profile by heapprof that has blocks. */
static void put_fates(an_json_out *json, const ah_totals *t, bool is_known)
{
   AN_JSON_PUT(
      json, AN_JSON_KNOWN("peak_extra_bytes", t->peak_overhead, is_known),
      AN_JSON_KNOWN("most_blocks", t->most_blocks, is_known),
      put_amount(json, "temporary_bytes", "temporary_blocks", t->temporary, is_known),
      put_amount(json, "freed_bytes", "freed_blocks", t->freed, is_known),
      AN_JSON_KNOWN("zero_blocks", t->zero_blocks, is_known),
      AN_JSON_KNOWN("reallocs", t->reallocs, is_known),
      AN_JSON_KNOWN("failed", t->failed, is_known),
      AN_JSON_KNOWN("invalid_frees", t->invalid_frees, is_known));
}

static void put_never(an_json_out *json, const ah_totals *t, bool is_known)
{
   put_amount(json, "never_read_bytes", "never_read_blocks", t->never_read, is_known);
   put_amount(json, "never_written_bytes", "never_written_blocks", t->never_written,
              is_known);
   put_amount(json, "never_touched_bytes", "never_touched_blocks", t->never_touched,
              is_known);
}

static void put_totals(an_json_out *json, const ah_profile *p)
{
   const ah_totals *t = &p->totals;
   bool has_peak = p->has_lifetimes, is_own = ah_profile_has_fates(p);
   bool has_moves = is_own && p->has_moves;
   AN_JSON_PUT_OBJECT(
      json, "", "totals", put_amount(json, "bytes", "blocks", t->total, true),
      AN_JSON("end_time", t->end_time),
      AN_JSON_KNOWN("peak_time", t->peak_time, has_peak),
      put_amount(json, "peak_bytes", "peak_blocks", t->peak, has_peak),
      put_amount(json, "end_bytes", "end_blocks", t->end, has_peak),
      put_fates(json, t, is_own), AN_JSON_KNOWN("threads", t->threads, p->is_heapprof),
      AN_JSON_KNOWN("most_stack_bytes", t->most_stack, p->has_stacks),
      AN_JSON_KNOWN("moves", t->moved.blocks, has_moves),
      AN_JSON_KNOWN("moved_bytes", t->moved.bytes, has_moves),
      AN_JSON_KNOWN("read_bytes", t->reads, p->has_accesses),
      AN_JSON_KNOWN("written_bytes", t->writes, p->has_accesses),
      put_never(json, t, is_own && p->has_accesses),
      AN_JSON_WHEN(t->old.blocks > 0,
                   put_amount(json, "old_bytes", "old_blocks", t->old, true)),
      AN_JSON_WHEN(t->partly.blocks > 0,
                   put_amount(json, "partly_watched_bytes", "partly_watched_blocks",
                              t->partly, true)));
   if (p->is_saturated)
      AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON("saturated", p->is_saturated));
}

/* Left out if there are none. */
static void put_no_lines(an_json_out *json, const ah_profile *profile)
{
   ah_missing_debug found;
   ah_missing_debug_find(&found, profile);
   if (found.n > 0)
      AN_JSON_PUT_ARRAY(json, "", "no_lines", i, found.n,
                        AN_JSON_OBJECT(NULL, AN_JSON("object", found.of[i].object),
                                       AN_JSON("bytes", found.of[i].bytes)));
}

static void put_lost_debug_info(an_json_out *json, const ah_profile *profile)
{
   if (profile->n_lost_debug_info > 0)
      AN_JSON_PUT_ARRAY(json, "", "lost_debug_info", i, profile->n_lost_debug_info,
                        AN_JSON(NULL, profile->lost_debug_info[i]));
}

/* ---- Over time ---- */

static void put_bucket(an_json_out *json, const ah_bucket *b)
{
   AN_JSON_PUT_OBJECT(
      json, " ", NULL, AN_JSON("end", b->end), AN_JSON("min", b->min),
      AN_JSON("max", b->max), AN_JSON("max_at", b->max_at), AN_JSON("last", b->last),
      AN_JSON("max_blocks", b->max_blocks), AN_JSON("max_extra", b->max_overhead),
      AN_JSON("max_stack", b->max_stack), AN_JSON("last_blocks", b->last_blocks),
      AN_JSON("last_extra", b->last_overhead));
}

static void put_timeline(an_json_out *json, const ah_profile *profile,
                         const ah_report_options *options)
{
   size_t n = options->is_page ? 0 : profile->n_timeline;
   AN_JSON_PUT_ARRAY(json, "", "timeline", i, n, put_bucket(json, &profile->timeline[i]));
}

/* The moment that --at chooses; the sites then have amounts of it. */
static void put_moment(an_json_out *json, const ah_profile *profile, const ah_weight *at,
                       const ah_report_data *data)
{
   an_json_put_line(json, "");
   if (at == NULL)
      return an_json_put_null(json, "at");
   bool is_numbered = at->kind == AH_AT_SNAPSHOT || at->kind == AH_AT_LOOK;
   AN_JSON_PUT_OBJECT(
      json, "", "at", AN_JSON("moment", ah_weight_name(*at)),
      AN_JSON_KNOWN("number", at->index + 1, is_numbered),
      AN_JSON("time", ah_weight_time(*at, profile)),
      AN_JSON_IF("since", at->since, at->since > 0),
      put_amount(json, "bytes", "blocks", ah_weight_amount(*at, profile), true),
      AN_JSON("rest_sites", data->n_rest),
      put_amount(json, "rest_bytes", "rest_blocks", data->rest, true));
}

/* ---- Objects ---- */

static void put_object(an_json_out *json, const an_object *object)
{
   AN_JSON_PUT_OBJECT(json, " ", NULL, AN_JSON_ADDRESS("start", object->start),
                      AN_JSON_ADDRESS("end", object->end), AN_JSON("path", object->path),
                      AN_JSON_IF_TEXT("build_id", object->build_id));
}

static void put_objects(an_json_out *json, const ah_profile *profile)
{
   AN_JSON_PUT_ARRAY(json, "", "objects", i, profile->n_objects,
                     put_object(json, &profile->objects[i]));
}

/* ---- Threads ---- */

/* Left out unless several threads allocated. */
static void put_all_threads(an_json_out *json, const ah_profile *profile,
                            const tk_alloc *alloc)
{
   ah_threads threads;
   ah_threads_open(&threads, alloc, profile);
   const ah_thread_share *of = threads.of;
   if (threads.n > 1)
      AN_JSON_PUT_ARRAY(json, "", "threads", i, threads.n,
                        AN_JSON_ARRAY(NULL, AN_JSON(NULL, of[i].thread),
                                      AN_JSON(NULL, of[i].total.bytes),
                                      AN_JSON(NULL, of[i].total.blocks)));
}

static void put_thread_names(an_json_out *json, const ah_profile *profile)
{
   const ah_thread_name *of = profile->thread_names;
   if (profile->n_thread_names > 0)
      AN_JSON_PUT_ARRAY(
         json, "", "thread_names", i, profile->n_thread_names,
         AN_JSON_ARRAY(NULL, AN_JSON(NULL, of[i].thread), AN_JSON(NULL, of[i].name)));
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

/* Owner snapshots. */
static void put_looks(const ah_page *page, an_json_out *json)
{
   ah_page_put(page, json, "looks", ah_looks_tables);
   ah_page_put(page, json, "owners", ah_owners_tables);
   if (!page->options->is_page)
      ah_page_put(page, json, "retained", ah_retained_tables);
   ah_page_put(page, json, "leaks", ah_leaks_tables);
   ah_page_put(page, json, "chains", ah_chains_tables);
}

static void put_tables(const ah_page *page, an_json_out *json)
{
   ah_page_put(page, json, "types", ah_types_tables);
   put_sites(page, json);
   ah_page_put(page, json, "regions", ah_regions_tables);
   if (page->options->at != NULL && page->options->at->since > 0) {
      ah_page_put(page, json, "since_sites", ah_since_sites_tables);
      ah_page_put(page, json, "since_types", ah_since_types_tables);
   }
   if (page->options->ignored != NULL)
      ah_page_put(page, json, "ignored", ah_ignored_tables);
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
}
