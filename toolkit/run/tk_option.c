/* tk_option.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_option.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_options.h"

enum { MAX_DIGITS = 10 }; /* of an Int */

Bool tk_option_number(const HChar *arg, const HChar *option, Int least, Int most,
                      Int *value)
{
   SizeT n = VG_(strlen)(option);
   if (VG_(strncmp)(arg, option, n) != 0 || arg[n] != '=')
      return False;
   const HChar *text = arg + n + 1;
   HChar *end;
   Long number = VG_(strtoll10)(text, &end);
   if (!VG_(isdigit)(text[0]) || *end != '\0' || end - text > MAX_DIGITS || number < least
       || number > most)
      VG_(fmsg_bad_option)(arg, "expected a number from %d to %d\n", least, most);
   *value = (Int)number;
   return True;
}
