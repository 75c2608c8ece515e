/* hp_written.h -- tells looks where the program writes, as far as the filter of
   hp_stale.h lets it; glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Adds to `out` what is to be done before a statement of `sb`. */
void hp_written_add(IRSB *out, const IRSB *sb, const IRStmt *stmt);
