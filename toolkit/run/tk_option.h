/* tk_option.h -- options whose values the core's macros do not check well: numbers,
   functions; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* False if the argument is not this option, "--name".  Its value must be a decimal
   number from `least` to `most`, else the process ends with a message.  (The core's
   VG_BINT_CLO takes an empty value for 0, and for some values does not name the
   range.) */
Bool tk_option_number(const HChar *arg, const HChar *option, Int least, Int most,
                      Int *value);

/* The pattern of functions that a user means, without what compilers add to symbols
   (tk_fn_name.h): a copy, which stays.  Ends the process with a message if it is
   empty. */
const HChar *tk_option_function(const HChar *arg, const HChar *pattern);

/* Ends the process with a message, and the option's entry in the usage, if the argument
   is an option that is there with a value.  Entries begin with four blanks. */
void tk_option_need_value(const HChar *arg, const HChar *usage);

/* Says which option of the usage may be meant by one that is none, if one is like it.
   The core refuses the argument then.  Returns False. */
Bool tk_option_suggest(const HChar *arg, const HChar *usage);
