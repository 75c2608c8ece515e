/* cs_layout_option.h -- the option for another layout of data; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "layout/cs_layout_rules.h"
#include "run/tk_outfile.h"

/* Reads the rules of the file; ends the run if they are not right.  `option` is the whole
   option. */
void cs_layout_option_read(const HChar *option, const HChar *name);

/* These rules.  If each is to be tried alone, runs the program once for each before: then
   this returns in other processes, too, with one rule and another outfile. */
cs_layout_rules *cs_layout_option_rules(Bool each_rule, tk_outfile *outfile);
