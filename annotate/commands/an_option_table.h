/* an_option_table.h -- every option of every command: a row each.

   getopt's options, --help and what becomes of an option's text are made from this table;
   tests/tool/help.sh checks the man pages and the bash completion against --help.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"

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
   AN_QUERN_RUN = 1 << 10, /* and quern heap */
};

typedef struct an_option an_option;

/* Takes the text of an option: AN_PARSED, or an exit status after a message.  The text is
   borrowed. */
typedef int an_taker(an_options *options, const an_option *option, const char *text);

struct an_option {
   int group;         /* of --help */
   unsigned commands; /* that have it */
   const char *name;
   const char *argument; /* "N", "[F]" if it can be left out, or NULL */
   const char *help;     /* "": only the man page has it */
   an_taker *take;
   size_t to; /* where in an_options the value goes; 0: `take` knows */
   /* If there must be an argument, the default; else what an option without it means. */
   const char *otherwise;
};

static inline void *an_option_to(an_options *options, const an_option *option)
{
   return (char *)options + option->to;
}

enum { AN_OPTIONS_MOST = 100, AN_LETTERS_B = 16 };

/* Options as getopt_long takes them. */
typedef struct an_getopt {
   struct option options[AN_OPTIONS_MOST + 1];
   char letters[AN_LETTERS_B];
} an_getopt;

/* `commands` are one of the set above, or several. */
void an_option_table_getopt(unsigned commands, an_getopt *getopt);

/* Takes the defaults of a command. */
void an_option_table_begin(unsigned command, an_options *options);

/* The row of what getopt_long has returned, other than '?'. */
const an_option *an_option_table_row(unsigned commands, int option);

/* Takes such an option, with optarg, and notes that it was given.  Returns as an_taker
   does. */
int an_option_table_take(unsigned command, an_options *options, int option,
                         const char *text);

/* Lines of --help: an option or two, what they do, and the default in brackets. */
void an_option_table_help(unsigned command, FILE *out);
