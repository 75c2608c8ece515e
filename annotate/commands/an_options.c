/* an_options.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_options.h"

#include "base/an_alloc.h"
#include "base/an_kind.h"
#include "base/an_output.h"
#include "base/an_wait.h"
#include "commands/an_program.h"
#include "heap/ah_findings.h"
#include "sections/ac_sections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What is given ---- */

void an_options_begin(an_options *options, const an_program *program)
{
   static ah_criteria heap_criteria;
   const tk_alloc *alloc = an_alloc_malloc();
   heap_criteria = ah_criteria_default;
   *options = (an_options){
      .program = program,
      .names = { .demangle = program->command
                             != AN_CS_MERGE, /* it writes what it reads */
                 .files = an_rewrite_new(alloc),
                 .functions = an_rewrite_new(alloc) },
      .filter = ac_filter_new(alloc),
      .focus_filter = ac_filter_new(alloc),
      .criteria = ac_criteria_default,
      .heap_criteria = &heap_criteria,
      .request = { .percents = true, .annotate = true },
      .pager = true,
   };
   options->names.filter = options->filter;
}

void an_texts_add(an_texts *texts, const char *text)
{
   texts->of = an_realloc(texts->of, (texts->n + 1) * sizeof *texts->of);
   texts->of[texts->n++] = text;
}

bool an_options_has(const an_options *options, const char *name)
{
   for (size_t i = 0; i < options->given.n; i++)
      if (strcmp(options->given.of[i], name) == 0)
         return true;
   return false;
}

/* Who asks for rows, or for more of them, has all that are asked for. */
static bool is_limited(const an_options *options)
{
   static const char *const by[] = { "include", "top", "context", "depth", "threshold" };
   for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
      if (an_options_has(options, by[i]))
         return false;
   return true;
}

void an_options_complete(an_options *options)
{
   ac_request *request = &options->request;
   an_source_places *source = &request->source;
   request->context = (uint32_t)options->context;
   request->has_show = options->show != NULL;
   request->is_limited = is_limited(options);
   request->top_wins = an_options_has(options, "top")
                       && !an_options_has(options, "threshold");
   source->directories = options->directories.of;
   source->n_directories = options->directories.n;
   source->debug = options->debug.of;
   source->n_debug = options->debug.n;
   source->roots = options->roots.of;
   source->n_roots = options->roots.n;
}

int an_options_check_output(an_options *options)
{
   return options->output != NULL ? AN_PARSED : an_command_usage("expected -o OUT");
}

/* ---- Files to write ---- */

static bool is_stdout(const char *where)
{
   return where != NULL && strcmp(where, "-") == 0;
}

static int n_on_stdout(const an_forms *forms)
{
   return is_stdout(forms->json) + is_stdout(forms->page) + is_stdout(forms->csv)
          + is_stdout(forms->html) + is_stdout(forms->junit) + is_stdout(forms->folded)
          + is_stdout(forms->markdown) + is_stdout(forms->suggest)
          + is_stdout(forms->sarif);
}

/* Whether the command reads the file, by whatever name. */
static bool is_read(const an_options *options, const struct stat *file)
{
   struct stat read;
   for (size_t i = 0; i < options->n_files; i++)
      if (stat(options->files[i], &read) == 0 && read.st_dev == file->st_dev
          && read.st_ino == file->st_ino)
         return true;
   return false;
}

bool an_options_can_write(const an_options *options, const char *file)
{
   char message[64];
   struct stat status;
   if (file == NULL || strcmp(file, "-") == 0 || stat(file, &status) != 0)
      return true;
   if (S_ISDIR(status.st_mode))
      return an_command_error(file, 0, strerror(EISDIR));
   const char *kept = !S_ISREG(status.st_mode)    ? NULL
                      : is_read(options, &status) ? "what is read"
                                                  : an_kind_kept(file, options->made);
   if (kept == NULL)
      return true;
   snprintf(message, sizeof message, "would replace %s", kept);
   return an_command_error(file, 0, message);
}

int an_options_check_name(const char *option, const char *file)
{
   return *file != '\0' ? AN_PARSED
                        : an_command_usage("--%s=: expected the name of a file, or - for "
                                           "standard output",
                                           option);
}

int an_options_check_forms(const an_options *options)
{
   const an_forms *forms = &options->forms;
   const char *const names[] = { "json",   "csv",      "html",    "junit",
                                 "folded", "markdown", "suggest", "sarif" };
   const char *const files[] = { forms->json,    forms->csv,    forms->html,
                                 forms->junit,   forms->folded, forms->markdown,
                                 forms->suggest, forms->sarif };
   enum { FORMS = sizeof files / sizeof files[0] };
   for (size_t i = 0; i < FORMS; i++)
      if (files[i] != NULL && an_options_check_name(names[i], files[i]) != AN_PARSED)
         return AN_EXIT_USAGE;
   if (is_stdout(forms->suggest)
       && (options->format != AN_FORM_TEXT || n_on_stdout(forms) > 1))
      return an_command_usage("--suggest=- and another report are for standard output");
   if (n_on_stdout(forms) > 1)
      return an_command_usage("only one of --json, --csv, --markdown and --junit can "
                              "be on standard output");
   if ((is_stdout(forms->html) || is_stdout(forms->sarif))
       && options->format != AN_FORM_TEXT)
      return an_command_usage("--%s=- and --json, --csv or --messages are for "
                              "standard output",
                              is_stdout(forms->html) ? "html" : "sarif");
   if (n_on_stdout(forms) > 0 && forms->github)
      return an_command_usage("--github prints to standard output: give "
                              "--json, --csv or --junit a file");
   for (size_t i = 0; i < FORMS; i++)
      if (!an_options_can_write(options, files[i]))
         return EXIT_FAILURE;
   return AN_PARSED;
}

bool an_options_have_stdout(const an_options *options)
{
   return n_on_stdout(&options->forms) > 0;
}

bool an_options_has_report(const an_options *options)
{
   const an_forms *forms = &options->forms;
   return options->format != AN_FORM_TEXT
          || (forms->html == NULL && forms->suggest == NULL && forms->sarif == NULL);
}

bool an_options_write(const char *file, void (*print)(const void *context, FILE *out),
                      const void *context)
{
   an_output output;
   if (file == NULL)
      return true;
   if (!an_output_open(&output, file))
      return an_command_error(file, 0, strerror(errno));
   print(context, output.out);
   bool written = an_output_close(&output, true);
   if (!written)
      an_command_error(file, 0, strerror(errno));
   return written;
}

typedef struct {
   const an_options *options;
   void (*print)(const void *context, const ac_messages_to *to);
   const void *context;
} sarif_job;

static void put_sarif(const void *context, FILE *out)
{
   const sarif_job *job = context;
   const unsigned fails_on = job->options->fails_on;
   an_sarif log;
   an_sarif_open(&log, an_alloc_malloc(), job->options->program->name, out);
   job->print(job->context,
              &(ac_messages_to){ .out = an_sarif_remarks(&log),
                                 .log = &log,
                                 .fails_on = fails_on & ~(unsigned)AN_FAILS_ON_ALL,
                                 .all_fail = (fails_on & AN_FAILS_ON_ALL) != 0 });
   an_sarif_close(&log);
}

bool an_options_write_sarif(const an_options *options,
                            void (*print)(const void *context, const ac_messages_to *to),
                            const void *context)
{
   return an_options_write(options->forms.sarif, put_sarif,
                           &(sarif_job){ options, print, context });
}

int an_options_check_messages(an_options *options)
{
   const ac_section *by = options->request.by;
   bool is_of_lines = by == NULL || ac_section_is(by, "line") || ac_section_is(by, "own")
                      || ac_section_is(by, "asm") || ac_section_is(by, "finding");
   bool has_messages = options->format == AN_FORM_MESSAGES;
   return is_of_lines || (!has_messages && options->forms.sarif == NULL)
             ? AN_PARSED
             : an_command_usage("--%s prints lines: it takes no other table",
                                has_messages ? "messages" : "sarif");
}

/* ---- What options decide ---- */

bool an_options_are_for_people(const an_options *options)
{
   return options->format == AN_FORM_TEXT || options->format == AN_FORM_MESSAGES
          || options->format == AN_FORM_MARKDOWN;
}

double an_options_threshold(const an_options *options, bool is_for_people)
{
   return is_for_people || an_options_has(options, "threshold") ? options->threshold : 0;
}

void an_options_begin_text(an_options *options)
{
   options->terminal.utf8 = an_command_has_utf8();
   options->terminal.colour = an_command_use_colour(options->colours, STDOUT_FILENO);
   an_wait_by(NULL); /* it would be between the lines of the report */
   if (options->pager)
      an_command_use_pager();
}

void an_options_begin_markup(an_options *options, an_markup *markup)
{
   options->terminal.utf8 = true;
   options->terminal.colour = false;
   options->terminal.height = 0;
   options->terminal.markup = markup;
   if (!an_options_has(options, "width"))
      options->terminal.width = options->terminal.picture_width = AN_MARKUP_WIDTH;
}

const struct timespec *an_options_modified(char *const *files, size_t n)
{
   static struct stat status;
   bool is_known = n == 1 && strcmp(files[0], "-") != 0 && stat(files[0], &status) == 0
                   && S_ISREG(status.st_mode);
   return is_known ? &status.st_mtim : NULL;
}
