/* an_options.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_options.h"

#include "base/an_alloc.h"
#include "base/an_kind.h"
#include "base/an_output.h"
#include "commands/an_option_table.h"
#include "sections/ac_sections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Beginning and end ---- */

void an_options_init(an_options *options)
{
   const tk_alloc *alloc = an_alloc_malloc();
   *options = (an_options){
      .threshold = -1,
      .pager = true,
      .request = { .context = 2, .percents = true, .annotate = true, .is_limited = true },
   };
   options->names.files = an_rewrite_new(alloc);
   options->names.functions = an_rewrite_new(alloc);
   options->filter = ac_filter_new(alloc);
   options->names.filter = options->filter;
}

void an_options_free(an_options *options)
{
   an_rewrite_free(options->names.files);
   an_rewrite_free(options->names.functions);
   ac_filter_free(options->filter);
   free(options->metrics);
   free(options->limits_region);
   free(options->limits_inclusive);
   free(options->limits_rows);
   free(options->notes);
   free(options->directories);
   for (size_t i = 0; i < options->request.source.n_roots; i++)
      free(options->roots[i]);
   free(options->roots);
   for (size_t i = 0; i < options->own.n; i++)
      free((char *)options->own_rules[i].folder);
   free(options->own_rules);
   free(options->debug);
}

/* ---- Source ---- */

static int parse_context(ac_request *request)
{
   size_t n = request->context;
   int status = an_command_number("context", optarg, UINT32_MAX, &n);
   request->context = (uint32_t)n;
   request->is_limited = false;
   return status;
}

/* Adds to a list of directories. */
static int add_directory(const char *option, const char ***list, const char *const **used,
                         size_t *n)
{
   if (*optarg == '\0')
      return an_command_usage("--%s: expected a directory", option);
   *list = an_realloc(*list, (*n + 1) * sizeof **list);
   (*list)[(*n)++] = optarg;
   *used = *list;
   return AN_PARSED;
}

static int add_root(an_options *options)
{
   an_source_places *source = &options->request.source;
   struct stat status;
   char *root = realpath(optarg, NULL);
   if (root != NULL && stat(root, &status) == 0 && !S_ISDIR(status.st_mode)) {
      free(root);
      root = NULL;
      errno = ENOTDIR;
   }
   if (root == NULL)
      return an_command_usage("--source-root=%s: %s", optarg, strerror(errno));
   size_t size_B = (source->n_roots + 1) * sizeof *options->roots;
   options->roots = an_realloc(options->roots, size_B);
   options->roots[source->n_roots++] = root;
   source->roots = (const char *const *)options->roots;
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

static int add_own_folder(an_options *options, const char *option, an_whose whose,
                          const char *name)
{
   if (*name == '\0')
      return an_command_usage("--%s=%s: expected directories, as in src,lib/json", option,
                              optarg);
   char *folder = folder_of(name);
   if (folder == NULL)
      return an_command_usage("--%s=%s: %s: %s", option, optarg, name, strerror(errno));
   an_own *own = &options->own;
   size_t size_B = (own->n + 1) * sizeof *options->own_rules;
   options->own_rules = an_realloc(options->own_rules, size_B);
   options->own_rules[own->n++] = (an_own_rule){ folder, whose };
   own->rules = options->own_rules;
   return AN_PARSED;
}

static int parse_own(an_options *options, const char *option, an_whose whose)
{
   int status = AN_PARSED;
   for (const char *at = optarg; status == AN_PARSED; at++) {
      size_t n = strcspn(at, ",");
      char *name = an_strndup(at, n);
      status = add_own_folder(options, option, whose, name);
      free(name);
      at += n;
      if (*at == '\0')
         break;
   }
   return status;
}

static int parse_source(an_options *options, int option)
{
   ac_request *request = &options->request;
   switch (option) {
   case AN_OPTION_SHOW_PERCS:
      return an_command_yes_no("show-percs", optarg, &request->percents);
   case AN_OPTION_NO_SHOW_PERCS: request->percents = false; return AN_PARSED;
   case AN_OPTION_ANNOTATE:
      return an_command_yes_no("annotate", optarg, &request->annotate);
   case AN_OPTION_AUTO: return an_command_yes_no("auto", optarg, &request->annotate);
   case AN_OPTION_NO_SOURCE:
      request->source.is_closed = true;
      request->annotate = false;
      return AN_PARSED;
   case AN_OPTION_NO_ANNOTATE: request->annotate = false; return AN_PARSED;
   case AN_OPTION_CONTEXT: return parse_context(request);
   case AN_OPTION_SOURCE_ROOT: return add_root(options);
   case AN_OPTION_OWN: return parse_own(options, "own", AN_WHOSE_PROGRAM);
   case AN_OPTION_NOT_OWN: return parse_own(options, "not-own", AN_WHOSE_LIBRARY);
   case AN_OPTION_DEBUG_PATH:
      return add_directory("debug-path", &options->debug, &request->source.debug,
                           &request->source.n_debug);
   case 'I':
      return add_directory("source-path", &options->directories,
                           &request->source.directories, &request->source.n_directories);
   default: return an_command_usage_hint();
   }
}

/* ---- Output ---- */

static int parse_file(const char **file)
{
   *file = optarg == NULL ? "-" : optarg;
   return AN_PARSED;
}

int an_options_set_form(an_options *options, an_form form)
{
   if (options->format != AN_FORM_TEXT && options->format != form)
      return an_command_usage("only one of --json, --csv, --markdown and --messages "
                              "can be on standard output");
   options->format = form;
   return AN_PARSED;
}

/* --json, or --json=all. */
static int parse_json(an_options *options)
{
   if (optarg == NULL)
      return an_options_set_form(options, AN_FORM_JSON);
   if (strcmp(optarg, "all") == 0)
      return an_options_set_form(options, AN_FORM_PAGE);
   return an_command_usage("--json=%s: expected all", optarg);
}

/* --json=F, or --json=all. */
static int parse_json_file(an_forms *forms)
{
   if (optarg == NULL || strcmp(optarg, "all") != 0)
      return parse_file(&forms->json);
   forms->page = "-";
   return AN_PARSED;
}

static int parse_output(an_options *options, int option)
{
   switch (option) {
   case 'o': return an_command_output("output", optarg, &options->output);
   case AN_OPTION_HTML: return parse_file(&options->forms.html);
   case AN_OPTION_JSON: return parse_json(options);
   case AN_OPTION_CSV: return an_options_set_form(options, AN_FORM_CSV);
   case AN_OPTION_MARKDOWN: return an_options_set_form(options, AN_FORM_MARKDOWN);
   case AN_OPTION_MARKDOWN_FILE: return parse_file(&options->forms.markdown);
   case AN_OPTION_MESSAGES: return an_options_set_form(options, AN_FORM_MESSAGES);
   case AN_OPTION_JSON_FILE: return parse_json_file(&options->forms);
   case AN_OPTION_CSV_FILE: return parse_file(&options->forms.csv);
   case AN_OPTION_JUNIT_FILE: return parse_file(&options->forms.junit);
   case AN_OPTION_SUGGEST: return parse_file(&options->forms.suggest);
   case AN_OPTION_FOLDED_FILE: return parse_file(&options->forms.folded);
   case AN_OPTION_GITHUB: options->forms.github = true; return AN_PARSED;
   case AN_OPTION_COLOUR: return an_command_colours(optarg, &options->colours);
   case AN_OPTION_NO_PAGER: options->pager = false; return AN_PARSED;
   case AN_OPTION_WIDTH:
      options->has_width = true;
      return an_command_parse_width(optarg, &options->terminal.width);
   case AN_OPTION_FULL_NAMES: options->request.full_names = true; return AN_PARSED;
   default: return parse_source(options, option);
   }
}

/* ---- Names and columns ---- */

/* Adds an option to those that the report names. */
static void note_option(an_options *options, const char *label, const char *value)
{
   size_t size_B = (options->n_notes + 1) * sizeof *options->notes;
   options->notes = an_realloc(options->notes, size_B);
   options->notes[options->n_notes++] = (ac_report_field){ label, value };
}

static int parse_rewrite(an_rewrite *rewrite, const char *option)
{
   an_error error;
   if (an_rewrite_add(rewrite, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option, optarg, error.message);
}

static int parse_filter(an_options *options, bool include)
{
   an_error error;
   note_option(options, include ? "Included:" : "Excluded:", optarg);
   options->request.is_limited &= !include;
   if (ac_filter_add(options->filter, include, optarg, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", include ? "include" : "exclude", optarg,
                           error.message);
}

static int parse_allow_different(an_options *options)
{
   if (!options->allow_different)
      note_option(options, "Allowed:", "different events or caches");
   options->allow_different = true;
   return AN_PARSED;
}

/* Adds the option's text to an array. */
static int add_text(const char ***texts, size_t *n)
{
   *texts = an_realloc(*texts, (*n + 1) * sizeof **texts);
   (*texts)[(*n)++] = optarg;
   return AN_PARSED;
}

static int parse_text(const char **text)
{
   *text = optarg;
   return AN_PARSED;
}

int an_options_parse_by(an_options *options, unsigned where)
{
   char names[AC_SECTION_LIST_B];
   ac_section_list(names, where);
   if (strcmp(optarg, "help") == 0) {
      puts(names);
      return 0;
   }
   options->request.by = ac_section_find(optarg, where);
   return options->request.by != NULL
             ? AN_PARSED
             : an_command_usage("--by=%s: expected %s", optarg, names);
}

int an_options_parse(an_options *options, int option)
{
   switch (option) {
   case AN_OPTION_BY: return an_options_parse_by(options, AC_OF_PROFILE);
   case AN_OPTION_TOP:
      options->request.is_limited = false;
      options->request.top_wins = options->threshold < 0;
      return an_command_number("top", optarg, UINT32_MAX, &options->request.n_top);
   case AN_OPTION_MOD_FILENAME:
      note_option(options, "File names:", optarg);
      return parse_rewrite(options->names.files, "mod-filename");
   case AN_OPTION_MOD_FUNCNAME:
      note_option(options, "Function names:", optarg);
      return parse_rewrite(options->names.functions, "mod-funcname");
   case AN_OPTION_INCLUDE:
   case AN_OPTION_EXCLUDE: return parse_filter(options, option == AN_OPTION_INCLUDE);
   case AN_OPTION_ALLOW_DIFFERENT: return parse_allow_different(options);
   case AN_OPTION_LIMITS: return parse_text(&options->limits);
   case AN_OPTION_LIMITS_EACH: return parse_text(&options->limits_each);
   case AN_OPTION_LIMITS_REGION:
      return add_text(&options->limits_region, &options->n_limits_region);
   case AN_OPTION_LIMITS_ROWS:
      return add_text(&options->limits_rows, &options->n_limits_rows);
   case AN_OPTION_LIMITS_INCLUSIVE:
      return add_text(&options->limits_inclusive, &options->n_limits_inclusive);
   case AN_OPTION_SHOW:
      options->request.has_show = true;
      return parse_text(&options->show);
   case AN_OPTION_SORT: return parse_text(&options->sort);
   case AN_OPTION_CYCLES: return parse_text(&options->cycles);
   case AN_OPTION_THRESHOLD:
      options->request.is_limited = options->request.top_wins = false;
      return an_command_percentage("threshold", optarg, &options->threshold);
   case AN_OPTION_METRIC: return add_text(&options->metrics, &options->n_metrics);
   default: return parse_output(options, option);
   }
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
          + is_stdout(forms->markdown) + is_stdout(forms->suggest);
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
   if (S_ISDIR(status.st_mode)) {
      an_command_error(file, 0, strerror(EISDIR));
      return false;
   }
   const char *kept = !S_ISREG(status.st_mode)    ? NULL
                      : is_read(options, &status) ? "what is read"
                                                  : an_kind_kept(file, options->made);
   if (kept == NULL)
      return true;
   snprintf(message, sizeof message, "would replace %s", kept);
   an_command_error(file, 0, message);
   return false;
}

int an_options_check_forms(const an_options *options)
{
   const an_forms *forms = &options->forms;
   const char *const names[] = { "json",   "csv",      "html",   "junit",
                                 "folded", "markdown", "suggest" };
   const char *const files[] = { forms->json,   forms->csv,    forms->html,
                                 forms->junit,  forms->folded, forms->markdown,
                                 forms->suggest };
   enum { FORMS = sizeof files / sizeof files[0] };
   for (size_t i = 0; i < FORMS; i++) {
      const char *file = files[i];
      if (file != NULL && an_command_output(names[i], file, &file) != AN_PARSED)
         return AN_EXIT_USAGE;
   }
   if (is_stdout(forms->suggest)
       && (options->format != AN_FORM_TEXT || n_on_stdout(forms) > 1))
      return an_command_usage("--suggest=- and another report are for standard output");
   if (n_on_stdout(forms) > 1)
      return an_command_usage("only one of --json, --csv, --markdown and --junit can "
                              "be on standard output");
   if (is_stdout(forms->html) && options->format != AN_FORM_TEXT)
      return an_command_usage("--html=- and --json, --csv or --messages are for "
                              "standard output");
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
          || (forms->html == NULL && forms->suggest == NULL);
}

bool an_options_write(const char *file, void (*print)(const void *context, FILE *out),
                      const void *context)
{
   an_output output;
   if (file == NULL)
      return true;
   if (!an_output_open(&output, file)) {
      an_command_error(file, 0, strerror(errno));
      return false;
   }
   print(context, output.out);
   bool written = an_output_close(&output, true);
   if (!written)
      an_command_error(file, 0, strerror(errno));
   return written;
}

int an_options_check_messages(const an_options *options)
{
   const ac_section *by = options->request.by;
   bool is_of_lines = by == NULL || ac_section_is(by, "line") || ac_section_is(by, "own")
                      || ac_section_is(by, "asm");
   return options->format != AN_FORM_MESSAGES || is_of_lines
             ? AN_PARSED
             : an_command_usage("--messages are of lines: give no other table");
}

/* ---- What options decide ---- */

bool an_options_are_for_people(const an_options *options)
{
   return options->format == AN_FORM_TEXT || options->format == AN_FORM_MESSAGES
          || options->format == AN_FORM_MARKDOWN;
}

double an_options_threshold(const an_options *options, double for_people,
                            bool is_for_people)
{
   if (options->threshold >= 0)
      return options->threshold;
   return is_for_people ? for_people : 0;
}

void an_options_begin_text(an_options *options)
{
   options->terminal.utf8 = an_command_has_utf8();
   options->terminal.colour = an_command_use_colour(options->colours);
   if (options->pager)
      an_command_use_pager();
}

void an_options_begin_markup(an_options *options, an_markup *markup)
{
   options->terminal.utf8 = true;
   options->terminal.colour = false;
   options->terminal.markup = markup;
   if (!options->has_width)
      options->terminal.width = options->terminal.picture_width = AN_MARKUP_WIDTH;
}

const struct timespec *an_options_modified(char *const *files, size_t n)
{
   static struct stat status;
   bool is_known = n == 1 && strcmp(files[0], "-") != 0 && stat(files[0], &status) == 0
                   && S_ISREG(status.st_mode);
   return is_known ? &status.st_mtim : NULL;
}
