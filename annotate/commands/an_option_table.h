/* an_option_table.h -- every option of every command, with its help text.

   getopt's options and --help are made from this table; tests/tool/help.sh checks
   the man pages and the bash completion against --help.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <getopt.h>
#include <stdio.h>

/* Sets of commands. */
enum {
   AN_CS_ANNOTATE = 1 << 0,
   AN_CS_DIFF = 1 << 1,
   AN_CS_MERGE = 1 << 2,
   AN_HP_ANNOTATE = 1 << 3,
   AN_HP_DIFF = 1 << 4,
   AN_HP_EXPORT = 1 << 5,
   AN_HP_MERGE = 1 << 6,
   AN_CS_EXPORT = 1 << 7,
   AN_CS_MACHINE = 1 << 8,
   AN_QUERN_TOP = 1 << 9,
};

/* What getopt_long returns for each option; 'h', 'o' and 'I' for those that have a
   letter. */
enum {
   AN_OPTION_ALL_FRAMES = 256,
   AN_OPTION_ANNOTATE,
   AN_OPTION_ASM,
   AN_OPTION_AT,
   AN_OPTION_AUTO,
   AN_OPTION_BY,
   AN_OPTION_COLOUR,
   AN_OPTION_CONTEXT,
   AN_OPTION_CSV,
   AN_OPTION_CURVE,
   AN_OPTION_CSV_FILE, /* with an optional file, as JSON_FILE and JUNIT_FILE */
   AN_OPTION_CYCLES,
   AN_OPTION_DEBUG_PATH,
   AN_OPTION_DEPTH,
   AN_OPTION_EXCLUDE,
   AN_OPTION_FAIL_ON,
   AN_OPTION_CRITERIA,
   AN_OPTION_FINDINGS,
   AN_OPTION_FOLDED_FILE,
   AN_OPTION_FOCUS,
   AN_OPTION_ALLOW_DIFFERENT,
   AN_OPTION_FORMAT,
   AN_OPTION_FRAMES,
   AN_OPTION_FULL_NAMES,
   AN_OPTION_GAINS,
   AN_OPTION_GITHUB,
   AN_OPTION_HEAT,
   AN_OPTION_HTML,
   AN_OPTION_INCLUDE,
   AN_OPTION_INCLUSIVE,
   AN_OPTION_INTERVAL,
   AN_OPTION_JSON,
   AN_OPTION_JSON_FILE,
   AN_OPTION_JUNIT_FILE,
   AN_OPTION_LIMITS,
   AN_OPTION_LIMITS_ROWS,
   AN_OPTION_LIMITS_INCLUSIVE,
   AN_OPTION_LIMITS_EACH, /* of each function or call path */
   AN_OPTION_LIMITS_REGION,
   AN_OPTION_LIST,
   AN_OPTION_MARKDOWN,
   AN_OPTION_MARKDOWN_FILE,
   AN_OPTION_MESSAGES,
   AN_OPTION_METRIC,
   AN_OPTION_METADATA,
   AN_OPTION_MOD_FILENAME,
   AN_OPTION_MOD_FUNCNAME,
   AN_OPTION_NO_ANNOTATE,
   AN_OPTION_NO_PAGER,
   AN_OPTION_NO_SHOW_PERCS,
   AN_OPTION_NO_SOURCE,
   AN_OPTION_OLD_REV,
   AN_OPTION_OLD_SOURCE,
   AN_OPTION_NOT_OWN,
   AN_OPTION_OBJECTS,
   AN_OPTION_ONCE,
   AN_OPTION_OWN,
   AN_OPTION_PROCESSES,
   AN_OPTION_QUICK,
   AN_OPTION_REASONS,
   AN_OPTION_WHY,
   AN_OPTION_SHARING,
   AN_OPTION_SHOW,
   AN_OPTION_SHOW_PERCS,
   AN_OPTION_SORT,
   AN_OPTION_SUGGEST,
   AN_OPTION_SYNTAX,
   AN_OPTION_SOURCE_ROOT,
   AN_OPTION_THRESHOLD,
   AN_OPTION_TOP,
   AN_OPTION_TREE,
   AN_OPTION_VERSION,
   AN_OPTION_WHAT_IF,
   AN_OPTION_WIDTH,
};

enum { AN_OPTIONS_MOST = 100, AN_LETTERS_B = 16 };

/* One command's options as getopt_long takes them. */
typedef struct an_getopt {
   struct option options[AN_OPTIONS_MOST + 1];
   char letters[AN_LETTERS_B];
} an_getopt;

/* `commands` are one of the set above, or several. */
void an_option_table_getopt(unsigned commands, an_getopt *getopt);

/* Lines of --help: an option or two, what they do, and the default in brackets. */
void an_option_table_help(unsigned command, FILE *out);
