/* ac_take.c -- options of profiles of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/an_take.h"
#include "sections/ac_sections.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- What is read ---- */

/* Adds an option to those that the report names. */
static void note_option(an_options *options, const char *label, const char *value)
{
   size_t size_B = (options->n_notes + 1) * sizeof *options->notes;
   options->notes = an_realloc(options->notes, size_B);
   options->notes[options->n_notes++] = (ac_report_field){ label, value };
}

int an_take_rewrite(an_options *options, const an_option *option, const char *text)
{
   an_error error;
   bool is_file = strcmp(option->name, "mod-filename") == 0;
   note_option(options, is_file ? "File names:" : "Function names:", text);
   if (an_rewrite_add(*(an_rewrite **)an_option_to(options, option), text, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option->name, text, error.message);
}

int an_take_filter(an_options *options, const an_option *option, const char *text)
{
   an_error error;
   bool include = strcmp(option->name, "include") == 0;
   note_option(options, include ? "Included:" : "Excluded:", text);
   if (ac_filter_add(options->filter, include, text, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option->name, text, error.message);
}

int an_take_different(an_options *options, const an_option *option, const char *text)
{
   (void)option, (void)text;
   if (!options->allow_different)
      note_option(options, "Allowed:", "different events or caches");
   options->allow_different = true;
   return AN_PARSED;
}

int an_take_old_source(an_options *options, const an_option *option, const char *text)
{
   struct stat status;
   if (stat(text, &status) != 0)
      return an_command_usage("--%s=%s: %s", option->name, text, strerror(errno));
   if (!S_ISDIR(status.st_mode))
      return an_command_usage("--%s=%s: %s", option->name, text, strerror(ENOTDIR));
   options->old_source.directory = text;
   return AN_PARSED;
}

int an_take_old_rev(an_options *options, const an_option *option, const char *text)
{
   if (text[0] == '-' || text[0] == '\0')
      return an_command_usage("--%s=%s: expected a revision, such as HEAD~1",
                              option->name, text);
   options->old_source.revision = text;
   return AN_PARSED;
}

/* ---- What is shown ---- */

int an_take_asm(an_options *options, const an_option *option, const char *text)
{
   options->asked.name = text;
   return an_take_section(options, option, option->name);
}

int an_take_syntax(an_options *options, const an_option *option, const char *text)
{
   bool is_intel = strcmp(text, "intel") == 0;
   options->asked.syntax = is_intel ? AN_SYNTAX_INTEL : AN_SYNTAX_ATT;
   return is_intel || strcmp(text, "att") == 0
             ? AN_PARSED
             : an_command_usage("--%s=%s: expected att or intel", option->name, text);
}

int an_take_tree(an_options *options, const an_option *option, const char *text)
{
   options->request.by = ac_section_find(text, AC_NEEDS_CALLS);
   bool is_form = options->request.by != NULL && strcmp(text, "inclusive") != 0
                  && strcmp(text, "focus") != 0;
   return is_form ? AN_PARSED
                  : an_command_usage("--%s=%s: expected caller, callee, both, "
                                     "top-down or bottom-up",
                                     option->name, text);
}

static bool add_focus(an_options *options, const char *pattern)
{
   an_error error;
   if (ac_filter_add(options->focus_filter, true, pattern, &error))
      return true;
   an_command_usage("--focus=%s: %s", options->focus, error.message);
   return false;
}

/* "A::find" is "A::find(int)", too. */
int an_take_focus(an_options *options, const an_option *option, const char *text)
{
   (void)option;
   char pattern[256];
   bool is_file = strncmp(text, "file:", 5) == 0;
   bool is_name = strncmp(text, "fn:", 3) == 0;
   options->focus = text;
   options->request.focus = options->focus_filter;
   if (!add_focus(options, text))
      return AN_EXIT_USAGE;
   snprintf(pattern, sizeof pattern, "%s%s(*", is_name ? "" : "fn:", text);
   if (is_file || strchr(text, '(') != NULL)
      return AN_PARSED;
   return add_focus(options, pattern) ? AN_PARSED : AN_EXIT_USAGE;
}
