/* tk_debug_info.h -- objects whose debug information the core could not read; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Paths of the objects whose debug information was read in part, in order; *n is their
   number.  Valid until another object is read. */
const HChar *const *tk_debug_info_lost(SizeT *n);

/* Inlined functions are read only of objects whose path `wants` accepts, if the core
   reads any.  By default of all. */
void tk_debug_info_read_inlined(Bool (*wants)(const HChar *path));

/* For tk_core_messages.c: whether an object is being read; that its reader met a form of
   DWARF it does not know; that it dropped a part for another reason. */
Bool tk_debug_info_is_reading(void);
void tk_debug_info_unknown_form(void);
void tk_debug_info_damage(void);
