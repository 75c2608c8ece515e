/* an_live_shot.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "live/an_live_shot.h"

#include "base/an_kind.h"
#include "counts/ac_load.h"
#include "heap/ah_read.h"

#include <string.h>
#include <sys/stat.h>

bool an_live_shot_read(an_live_shot *shot, const tk_alloc *alloc, const char *file,
                       int64_t began_ms, an_error *error)
{
   char *files[] = { (char *)file };
   size_t failed;
   struct stat status;
   *shot = (an_live_shot){ .ms = 0 };
   if (stat(file, &status) == 0)
      shot->ms = (int64_t)status.st_mtim.tv_sec * 1000
                 + status.st_mtim.tv_nsec / 1000000 - began_ms;
   if (an_kind_of(file) == AN_KIND_HEAP)
      shot->heap = ah_read_file(alloc, file, error);
   else
      shot->counts = ac_load_files(alloc, files, 1, &(ac_load_options){ NULL }, &failed,
                                   error);
   return shot->heap != NULL || shot->counts != NULL;
}

void an_live_shot_free(an_live_shot *shot)
{
   if (shot->counts != NULL)
      ac_profile_free(shot->counts);
   ah_profile_free(shot->heap);
   *shot = (an_live_shot){ .ms = 0 };
}

const tk_counting *an_live_shot_counting(const an_live_shot *shot)
{
   return shot->heap != NULL ? &shot->heap->counting
                             : ac_profile_counting(shot->counts, 0);
}

static bool has_events_of(const ac_profile *profile, const ac_profile *other)
{
   size_t n = ac_profile_n_events(profile);
   if (n != ac_profile_n_events(other))
      return false;
   for (size_t i = 0; i < n; i++)
      if (strcmp(ac_profile_event(profile, i), ac_profile_event(other, i)) != 0)
         return false;
   return true;
}

bool an_live_shot_goes_on(const an_live_shot *shot, const an_live_shot *later)
{
   if ((shot->heap == NULL) != (later->heap == NULL)
       || shot->ms > later->ms
       || an_live_shot_counting(shot)->zeros != an_live_shot_counting(later)->zeros)
      return false;
   if (shot->heap == NULL)
      return has_events_of(shot->counts, later->counts);
   return strcmp(shot->heap->mode, later->heap->mode) == 0
          && shot->heap->totals.total.bytes <= later->heap->totals.total.bytes;
}
