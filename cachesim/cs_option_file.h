/* cs_option_file.h -- files that options name; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_problem.h"

/* Reads up to max_B bytes of the file of an option; returns how many.  Ends the run if
   there is no such file, which `missing` says, or it cannot be read. */
SizeT cs_option_file_read(const HChar *option, const HChar *name, const HChar *missing,
                          HChar *to, SizeT max_B);

/* Ends the run with what is wrong with the file. */
void cs_option_file_fail(const HChar *name, const tk_problem *problem);
