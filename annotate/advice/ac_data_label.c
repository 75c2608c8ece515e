/* ac_data_label.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_data_label.h"

#include "base/an_said.h"
#include "base/tk_library.h"
#include "types/ty_types.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
   LABEL_B = 200,
   TYPE_B = 56, /* of a type that is shown: places have to fit beside it */
};

/* ---- Whose code a frame is ---- */

static bool is_of_system(const ac_data *data, const ac_data_frame *frame)
{
   if (frame->file != NULL && an_own_says(data->own, frame->file) != AN_WHOSE_UNSAID)
      return an_own_is_library(data->own, frame->file);
   return (frame->file != NULL && tk_library_has_source(frame->file))
          || (frame->binary != AC_NO_DATA
              && tk_library_is_system(data->binaries[frame->binary].path));
}

const ac_data_frame *ac_data_own_frame(const ac_data *data, const ac_datum *datum)
{
   const ac_data_frame *own = NULL;
   for (size_t i = 0; i < datum->n_frames; i++) {
      const ac_data_frame *frame = &data->frames[datum->frames[i]];
      if (is_of_system(data, frame))
         continue;
      own = frame;
      if (frame->function == NULL || !tk_library_is_allocator(frame->function))
         break;
   }
   return own != NULL || datum->n_frames == 0 ? own : &data->frames[datum->frames[0]];
}

/* ---- Text ---- */

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

static const char *keep_text(tk_arena *arena, const char *text)
{
   size_t size_B = strlen(text) + 1;
   char *copy = tk_arena_get(arena, size_B);
   return memcpy(copy, text, size_B);
}

/* "a.out+0x4010", "0x4010". */
static void write_address(char text[LABEL_B], const ac_data *data, uint32_t binary,
                          uint64_t address)
{
   snprintf(text, LABEL_B, "%s%s0x%" PRIx64,
            binary == AC_NO_DATA ? "" : base_name(data->binaries[binary].path),
            binary == AC_NO_DATA ? "" : "+", address);
}

/* "NAME (file.c:41)", "NAME (libfoo.so)". */
static void write_heap(char text[LABEL_B], const ac_data *data, const char *name,
                       const ac_data_frame *own)
{
   if (own->file != NULL)
      snprintf(text, LABEL_B, "%s (%s:%" PRIu32 ")", name, base_name(own->file),
               own->line);
   else if (own->binary != AC_NO_DATA)
      snprintf(text, LABEL_B, "%s (%s)", name,
               base_name(data->binaries[own->binary].path));
   else
      snprintf(text, LABEL_B, "%s", name);
}

static void label_type(char text[LABEL_B], const ac_data *data, const ac_datum *datum,
                       const ty_type *type)
{
   const ac_data_frame *own = ac_data_own_frame(data, datum);
   char name[LABEL_B];
   char *called = an_said(type->name, AN_SAID_TYPE, TYPE_B);
   bool has_many = own != NULL && datum->max_B > type->size_B;
   snprintf(name, sizeof name, "%.100s%s", called, has_many ? "[]" : "");
   free(called);
   if (own == NULL)
      snprintf(text, LABEL_B, "%s", name);
   else
      write_heap(text, data, name, own);
}

/* Blocks without a type. */
static void label_blocks(char text[LABEL_B], const ac_data *data, const ac_datum *datum)
{
   const ac_data_frame *own = ac_data_own_frame(data, datum);
   char name[LABEL_B];
   if (own == NULL) {
      snprintf(text, LABEL_B, "(unknown allocation)");
   } else if (own->function == NULL) {
      write_address(text, data, own->binary, own->address);
   } else {
      char *shortened = an_said(own->function, AN_SAID_FUNCTION, AN_SAID_MOST_B);
      snprintf(name, sizeof name, "%.100s", shortened);
      free(shortened);
      write_heap(text, data, name, own);
   }
}

static void label_variable(char text[LABEL_B], const ac_data *data, const ac_datum *datum,
                           const ac_data_known *known)
{
   const char *local = datum->kind == AC_DATA_TLS ? "thread-local" : "";
   bool is_mangled = datum->name == NULL || strncmp(datum->name, "_Z", 2) == 0
                     || strncmp(datum->name, "_R", 2) == 0;
   const char *name = is_mangled && known->name != NULL ? known->name : datum->name;
   const char *file = known->file != NULL           ? known->file
                      : datum->binary != AC_NO_DATA ? data->binaries[datum->binary].path
                                                    : NULL;
   if (name == NULL)
      write_address(text, data, datum->binary, datum->start);
   else if (file == NULL)
      snprintf(text, LABEL_B, "%.150s", name);
   else
      snprintf(text, LABEL_B, "%.100s (%.60s%s%s)", name, base_name(file),
               *local == '\0' ? "" : ", ", local);
}

static void label_stack(char text[LABEL_B], const ac_datum *datum)
{
   if (datum->name == NULL)
      snprintf(text, LABEL_B, "stack");
   else if (datum->file == NULL)
      snprintf(text, LABEL_B, "stack of %.150s", datum->name);
   else
      snprintf(text, LABEL_B, "stack of %.100s (%.60s)", datum->name,
               base_name(datum->file));
}

const char *ac_data_label(tk_arena *arena, const ac_data *data, const ac_datum *datum,
                          const ac_data_known *known)
{
   char text[LABEL_B];
   switch (datum->kind) {
   case AC_DATA_HEAP:
      if (known->type == NULL)
         label_blocks(text, data, datum);
      else
         label_type(text, data, datum, known->type);
      break;
   case AC_DATA_STATIC:
   case AC_DATA_TLS: label_variable(text, data, datum, known); break;
   case AC_DATA_STACK: label_stack(text, datum); break;
   case AC_DATA_MAP:
      if (datum->file == NULL)
         return keep_text(arena, "anonymous mapping");
      snprintf(text, LABEL_B, "mapping of %.150s", base_name(datum->file));
      break;
   case AC_DATA_BRK: return keep_text(arena, "heap outside blocks");
   case AC_DATA_UNKNOWN:
   case AC_N_DATA_KINDS: return keep_text(arena, "unknown");
   }
   return keep_text(arena, text);
}
