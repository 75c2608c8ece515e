/* an_options.h -- the options of all commands, each with one meaning.

   What a command does not have stays at 0.  Text is borrowed from argv; all is kept until
   the command ends.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_kind.h"
#include "base/an_own.h"
#include "code/an_disasm.h"
#include "commands/an_command.h"
#include "counts/ac_load.h"
#include "export/an_formats.h"
#include "advice/ac_findings.h"
#include "sections/an_markup.h"
#include "sections/ac_messages.h"

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
   const char *sarif;       /* findings and lines, for editors and GitHub */
   const char *suggest;     /* a layout file */
   bool github;
} an_forms;

/* The texts of an option that can be given several times. */
typedef struct an_texts {
   const char **of;
   size_t n;
} an_texts;

/* What cs_annotate and cs_diff are asked for by --asm. */
typedef struct ac_asm_asked {
   const char *name; /* as ac_asm_choose says; NULL: the costliest function */
   an_syntax syntax;
} ac_asm_asked;

/* Where the old sources of a comparison are; NULL: not given. */
typedef struct ac_old_source {
   const char *directory; /* has them */
   const char *revision;  /* of the repository around the new sources */
} ac_old_source;

typedef struct an_options {
   const struct an_program *program; /* the command */
   an_texts given;                   /* names of options on the command line */

   /* What is read. */
   ac_load_names names;
   ac_filter *filter;
   bool allow_different; /* events or caches */
   char *const *files;   /* the profiles: what the command reads */
   size_t n_files;

   /* What is compared and shown; NULL: not given. */
   const char *limits, *limits_each;
   an_texts limits_region, limits_inclusive, limits_rows;
   const char *show, *sort, *cycles;
   double threshold; /* percent */
   an_texts metrics; /* definitions */
   size_t context;   /* for `request`, as are the following */
   an_texts directories, debug, roots;
   ac_request request;
   an_terminal terminal;   /* its width; an_options_begin_text has the rest */
   an_own own;             /* whose source is whose; */
   an_own_rule *own_rules; /* its rules, with texts of their own */
   ac_report_field *notes; /* options to be named in the report's metadata */
   size_t n_notes;
   unsigned fails_on; /* kinds of findings, as bits; of the heap also AN_FAILS_ON_ALL */
   an_texts fails_on_idioms; /* names */

   /* Of counts. */
   const char *focus; /* as given; the pattern is in: */
   ac_filter *focus_filter;
   ac_criteria criteria;
   an_texts idiom_files;
   ac_idioms idioms; /* built-in ones and those of the files (ac_findings_of.h) */
   ac_asm_asked asked;
   an_texts changes; /* to try */
   ac_old_source old_source;

   /* Of the heap, and of quern-top. */
   size_t n_top; /* rows; here and below, SIZE_MAX: all */
   size_t n_frames, n_findings, n_heat;
   size_t depth; /* 0: all */
   bool top_down, bottom_up, only_metadata, all_frames;
   struct ah_criteria *heap_criteria;
   an_texts ignored;        /* files of known leaks */
   const char *at, *at_new; /* moments; at_new is of hp_diff */
   const ah_value *value;   /* to sort by, or to export */

   /* Where it goes. */
   const char *output;      /* NULL: not given */
   an_kind made;            /* what `output` becomes, if it can replace such a file */
   const an_format *target; /* of an export */
   an_forms forms;
   an_form format;
   an_colours colours;
   bool pager;

   bool quick, once;    /* cs_machine measures; quern-top prints */
   int64_t interval_ms; /* of quern-top */

   /* Of quern run. */
   const char *save;
   bool open; /* the page */
   an_texts tool_options;
} an_options;

enum { AN_FAILS_ON_ALL = 1 << 30 };

/* Sets what is not a default of a row; an_option_table_begin comes next. */
void an_options_begin(an_options *options, const struct an_program *program);

/* Once all options are taken: what follows from several. */
void an_options_complete(an_options *options);

/* Whether the option was given. */
bool an_options_has(const an_options *options, const char *name);

void an_texts_add(an_texts *texts, const char *text);

/* AN_PARSED, or an exit status after a message if the name of a file is empty. */
int an_options_check_name(const char *option, const char *file);

/* AN_PARSED if --output was given, else an exit status after a message. */
int an_options_check_output(an_options *options);

/* AN_PARSED if at most one form is for standard output and all can be written, else
   an exit status after a message. */
int an_options_check_forms(const an_options *options);

/* AN_PARSED, or an exit status after a message if --messages or --sarif is given with a
   table that is not of lines. */
int an_options_check_messages(an_options *options);

/* Whether a form goes to standard output, and text for people does not. */
bool an_options_have_stdout(const an_options *options);

/* Whether a report goes to standard output besides the files of --html, --sarif and
   --suggest: another form was asked for, or none of these. */
bool an_options_has_report(const an_options *options);

/* Whether the file can be written: it is not what the command reads, and what it holds
   can be made again (an_kind_kept).  False after a message.  NULL: true. */
bool an_options_can_write(const an_options *options, const char *file);

/* Writes to `file`, or to standard output if it is "-".  A file appears when it is
   complete.  NULL: writes nothing.  False after a message. */
bool an_options_write(const char *file, void (*print)(const void *context, FILE *out),
                      const void *context);

/* Writes the file of --sarif, if it is asked for, by a function that gets `context` and
   where messages go.  False after a message. */
bool an_options_write_sarif(const an_options *options,
                            void (*print)(const void *context, const ac_messages_to *to),
                            const void *context);

/* Whether standard output gets text, of which small values are left out, and not data for
   programs. */
bool an_options_are_for_people(const an_options *options);

/* The threshold given, else the default: reports leave out small values; JSON and
   CSV have all. */
double an_options_threshold(const an_options *options, bool is_for_people);

/* From now on standard output is text for people: starts a pager if one is wanted, and
   knows what the terminal shows. */
void an_options_begin_text(an_options *options);

/* From now on a report is in this markup. */
void an_options_begin_markup(an_options *options, an_markup *markup);

/* The time of the only one of n files, if it is a regular file; else NULL. */
const struct timespec *an_options_modified(char *const *files, size_t n);
