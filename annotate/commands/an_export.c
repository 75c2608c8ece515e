/* an_export.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_export.h"

#include "base/an_suggest.h"
#include "commands/an_command.h"

int an_export_parse(an_format_kind kind, const an_format **format)
{
   char names[AN_EXPORT_NAMES_B];
   *format = an_format_find(optarg, kind);
   if (*format != NULL)
      return AN_PARSED;
   an_suggestion suggestion = { .word = an_span_of(optarg) };
   for (const an_format *at = an_formats; at->name != NULL; at++)
      if (an_format_is_for(at, kind))
         an_suggest(&suggestion, at->name);
   an_format_list(kind, false, names, sizeof names);
   an_suggest_append(&suggestion, names, sizeof names);
   return an_command_usage("--format=%s: expected %s", optarg, names);
}

int an_export_check(an_format_kind kind, const an_format *format)
{
   char names[AN_EXPORT_NAMES_B];
   if (format != NULL)
      return AN_PARSED;
   an_format_list(kind, false, names, sizeof names);
   return an_command_usage("expected --format=%s", names);
}

void an_export_help(an_format_kind kind)
{
   puts("\nFORMAT:");
   for (const an_format *at = an_formats; at->name != NULL; at++)
      if (an_format_is_for(at, kind))
         printf("  %-28s%s\n", at->name, at->description);
}
