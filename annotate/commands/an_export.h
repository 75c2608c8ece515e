/* an_export.h -- the option --format, for the commands that export.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "export/an_formats.h"

enum { AN_EXPORT_NAMES_B = 512 }; /* room for the names of formats */

/* Sets *format to the one that getopt's optarg names: AN_PARSED, or an exit status
   after a message. */
int an_export_parse(an_format_kind kind, const an_format **format);

/* AN_PARSED if there is a format, else an exit status after a message. */
int an_export_check(an_format_kind kind, const an_format *format);

/* The formats as lines of --help. */
void an_export_help(an_format_kind kind);
