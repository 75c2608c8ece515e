/* an_command.h -- messages, the pager, exit codes.

   Holds the state of the process: the command's name, the pager.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_state.h"

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit codes besides 0, fine, and 1 (EXIT_FAILURE), an error in data or system:
   wrong usage; a limit was exceeded; and of what runs a program, as env(1) has them: our
   own failure, the program cannot be run, there is none. */
enum {
   AN_EXIT_USAGE = 2,
   AN_EXIT_LIMIT = 3,
   AN_EXIT_NOT_RUN = 125,
   AN_EXIT_CANNOT_RUN = 126,
   AN_EXIT_NO_PROGRAM = 127,
};

/* Call it first.  `name` begins all messages.  Closed standard streams are opened to
   fail, so that no file gets their descriptors. */
void an_command_begin(const char *name);

/* Before an exec: the other program has SIGPIPE as we got it. */
void an_command_before_exec(void);

/* Whether there is such a file, to run, beside this program; then the path. */
bool an_command_beside(const char *name, char path[PATH_MAX]);

/* Closes standard output and waits for the pager.  Returns the exit code: `status`, or
   an error if not everything could be written.  If the reader has left, it ends by
   SIGPIPE, or with `status` where that is ignored. */
int an_command_end(int status);

/* Prints "command: FILE:LINE: message"; leaves out a file that is NULL, a line that is
   0.  The file "-" is shown as "(standard input)".  Returns false. */
bool an_command_error(const char *file, size_t line, const char *message);

/* The same; returns EXIT_FAILURE. */
int an_command_fail(const char *file, size_t line, const char *message);

/* From now on, messages end before "; cachesim --OPTION ...": the profile is by another
   program, and its runs are not cachesim's. */
void an_command_of_other_writer(void);

/* Prints as an_command_error does, with "(after FIRST)" behind the message, unless `file`
   is the first. */
bool an_command_error_after(const char *first, const char *file, size_t line,
                            const char *message);

/* Why a profile of counts or of the heap could not be read.  If the file is something
   else, says what, and the command for it (an_explain.c). */
void an_command_cannot_read(const char *first, const char *file, const an_error *error,
                            bool wants_heap);

/* Prints "command: message" and the hint "Try 'command --help'."; returns
   AN_EXIT_USAGE. */
int an_command_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The hint alone. */
int an_command_usage_hint(void);

/* AN_PARSED if "-" is at most once among the files; else an exit code after a
   message. */
int an_command_check_files(char *const *files, size_t n);

/* The name to show: "(standard input)" for "-". */
const char *an_command_file_name(const char *file);

/* getopt_long, with messages that are safe for a terminal: '?' after one.  `letters`
   begin with a colon. */
int an_command_option(int argc, char **argv, const char *letters,
                      const struct option *options);

/* What a function returns that goes on: neither an exit code nor a message. */
enum { AN_PARSED = -1 };

/* The columns that a report may have: those of COLUMNS, 0: any number; else of the
   terminal that the descriptor is, else AN_WIDTH_PIPE.  Ask before a pager starts. */
size_t an_command_width(int fd);

/* The rows that are known from LINES or of the terminal; else 0. */
size_t an_command_height(int fd);

/* The narrowest and the widest that reports are fitted to. */
enum { AN_WIDTH_LEAST = 40, AN_WIDTH_PIPE = 120, AN_WIDTH_MOST = 1000 };

typedef enum an_colours {
   AN_COLOURS_AUTO,
   AN_COLOURS_ALWAYS,
   AN_COLOURS_NEVER,
} an_colours;

/* Whether to use colour on the descriptor.  AUTO: on a terminal, unless NO_COLOR is set
   (https://no-color.org). */
bool an_command_use_colour(an_colours choice, int fd);

/* Whether the terminal shows UTF-8. */
bool an_command_has_utf8(void);

/* If standard output is a terminal, sends it to a pager from now on: $QUERN_PAGER, else
   $PAGER, else "less -FRX", if there is one.  "" and "cat" are no pager.  A pager that
   cannot be run is no error. */
void an_command_use_pager(void);

/* ---- Partial profiles (an_partial.c).  `file` as above. ---- */

/* Warns if the profile is partial. */
void an_command_warn_partial(const an_state *state, const char *file);

/* False, after a message, if the profile is partial.  `problem` says why that is an
   error: "a limit cannot be checked against it". */
bool an_command_check_partial(const an_state *state, const char *file,
                              const char *problem);

/* While a program runs, its profile so far is in NAME.checkpoint, where NAME is the
   name of the whole profile: cachesim.out.* matches both.  callgrind leaves NAME empty
   where each thread has a file NAME-NN.  Removes from `files`, after a message, each
   checkpoint whose whole profile is among them, as it would be counted twice, and each
   empty file with files of threads.  Keeps the order.  Returns how many are left. */
size_t an_command_leave_out(char **files, size_t n);
