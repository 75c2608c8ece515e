/* an_export.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_export.h"

#include "commands/an_program.h"

int an_export_check(an_options *options)
{
   char names[AN_EXPORT_NAMES_B];
   if (options->output == NULL)
      options->output = "-";
   if (options->target != NULL)
      return AN_PARSED;
   an_format_list(options->program->exports, false, names, sizeof names);
   return an_command_usage("expected --format=%s", names);
}

void an_export_help(an_format_kind kind)
{
   puts("\nFORMAT:");
   for (const an_format *at = an_formats; at->name != NULL; at++)
      if (an_format_is_for(at, kind))
         printf("  %-28s%s\n", at->name, at->description);
}
