/* ac_data_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_data_of.h"

#include "base/an_alloc.h"

#include <stdlib.h>
#include <string.h>

void ac_data_of_open(ac_data_of *data, const ac_profile *profile,
                     const an_options *options, const ac_metrics *metrics)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const ac_data *of = ac_profile_data(profile);
   *data = (ac_data_of){ .are_known = of != NULL };
   if (of == NULL)
      return;
   data->types = an_options_need(ty_types_new(alloc, &options->request.source));
   if (!ac_data_types_open(&data->of_types, alloc, of, data->types)
       || ac_data_report_open(&data->report, alloc, profile,
                              options->request.is_pair ? 2 : 1,
                              ac_metrics_find(metrics, an_span_of("CEst")),
                              ac_data_types_know, &data->of_types)
             != AN_OK)
      an_options_need(NULL);
}

void ac_data_of_close(ac_data_of *data)
{
   if (!data->are_known)
      return;
   ac_data_report_close(&data->report);
   ac_data_types_close(&data->of_types);
   ty_types_free(data->types);
}

const ac_data_report *ac_data_of_report(const ac_data_of *data)
{
   return data->are_known ? &data->report : NULL;
}

/* ---- --fail-on ---- */

static const char *kind_name(size_t kind)
{
   return kind < AC_N_DATA_FINDINGS ? ac_data_finding_name((ac_data_finding_kind)kind)
                                    : "false-sharing";
}

enum { KINDS = AC_N_DATA_FINDINGS + 1 };

static bool add_kind(unsigned *fails_on, const char *text, size_t length)
{
   if (length == 3 && memcmp(text, "all", 3) == 0) {
      *fails_on = (1u << KINDS) - 1;
      return true;
   }
   for (size_t i = 0; i < KINDS; i++)
      if (strlen(kind_name(i)) == length && memcmp(text, kind_name(i), length) == 0) {
         *fails_on |= 1u << i;
         return true;
      }
   return false;
}

int ac_data_of_parse_fail_on(unsigned *fails_on, bool is_pair)
{
   if (is_pair && strcmp(optarg, kind_name(AC_N_DATA_FINDINGS)) != 0)
      return an_command_usage("--fail-on=%s: expected false-sharing", optarg);
   for (const char *at = optarg;; at++) {
      size_t length = strcspn(at, ",");
      if (!add_kind(fails_on, at, length))
         return an_command_usage("--fail-on=%s: expected a list of false-sharing, "
                                 "unused, scattered, conflict, aos, or all",
                                 optarg);
      at += length;
      if (*at == '\0')
         return AN_PARSED;
   }
}

int ac_data_of_check(const ac_data_of *data, unsigned fails_on, const char *file)
{
   const ac_data_report *report = ac_data_of_report(data);
   const char *lack = NULL;
   if ((fails_on & AC_DATA_OF_FALSE) != 0
       && (report == NULL || report->sharing.of == NULL))
      lack = file == NULL ? "not both profiles have sharing between threads; cachesim "
                            "--sharing=yes records it"
                          : "the profile has no sharing between threads; cachesim "
                            "--sharing=yes records it";
   else if ((fails_on & ~(unsigned)AC_DATA_OF_FALSE) != 0
            && (report == NULL || report->view.data->n_events == 0))
      lack = "the profile has no data objects; cachesim --objects=yes records them";
   if (lack == NULL)
      return AN_PARSED;
   an_command_error(file, 0, lack);
   return EXIT_FAILURE;
}

int ac_data_of_judge(const ac_data_of *data, unsigned fails_on, const char *file)
{
   const ac_data_report *report = ac_data_of_report(data);
   char message[128];
   if (fails_on == 0 || report == NULL)
      return EXIT_SUCCESS;
   size_t n = fails_on & AC_DATA_OF_FALSE ? ac_data_report_n_false(report) : 0;
   for (size_t i = 0; i < report->findings.n; i++)
      n += fails_on >> report->findings.of[i].kind & 1;
   if (n == 0)
      return EXIT_SUCCESS;
   snprintf(message, sizeof message, "%zu finding%s that --fail-on names", n,
            n == 1 ? "" : "s");
   an_command_error(file, 0, message);
   return AN_EXIT_LIMIT;
}
