/* an_compare.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_compare.h"

#include "base/an_alloc.h"
#include "report/an_block.h"
#include "report/an_gate_print.h"
#include "report/an_page.h"

#include <stdlib.h>

/* ---- Limits ---- */

static int parse(an_limits *limits, const char *option, const char *text,
                 const an_metrics *metrics)
{
   an_error error;
   if (text == NULL
       || an_limits_parse(limits, an_alloc_malloc(), metrics, text, &error))
      return AN_PARSED;
   return an_command_usage("--%s=%s: %s", option, text, error.message);
}

int an_compare_parse(an_compare_limits *limits, const an_options *options,
                     const char *each, const an_metrics *metrics,
                     const an_state *const states[2], char *const *files)
{
   *limits = (an_compare_limits){ .totals = { .limits = NULL } };
   int status = parse(&limits->totals, "limits", options->limits, metrics);
   if (status == AN_PARSED)
      status = parse(&limits->each, each, options->limits_each, metrics);
   if (status != AN_PARSED || limits->totals.n + limits->each.n == 0)
      return status;
   for (size_t i = 0; i < 2; i++)
      if (!an_command_check_partial(states[i], files[i]))
         return EXIT_FAILURE;
   return AN_PARSED;
}

void an_compare_free(an_compare_limits *limits)
{
   tk_put(an_alloc_malloc(), limits->each.limits);
   tk_put(an_alloc_malloc(), limits->totals.limits);
}

/* ---- Output ---- */

static an_status print_junit(const void *context, FILE *out)
{
   const an_comparison *comparison = context;
   an_gate_print_junit(comparison->gate, comparison->command, out);
   return AN_OK;
}

static bool has_limits(const an_gate *gate)
{
   return gate->n > 0 || gate->n_function_limits > 0;
}

size_t an_compare_limit_lines(const an_gate *gate)
{
   enum { HEADING = 3, SUM = 1 };
   return has_limits(gate) ? gate->n + HEADING + SUM : 0;
}

/* Prints the limits, the first ones of too many. */
static bool write_limits(const an_comparison *comparison, bool colour)
{
   an_block block;
   size_t n;
   const an_report_options *report = &comparison->options->report;
   an_page page = { .options = report, .out = stdout };
   if (!an_block_open(&block))
      return false;
   an_gate_print(comparison->gate, colour, block.out);
   if (!an_block_end(&block, &n))
      return false;
   size_t most = an_shares_of_counts[AN_SHARE_LIMITS].most;
   most = report->is_limited && n > most ? most : n;
   an_block_print(&block, most, report->width, stdout);
   an_page_more(&page, n - most, "line", "--top=0");
   return true;
}

static bool write_text(const an_comparison *comparison)
{
   bool colour = an_options_begin_text(comparison->options);
   if (comparison->text(comparison->context, colour, stdout) == AN_OK
       && (!has_limits(comparison->gate) || write_limits(comparison, colour)))
      return true;
   an_command_error(NULL, 0, "out of memory");
   return false;
}

int an_compare_write(const an_comparison *comparison)
{
   const an_options *options = comparison->options;
   const an_forms *forms = &options->forms;
   const void *context = comparison->context;
   bool ok = an_options_write(options, forms->json, comparison->json, context);
   ok &= an_options_write(options, forms->csv, comparison->csv, context);
   ok &= an_options_write(options, forms->junit, print_junit, comparison);
   if (!an_options_have_stdout(options))
      ok &= write_text(comparison);
   if (forms->github)
      an_gate_print_github(comparison->gate, comparison->command, stdout);
   if (!ok)
      return EXIT_FAILURE;
   return comparison->gate->n_exceeded > 0 ? AN_EXIT_LIMIT : EXIT_SUCCESS;
}
