/* ah_report.c -- the order of the report's sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_report.h"

#include "report/ah_page.h"

an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out)
{
   ah_page page = ah_page_of(profile, alloc, options, out);
   ah_page_metadata(&page);
   ah_page_summary(&page);
   an_status status = ah_page_findings(&page);
   if (status == AN_OK)
      status = ah_page_regions(&page);
   if (status == AN_OK)
      status = ah_page_timeline(&page);
   if (status == AN_OK)
      status = ah_page_trees(&page);
   if (status == AN_OK)
      status = ah_page_sites(&page);
   if (status == AN_OK)
      status = ah_page_heat(&page);
   if (status == AN_OK && options->source->annotate && profile->n_sites > 0)
      status = ah_page_source(&page);
   return status;
}
