/* tk_option.h -- options of a tool that the core's macros do not read well; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_OPTION_H
#define TK_OPTION_H

#include "pub_tool_basics.h"

/* Is the argument this option, "--name"?  Then its value has to be a decimal number
   from least to most; another ends the program with a message that says so.  (The
   core's own VG_BINT_CLO takes an empty value for 0, and of some values does not say
   what would be right.) */
Bool tk_option_number(const HChar *arg, const HChar *option, Int least,
                      Int most, Int *value);

#endif
