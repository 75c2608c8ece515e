/* cs_tage_code.h -- branches in hot code, predicted as cs_tage_cond and cs_tage_indirect
   do it: translated code looks into the filter, and calls the simulation only if the
   filter does not predict; glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "simulate/cs_sim.h"

/* The conditional branch at `site`; `taken` is a word, 0 or 1. */
void cs_tage_code_cond(IRSB *out, const cs_tage *tage, const cs_site *site,
                       IRExpr *taken);

/* The indirect jump or call at `site`. */
void cs_tage_code_jump(IRSB *out, const cs_tage *tage, const cs_site *site,
                       IRExpr *target);
