/* ah_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_lines.h"

#include "base/an_crate.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "heap/ah_owner.h"
#include "paths/an_name.h"

#include <string.h>

typedef struct {
   const ah_profile *profile;
   const tk_alloc *alloc;
   const an_source_places *places;
   const ah_line_event *events;
   size_t n_events;
   ac_profile *lines;
   bool *has_source; /* of each frame */
} conversion;

/* ---- Which source can be read ---- */

/* The first frame with the same file, in the table. */
static uint32_t frame_of_file(const tk_table *table, const ah_profile *p,
                              const char *file)
{
   TK_TABLE_EACH(i, table, tk_hash_word((uintptr_t)file))
      if (p->frames[i].file == file)
         return (uint32_t)i;
   return TK_TABLE_NONE;
}

static void find_source(conversion *c, tk_table *table, size_t i)
{
   const char *file = c->profile->frames[i].file;
   c->has_source[i] = false;
   if (file == NULL)
      return;
   uint32_t first = frame_of_file(table, c->profile, file);
   if (first != TK_TABLE_NONE) {
      c->has_source[i] = c->has_source[first];
      return;
   }
   an_source source;
   an_source_open(&source, c->alloc, file, c->places);
   c->has_source[i] = source.problem == NULL;
   an_source_close(&source);
   tk_table_add(table, tk_hash_word((uintptr_t)file), (uint32_t)i);
}

/* Looks for each file once, however many frames are in it. */
static void find_sources(conversion *c)
{
   tk_table table = { .alloc = c->alloc, .label = AN_LABEL };
   for (size_t i = 0; i < c->profile->n_frames; i++)
      find_source(c, &table, i);
}

/* ---- Charging ---- */

/* The frame to charge, or NULL. */
static const an_frame *find_charged(const conversion *c, const ah_site *site)
{
   const an_frame *readable = NULL, *known = NULL;
   for (size_t i = 0; i < site->n_frames; i++) {
      uint32_t index = site->frames[i];
      const an_frame *frame = &c->profile->frames[index];
      if (frame->file == NULL)
         continue;
      if (c->has_source[index] && !an_name_has_library_source(frame))
         return frame;
      if (readable == NULL && c->has_source[index])
         readable = frame;
      if (known == NULL)
         known = frame;
   }
   return readable != NULL ? readable : known;
}

/* What says whose code the frame is. */
static const char *file_of(const conversion *c, const an_frame *frame)
{
   return frame->file ?: ah_owner_object(c->profile, frame) ?: AN_UNKNOWN;
}

/* Whether it allocates for its caller, as the libraries of the languages do. */
static bool is_for_caller(const conversion *c, const an_frame *frame)
{
   an_span crate = an_crate_of_file(file_of(c, frame));
   if (crate.at != NULL
       && an_span_is_among(crate, "intrinsics ld libc libc++ libstdc++ std"))
      return true;
   return (an_name_skips(frame) & (frame->file == NULL ? ~0u : AN_SKIP_VALGRIND)) != 0;
}

static const an_frame *find_outside(const conversion *c, const ah_site *site)
{
   size_t i = 0;
   while (i < site->n_frames && is_for_caller(c, &c->profile->frames[site->frames[i]]))
      i++;
   return site->n_frames == 0 ? NULL
                              : &c->profile->frames[site->frames[i % site->n_frames]];
}

static void add_site(conversion *c, const ah_site *site)
{
   const an_frame *frame = c->places == NULL ? find_outside(c, site)
                                             : find_charged(c, site);
   const char *file = frame == NULL ? AN_UNKNOWN : file_of(c, frame);
   const char *function = AN_UNKNOWN;
   int64_t counts[AH_VALUES];
   if (frame != NULL)
      function = frame->function;
   else if (site->n_frames > 0)
      function = c->profile->frames[site->frames[0]].function;
   for (size_t i = 0; i < c->n_events; i++)
      counts[i] = ah_value_of(&ah_values[c->events[i].value], site);
   file = ac_profile_intern(c->lines, file, strlen(file));
   function = ac_profile_intern(c->lines, function, strlen(function));
   ac_profile_begin(c->lines, file, function);
   ac_profile_add(c->lines, frame == NULL ? 0 : frame->line, counts);
}

static void convert_sites(conversion *c)
{
   const char *command = c->profile->command;
   if (c->places != NULL)
      find_sources(c);
   ac_profile_set_command(c->lines, command, strlen(command));
   for (size_t i = 0; i < c->n_events; i++)
      ac_profile_add_text(c->lines, AC_EVENT, c->events[i].name,
                          strlen(c->events[i].name));
   ac_profile_sum_lines(c->lines);
   for (size_t i = 0; i < c->profile->n_sites; i++)
      add_site(c, &c->profile->sites[i]);
   ac_profile_finish(c->lines);
}

ac_profile *ah_lines_new(const tk_alloc *alloc, const ah_profile *profile,
                         const an_source_places *places, const ah_line_event *events,
                         size_t n_events)
{
   conversion c = {
      .profile = profile,
      .alloc = alloc,
      .places = places,
      .events = events,
      .n_events = n_events,
      .lines = ac_profile_new(alloc),
      .has_source = tk_get(alloc, AN_LABEL,
                           (profile->n_frames + 1) * sizeof *c.has_source),
   };
   convert_sites(&c);
   return c.lines;
}
