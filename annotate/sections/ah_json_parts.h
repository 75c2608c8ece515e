/* ah_json_parts.h -- parts of the JSON report on a heap profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "sections/ah_page.h"

/* Which frames are listed. */
typedef struct ah_json_frames {
   uint32_t *listed; /* frames of the profile, in its order */
   size_t n;
   uint32_t *number; /* of each frame of the profile: its index in the list */
} ah_json_frames;

/* Marks all frames; in the page, those of the sites in page->data and of the findings:
   ah_json_mark adds others. */
void ah_json_frames_open(ah_json_frames *frames, const ah_page *page);

/* Sets number[frame] of the site's frames to 1: they will be listed. */
void ah_json_mark(uint32_t *number, const ah_site *site);

/* Lists and numbers those that are marked, once. */
void ah_json_frames_number(ah_json_frames *frames, const ah_profile *profile);

/* "frames": those that are listed. */
void ah_json_put_frames(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile);

/* "path": the frames' indices, innermost first. */
void ah_json_path(an_json_out *json, const ah_json_frames *frames, const ah_site *site);

/* "heat": null for NULL.  In the page neighbours are added up, so that there are at most
   AH_JSON_HEAT counts, and "accesses" is empty if reads and writes are known. */
enum { AH_JSON_HEAT = 512 };
void ah_json_heat(an_json_out *json, const ah_heat *heat, bool is_page);

/* "findings": the first ones of each kind. */
void ah_json_findings(an_json_out *json, const ah_json_frames *frames,
                      const ah_profile *profile, const ah_report_options *options);
