/* ah_place.c -- where in the program a site is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "heap/ah_place.h"

#include "heap/ah_name.h"
#include "heap/ah_text.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

/* ---- Functions of the C library ---- */

#define IS_ONE_OF(name, names) \
   is_one_of(name, names, sizeof(names) / sizeof((names)[0]))

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (strcmp(name, names[i]) == 0)
         return true;
   return false;
}

/* Buffers, which go when their stream goes. */
static bool is_buffer(const char *name)
{
   static const char *const names[]
      = { "_IO_file_doallocate", "_IO_wfile_doallocate" };
   return IS_ONE_OF(name, names)
          || (begins_with(name, "std::basic_filebuf<")
              && strstr(name, "_M_allocate_internal_buffer") != NULL);
}

/* What they allocate is for the C library, though the caller may have to give
   it back. */
static bool is_for_library(const char *name)
{
   static const char *const names[] = {
      "__alloc_dir", "opendir", "__opendir", "__opendirat", "fdopendir",
      "fopen", "fopen64", "__fopen_internal", "fdopen", "popen", "getline",
      "__getline", "getdelim", "__getdelim", "_IO_getdelim",
      "open_memstream", "__open_memstream",
   };
   return IS_ONE_OF(name, names);
}

/* What they allocate is what the caller has asked for. */
static bool is_for_caller(const char *name)
{
   static const char *const names[] = {
      "strdup", "__strdup", "strndup", "__strndup", "wcsdup", "asprintf",
      "__asprintf", "___asprintf", "vasprintf", "__vasprintf",
      "__vasprintf_internal", "__asprintf_chk", "__vasprintf_chk",
      "reallocarray", "__libc_reallocarray",
   };
   return IS_ONE_OF(name, names);
}

/* ---- Whose a frame is ---- */

/* Programs may be below /usr/lib, too. */
static bool is_system_library(const char *path)
{
   const char *slash = strrchr(path, '/');
   return (begins_with(path, "/lib") || begins_with(path, "/usr/lib"))
          && strstr(slash, ".so") != NULL;
}

/* The path of the object that the address is in, or NULL. */
static const char *object_at(const ah_profile *profile, uint64_t address)
{
   size_t low = 0, high = profile->n_objects;
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      const ah_object *object = &profile->objects[middle];
      if (address >= object->start && address < object->end)
         return object->path;
      if (address < object->start)
         high = middle;
      else
         low = middle + 1;
   }
   return NULL;
}

/* What calls the constructors of libraries, and those of the C++ library, which
   have a reserve for exceptions. */
static bool is_startup(const ah_frame *frame)
{
   static const char file[] = "eh_alloc.cc";
   size_t n = frame->file == NULL ? 0 : strlen(frame->file);
   return strcmp(frame->function, "call_init") == 0
          || begins_with(frame->function, "_dl_init")
          || (n >= sizeof file - 1
              && strcmp(frame->file + n - (sizeof file - 1), file) == 0);
}

/* The path of the object that the frame is in, or NULL. */
static const char *object_of(const ah_profile *profile, const ah_frame *frame)
{
   const char *object = object_at(profile, frame->address);
   return object == NULL ? frame->object : object;
}

bool ah_place_is_of_system(const ah_profile *profile, const ah_frame *frame)
{
   const char *object = object_of(profile, frame);
   if (object != NULL && is_system_library(object))
      return true;
   /* With debug info a frame does not say what object it is in. */
   if (is_startup(frame) || is_buffer(frame->function)
       || is_for_library(frame->function) || is_for_caller(frame->function))
      return true;
   return frame->file != NULL && ah_name_is_of_system(frame->file);
}

size_t ah_place_find(const ah_profile *profile, const ah_site *site)
{
   for (size_t i = ah_name_start(profile, site, false); i < site->n_frames;
        i++)
      if (!ah_place_is_of_system(profile, &profile->frames[site->frames[i]]))
         return i;
   return site->n_frames;
}

/* ---- Who decides ---- */

static bool is_of_c_library(const ah_profile *profile, const ah_frame *frame)
{
   const char *object = object_of(profile, frame);
   const char *slash = object == NULL ? NULL : strrchr(object, '/');
   return slash != NULL
          && (begins_with(slash, "/libc.so") || begins_with(slash, "/libc-2"));
}

ah_decider ah_place_decider(const ah_profile *profile, const ah_site *site)
{
   size_t first = ah_name_start(profile, site, true);
   size_t own = ah_place_find(profile, site);
   if (site->n_frames == 0)
      return AH_BY_PROGRAM;
   if (own == site->n_frames)
      return AH_BY_LIBRARY;
   size_t end = own > first ? own : first + 1;
   ah_decider decider
      = is_of_c_library(profile, &profile->frames[site->frames[first]])
           ? AH_BY_BOTH : AH_BY_PROGRAM;
   for (size_t i = first; i < end; i++) {
      const char *name = profile->frames[site->frames[i]].function;
      if (is_buffer(name))
         return AH_BY_LIBRARY;
      if (is_for_library(name))
         return AH_BY_BOTH;
      if (is_for_caller(name))
         decider = AH_BY_PROGRAM;
   }
   return decider;
}

/* ---- Text ---- */

/* Both as one text, on two lines if they are too long for one. */
static char *join(const char *outer, const char *inner, size_t n_most,
                  size_t indent)
{
   char *text = NULL;
   bool fits = ah_text_columns(outer) + ah_text_columns(inner) + 3 <= n_most;
   if (asprintf(&text, fits ? "%s > %*s%s" : "%s >\n%*s%s", outer,
                fits ? 0 : (int)indent, "", inner) < 0)
      return NULL;
   return text;
}

char *ah_place_text(const ah_profile *profile, const ah_site *site,
                    size_t n_most, size_t indent)
{
   size_t first = ah_name_start(profile, site, false);
   size_t own = ah_place_find(profile, site);
   if (site->n_frames == 0)
      return strdup("(call path unknown)");
   if (own == site->n_frames)
      own = first;
   size_t inner = own > first ? first : own;
   size_t outer = own > first ? own : own + 1;
   const ah_frame *frames = profile->frames;
   char *text = ah_text_frame(&frames[site->frames[inner]], n_most);
   if (text == NULL || outer == site->n_frames)
      return text;
   char *before = ah_text_frame(&frames[site->frames[outer]], n_most);
   char *both = before == NULL ? NULL : join(before, text, n_most, indent);
   free(text);
   free(before);
   return both;
}
