/* an_options.h -- the options that several commands have, each with one meaning.

   What a command does not have stays at its default.  Text is borrowed from argv.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_kind.h"
#include "base/an_own.h"
#include "commands/an_command.h"
#include "counts/ac_load.h"
#include "render/an_markup.h"
#include "sections/ac_report.h"

typedef enum an_form {
   AN_FORM_TEXT,
   AN_FORM_JSON,
   AN_FORM_CSV,
   AN_FORM_MARKDOWN,
   AN_FORM_MESSAGES, /* as a compiler prints them */
   AN_FORM_PAGE,     /* the data of the page for browsers */
} an_form;

/* Output besides the text: each a file, "-" for standard output, or NULL. */
typedef struct an_forms {
   const char *json, *csv, *junit, *markdown;
   const char *html, *page; /* the page for browsers, and a comparison's --json=all */
   const char *folded;      /* call paths of both */
   const char *suggest;     /* a layout file */
   bool github;
} an_forms;

typedef struct an_options {
   /* What is read. */
   ac_load_names names;
   ac_filter *filter;
   bool allow_different; /* events or caches */
   char *const *files;   /* the profiles: what the command reads */
   size_t n_files;

   /* What is compared and shown; NULL: not given. */
   const char *limits, *limits_each;
   const char **limits_region; /* each time it was given */
   size_t n_limits_region;
   const char **limits_inclusive; /* likewise */
   size_t n_limits_inclusive;
   const char **limits_rows; /* likewise */
   size_t n_limits_rows;
   const char *show, *sort, *cycles;
   double threshold;     /* percent; below 0: not given */
   const char **metrics; /* definitions */
   size_t n_metrics;
   ac_request request;
   an_terminal terminal;              /* its width; an_options_begin_text has the rest */
   const char **directories, **debug; /* for `request`, as are the roots */
   char **roots;
   an_own own;             /* whose source is whose; */
   an_own_rule *own_rules; /* its rules, with texts of their own */
   ac_report_field *notes; /* options to be named in the report's metadata */
   size_t n_notes;

   /* Where it goes. */
   const char *output; /* NULL: not given */
   an_kind made;       /* what `output` becomes, if it can replace such a file */
   an_forms forms;
   an_form format;
   an_colours colours;
   bool pager, has_width;
} an_options;

/* Sets the defaults.  Frees with an_options_free. */
void an_options_init(an_options *options);
void an_options_free(an_options *options);

/* Takes one option, with getopt's optarg: AN_PARSED, or an exit status after a
   message. */
int an_options_parse(an_options *options, int option);

/* Takes --by, of the sections that stand in any of `where` (ac_sections.h): AN_PARSED, or
   an exit status after a message. */
int an_options_parse_by(an_options *options, unsigned where);

/* Asks for output of this form: AN_PARSED, or an exit status after a message if
   another one was asked for. */
int an_options_set_form(an_options *options, an_form form);

/* AN_PARSED if --output was given, else an exit status after a message. */
int an_options_check_output(an_options *options);

/* AN_PARSED if at most one form is for standard output and all can be written, else
   an exit status after a message. */
int an_options_check_forms(const an_options *options);

/* AN_PARSED, or an exit status after a message if --messages is given with a table that
   is not of lines. */
int an_options_check_messages(const an_options *options);

/* Whether a form goes to standard output, and text for people does not. */
bool an_options_have_stdout(const an_options *options);

/* Whether a report goes to standard output besides the files of --html and --suggest:
   another form was asked for, or neither of these. */
bool an_options_has_report(const an_options *options);

/* Whether the file can be written: it is not what the command reads, and what it holds
   can be made again (an_kind_kept).  False after a message.  NULL: true. */
bool an_options_can_write(const an_options *options, const char *file);

/* Writes to `file`, or to standard output if it is "-".  A file appears when it is
   complete.  NULL: writes nothing.  False after a message. */
bool an_options_write(const char *file, void (*print)(const void *context, FILE *out),
                      const void *context);

/* Whether standard output gets text, of which small values are left out, and not data for
   programs. */
bool an_options_are_for_people(const an_options *options);

/* The threshold given, else the default: reports leave out small values; JSON and
   CSV have all. */
double an_options_threshold(const an_options *options, double for_people,
                            bool is_for_people);

/* From now on standard output is text for people: starts a pager if one is wanted, and
   knows what the terminal shows. */
void an_options_begin_text(an_options *options);

/* From now on a report is in this markup. */
void an_options_begin_markup(an_options *options, an_markup *markup);

/* The time of the only one of n files, if it is a regular file; else NULL. */
const struct timespec *an_options_modified(char *const *files, size_t n);
