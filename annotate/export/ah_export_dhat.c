/* ah_export_dhat.c -- DHAT's own format, without the keys that heapprof adds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "heap/ah_write.h"

an_status ah_export_dhat(const ah_profile *profile, const tk_alloc *alloc,
                         const ah_value *metric, FILE *out)
{
   static const ah_write_options plain = { .own = false };
   (void)metric;
   return ah_write(profile, alloc, &plain, out);
}
