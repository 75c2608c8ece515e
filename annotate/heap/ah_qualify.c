/* ah_qualify.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_qualify.h"

#include "heap/ah_type.h"

#include <string.h>

#define LABEL "hp.qualify"

/* Puts the name in place of the function's, also in "0x4005: main (a.c:3)". */
static void rename_frame(ah_profile *profile, const tk_alloc *alloc, an_frame *frame,
                         const char *name)
{
   const char *old = strstr(frame->text, ": ");
   size_t n_old = strlen(frame->function), n_name = strlen(name);
   if (old == NULL || strncmp(old + 2, frame->function, n_old) != 0)
      return; /* no frame as we know it */
   size_t n_start = (size_t)(old + 2 - frame->text);
   size_t n_end = strlen(old + 2 + n_old);
   char *text = tk_get(alloc, LABEL, n_start + n_name + n_end);
   memcpy(text, frame->text, n_start);
   memcpy(text + n_start, name, n_name);
   memcpy(text + n_start + n_name, old + 2 + n_old, n_end);
   const char *whole = ah_profile_intern(profile, text, n_start + n_name + n_end);
   const char *function = ah_profile_intern(profile, name, n_name);
   tk_put(alloc, text);
   frame->text = whole;
   frame->function = function;
}

void ah_qualify(ah_profile *profile, const tk_alloc *alloc, ty_types *types)
{
   const ty_program program = ah_program(profile);
   size_t n = 0;
   ty_name *names = tk_get(alloc, LABEL, (profile->n_frames + 1) * sizeof *names);
   for (size_t i = 0; i < profile->n_frames; i++)
      if (profile->frames[i].address != 0 && !profile->frames[i].is_in_file)
         names[n++] = (ty_name){ &profile->frames[i], NULL };
   ty_types_name(types, &program, names, n);
   for (size_t i = 0; i < n; i++)
      if (names[i].name != NULL)
         rename_frame(profile, alloc, &profile->frames[names[i].frame - profile->frames],
                      names[i].name);
}
