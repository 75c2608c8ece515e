/* tk_option.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_option.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "base/tk_fn_name.h"
#include "base/tk_likeness.h"

enum {
   MAX_DIGITS = 10,   /* of an Int */
   MAX_ENTRY_B = 400, /* of a usage */
   MAX_NAME_B = 40,
};

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

const HChar *tk_option_function(const HChar *arg, const HChar *pattern)
{
   if (pattern[0] == '\0')
      VG_(fmsg_bad_option)(arg, "expected the name of a function; * and ? "
                                "match any characters\n");
   HChar *name = VG_(strdup)("tk.option", pattern);
   name[tk_fn_name_B(pattern, NULL)] = '\0';
   return name;
}

/* Where the usage has the option with a value; NULL: nowhere. */
static const HChar *find_entry(const HChar *arg, const HChar *usage)
{
   SizeT n = VG_(strlen)(arg);
   const HChar *at = usage;
   while ((at = VG_(strstr)(at, arg)) != NULL && (at[-1] != ' ' || at[n] != '='))
      at++;
   return at;
}

void tk_option_need_value(const HChar *arg, const HChar *usage)
{
   HChar entry[MAX_ENTRY_B];
   const HChar *at = arg[0] == '-' && arg[1] == '-' ? find_entry(arg, usage) : NULL;
   if (at == NULL)
      return;
   const HChar *end = VG_(strstr)(at, "\n    --");
   SizeT size_B = end != NULL ? (SizeT)(end - at) : VG_(strlen)(at) - 1;
   if (size_B >= MAX_ENTRY_B)
      size_B = MAX_ENTRY_B - 1;
   VG_(memcpy)(entry, at, size_B);
   entry[size_B] = '\0';
   VG_(fmsg_bad_option)(arg, "a value is missing:\n    %s\n", entry);
}

static SizeT name_B(const HChar *option)
{
   SizeT n = 0;
   while (option[n] != '\0' && option[n] != '=' && option[n] != ' ')
      n++;
   return n;
}

Bool tk_option_suggest(const HChar *arg, const HChar *usage)
{
   static const HChar begin[] = "    --";
   const HChar *best = NULL;
   SizeT least = ~(SizeT)0;
   if (VG_(strncmp)(arg, "--", 2) != 0)
      return False;
   for (const HChar *at = usage; (at = VG_(strstr)(at, begin)) != NULL;) {
      at += sizeof begin - 1;
      SizeT unlike = tk_likeness(arg + 2, name_B(arg + 2), at, name_B(at));
      if (unlike < least) {
         best = at;
         least = unlike;
      }
   }
   HChar name[MAX_NAME_B];
   SizeT n = best == NULL ? 0 : name_B(best);
   if (best == NULL || n >= sizeof name)
      return False;
   VG_(memcpy)(name, best, n);
   name[n] = '\0';
   VG_(fmsg)("did you mean --%s?\n", name);
   return False;
}
