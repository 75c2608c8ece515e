/* ah_symbols.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_symbols.h"

#include "base/an_alloc.h"
#include "base/an_error.h"
#include "base/an_file_name.h"
#include "base/tk_array.h"
#include "heap/ah_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What became of a frame. */
typedef struct {
   uint32_t first, n; /* frames of inlined functions, innermost first */
   bool is_main;      /* it is main's by now */
} change;

typedef struct {
   ah_profile *profile;
   const tk_alloc *alloc;
   change *changes;  /* by frame */
   an_frame *frames; /* with those added */
   size_t n_frames, capacity;
} changed;

/* ---- Frames ---- */

static const char *intern_text(const changed *c, const char *text)
{
   return ah_profile_intern(c->profile, text, strlen(text));
}

/* Sets a frame's file, in the spelling of an_file_name.h. */
static void set_file(const changed *c, an_frame *frame, const char *file)
{
   char *text = an_strdup(file);
   frame->file = ah_profile_intern(c->profile, text,
                                   an_file_name_tidy(text, strlen(text)));
   free(text);
}

/* "0x1189: keep (main.c:7)" */
static void set_text(const changed *c, an_frame *frame)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   fprintf(out, "0x%" PRIX64 ": %s", frame->address, frame->function);
   const char *slash = frame->file == NULL ? NULL : strrchr(frame->file, '/');
   if (frame->file == NULL)
      fprintf(out, " (in %s)", frame->object);
   else
      fprintf(out, " (%s:%" PRIu32 ")", slash == NULL ? frame->file : slash + 1,
              frame->line);
   an_memstream_close(out);
   frame->text = intern_text(c, text);
   free(text);
}

/* Keeps a name that the profile has. */
static void set_symbol(const changed *c, an_frame *frame, const ty_symbol *symbol)
{
   if (strcmp(frame->function, AN_UNKNOWN) == 0)
      frame->function = intern_text(c, symbol->function);
   frame->line = symbol->line;
   if (symbol->file != NULL && symbol->line > 0)
      set_file(c, frame, symbol->file);
   set_text(c, frame);
}

/* Frame i has these functions; the last is the one that the profile may have named. */
static void set_symbols(changed *c, size_t i, const ty_symbol *symbols, size_t n)
{
   change *to = &c->changes[i];
   bool was_unnamed = strcmp(c->frames[i].function, AN_UNKNOWN) == 0;
   to->first = (uint32_t)c->n_frames;
   to->n = (uint32_t)n - 1;
   for (size_t k = 0; k + 1 < n; k++) {
      TK_ARRAY_ROOM(c->alloc, AN_LABEL, c->frames, c->n_frames, c->capacity);
      an_frame *inlined = &c->frames[c->n_frames++];
      *inlined = c->frames[i];
      inlined->function = AN_UNKNOWN;
      set_symbol(c, inlined, &symbols[k]);
   }
   set_symbol(c, &c->frames[i], &symbols[n - 1]);
   to->is_main = was_unnamed && strcmp(c->frames[i].function, "main") == 0;
}

static void change_frames(changed *c, ty_types *types)
{
   const ty_program program = ah_program(c->profile);
   for (size_t i = 0; i < c->profile->n_frames; i++) {
      ty_symbol symbols[TY_SYMBOLS_MOST];
      size_t n = !c->frames[i].is_in_file
                    ? 0
                    : ty_types_symbols(types, &program, &c->frames[i], symbols);
      if (n > 0)
         set_symbols(c, i, symbols, n);
   }
}

/* ---- Paths ---- */

/* With symbols, the path would have ended there. */
static bool ends_at(const changed *c, const ah_site *site, size_t i)
{
   return c->changes[site->frames[i]].is_main && i + 1 < site->n_frames
          && strcmp(c->frames[site->frames[i + 1]].function, "(below main)") == 0;
}

/* Writes the path to `to`, unless that is NULL; returns how many frames it has.
   *is_same: those that it had. */
static size_t put_path(const changed *c, const ah_site *site, uint32_t *to, bool *is_same)
{
   size_t n = 0;
   *is_same = true;
   for (size_t i = 0; i < site->n_frames; i++) {
      const change *made = &c->changes[site->frames[i]];
      for (uint32_t k = 0; k < made->n; k++, n++)
         if (to != NULL)
            to[n] = made->first + k;
      if (to != NULL)
         to[n] = site->frames[i];
      n++;
      *is_same &= made->n == 0;
      if (ends_at(c, site, i)) {
         *is_same = false;
         break;
      }
   }
   return n;
}

static void change_paths(const changed *c)
{
   for (size_t i = 0; i < c->profile->n_sites; i++) {
      ah_site *site = &c->profile->sites[i];
      bool is_same;
      size_t n = put_path(c, site, NULL, &is_same);
      if (is_same)
         continue;
      uint32_t *frames = ah_profile_get(c->profile, n, sizeof *frames);
      put_path(c, site, frames, &is_same);
      site->frames = frames;
      site->n_frames = n;
   }
}

/* ---- Files ---- */

/* Marks the frames of code itself: one that follows another of its address has the line
   of a call that was inlined. */
static bool *find_innermost(const ah_profile *profile, const tk_alloc *alloc)
{
   const an_frame *frames = profile->frames;
   bool *is_innermost = tk_get_zeroed(alloc, AN_LABEL, profile->n_frames + 1);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      for (size_t k = 0; k < site->n_frames; k++) {
         const an_frame *frame = &frames[site->frames[k]];
         if (k == 0 || frames[site->frames[k - 1]].address != frame->address)
            is_innermost[site->frames[k]] = frame->address != 0 && frame->line > 0
                                            && frame->file != NULL && !frame->is_in_file;
      }
   }
   return is_innermost;
}

static void correct_files(ah_profile *profile, const tk_alloc *alloc, ty_types *types)
{
   const ty_program program = ah_program(profile);
   const changed c = { .profile = profile };
   bool *is_innermost = find_innermost(profile, alloc);
   ty_frame_file *files = tk_get(alloc, AN_LABEL,
                                 (profile->n_frames + 1) * sizeof *files);
   size_t n = 0;
   for (size_t i = 0; i < profile->n_frames; i++)
      if (is_innermost[i])
         files[n++] = (ty_frame_file){ .frame = &profile->frames[i] };
   ty_types_files(types, &program, files, n);
   for (size_t i = 0; i < n; i++) {
      an_frame *frame = &profile->frames[files[i].frame - profile->frames];
      if (files[i].file != NULL) {
         set_file(&c, frame, files[i].file);
         set_text(&c, frame);
      }
   }
}

/* ---- The whole ---- */

static bool has_frames_in_files(const ah_profile *profile)
{
   for (size_t i = 0; i < profile->n_frames; i++)
      if (profile->frames[i].is_in_file)
         return profile->n_files > 0;
   return false;
}

/* Gives the frames to the profile. */
static void take_frames(const changed *c)
{
   an_frame *frames = ah_profile_get(c->profile, c->n_frames, sizeof *frames);
   memcpy(frames, c->frames, c->n_frames * sizeof *frames);
   c->profile->frames = frames;
   c->profile->n_frames = c->n_frames;
}

void ah_symbols_find(ah_profile *profile, const tk_alloc *alloc, ty_types *types)
{
   correct_files(profile, alloc, types);
   if (!has_frames_in_files(profile))
      return;
   size_t n = profile->n_frames;
   changed c = { .profile = profile,
                 .alloc = alloc,
                 .n_frames = n,
                 .capacity = n,
                 .changes = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *c.changes),
                 .frames = tk_get(alloc, AN_LABEL, n * sizeof *c.frames) };
   memcpy(c.frames, profile->frames, n * sizeof *c.frames);
   change_frames(&c, types);
   change_paths(&c);
   take_frames(&c);
}
