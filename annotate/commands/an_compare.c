/* an_compare.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_compare.h"

#include "base/an_alloc.h"
#include "commands/an_calls_of.h"
#include "sections/ac_calls_limits.h"
#include "sections/an_fit.h"
#include "sections/an_gate_print.h"
#include "sections/an_page.h"

#include <stdlib.h>

/* ---- Limits ---- */

static int parse_limits(ac_limits *limits, const char *option, const char *text,
                        const ac_metrics *metrics)
{
   an_error error;
   if (text == NULL || ac_limits_parse(limits, an_alloc_malloc(), metrics, text, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option, text, error.message);
}

static int parse_regions(an_compare_limits *limits, const an_options *options,
                         const an_compare_what *what)
{
   const tk_alloc *alloc = an_alloc_malloc();
   size_t n = options->limits_region.n;
   an_error error;
   limits->regions = an_calloc(n + 1, sizeof *limits->regions);
   for (size_t i = 0; i < n; i++) {
      const char *text = options->limits_region.of[i];
      ac_region_limits *of = &limits->regions[i];
      if (!ac_region_limits_parse(of, alloc, what->region_metrics, text, &error))
         return an_command_usage("--limits-region=%s: %s", text, error.message);
      limits->n_regions++;
      if (!ac_region_limits_check(of, what->regions, alloc, &error))
         return an_command_usage("--limits-region=%s: %s", text, error.message);
   }
   return AN_PARSED;
}

/* Only budgets can be held against one profile. */
static int check_budgets(const ac_limits *limits, const char *text)
{
   for (size_t i = 0; i < limits->n; i++)
      if (!limits->limits[i].is_budget)
         return an_command_usage("--limits-incl=%s: there is nothing to compare with; "
                                 "expected %s<=N",
                                 text, limits->limits[i].metric->name);
   return AN_PARSED;
}

static int parse_inclusive(an_compare_limits *limits, const an_options *options,
                           const an_compare_what *what)
{
   const tk_alloc *alloc = an_alloc_malloc();
   size_t n = options->limits_inclusive.n;
   an_error error;
   limits->inclusive = an_calloc(n + 1, sizeof *limits->inclusive);
   limits->calls = an_calloc(n + options->limits_rows.n + 1, sizeof *limits->calls);
   for (size_t i = 0; i < n; i++) {
      const char *text = options->limits_inclusive.of[i];
      ac_region_limits *of = &limits->inclusive[i];
      if (!ac_region_limits_parse(of, alloc, what->metrics, text, &error))
         return an_command_usage("--limits-incl=%s: %s", text, error.message);
      limits->n_inclusive++;
      int status = what->is_single ? check_budgets(&of->limits, text) : AN_PARSED;
      if (status != AN_PARSED)
         return status;
      if (what->calls == NULL)
         return an_command_usage("--limits-incl=%s: " AN_CALLS_OF_NONE, text);
      ac_calls_found found = ac_calls_limits_find(&limits->calls[i], what->calls,
                                                  what->regions, of->pattern, &error);
      limits->calls[i].limits = &of->limits;
      if (found == AC_CALLS_NONE)
         return an_command_usage("--limits-incl=%s: %s", text, error.message);
      if (found != AC_CALLS_FOUND)
         return an_command_fail(NULL, 0, error.message);
   }
   return AN_PARSED;
}

static int parse_rows(an_compare_limits *limits, const an_options *options,
                      const an_compare_what *what)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const an_compare_rows *of_rows = what->rows;
   size_t n = options->limits_rows.n;
   an_error error;
   limits->rows = an_calloc(n + 1, sizeof *limits->rows);
   for (size_t i = 0; i < n; i++) {
      const char *text = options->limits_rows.of[i];
      ac_region_limits *of = &limits->rows[i];
      ac_gate_calls *rows = &limits->calls[limits->n_inclusive + i];
      if (!ac_region_limits_parse(of, alloc, of_rows->metrics, text, &error))
         return an_command_usage("--%s=%s: %s", of_rows->option, text, error.message);
      limits->n_rows++;
      if (of_rows->lack != NULL)
         return an_command_usage("--%s=%s: %s", of_rows->option, text, of_rows->lack);
      of_rows->find(rows, of_rows->context, alloc, of->pattern);
      rows->limits = &of->limits;
      if (rows->n_rows == 0)
         return an_command_usage("--%s=%s: no %s matches", of_rows->option, text,
                                 of_rows->noun);
   }
   return AN_PARSED;
}

static bool has_any(const an_compare_limits *limits)
{
   return limits->totals.n + limits->each.n + limits->n_regions + limits->n_inclusive
             + limits->n_rows
          > 0;
}

int an_compare_parse(an_compare_limits *limits, const an_options *options,
                     const an_compare_what *what)
{
   *limits = (an_compare_limits){ .totals = { .limits = NULL } };
   int status = parse_limits(&limits->totals, "limits", options->limits, what->metrics);
   if (status == AN_PARSED)
      status = parse_limits(&limits->each, what->each, options->limits_each,
                            what->metrics);
   if (status == AN_PARSED)
      status = parse_regions(limits, options, what);
   if (status == AN_PARSED)
      status = parse_inclusive(limits, options, what);
   if (status == AN_PARSED)
      status = parse_rows(limits, options, what);
   if (status != AN_PARSED || !has_any(limits))
      return status;
   for (size_t i = 0; i < 2; i++)
      if (what->states[i] != NULL
          && !an_command_check_partial(what->states[i], what->files[i],
                                       "a limit cannot be checked against it"))
         return EXIT_FAILURE;
   return AN_PARSED;
}

/* Says of the first limit that cannot be checked why that is so. */
static void print_unknown(const ac_gate *gate)
{
   char text[512];
   for (size_t i = 0; i < gate->n; i++) {
      const ac_check *check = &gate->checks[i];
      if (!check->is_unknown)
         continue;
      const char *row = gate->of.calls[check->calls].rows[check->index].name;
      snprintf(text, sizeof text,
               "%s of \"%.*s\" is not known well enough for the limit %s: some of its "
               "paths are too small to be in the files; --call-graph=all records all",
               check->limit->metric->name, an_fail_quoted_text(row), row,
               check->limit->text);
      an_command_error(NULL, 0, text);
      return;
   }
}

bool an_compare_hold(ac_gate *gate, const an_compare_limits *limits,
                     const ac_profile *pair, const ac_profile *regions, bool is_single)
{
   const ac_gate_case of = {
      .pair = pair,
      .totals = &limits->totals,
      .functions = &limits->each,
      .regions = regions,
      .of_regions = limits->regions,
      .n_of_regions = limits->n_regions,
      .calls = limits->calls,
      .n_calls = limits->n_inclusive + limits->n_rows,
      .is_single = is_single,
   };
   ac_gate_hold(gate, an_alloc_malloc(), &of);
   if (gate->n_unknown == 0)
      return true;
   print_unknown(gate);
   return false;
}

/* ---- Output ---- */

static void print_junit(const void *context, FILE *out)
{
   const an_comparison *comparison = context;
   an_gate_print_junit(comparison->gate, comparison->command, out);
}

static bool has_limits(const ac_gate *gate)
{
   return gate->n > 0 || gate->of.functions->n > 0 || gate->of.n_calls > 0;
}

size_t an_compare_limit_lines(const ac_gate *gate)
{
   enum { HEADING = 3, SUM = 1 };
   return has_limits(gate) ? gate->n + HEADING + SUM + (gate->n_unchecked > 0) : 0;
}

/* Cuts the lines to the report's width. */
static void print_limits(const an_comparison *comparison, const an_gate_style *style)
{
   an_fit fit;
   size_t n;
   an_fit_open(&fit);
   an_gate_print(comparison->gate, style, fit.out);
   an_fit_end(&fit, &n);
   an_fit_print(&fit, n, style->terminal.width, stdout);
   an_fit_close(&fit);
}

static void write_limits(const an_comparison *comparison)
{
   const ac_request *request = &comparison->options->request;
   an_terminal terminal = comparison->options->terminal;
   ac_labels labels;
   ac_labels_open(&labels, an_alloc_malloc(), comparison->gate->of.pair,
                  ac_labels_longest(request->full_names, terminal.width));
   terminal.width = request->full_names ? 0 : terminal.width;
   const an_gate_style style = {
      .labels = &labels,
      .are_paths = comparison->are_paths,
      .terminal = terminal,
      .is_limited = request->is_limited,
   };
   print_limits(comparison, &style);
}

/* The report, unless a page takes its place, and the limits, which a page does not: they
   are why the command fails. */
static void write_text(const an_comparison *comparison)
{
   if (an_options_has_report(comparison->options)) {
      an_options_begin_text(comparison->options);
      comparison->text(comparison->context, stdout);
   }
   if (has_limits(comparison->gate))
      write_limits(comparison);
}

static int end_comparison(const an_comparison *comparison, bool ok)
{
   if (comparison->options->forms.github)
      an_gate_print_github(comparison->gate, comparison->command, stdout);
   if (!ok)
      return EXIT_FAILURE;
   return comparison->gate->n_exceeded > 0 ? AN_EXIT_LIMIT : EXIT_SUCCESS;
}

int an_compare_write_limits(const an_comparison *comparison, bool has_text)
{
   const an_options *options = comparison->options;
   bool ok = an_options_write(options->forms.junit, print_junit, comparison);
   if (has_text && has_limits(comparison->gate))
      write_limits(comparison);
   return end_comparison(comparison, ok);
}

void an_compare_put_limits(const ac_gate *gate, an_markup *markup)
{
   const an_gate_style style = { .is_limited = true, .terminal.markup = markup };
   if (has_limits(gate))
      an_gate_print(gate, &style, markup->text.out);
}

/* The limits come first: they are what a reviewer looks for. */
static void put_markup(const void *context, an_markup *markup)
{
   const an_comparison *comparison = context;
   an_options *options = comparison->options;
   const an_terminal text = options->terminal;
   an_options_begin_markup(options, markup);
   an_compare_put_limits(comparison->gate, markup);
   comparison->text(comparison->context, markup->text.out);
   options->terminal = text;
}

static void print_markdown(const void *context, FILE *out)
{
   an_markup_write(&an_markup_markdown, out, put_markup, context);
}

int an_compare_write(const an_comparison *comparison)
{
   const an_options *options = comparison->options;
   const an_forms *forms = &options->forms;
   const void *context = comparison->context;
   bool ok = an_options_write(forms->json, comparison->json, context);
   ok &= an_options_write(forms->page, comparison->page, context);
   ok &= an_options_write(forms->csv, comparison->csv, context);
   ok &= an_options_write(forms->markdown, print_markdown, comparison);
   ok &= an_options_write(forms->html, comparison->html, context);
   ok &= an_options_write(forms->junit, print_junit, comparison);
   ok &= an_options_write(forms->folded, comparison->folded, context);
   if (!an_options_have_stdout(options))
      write_text(comparison);
   return end_comparison(comparison, ok);
}
