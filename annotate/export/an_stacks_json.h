/* an_stacks_json.h -- call paths as JSON, for the flame graphs of cs_plot and
   hp_plot and for programs of the user's (docs/schema/stacks.schema.json).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STACKS_JSON_H
#define AN_STACKS_JSON_H

#include "base/an_error.h"
#include "paths/an_stacks.h"

#include <stdio.h>

/* Its number changes when a member changes its meaning, not when members are added. */
enum { AN_STACKS_JSON_VERSION = 1 };

/* Writes all kinds of values, and which one a viewer is to show; AN_OK.  Write errors
   are left to ferror(out). */
an_status an_stacks_json(const an_stacks *stacks, size_t shown, FILE *out);

#endif
