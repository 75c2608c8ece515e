/* ah_processes_print.c -- the processes that a heap profile adds up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"
#include "sections/an_processes_print.h"

void ah_processes_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_profile *profile = page->profile;
   bool has_peak = profile->has_lifetimes;
   const an_processes_of of = {
      .processes = &profile->processes,
      .value = has_peak ? "peak bytes" : profile->bytes_unit,
      .unit = "bytes",
      .key = has_peak ? "peak_bytes" : "bytes",
      .is_asked = scope->request->by != NULL,
      .n_limited = ah_page_rows(page, AH_SHARE_PROCESSES, SIZE_MAX),
   };
   an_processes_tables(tables, scope, &of);
}
