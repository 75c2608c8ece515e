/* ah_write.c -- writes the model in DHAT's format.

   Each site and each frame is a line, so that files can be read, cut and
   compared by line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_write.h"

#include "base/an_counting.h"
#include "base/an_json_members.h"
#include "base/an_text.h"
#include "base/tk_strings.h"
#include "heap/ah_site_keys.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   an_json_out json;
   const ah_profile *profile;
   bool own; /* with our own keys */
} writer;

/* Our own strings are escaped; in DHAT's a backslash is just that. */
static void put_text(writer *w, const char *key, const char *text)
{
   char *shown = w->own ? an_text_escaped(text) : an_text_utf8(text);
   an_json_put_utf8(&w->json, key, shown);
   free(shown);
}

static void put_count(writer *w, const char *key, int64_t count)
{
   an_json_put_int(&w->json, key, count);
}

static void put_amount(writer *w, const char *bytes, const char *blocks, ah_amount amount)
{
   put_count(w, bytes, amount.bytes);
   put_count(w, blocks, amount.blocks);
}

static void put_indices(writer *w, const char *key, const uint32_t *indices, size_t n)
{
   AN_JSON_PUT_ARRAY(&w->json, NULL, key, i, n, AN_JSON(NULL, indices[i]));
}

/* Breaks the line before the comma. */
static void break_line(writer *w)
{
   putc('\n', w->json.out);
}

/* ---- Sites ---- */

static void put_classes(writer *w, const char *key, const ah_classes *classes)
{
   const ah_class *of = classes->of;
   size_t n = classes->n, first = 0;
   while (first < n && of[first].blocks == 0)
      first++;
   if (first < n)
      AN_JSON_PUT_ARRAY(
         &w->json, NULL, key, i, n,
         AN_JSON_WHEN(of[i].blocks != 0, AN_JSON_ARRAY(NULL, AN_JSON(NULL, of[i].number),
                                                       AN_JSON(NULL, of[i].blocks))));
}

static void put_threads(writer *w, const ah_rare *rare)
{
   const ah_thread_share *of = rare->threads;
   if (rare->n_threads > 0)
      AN_JSON_PUT_ARRAY(&w->json, NULL, "thr", i, rare->n_threads,
                        AN_JSON_ARRAY(NULL, AN_JSON(NULL, of[i].thread),
                                      AN_JSON(NULL, of[i].total.blocks),
                                      AN_JSON(NULL, of[i].total.bytes)));
}

/* ---- Accesses ---- */

/* Run-length coded; counts are capped at `most`. */
static void put_runs(writer *w, const char *key, const int64_t *counts, size_t n,
                     int64_t most)
{
   an_json_put_open(&w->json, key, '[');
   for (size_t i = 0; i < n;) {
      int64_t count = counts[i] < most ? counts[i] : most;
      size_t first = i;
      do
         i++;
      while (i < n && (counts[i] < most ? counts[i] : most) == count);
      if (i - first > 1)
         put_count(w, NULL, -(int64_t)(i - first));
      put_count(w, NULL, count);
   }
   an_json_put_close(&w->json, ']');
}

static bool is_cold(const ah_heat *heat)
{
   for (size_t i = 0; i < heat->n; i++)
      if (heat->sum[i] != 0)
         return false;
   return true;
}

static void put_heat(writer *w, const ah_heat *heat)
{
   if (heat == NULL || heat->reads == NULL || is_cold(heat))
      return;
   AN_JSON_PUT_OBJECT(&w->json, NULL, "heat", AN_JSON("unit", heat->unit_B),
                      put_runs(w, "r", heat->reads, heat->n, INT64_MAX),
                      put_runs(w, "w", heat->writes, heat->n, INT64_MAX));
}

/* ---- A site ---- */

static void put_key(writer *w, const ah_site_key *k, const ah_site *site)
{
   int64_t counts[AH_KEY_COUNTS_MOST];
   const ah_rare *rare = ah_site_rare(site);
   bool is_any = ah_site_key_get(k, site, counts);
   switch (k->kind) {
   case AH_KEY_COUNT:
      if (is_any || (k->of & AH_KEY_REQUIRED) != 0)
         put_count(w, k->name, counts[0]);
      break;
   case AH_KEY_COUNTS:
      if (is_any)
         an_json_put_ints(&w->json, k->name, counts, k->n);
      break;
   case AH_KEY_PATH: put_indices(w, k->name, site->frames, site->n_frames); break;
   case AH_KEY_CLASSES:
      put_classes(w, k->name, (const void *)((const char *)site + k->at[0]));
      break;
   case AH_KEY_THREADS: put_threads(w, rare); break;
   case AH_KEY_HEAT: put_heat(w, rare->heat); break;
   case AH_KEY_CUT:
      if (site->is_cut)
         an_json_put_bool(&w->json, k->name, true);
      break;
   case AH_KEY_HISTOGRAM:
      if (rare->heat != NULL && rare->heat->unit_B == 1)
         put_runs(w, k->name, rare->heat->sum, rare->heat->n, AH_ACC_MAX);
      break;
   }
}

static void put_site(writer *w, const ah_site *site)
{
   unsigned of = ah_site_keys_of(w->profile, w->own) | AH_KEY_CHECKED;
   an_json_put_line(&w->json, "");
   an_json_put_open(&w->json, NULL, '{');
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      if ((ah_site_keys[i].of & ~of) == 0)
         put_key(w, &ah_site_keys[i], site);
   an_json_put_close(&w->json, '}');
}

/* ---- DHAT's keys ---- */

static void put_unit(writer *w, const char *key, const char *unit, const char *usual)
{
   if (strcmp(unit, usual) != 0)
      put_text(w, key, unit);
}

static void put_header(writer *w)
{
   const ah_profile *profile = w->profile;
   AN_JSON_PUT(
      &w->json, AN_JSON_INT("dhatFileVersion", 2), put_text(w, "mode", profile->mode),
      put_text(w, "verb", profile->verb), AN_JSON("bklt", profile->has_lifetimes),
      AN_JSON("bkacc", profile->has_accesses),
      put_unit(w, "bu", profile->byte_unit, "byte"),
      put_unit(w, "bsu", profile->bytes_unit, "bytes"),
      put_unit(w, "bksu", profile->blocks_unit, "blocks"),
      put_text(w, "tu", profile->time_unit), put_text(w, "Mtu", profile->mega_time_unit),
      AN_JSON_IF("tuth", profile->short_lifetime, profile->has_lifetimes));
   break_line(w);
   AN_JSON_PUT(&w->json, put_text(w, "cmd", profile->command),
               AN_JSON("pid", profile->pid), AN_JSON("te", profile->totals.end_time),
               AN_JSON_IF("tg", profile->totals.peak_time, profile->has_lifetimes));
}

static void put_body(writer *w)
{
   const ah_profile *profile = w->profile;
   break_line(w);
   AN_JSON_PUT_ARRAY(&w->json, NULL, "pps", i, profile->n_sites,
                     put_site(w, &profile->sites[i]));
   break_line(w);
   AN_JSON_PUT_ARRAY(&w->json, NULL, "ftbl", i, profile->n_frames,
                     (AN_JSON_LINE(""), put_text(w, NULL, profile->frames[i].text)));
}

/* ---- Directories ---- */

/* The length of the directory in a frame's file, without its slash; 1 for "/".  The
   frame's text has the rest. */
static size_t directory_length(const an_frame *frame)
{
   size_t n_text = strlen(frame->text);
   char end[16];
   int n_end = snprintf(end, sizeof end, ":%" PRIu32 ")", frame->line);
   for (const char *name = frame->file; name != NULL;) {
      size_t n = strlen(name), tail = n + (size_t)n_end;
      if (tail < n_text && frame->text[n_text - tail - 1] == '('
          && memcmp(frame->text + n_text - tail, name, n) == 0)
         return (size_t)(name - frame->file) - (name - frame->file > 1);
      const char *slash = strchr(name, '/');
      name = slash == NULL ? NULL : slash + 1;
   }
   return 0;
}

typedef struct {
   const char **names; /* interned in `strings`; [0] is empty */
   uint32_t *of_frames;
   size_t n;
   tk_strings *strings;
} directories;

/* Numbers the directory of a frame.  Neighbouring frames often share one. */
static void number_directory(directories *d, const char *name, size_t frame)
{
   uint32_t before = frame == 0 ? 0 : d->of_frames[frame - 1];
   size_t i = d->n == 0 || d->names[before] != name ? 0 : before;
   while (i < d->n && d->names[i] != name)
      i++;
   if (i == d->n)
      d->names[d->n++] = name;
   d->of_frames[frame] = (uint32_t)i;
}

static void find_directories(directories *d, const ah_profile *profile,
                             const tk_alloc *alloc)
{
   size_t n = profile->n_frames + 1;
   *d = (directories){
      .names = tk_get(alloc, AN_LABEL, n * sizeof *d->names),
      .of_frames = tk_get(alloc, AN_LABEL, n * sizeof *d->of_frames),
      .strings = tk_strings_new(alloc),
   };
   for (size_t i = 0; i < profile->n_frames; i++) {
      const an_frame *frame = &profile->frames[i];
      const char *name = tk_strings_intern(d->strings,
                                           frame->file == NULL ? "" : frame->file,
                                           i == 0 ? 0 : directory_length(frame));
      number_directory(d, name, i);
   }
}

static void put_directories(writer *w, const tk_alloc *alloc)
{
   directories d;
   find_directories(&d, w->profile, alloc);
   AN_JSON_PUT_ARRAY(&w->json, NULL, "dirs", i, d.n, put_text(w, NULL, d.names[i]));
   break_line(w);
   put_indices(w, "ftbl_dirs", d.of_frames, w->profile->n_frames);
}

/* ---- Our own keys ---- */

static void put_options(writer *w)
{
   const ah_profile *profile = w->profile;
   break_line(w);
   an_json_put_open(&w->json, "options", '{');
   bool is_usual = strcmp(profile->time_unit, "instrs") == 0;
   AN_JSON_PUT(&w->json, put_text(w, "time_unit", is_usual ? "i" : profile->time_unit),
               AN_JSON("depth", profile->depth),
               AN_JSON("heap_admin_B", profile->heap_admin_B),
               AN_JSON("stacks", profile->has_stacks),
               AN_JSON("pages", profile->has_pages), AN_JSON_BOOL("peak_only", true));
   if (profile->histogram_B > 0)
      AN_JSON_PUT(&w->json, AN_JSON("accesses", profile->has_accesses),
                  AN_JSON("histogram_B", profile->histogram_B));
   an_json_put_close(&w->json, '}');
   put_count(w, "exit_code", profile->exit_code);
   if (an_state_is_partial(&profile->state))
      an_state_put(&w->json, "state", &profile->state);
}

static void put_totals(writer *w)
{
   const ah_profile *profile = w->profile;
   ah_totals t = profile->totals;
   break_line(w);
   an_json_put_open(&w->json, "totals", '{');
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      put_count(w, ah_total_keys[i].name, *ah_total_of(&t, &ah_total_keys[i]));
   AN_JSON_PUT(
      &w->json, AN_JSON_IF("most_stack_bytes", t.most_stack, profile->has_stacks),
      AN_JSON_WHEN(profile->has_accesses, AN_JSON("reads", t.reads),
                   AN_JSON("writes", t.writes)),
      AN_JSON_WHEN(profile->has_moves, put_amount(w, "moved_bytes", "moves", t.moved)));
   an_json_put_close(&w->json, '}');
   if (profile->is_saturated) {
      break_line(w);
      an_json_put_bool(&w->json, "saturated", true);
   }
}

static void put_thread_name(writer *w, const ah_thread_name *of)
{
   AN_JSON_PUT(
      &w->json, AN_JSON_LINE(""),
      AN_JSON_ARRAY(NULL, AN_JSON(NULL, of->thread), put_text(w, NULL, of->name)));
}

static void put_counting(writer *w)
{
   if (tk_counting_is_whole(&w->profile->counting))
      return;
   break_line(w);
   an_counting_put(&w->json, "counting", &w->profile->counting, NULL);
}

static void put_region(writer *w, const ah_region *region)
{
   AN_JSON_PUT_OBJECT(&w->json, "", NULL, put_text(w, "name", region->name),
                      AN_JSON("parent", region->parent), AN_JSON("count", region->count),
                      put_amount(w, "bytes", "blocks", region->total),
                      AN_JSON("peak", region->peak), AN_JSON("growth", region->growth));
}

static void put_object(writer *w, const an_object *object)
{
   AN_JSON_PUT(&w->json, AN_JSON_LINE(""),
               AN_JSON_ARRAY(NULL, AN_JSON(NULL, object->start),
                             AN_JSON(NULL, object->end),
                             put_text(w, NULL, object->path)));
}

static void put_build_id(writer *w, const an_object *file)
{
   AN_JSON_PUT(
      &w->json, AN_JSON_LINE(""),
      AN_JSON_ARRAY(NULL, put_text(w, NULL, file->build_id == NULL ? "" : file->build_id),
                    put_text(w, NULL, file->path)));
}

/* A list that is left out if it is empty: `put` writes its i-th item of `n`. */
#define PUT_LIST(w, key, i, n, put) \
   AN_JSON_PUT(&(w)->json, \
               AN_JSON_WHEN((n) > 0, break_line(w), AN_JSON_EACH(key, i, n, put)))

static void put_lists(writer *w)
{
   const ah_profile *profile = w->profile;
   PUT_LIST(w, "regions", i, profile->n_regions, put_region(w, &profile->regions[i]));
   PUT_LIST(w, "objects", i, profile->n_objects, put_object(w, &profile->objects[i]));
   PUT_LIST(w, "build_ids", i, profile->n_files, put_build_id(w, &profile->files[i]));
   PUT_LIST(w, "lost_debug_info", i, profile->n_lost_debug_info,
            put_text(w, NULL, profile->lost_debug_info[i]));
}

static void put_process(writer *w, const an_process *process)
{
   const an_state *state = &process->state;
   AN_JSON_PUT_OBJECT(
      &w->json, "", NULL, AN_JSON("pid", process->pid),
      AN_JSON("parent", process->parent), put_text(w, "cmd", process->command),
      AN_JSON_WHEN(state->how != AN_STATE_UNKNOWN,
                   an_state_put(&w->json, "state", state)),
      AN_JSON_WHEN(state->predecessor != NULL,
                   put_text(w, "predecessor", state->predecessor)),
      AN_JSON_WHEN(process->title != NULL, put_text(w, "title", process->title)),
      AN_JSON_WHEN(process->is_forked, AN_JSON("forked", process->forked),
                   AN_JSON("children", process->inherits ? "inherit" : "zero")),
      AN_JSON(w->profile->has_lifetimes ? "peak_bytes" : "bytes", process->value));
}

static void put_processes(writer *w)
{
   const an_processes *processes = &w->profile->processes;
   put_count(w, "merged", (int64_t)processes->n);
   break_line(w);
   AN_JSON_PUT_ARRAY(&w->json, NULL, "processes", i, processes->n,
                     put_process(w, &processes->of[i]));
}

static void put_heapprof(writer *w, const tk_alloc *alloc, bool is_merged)
{
   break_line(w);
   an_json_put_open(&w->json, "heapprof", '{');
   put_count(w, "version", 1);
   put_text(w, "creator", w->profile->creator);
   if (is_merged)
      put_processes(w);
   put_options(w);
   put_counting(w);
   put_totals(w);
   PUT_LIST(w, "thread_names", i, w->profile->n_thread_names,
            put_thread_name(w, &w->profile->thread_names[i]));
   break_line(w);
   put_directories(w, alloc);
   break_line(w);
   put_indices(w, "timeline", NULL, 0);
   put_indices(w, "snapshots", NULL, 0);
   put_lists(w);
   an_json_put_close(&w->json, '}');
}

void ah_write(const ah_profile *profile, const tk_alloc *alloc,
              const ah_write_options *options, FILE *out)
{
   writer w = { .json = { .out = out }, .profile = profile, .own = options->own };
   an_json_put_open(&w.json, NULL, '{');
   put_header(&w);
   put_body(&w);
   if (options->own)
      put_heapprof(&w, alloc, options->is_merged);
   an_json_put_close(&w.json, '}');
   putc('\n', out);
}
