/* ah_json_parts.h -- parts of the JSON report on a heap profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_JSON_PARTS_H
#define AH_JSON_PARTS_H

#include "base/an_json_out.h"
#include "report/ah_report.h"

/* "path": the frames' indices, innermost first. */
void ah_json_path(an_json_out *json, const ah_site *site);

/* "heat": null for NULL. */
void ah_json_heat(an_json_out *json, const ah_heat *heat);

/* "findings": the first ones of each kind. */
void ah_json_findings(an_json_out *json, const ah_profile *profile,
                      const ah_report_options *options);

/* "types": amounts, fields and heat of the blocks of each type.  False if memory ran
   out. */
bool ah_json_types(an_json_out *json, const ah_profile *profile,
                   const tk_alloc *alloc, const ah_groups *groups);

#endif
