/* an_command.h -- what the commands share around their work: messages, exit
   codes, standard output, colour, a pager.

   The only room beside the commands' own files that prints messages and knows
   the process's state.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_COMMAND_H
#define AN_COMMAND_H

#include "base/an_state.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit codes: 0 fine, 1 (EXIT_FAILURE) error in data or system. */
enum { AN_EXIT_USAGE = 2, AN_EXIT_LIMIT = 3 };

/* To be called first.  `name` is the command's, for all messages.  Standard streams
   that are closed become ones that nothing can be read from or written to, so that
   no file takes their place. */
void an_command_begin(const char *name);

/* The exit code, once all of standard output is known to be written; waits for
   a pager. */
int an_command_end(int status);

/* Prints "command: FILE:LINE: message"; without what is NULL or 0.  "-" is
   shown as "(standard input)". */
void an_command_error(const char *file, size_t line, const char *message);

/* Prints "command: message", and where help is; AN_EXIT_USAGE. */
int an_command_usage(const char *format, ...)
   __attribute__((format(printf, 1, 2)));
int an_command_usage_hint(void);

/* AN_PARSED, or after a message the status: of the files, "-" may be there
   once. */
int an_command_check_files(char *const *files, size_t n);

/* "-" as people call it. */
const char *an_command_file_name(const char *file);

/* getopt_long, but for what it says of wrong options, which may hold what drives a
   terminal: '?' after a message.  `letters` begin with a colon. */
int an_command_option(int argc, char **argv, const char *letters,
                      const struct option *options);

/* ---- Partial profiles (an_state_check.c).  `file` as above. ---- */

/* Warns if the profile is partial. */
void an_state_warn(const an_state *state, const char *file);

/* False, after a message, if the profile is partial: limits cannot be held against
   it. */
bool an_state_can_be_judged(const an_state *state, const char *file);

/* ---- Options that mean the same everywhere.  Each gives AN_PARSED, or an
   exit code after a message. ---- */

enum { AN_PARSED = -1 };

int an_command_yes_no(const char *option, const char *value, bool *result);
int an_command_percentage(const char *option, const char *value,
                          double *result);

/* The name of a file to write, "-" for standard output; borrowed. */
int an_command_output(const char *option, const char *value,
                      const char **result);

typedef enum an_colours {
   AN_COLOURS_AUTO,
   AN_COLOURS_ALWAYS,
   AN_COLOURS_NEVER,
} an_colours;

int an_command_colours(const char *value, an_colours *result);

/* Whether to use colour on standard output: as chosen, and if that is AUTO, on
   a terminal, unless NO_COLOR is set (https://no-color.org). */
bool an_command_use_colour(an_colours choice);

/* From now on standard output goes to a pager, if it is a terminal:
   $QUERN_PAGER, else $PAGER, else "less -FRX"; to none if that is "" or "cat".
   A pager that cannot be run is no error. */
void an_command_use_pager(void);

#endif
