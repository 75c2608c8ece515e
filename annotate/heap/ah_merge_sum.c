/* ah_merge_sum.c -- adds up heap profiles.

   Memory grows with the distinct frames and sites, not with the profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_sum.h"

#include "base/an_overflow.h"
#include "base/tk_array.h"
#include "base/tk_strings.h"
#include "heap/ah_merge_parts.h"

#include <stdlib.h>
#include <string.h>

struct ah_sum {
   const tk_alloc *alloc;
   ah_profile *to;                 /* without frames and sites until the end */
   size_t n;                       /* profiles so far */
   tk_strings *frame_keys, *paths; /* a path lists numbers of frame_keys */
   an_frame *frames;               /* by number of frame_keys */
   size_t frames_capacity;
   ah_site *sites; /* by number of paths */
   size_t sites_capacity;
   ah_regions *regions;
   an_processes processes;
   ah_objects *objects;
};

ah_sum *ah_sum_new(const tk_alloc *alloc)
{
   ah_sum *sum = tk_get(alloc, AN_LABEL, sizeof *sum);
   *sum = (ah_sum){ .alloc = alloc,
                    .to = ah_profile_new(alloc),
                    .frame_keys = tk_strings_new(alloc),
                    .paths = tk_strings_new(alloc),
                    .objects = ah_objects_new(alloc),
                    .regions = ah_regions_new(alloc) };
   return sum;
}

const ah_profile *ah_sum_first(const ah_sum *sum)
{
   return sum->n == 0 ? NULL : sum->to;
}

/* ---- The header ---- */

static const char *intern_text(ah_sum *sum, const char *text)
{
   return ah_profile_intern(sum->to, text, strlen(text));
}

/* Keeps the text that is first in the alphabet, so that order does not matter. */
static void take_text(ah_sum *sum, const char **to, const char *from)
{
   if (from == NULL || (*to != NULL && strcmp(*to, from) <= 0))
      return;
   *to = intern_text(sum, from);
}

static void take_larger(int64_t *to, int64_t from)
{
   if (from > *to)
      *to = from;
}

static void take_flags(ah_sum *sum, const ah_profile *from)
{
   ah_profile *to = sum->to;
   to->has_lifetimes = from->has_lifetimes;
   to->is_heapprof = from->is_heapprof;
   to->has_accesses = (sum->n == 0 || to->has_accesses) && from->has_accesses;
   to->has_moves = (sum->n == 0 || to->has_moves) && from->has_moves;
   to->has_stacks |= from->has_stacks;
   to->has_pages |= from->has_pages;
   to->is_saturated |= from->is_saturated;
   /* Shows a failure: the largest code above 0, else the smallest below 0, which
      stands for a signal. */
   int64_t code = from->exit_code;
   if (code > to->exit_code ? code > 0 || to->exit_code > 0
                            : code < 0 && to->exit_code <= 0)
      to->exit_code = code;
}

static void add_counting(ah_profile *to, const ah_profile *from)
{
   tk_counting counting = from->counting;
   counting.counted = (uint64_t)ah_profile_watched(from);
   tk_counting_add(&to->counting, &counting);
}

static void add_header(ah_sum *sum, const ah_profile *from)
{
   ah_profile *to = sum->to;
   take_flags(sum, from);
   add_counting(to, from);
   /* A sum only says whether it is partial. */
   to->state = an_state_sum((an_state[]){ to->state, from->state }, 2);
   take_larger(&to->depth, from->depth);
   take_larger(&to->heap_admin_B, from->heap_admin_B);
   take_larger(&to->short_lifetime, from->short_lifetime);
   take_larger(&to->histogram_B, from->histogram_B);
   take_text(sum, &to->mode, from->mode);
   take_text(sum, &to->verb, from->verb);
   take_text(sum, &to->command, from->command);
   take_text(sum, &to->creator, from->creator);
   take_text(sum, &to->time_unit, from->time_unit);
   take_text(sum, &to->mega_time_unit, from->mega_time_unit);
   take_text(sum, &to->byte_unit, from->byte_unit);
   take_text(sum, &to->bytes_unit, from->bytes_unit);
   take_text(sum, &to->blocks_unit, from->blocks_unit);
}

/* Every total is a sum, except the times.  False if a sum does not fit. */
static bool add_totals(ah_sum *sum, const ah_totals *from)
{
   ah_totals *to = &sum->to->totals, more = *from;
   int64_t *sums = (int64_t *)(void *)to;
   const int64_t *values = (const int64_t *)(const void *)&more;
   bool fits = true;
   take_larger(&to->end_time, from->end_time);
   to->peak_time = sum->n == 0 ? from->peak_time : 0;
   more.end_time = more.peak_time = 0;
   for (size_t i = 0; fits && i < sizeof *to / sizeof *sums; i++)
      fits = ah_count_add(&sums[i], values[i]);
   return fits;
}

/* ---- Processes ---- */

/* Copies text, which may be NULL. */
static void keep_text(ah_sum *sum, const char **text)
{
   if (*text != NULL)
      *text = intern_text(sum, *text);
}

static void add_processes(ah_sum *sum, const ah_profile *from)
{
   an_processes *to = &sum->processes;
   for (size_t i = 0; i < from->processes.n; i++) {
      an_process process = from->processes.of[i];
      keep_text(sum, &process.command);
      keep_text(sum, &process.title);
      keep_text(sum, &process.state.by);
      keep_text(sum, &process.state.predecessor);
      TK_ARRAY_ADD(sum->alloc, AN_LABEL, to->of, to->n, to->capacity, process);
   }
}

bool ah_sum_overlaps(const ah_sum *sum)
{
   return an_processes_overlap(&sum->processes);
}

/* The command becomes what the sum is of. */
static void finish_processes(ah_sum *sum)
{
   char text[AN_PROCESS_TEXT_B];
   an_processes_sort(&sum->processes);
   sum->to->processes = sum->processes;
   if (sum->processes.n > 1)
      sum->to->command = intern_text(sum, an_processes_describe(&sum->processes, text));
}

/* ---- Frames ---- */

static void keep_frame(ah_sum *sum, const an_frame *from)
{
   an_frame frame = *from;
   const char **texts[] = { &frame.text, &frame.function, &frame.file, &frame.object };
   for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
      keep_text(sum, texts[i]);
   sum->frames[tk_strings_count(sum->frame_keys) - 1] = frame;
}

/* The number of a frame, added if it is new. */
static uint32_t number_frame(ah_sum *sum, const an_frame *frame)
{
   size_t n = tk_strings_count(sum->frame_keys);
   const char *key[2] = {
      intern_text(sum, frame->text),
      intern_text(sum, frame->file == NULL ? "" : frame->file),
   };
   TK_ARRAY_ROOM(sum->alloc, AN_LABEL, sum->frames, n, sum->frames_capacity);
   uint32_t number = tk_strings_number(sum->frame_keys, key, sizeof key);
   if (number == n)
      keep_frame(sum, frame);
   return number;
}

/* The sum's number for each frame of the profile, for tk_put. */
static uint32_t *number_frames(ah_sum *sum, const ah_profile *from)
{
   size_t size_B = (from->n_frames + 1) * sizeof(uint32_t);
   uint32_t *numbers = tk_get(sum->alloc, AN_LABEL, size_B);
   for (size_t i = 0; i < from->n_frames; i++)
      numbers[i] = number_frame(sum, &from->frames[i]);
   return numbers;
}

/* ---- Sites ---- */

static void add_site(ah_sum *sum, const ah_site *from, const uint32_t *path)
{
   size_t n = tk_strings_count(sum->paths);
   TK_ARRAY_ROOM(sum->alloc, AN_LABEL, sum->sites, n, sum->sites_capacity);
   uint32_t number = tk_strings_number(sum->paths, path, from->n_frames * sizeof *path);
   ah_site *to = &sum->sites[number];
   if (number == n)
      *to = (ah_site){ .n_frames = from->n_frames };
   ah_site_add(to, from, sum->to);
}

static size_t longest_path(const ah_profile *profile)
{
   size_t longest = 0;
   for (size_t i = 0; i < profile->n_sites; i++)
      if (profile->sites[i].n_frames > longest)
         longest = profile->sites[i].n_frames;
   return longest;
}

static void add_sites(ah_sum *sum, const ah_profile *from)
{
   uint32_t *numbers = number_frames(sum, from);
   uint32_t *path = tk_get(sum->alloc, AN_LABEL, (longest_path(from) + 1) * sizeof *path);
   for (size_t i = 0; i < from->n_sites; i++) {
      const ah_site *site = &from->sites[i];
      for (size_t k = 0; k < site->n_frames; k++)
         path[k] = numbers[site->frames[k]];
      add_site(sum, site, path);
   }
   tk_put(sum->alloc, numbers);
   tk_put(sum->alloc, path);
}

void ah_sum_add(ah_sum *sum, const ah_profile *profile)
{
   add_header(sum, profile);
   add_processes(sum, profile);
   ah_thread_names_add(sum->to, profile);
   ah_objects_add(sum->objects, sum->to, profile);
   an_overflow_note(!add_totals(sum, &profile->totals));
   add_sites(sum, profile);
   ah_regions_add(sum->regions, profile);
   sum->n++;
}

/* ---- The end ---- */

static int compare_frames(const void *a, const void *b, void *context)
{
   const an_frame *frames = context;
   const an_frame *x = &frames[*(const uint32_t *)a];
   const an_frame *y = &frames[*(const uint32_t *)b];
   return strcmp(x->text, y->text)
             ?: strcmp(x->file == NULL ? "" : x->file, y->file == NULL ? "" : y->file);
}

/* Sorts the frames, except the root, into the profile; to[old] becomes the new
   number. */
static void sort_frames(ah_sum *sum, uint32_t *to)
{
   size_t n = tk_strings_count(sum->frame_keys);
   ah_profile *profile = sum->to;
   uint32_t *order = tk_get(sum->alloc, AN_LABEL, (n + 1) * sizeof *order);
   profile->frames = ah_profile_get(profile, n, sizeof *profile->frames);
   for (size_t i = 0; i < n; i++)
      order[i] = (uint32_t)i;
   if (n > 1)
      qsort_r(order + 1, n - 1, sizeof *order, compare_frames, sum->frames);
   for (size_t i = 0; i < n; i++) {
      profile->frames[i] = sum->frames[order[i]];
      to[order[i]] = (uint32_t)i;
   }
   profile->n_frames = n;
   tk_put(sum->alloc, order);
}

static int compare_sites(const void *a, const void *b)
{
   const ah_site *x = a, *y = b;
   for (size_t i = 0; i < x->n_frames && i < y->n_frames; i++)
      if (x->frames[i] != y->frames[i])
         return x->frames[i] < y->frames[i] ? -1 : 1;
   return tk_compare(x->n_frames, y->n_frames);
}

static void sort_sites(ah_sum *sum, const uint32_t *frame_to)
{
   size_t n = tk_strings_count(sum->paths);
   ah_profile *profile = sum->to;
   for (size_t i = 0; i < n; i++) {
      size_t size_B;
      const uint32_t *path = tk_strings_bytes(sum->paths, (uint32_t)i, &size_B);
      ah_site *site = &sum->sites[i];
      uint32_t *frames = ah_profile_get(profile, site->n_frames, sizeof *frames);
      for (size_t k = 0; k < site->n_frames; k++)
         frames[k] = frame_to[path[k]];
      site->frames = frames;
   }
   if (n > 0)
      qsort(sum->sites, n, sizeof *sum->sites, compare_sites);
   profile->sites = sum->sites;
   profile->n_sites = n;
}

ah_profile *ah_sum_finish(ah_sum *sum)
{
   size_t n = tk_strings_count(sum->frame_keys);
   uint32_t *frame_to = tk_get(sum->alloc, AN_LABEL, (n + 1) * sizeof *frame_to);
   sort_frames(sum, frame_to);
   sort_sites(sum, frame_to);
   ah_regions_finish(sum->regions, sum->to);
   ah_objects_finish(sum->objects, sum->to);
   finish_processes(sum);
   tk_put(sum->alloc, frame_to);
   ah_thread_names_finish(sum->to);
   return sum->to;
}
