/* ac_suggest_finders.h -- what finds rules for a data object, each of its kind; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_suggest_making.h"

/* Each adds its rules. */

/* Fields apart, in another order, padded or aligned; blocks in a pool. */
void ac_suggest_fields(ac_suggest_making *making);

/* Rows of another length. */
void ac_suggest_rows(ac_suggest_making *making);

/* Huge pages: alone, and with the best rule so far. */
void ac_suggest_pages(ac_suggest_making *making);

/* What threads write, in lines of its own. */
void ac_suggest_shared(ac_suggest_making *making);
