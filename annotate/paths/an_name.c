/* an_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_name.h"

#include "base/tk_library.h"
#include "paths/an_wrapper.h"

#include <string.h>

static bool begins_with_any(const char *text, const char *const *starts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (*text == *starts[i] && strncmp(text, starts[i], strlen(starts[i])) == 0)
         return true;
   return false;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Whose code a frame is ---- */

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

static bool is_of_valgrind(const an_frame *frame)
{
   if (frame->file != NULL)
      return strcmp(base_name(frame->file), "vg_replace_malloc.c") == 0;
   return frame->object != NULL
          && strncmp(base_name(frame->object), "vgpreload_", 10) == 0;
}

bool an_name_has_library_source(const an_frame *frame)
{
   if (frame->said != AN_WHOSE_UNSAID)
      return frame->said == AN_WHOSE_LIBRARY;
   return frame->file != NULL && tk_library_has_source(frame->file);
}

bool an_name_is_of_library(const an_frame *frame)
{
   static const char *const names[] = {
      "std::",       "__gnu_cxx::", "void std::", "void __gnu_cxx::", "core::", "alloc::",
      "hashbrown::", "<std::",      "<core::",    "<alloc::",         "__rust",
   };
   return an_name_has_library_source(frame)
          || (frame->said == AN_WHOSE_UNSAID
              && (begins_with_any(frame->function, names, COUNT(names))
                  || (frame->file == NULL && an_wrapper_is_shim(frame->function))));
}

unsigned an_name_skips(const an_frame *frame)
{
   return (is_of_valgrind(frame) ? AN_SKIP_VALGRIND : 0u)
          | (an_name_is_of_library(frame) ? AN_SKIP_LIBRARY : 0u);
}

/* Frames, or their bits of an_skip. */
typedef struct {
   const an_frame *frames;
   const uint8_t *skips; /* NULL: not known yet */
} source;

static inline bool is_of(source from, uint32_t frame, an_skip skip)
{
   if (from.skips != NULL)
      return (from.skips[frame] & skip) != 0;
   return skip == AN_SKIP_VALGRIND ? is_of_valgrind(&from.frames[frame])
                                   : an_name_is_of_library(&from.frames[frame]);
}

static inline size_t find_start(source from, an_path path, unsigned skip)
{
   size_t first = 0;
   while ((skip & AN_SKIP_VALGRIND) && first < path.n
          && is_of(from, path.frames[first], AN_SKIP_VALGRIND))
      first++;
   if (first == path.n)
      return 0;
   size_t outside = first;
   while ((skip & AN_SKIP_LIBRARY) && outside < path.n
          && is_of(from, path.frames[outside], AN_SKIP_LIBRARY))
      outside++;
   return outside == first || outside == path.n ? first : outside - 1;
}

size_t an_name_start(const an_frame *frames, an_path path, unsigned skip)
{
   return find_start((source){ .frames = frames }, path, skip);
}

size_t an_name_start_of(const uint8_t *skips, an_path path, unsigned skip)
{
   return find_start((source){ .skips = skips }, path, skip);
}
