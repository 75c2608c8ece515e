/* an_export.h -- the option --format, for the commands that export.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"

enum { AN_EXPORT_NAMES_B = 512 }; /* room for the names of formats */

/* AN_PARSED if there is a format, else an exit status after a message.  The output is
   standard output by default. */
int an_export_check(an_options *options);

/* The formats as lines of --help. */
void an_export_help(an_format_kind kind);
