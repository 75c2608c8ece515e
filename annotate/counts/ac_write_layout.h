/* ac_write_layout.h -- writes the layout of a profile; for ac_write.c and
   ac_write_data.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"
#include "counts/ac_write_text.h"

/* The desc: line, and the notes behind those on data objects, before those on sharing.
   Nothing, if there is no layout. */
void ac_write_layout_desc(const ac_profile *profile, tk_text *out);
void ac_write_layout_notes(const ac_profile *profile, tk_text *out);
