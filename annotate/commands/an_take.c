/* an_take.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "commands/an_take.h"

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_export.h"
#include "commands/an_program.h"
#include "heap/ah_findings.h"
#include "sections/ac_sections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Words and numbers ---- */

int an_take_text(an_options *options, const an_option *option, const char *text)
{
   *(const char **)an_option_to(options, option) = text;
   return AN_PARSED;
}

int an_take_another(an_options *options, const an_option *option, const char *text)
{
   an_texts_add(an_option_to(options, option), text);
   return AN_PARSED;
}

int an_take_yes_no(an_options *options, const an_option *option, const char *text)
{
   bool is_yes = strcmp(text, "yes") == 0;
   if (!is_yes && strcmp(text, "no") != 0)
      return an_command_usage("--%s=%s: expected yes or no", option->name, text);
   *(bool *)an_option_to(options, option) = is_yes;
   return AN_PARSED;
}

static bool parse_number(const char *text, size_t most, size_t *result)
{
   char *end;
   errno = 0;
   unsigned long long n = strtoull(text, &end, 10);
   if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n > most)
      return false;
   *result = (size_t)n;
   return true;
}

static int take_number(an_options *options, const an_option *option, const char *text,
                       size_t most)
{
   if (parse_number(text, most, an_option_to(options, option)))
      return AN_PARSED;
   return an_command_usage("--%s=%s: expected a number up to %zu", option->name, text,
                           most);
}

int an_take_number(an_options *options, const an_option *option, const char *text)
{
   return take_number(options, option, text, UINT32_MAX);
}

enum { AMOUNT_MOST = 999999999 };

int an_take_depth(an_options *options, const an_option *option, const char *text)
{
   return take_number(options, option, text, AMOUNT_MOST);
}

int an_take_amount(an_options *options, const an_option *option, const char *text)
{
   size_t n = 0;
   bool is_none = strcmp(text, "none") == 0;
   if (!is_none && !parse_number(text, AMOUNT_MOST, &n))
      return an_command_usage("--%s=%s: expected a number up to %d, or none",
                              option->name, text, AMOUNT_MOST);
   *(size_t *)an_option_to(options, option) = n == 0 && !is_none ? SIZE_MAX : n;
   return AN_PARSED;
}

int an_take_percentage(an_options *options, const an_option *option, const char *text)
{
   size_t n = strspn(text, "0123456789.");
   char *end;
   double percentage = strtod(text, &end);
   if (n == 0 || end != text + n || (text[n] != '\0' && text[n] != '%')
       || (text[n] == '%' && text[n + 1] != '\0') || percentage > 100)
      return an_command_usage("--%s=%s: expected a percentage from 0 to 100",
                              option->name, text);
   *(double *)an_option_to(options, option) = percentage;
   return AN_PARSED;
}

int an_take_interval(an_options *options, const an_option *option, const char *text)
{
   an_span rest = an_span_of(text);
   long double seconds;
   if (!an_span_take_number(&rest, &seconds) || rest.at != rest.end || seconds < 0.1L
       || seconds > 86400)
      return an_command_usage("--%s=%s: expected seconds, from 0.1 to 86400",
                              option->name, text);
   options->interval_ms = (int64_t)(seconds * 1000);
   return AN_PARSED;
}

int an_take_help(an_options *options, const an_option *option, const char *text)
{
   (void)option, (void)text;
   an_program_help(options->program);
   return EXIT_SUCCESS;
}

int an_take_version(an_options *options, const an_option *option, const char *text)
{
   (void)option, (void)text;
   printf("%s (quern) " PACKAGE_VERSION "\n", options->program->name);
   return EXIT_SUCCESS;
}

/* ---- Output ---- */

int an_take_output(an_options *options, const an_option *option, const char *text)
{
   options->output = text;
   return an_options_check_name(option->name, text);
}

static int set_form(an_options *options, an_form form)
{
   if (options->format != AN_FORM_TEXT && options->format != form)
      return an_command_usage("only one of --json, --csv, --markdown and --messages "
                              "can be on standard output");
   options->format = form;
   return AN_PARSED;
}

int an_take_form(an_options *options, const an_option *option, const char *text)
{
   (void)text;
   return set_form(options, strcmp(option->name, "csv") == 0        ? AN_FORM_CSV
                            : strcmp(option->name, "markdown") == 0 ? AN_FORM_MARKDOWN
                                                                    : AN_FORM_MESSAGES);
}

/* --json, or --json=all. */
int an_take_json(an_options *options, const an_option *option, const char *text)
{
   if (text == NULL)
      return set_form(options, AN_FORM_JSON);
   if (strcmp(text, "all") == 0)
      return set_form(options, AN_FORM_PAGE);
   return an_command_usage("--%s=%s: expected all", option->name, text);
}

/* --json=F, or --json=all. */
int an_take_json_file(an_options *options, const an_option *option, const char *text)
{
   (void)option;
   bool is_all = strcmp(text, "all") == 0;
   *(is_all ? &options->forms.page : &options->forms.json) = is_all ? "-" : text;
   return AN_PARSED;
}

int an_take_format(an_options *options, const an_option *option, const char *text)
{
   char names[AN_EXPORT_NAMES_B];
   an_format_kind kind = options->program->exports;
   an_suggestion suggestion = { .word = an_span_of(text) };
   options->target = an_format_find(text, kind);
   if (options->target != NULL)
      return AN_PARSED;
   for (const an_format *at = an_formats; at->name != NULL; at++)
      if (an_format_is_for(at, kind))
         an_suggest(&suggestion, at->name);
   an_format_list(kind, false, names, sizeof names);
   an_suggest_append(&suggestion, names, sizeof names);
   return an_command_usage("--%s=%s: expected %s", option->name, text, names);
}

int an_take_width(an_options *options, const an_option *option, const char *text)
{
   size_t *width = &options->terminal.width;
   int status = take_number(options, option, text, AN_WIDTH_MOST);
   if (status == AN_PARSED && *width > 0 && *width < AN_WIDTH_LEAST)
      return an_command_usage("--%s=%s: expected 0, for any width, or at least %d",
                              option->name, text, AN_WIDTH_LEAST);
   return status;
}

int an_take_colours(an_options *options, const an_option *option, const char *text)
{
   static const char *const names[] = { "auto", "always", "never" };
   for (int i = AN_COLOURS_AUTO; i <= AN_COLOURS_NEVER; i++)
      if (strcmp(text, names[i]) == 0) {
         options->colours = (an_colours)i;
         return AN_PARSED;
      }
   return an_command_usage("--%s=%s: expected auto, always or never", option->name, text);
}

/* ---- Source ---- */

int an_take_folder(an_options *options, const an_option *option, const char *text)
{
   if (*text == '\0')
      return an_command_usage("--%s: expected a directory", option->name);
   return an_take_another(options, option, text);
}

int an_take_root(an_options *options, const an_option *option, const char *text)
{
   struct stat status;
   char *root = realpath(text, NULL);
   if (root != NULL && stat(root, &status) == 0 && !S_ISDIR(status.st_mode)) {
      free(root);
      root = NULL;
      errno = ENOTDIR;
   }
   if (root == NULL)
      return an_command_usage("--%s=%s: %s", option->name, text, strerror(errno));
   an_texts_add(&options->roots, root);
   return AN_PARSED;
}

int an_take_no_source(an_options *options, const an_option *option, const char *text)
{
   (void)option, (void)text;
   options->request.source.is_closed = true;
   options->request.annotate = false;
   return AN_PARSED;
}

/* The name as files are compared with it: without "./" before it and "/" after it; "."
   and what begins with ".." are the folders that they lead to.  On the heap; NULL if
   there is no such folder. */
static char *folder_of(const char *name)
{
   if (strcmp(name, ".") == 0 || strcmp(name, "./") == 0 || strncmp(name, "..", 2) == 0)
      return realpath(name, NULL);
   while (strncmp(name, "./", 2) == 0)
      name += 2;
   char *folder = an_strdup(name);
   for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
      folder[n - 1] = '\0';
   return folder;
}

/* One of those in the text. */
static int add_own_folder(an_options *options, const an_option *option, const char *text,
                          const char *name)
{
   an_own *own = &options->own;
   bool is_own = strcmp(option->name, "own") == 0;
   if (*name == '\0')
      return an_command_usage("--%s=%s: expected directories, as in src,lib/json",
                              option->name, text);
   char *folder = folder_of(name);
   if (folder == NULL)
      return an_command_usage("--%s=%s: %s: %s", option->name, text, name,
                              strerror(errno));
   size_t size_B = (own->n + 1) * sizeof *options->own_rules;
   own->rules = options->own_rules = an_realloc(options->own_rules, size_B);
   options->own_rules[own->n++] = (an_own_rule){ folder, is_own ? AN_WHOSE_PROGRAM
                                                                : AN_WHOSE_LIBRARY };
   return AN_PARSED;
}

int an_take_own(an_options *options, const an_option *option, const char *text)
{
   int status = AN_PARSED;
   char *names = an_strdup(text), *rest = names, *name;
   while (status == AN_PARSED && (name = strsep(&rest, ",")) != NULL)
      status = add_own_folder(options, option, text, name);
   free(names);
   return status;
}

/* ---- Sections and findings ---- */

int an_take_by(an_options *options, const an_option *option, const char *text)
{
   char names[AC_SECTION_LIST_B];
   unsigned where = options->program->sections;
   ac_section_list(names, where);
   if (strcmp(text, "help") == 0) {
      puts(names);
      return EXIT_SUCCESS;
   }
   options->request.by = ac_section_find(text, where);
   return options->request.by != NULL
             ? AN_PARSED
             : an_command_usage("--%s=%s: expected %s", option->name, text, names);
}

int an_take_section(an_options *options, const an_option *option, const char *text)
{
   (void)option;
   options->request.by = ac_section_find(text, options->program->sections);
   return AN_PARSED;
}

static bool is_of_heap(const an_options *options)
{
   return options->program->sections == AC_OF_HEAP;
}

int an_take_criteria(an_options *options, const an_option *option, const char *text)
{
   an_error error;
   if (is_of_heap(options) ? ah_criteria_parse(options->heap_criteria, text, &error)
                           : ac_criteria_parse(&options->criteria, text, &error))
      return AN_PARSED;
   return an_command_usage("--%s: %s", option->name, error.message);
}

static const char *kind_name(bool is_heap, int kind)
{
   return is_heap ? ah_finding_name((ah_finding_kind)kind)
                  : ac_finding_name((ac_finding_kind)kind);
}

/* Adds the kinds that a word names; false if there is no such kind. */
static bool add_kind(unsigned *kinds, bool is_heap, int n, an_span word)
{
   if (an_span_is(word, "all")) {
      *kinds |= is_heap ? AN_FAILS_ON_ALL : (1u << n) - 1;
      return true;
   }
   for (int i = 0; i < n; i++)
      if (an_span_is(word, kind_name(is_heap, i))) {
         *kinds |= 1u << i;
         return true;
      }
   return false;
}

static int refuse_kind(bool is_heap, const char *option, const char *text, an_span word)
{
   int n = is_heap ? AH_N_KINDS : AC_N_FINDING_KINDS;
   char names[512] = "";
   an_suggestion suggestion = { .word = word };
   for (int i = 0; i < n; i++) {
      strcat(strcat(names, kind_name(is_heap, i)), ", ");
      an_suggest(&suggestion, is_heap ? kind_name(is_heap, i) : NULL);
   }
   strcat(names, is_heap ? "or all" : "the name of an idiom, or all");
   an_suggest_append(&suggestion, names, sizeof names);
   return an_command_usage("--%s=%s: expected a list of %s", option, text, names);
}

/* "stride,tlb" or "all", as bits by ac_finding_kind or ah_finding_kind.  Other words are
   names of idioms, which are known once all options are. */
int an_take_fail_on(an_options *options, const an_option *option, const char *text)
{
   bool is_heap = is_of_heap(options);
   int n = is_heap ? AH_N_KINDS : AC_N_FINDING_KINDS;
   for (const char *at = text;; at++) {
      an_span word = { at, at + strcspn(at, ",") };
      bool is_kind = add_kind(&options->fails_on, is_heap, n, word);
      if (!is_kind && (is_heap || an_span_length(word) == 0))
         return refuse_kind(is_heap, option->name, text, word);
      if (!is_kind)
         an_texts_add(&options->fails_on_idioms,
                      an_strndup(word.at, an_span_length(word)));
      at = word.end;
      if (*at == '\0')
         return AN_PARSED;
   }
}

int an_take_idioms(an_options *options)
{
   const an_texts *files = &options->idiom_files, *names = &options->fails_on_idioms;
   an_error error;
   options->idioms = (ac_idioms){ .alloc = an_alloc_malloc() };
   for (size_t i = 0; i < files->n; i++)
      if (!ac_idioms_read(&options->idioms, files->of[i], &error))
         return an_command_fail(files->of[i], error.line, error.message);
   ac_idioms_add_built_in(&options->idioms);
   for (size_t i = 0; i < names->n; i++) {
      an_span name = an_span_of(names->of[i]);
      if (ac_idioms_find(&options->idioms, name) == NULL)
         return refuse_kind(false, "fail-on", names->of[i], name);
   }
   return AN_PARSED;
}
