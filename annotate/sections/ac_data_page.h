/* ac_data_page.h -- the sections of a text report on data objects and on sharing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "counts/ac_gate.h"
#include "advice/ac_data_report.h"
#include "sections/an_page.h"

/* The data objects that a source line misses on, each on a line of its own.  The report
   must have them. */
void ac_data_under_line(const an_page *page, size_t file, uint32_t line, size_t indent);

/* "struct node (join.c:41): next", in place of what was in *text (an_text_form). */
const char *ac_data_write_place(char **text, const ac_data_view *view, size_t object,
                                const ac_data_spot *spot);

/* ---- Limits (ac_data_limits.c) ---- */

/* A row for each data object of a pair whose label, type or name matches the pattern of
   the shell (fnmatch(3)); NULL: all. */
void ac_data_limits_find(ac_gate_calls *rows, const ac_data_report *report,
                         const tk_alloc *alloc, const char *pattern);

/* ---- For programs ---- */

/* Members: "next", and the offset; and all of an object (ac_data_json.c). */
void ac_data_put_spot(an_json_out *json, const char *name, const ac_data_spot *spot);
void ac_data_put_object(an_json_out *json, const ac_scope *scope,
                        const ac_data_object *object);

/* Whether the data of a page have it, or it is no page: some event has the threshold's
   share of the total. */
bool ac_data_is_on_page(const ac_scope *scope, const int64_t *counts);

/* The member "sharing", which is there (ac_sharing_json.c); and one more than the largest
   number of an object that it names. */
void ac_sharing_put_json(an_json_out *json, const ac_scope *scope);
size_t ac_sharing_n_objects(const ac_scope *scope);

/* The largest of the bounds of transfers of both sides. */
int64_t ac_sharing_largest_bound(const ac_data_report *report);
