/* ac_verdict_print.c -- the first screen: what ran, where its cycles go, what to fix,
   and what to type next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "counts/ac_data.h"
#include "counts/ac_layout.h"
#include "counts/ac_own_lines.h"
#include "advice/ac_trust.h"
#include "sections/an_verdict.h"

#include <stdlib.h>
#include <string.h>

/* ---- What ran ---- */

/* "instructions"; an event that the table does not have is its name. */
static const char *name_of_event(const char *name)
{
   return strcmp(name, tk_events[TK_IR].name) == 0 ? "instructions" : name;
}

/* "exited with 0 after 87.5M instructions; 74.6M estimated cycles on zen4" */
static void print_end(const an_page *page, FILE *out)
{
   const ac_scope *scope = &page->scope;
   const ac_profile *profile = scope->profile;
   const ac_machine *machine = ac_profile_machine(profile);
   an_state state = ac_profile_state_of_sum(profile);
   char number[AN_TEXT_NUMBER_B];
   an_state_say(&state, out);
   an_text_short(number, ac_profile_totals(profile)[0]);
   fprintf(out, " after %s %s", number, name_of_event(ac_profile_event(profile, 0)));
   if (scope->analysis->cycles != NULL) {
      long double cycles = ac_metric_value(scope->analysis->cycles,
                                           ac_profile_totals(profile));
      an_text_short(number, cycles < 0x1p63L ? (int64_t)cycles : INT64_MAX);
      fprintf(out, "; %s", number);
      ac_prices prices;
      if (cycles > 0 && ac_prices_open(&prices, profile, NULL))
         fprintf(out, " +-%.0f%%",
                 100 * ac_trust_of(&prices, ac_profile_totals(profile)));
      fputs(" estimated cycles", out);
   }
   if (machine->is_known)
      fprintf(out, " on %.*s", (int)strcspn(machine->line, ":"), machine->line);
}

/* The program ran as it is: only its data were elsewhere. */
static void print_layout(const an_page *page)
{
   const ac_layout *layout = ac_profile_layout(page->scope.profile, 0);
   if (layout->file == NULL)
      return;
   fputs("simulated with the layout ", page->out);
   ac_layout_print(layout, page->out);
   putc('\n', page->out);
}

/* The command without the directory of the program, as far as it fits before that. */
static void print_run(const an_page *page)
{
   enum { LEAST = 8 };
   size_t width = page->scope.terminal->width, size_B;
   char *end = NULL;
   FILE *out = an_memstream(&end, &size_B);
   print_end(page, out);
   an_memstream_close(out);
   const char *command = an_base_command(ac_profile_command(page->scope.profile));
   command = *command == '\0' ? "the program" : command;
   size_t n_end = an_text_name_columns(end) + 1;
   an_text_name_fit(page->out, command,
                    width == 0              ? SIZE_MAX
                    : width > n_end + LEAST ? width - n_end
                                            : LEAST);
   fprintf(page->out, " %s\n", end);
   free(end);
   print_layout(page);
   putc('\n', page->out);
}

/* ---- Where its cycles go ---- */

static const struct {
   tk_event_group group;
   char sign;
   const char *says;
} parts[] = {
   { TK_EVENT_RUN, '#', "executing" },
   { TK_EVENT_DATA, '=', "waiting for data" },
   { TK_EVENT_BRANCH, '-', "mispredicted" },
   { TK_EVENT_CODE, '.', "fetching" },
};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* "executing 46%  waiting for data 39%", with the signs of the bar below. */
static void print_words(const an_page *page, const double of[PARTS], double all)
{
   for (size_t i = 0; i < PARTS; i++)
      fprintf(page->out, "%s%c %s %.0f%%", i == 0 ? "" : "  ", parts[i].sign,
              parts[i].says, 100 * of[i] / all);
   putc('\n', page->out);
}

enum { MOST_COLUMNS = 76 }; /* of the bar */

static void print_dots(const an_page *page, const double of[PARTS], double all)
{
   size_t width = page->scope.terminal->width;
   int wide = width > 0 && width < MOST_COLUMNS ? (int)width : MOST_COLUMNS;
   double begin = 0;
   for (size_t i = 0; i < PARTS; i++) {
      int from = (int)(wide * begin / all + 0.5);
      begin += of[i];
      for (int to = (int)(wide * begin / all + 0.5); from < to; from++)
         putc(parts[i].sign, page->out);
   }
   fputs("\n\n", page->out);
}

/* Of the whole program, by the events of each kind. */
static void print_parts(const an_page *page)
{
   const ac_scope *scope = &page->scope;
   double of[PARTS], all = 0;
   ac_prices prices;
   ac_prices_open(&prices, scope->profile, scope->analysis->cycles);
   for (size_t i = 0; i < PARTS; i++) {
      of[i] = ac_prices_group(&prices, ac_profile_totals(scope->profile), parts[i].group);
      all += of[i] > 0 ? of[i] : 0;
   }
   if (all > 0) {
      print_words(page, of, all);
      print_dots(page, of, all);
   }
}

/* ---- What to type next ---- */

/* The profile, if it is one. */
static const char *file_of(const ac_analysis *analysis)
{
   bool is_one = analysis->n_fields == 1
                 || (analysis->n_fields > 1 && analysis->fields[1].label != NULL);
   return is_one ? analysis->fields[0].value : "FILE";
}

static void print_next(const an_page *page)
{
   const ac_data *data = ac_profile_data(page->scope.profile);
   const struct {
      const char *what, *command, *options;
      bool is_possible;
   } next[] = {
      { "all findings", "cs_annotate", "--by=finding",
        page->scope.analysis->cycles != NULL
           || !ac_profile_is_foreign(page->scope.profile) },
      { "better data layouts", "cs_annotate", "--suggest=new.layout",
        data != NULL && data->look_line_B > 0 },
      { "one page for a browser", "cs_annotate", "--html=page.html", true },
      { "compare with a run", "cs_diff", "OLD", true },
   };
   const char *file = file_of(page->scope.analysis);
   for (size_t i = 0; i < sizeof next / sizeof next[0]; i++)
      if (next[i].is_possible)
         an_verdict_print_next(page->out, page->scope.terminal->width, next[i].what,
                               next[i].command, next[i].options, file);
   putc('\n', page->out);
}

/* ---- The section ---- */

void ac_verdict_section(an_page *page)
{
   const ac_scope *scope = &page->scope;
   if (scope->analysis->findings == NULL)
      return;
   print_run(page);
   if (scope->analysis->cycles != NULL)
      print_parts(page);
   size_t n = 0;
   an_tables_print(page, ac_findings_tables, &n);
   print_next(page);
}
