/* ah_demangle.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_demangle.h"

#include "base/an_demangle.h"

#include <stdlib.h>
#include <string.h>

void ah_demangle_rename(ah_profile *profile, const tk_alloc *alloc, an_frame *frame,
                        const char *name)
{
   const char *old = strstr(frame->text, ": ");
   size_t n_old = strlen(frame->function), n_name = strlen(name);
   if (old == NULL || strncmp(old + 2, frame->function, n_old) != 0)
      return; /* no frame as we know it */
   size_t n_start = (size_t)(old + 2 - frame->text);
   size_t n_end = strlen(old + 2 + n_old);
   char *text = tk_get(alloc, AN_LABEL, n_start + n_name + n_end);
   memcpy(text, frame->text, n_start);
   memcpy(text + n_start, name, n_name);
   memcpy(text + n_start + n_name, old + 2 + n_old, n_end);
   const char *whole = ah_profile_intern(profile, text, n_start + n_name + n_end);
   const char *function = ah_profile_intern(profile, name, n_name);
   tk_put(alloc, text);
   frame->text = whole;
   frame->function = function;
}

void ah_demangle(ah_profile *profile, const tk_alloc *alloc)
{
   for (size_t i = 0; i < profile->n_frames; i++) {
      an_frame *frame = &profile->frames[i];
      char *name = an_demangle(frame->function, frame->file);
      if (name != NULL)
         ah_demangle_rename(profile, alloc, frame, name);
      free(name);
   }
}
