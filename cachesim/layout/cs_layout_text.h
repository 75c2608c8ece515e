/* cs_layout_text.h -- reads a layout file; pure.  docs/FORMAT-layout.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_problem.h"
#include "layout/cs_layout_rules.h"

enum { CS_LAYOUT_TEXT_MOST_B = 1 << 20 }; /* a longer file is none */

/* Reads a whole file.  False: *problem is set, and *rules is to be closed all the same.
   `alloc` is borrowed; nothing of the text is. */
bool cs_layout_parse(cs_layout_rules *rules, const tk_alloc *alloc, const char *text,
                     size_t length_B, tk_problem *problem);
void cs_layout_rules_close(cs_layout_rules *rules);
