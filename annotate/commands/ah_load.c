/* ah_load.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"

#include "base/an_alloc.h"
#include "base/an_overflow.h"
#include "base/an_pool.h"
#include "commands/an_command.h"
#include "heap/ah_read.h"

ah_profile *ah_load(const tk_alloc *alloc, const char *file)
{
   an_error error;
   ah_profile *profile = ah_read_file(alloc, file, &error);
   if (profile == NULL)
      an_command_cannot_read(file, file, &error, true);
   else
      an_command_warn_partial(&profile->state, file);
   return profile;
}

bool ah_load_ignored(const char *const *files, size_t n, ah_ignored **ignored)
{
   static ah_ignored all;
   all = (ah_ignored){ .alloc = an_alloc_malloc() };
   *ignored = n == 0 ? NULL : &all;
   for (size_t i = 0; i < n; i++) {
      an_error error;
      if (!ah_ignored_read(&all, files[i], &error))
         return an_command_error(files[i], error.line, error.message);
   }
   return true;
}

bool ah_load_check(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file)
{
   an_error error;
   if (ah_profile_is_compatible(first, other, &error))
      return true;
   return an_command_error_after(first_file, other_file, 0, error.message);
}

/* ---- Sums ---- */

/* Whether the profiles are compatible; false after a message. */
static bool is_compatible(const ah_profile *kind, const char *first,
                          const ah_profile *profile, const char *file)
{
   if (!ah_load_check(kind, first, profile, file))
      return false;
   if (kind->is_heapprof == profile->is_heapprof)
      return true;
   an_command_error_after(first, file, 0,
                          "only one of them has heapprof's values; "
                          "hp_export --format=dhat removes them");
   return false;
}

/* Adds one profile; false after a message. */
static bool add_file(ah_sum *sum, an_pool *pool, const char *file, const char *first)
{
   ah_profile *profile = ah_load(an_pool_alloc(pool), file);
   if (profile == NULL)
      return false;
   const ah_profile *kind = ah_sum_first(sum);
   bool ok = kind == NULL || is_compatible(kind, first, profile, file);
   if (ok)
      ah_sum_add(sum, profile);
   if (ok && ah_sum_overlaps(sum))
      ok = an_command_error(file, 0, an_processes_overlap_text);
   if (an_overflow_take())
      ok = an_command_error(file, 0, "the sums do not fit in 63 bits");
   return ok;
}

ah_profile *ah_load_sum(char *const *files, size_t n, ah_sum **sum)
{
   bool ok = true;
   *sum = ah_sum_new(an_alloc_malloc());
   for (size_t i = 0; ok && i < n; i++) {
      an_pool *pool = an_pool_new(an_alloc_malloc());
      ok = add_file(*sum, pool, files[i], files[0]);
      an_pool_free(pool);
   }
   return ok ? ah_sum_finish(*sum) : NULL;
}
