/* an_live_snapshot.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_snapshot.h"

#include "base/an_alloc.h"
#include "base/an_kind.h"
#include "counts/ac_load.h"
#include "heap/ah_demangle.h"
#include "heap/ah_read.h"

#include <string.h>
#include <sys/stat.h>

bool an_live_snapshot_read(an_live_snapshot *snapshot, const char *file, int64_t began_ms,
                           an_error *error)
{
   static const ac_load_names names = { .demangle = true };
   char *files[] = { (char *)file };
   size_t failed;
   struct stat status;
   *snapshot = (an_live_snapshot){ .pool = an_pool_new(an_alloc_malloc()) };
   const tk_alloc *alloc = an_pool_alloc(snapshot->pool);
   if (stat(file, &status) == 0)
      snapshot->ms = (int64_t)status.st_mtim.tv_sec * 1000
                     + status.st_mtim.tv_nsec / 1000000 - began_ms;
   if (an_kind_of(file) == AN_KIND_HEAP)
      snapshot->heap = ah_read_file(alloc, file, error);
   else
      snapshot->counts = ac_load_files(
         alloc, files, 1, &(ac_load_options){ .names = &names }, &failed, error);
   if (snapshot->heap != NULL)
      ah_demangle(snapshot->heap, alloc);
   if (snapshot->heap != NULL || snapshot->counts != NULL)
      return true;
   an_pool_free(snapshot->pool);
   return false;
}

const tk_counting *an_live_snapshot_counting(const an_live_snapshot *snapshot)
{
   return snapshot->heap != NULL ? &snapshot->heap->counting
                                 : ac_profile_counting(snapshot->counts, 0);
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

bool an_live_snapshot_goes_on(const an_live_snapshot *snapshot,
                              const an_live_snapshot *later)
{
   if ((snapshot->heap == NULL) != (later->heap == NULL) || snapshot->ms > later->ms
       || an_live_snapshot_counting(snapshot)->zeros
             != an_live_snapshot_counting(later)->zeros)
      return false;
   if (snapshot->heap == NULL)
      return has_events_of(snapshot->counts, later->counts);
   return strcmp(snapshot->heap->mode, later->heap->mode) == 0
          && snapshot->heap->totals.total.bytes <= later->heap->totals.total.bytes;
}
