/* cs_machine_command.c -- cs_machine: lists, shows, checks and measures machines for
   cachesim's --machine.  (cs_machine.c is the core that describes machines.)
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "commands/an_program.h"
#include "machine/cs_machine_text.h"
#include "machine/cs_presets.h"
#include "measure/an_measure.h"
#include "measure/an_measured.h"
#include "measure/an_processor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const an_effort usual = { .n_sweeps = 4, .time_ns = 35e6 };
static const an_effort quick = { .n_sweeps = 1, .time_ns = 8e6 };

/* ---- Machines by name or file ---------------------------------------- */

/* False after a message. */
static bool read_file(const char *file, cs_machine *machine)
{
   static char text[CS_MACHINE_TEXT_MAX_B + 1]; /* one more, to see that it is longer */
   tk_problem problem;
   FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "r");
   if (in == NULL) {
      an_command_error(file, 0,
                       errno == ENOENT
                          ? "no such machine, and no such file; try cs_machine list"
                          : strerror(errno));
      return false;
   }
   size_t n = fread(text, 1, sizeof text, in);
   bool failed = ferror(in);
   int reason = errno;
   if (in != stdin)
      fclose(in);
   if (failed)
      return an_command_error(file, 0, strerror(reason));
   if (cs_machine_parse(text, n, machine, &problem))
      return true;
   return an_command_error(file, problem.line, problem.reason);
}

/* The host; warns if it does not report its caches. */
static void read_host(cs_machine *machine)
{
   if (!an_processor_machine(machine)) {
      char message[128];
      snprintf(message, sizeof message,
               "warning: cannot determine this machine's caches; using those of %s",
               machine->name + sizeof "host-" - 1);
      an_command_error(NULL, 0, message);
   }
}

/* ---- list, show, check ----------------------------------------------- */

static int list_presets(const an_options *options, char **files, size_t n)
{
   (void)options, (void)files, (void)n;
   for (const cs_preset *preset = cs_presets; preset->name != NULL; preset++)
      printf("%-18s%s\n", preset->name, preset->description);
   return EXIT_SUCCESS;
}

static bool print_part(void *context, const char *bytes, size_t length_B)
{
   return fwrite(bytes, 1, length_B, context) == length_B;
}

static int show_machine(const an_options *options, char **files, size_t n)
{
   cs_machine machine;
   tk_text text;
   (void)options, (void)n;
   if (strcmp(files[0], "host") == 0) {
      read_host(&machine);
      an_processor_share(&machine);
   } else if (!cs_preset_find(files[0], &machine) && !read_file(files[0], &machine))
      return EXIT_FAILURE;
   printf("name %s\n", machine.name);
   tk_text_init(&text, print_part, stdout);
   cs_machine_write(&text, "", &machine);
   tk_text_flush(&text); /* an_command_end reports a failure */
   return EXIT_SUCCESS;
}

static int check_files(const an_options *options, char **files, size_t n)
{
   int status = EXIT_SUCCESS;
   (void)options;
   for (size_t i = 0; i < n; i++) {
      cs_machine machine;
      if (!read_file(files[i], &machine))
         status = EXIT_FAILURE;
   }
   return status;
}

/* ---- measure --------------------------------------------------------- */

static void print_measured(const void *context, FILE *out)
{
   char processor[AN_PROCESSOR_B], date[32] = "";
   time_t now = time(NULL);
   strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
   an_processor_name(processor);
   an_measured_head head = {
      .processor = processor,
      .date = date,
      .program = "cs_machine measure (quern " PACKAGE_VERSION ")",
   };
   an_measured_write(context, &head, out);
}

static void warn_not_measured(const an_measured *measured)
{
   for (size_t i = 0; i < measured->n_values; i++) {
      const an_measured_value *v = &measured->values[i];
      char message[160];
      snprintf(message, sizeof message, "not measured: %s: %s", v->name, v->reason);
      if (v->reason != NULL)
         an_command_error(NULL, 0, message);
   }
}

static int measure_host(const an_options *options, char **files, size_t n)
{
   const char *output = options->output;
   cs_machine host;
   an_times times;
   an_measured measured;
   (void)files, (void)n;
   read_host(&host);
   an_measure_times(&host, options->quick ? &quick : &usual, &times);
   if (!an_measured_of(&times, &host, &measured))
      return an_command_fail(NULL, 0,
                             "cannot measure this machine: its clock is too coarse, "
                             "or memory ran out");
   warn_not_measured(&measured);
   return an_options_write(output != NULL ? output : "-", print_measured, &measured)
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}

/* ---- The command ----------------------------------------------------- */

static const struct action {
   const char *name, *expected;
   size_t least, most; /* arguments */
   int (*run)(const an_options *options, char **files, size_t n);
} actions[] = {
   { "list", "list: expected no argument", 0, 0, list_presets },
   { "show", "show: expected a machine: NAME, FILE or host", 1, 1, show_machine },
   { "check", "check: expected files to check", 1, SIZE_MAX, check_files },
   { "measure", "measure: expected no argument; -o OUT names the file", 0, 0,
     measure_host },
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static const char expected[] = "expected list, show, check or measure";

static int run_action(an_options *options, char **files, size_t n)
{
   const struct action *action = actions;
   while (action < actions + ACTIONS && strcmp(action->name, files[0]) != 0)
      action++;
   if (action == actions + ACTIONS)
      return an_command_usage("%s: %s", files[0], expected);
   if (n - 1 < action->least || n - 1 > action->most)
      return an_command_usage("%s", action->expected);
   if (action->run != measure_host && (options->quick || options->output != NULL))
      return an_command_usage("-o and --quick are for measure");
   return action->run(options, files + 1, n - 1);
}

const an_program cs_machine_program = {
   .name = "cs_machine",
   .command = AN_CS_MACHINE,
   .arguments = "list | show NAME|FILE|host | check FILE... | measure [OPTION]...",
   .summary =
      "Machines for cachesim --machine=NAME|FILE: list those with a name, show one,\n"
      "check files, or measure this machine's latencies.",
   .example = "cs_machine measure -o mine.machine",
   .expected = expected,
   .run = run_action,
};
