/* ac_verdict_print.c -- the first screen: what ran, where its cycles go, what to mend,
   and what to type next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_machine.h"
#include "counts/ac_own_lines.h"
#include "data/ac_what_if.h"

#include <string.h>

/* ---- What ran ---- */

/* "instructions"; an event that the table does not have is its name. */
static const char *name_of_event(const char *name)
{
   return strcmp(name, tk_events[TK_IR].name) == 0 ? "instructions" : name;
}

/* "./inv exited with 0 after 87.5M instructions; 74.6M estimated cycles on zen4" */
static void print_run(const an_page *page)
{
   const ac_scope *scope = &page->scope;
   const ac_profile *profile = scope->profile;
   const ac_machine *machine = ac_profile_machine(profile);
   an_state state = ac_profile_state_of_sum(profile);
   char number[AN_TEXT_NUMBER_B];
   an_text_name(page->out, ac_profile_command(profile));
   putc(' ', page->out);
   an_state_say(&state, page->out);
   an_text_short(number, ac_profile_totals(profile)[0]);
   fprintf(page->out, " after %s %s", number, name_of_event(ac_profile_event(profile, 0)));
   if (scope->analysis->cycles != NULL) {
      an_text_short(number, (int64_t)ac_metric_value(scope->analysis->cycles,
                                                     ac_profile_totals(profile)));
      fprintf(page->out, "; %s estimated cycles", number);
   }
   if (machine->is_known)
      fprintf(page->out, " on %.*s", (int)strcspn(machine->line, ":"), machine->line);
   fputs("\n\n", page->out);
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

/* "executing 46 %  waiting for data 39 %", with the signs of the bar below. */
static void print_words(const an_page *page, const double of[PARTS], double all)
{
   for (size_t i = 0; i < PARTS; i++)
      fprintf(page->out, "%s%c %s %.0f %%", i == 0 ? "" : "  ", parts[i].sign, parts[i].says,
              100 * of[i] / all);
   putc('\n', page->out);
}

static void print_dots(const an_page *page, const double of[PARTS], double all)
{
   enum { WIDE = 76 };
   double begin = 0;
   for (size_t i = 0; i < PARTS; i++) {
      int from = (int)(WIDE * begin / all + 0.5);
      begin += of[i];
      for (int to = (int)(WIDE * begin / all + 0.5); from < to; from++)
         putc(parts[i].sign, page->out);
   }
   fputs("\n\n", page->out);
}

/* Of the whole program, by the events of each kind. */
static an_status print_parts(const an_page *page)
{
   const ac_scope *scope = &page->scope;
   double of[PARTS], all = 0;
   ac_gains gains;
   if (!ac_gains_open(&gains, scope->alloc, scope->profile, scope->analysis->cycles))
      return AN_NO_MEMORY;
   for (size_t i = 0; i < PARTS; i++) {
      of[i] = (double)ac_gains_of_group(&gains, ac_profile_totals(scope->profile),
                                        parts[i].group);
      all += of[i] > 0 ? of[i] : 0;
   }
   ac_gains_close(&gains);
   if (all > 0) {
      print_words(page, of, all);
      print_dots(page, of, all);
   }
   return AN_OK;
}

/* ---- What to type next ---- */

static void print_next(const an_page *page)
{
   fputs("--by=finding: all of them; --html=FILE: one page; cs_diff OLD NEW: since a "
         "change\n\n",
         page->out);
}

/* ---- The section ---- */

an_status ac_verdict_section(an_page *page)
{
   const ac_scope *scope = &page->scope;
   if (scope->analysis->findings == NULL)
      return AN_OK;
   print_run(page);
   an_status status = scope->analysis->cycles == NULL ? AN_OK : print_parts(page);
   if (status != AN_OK)
      return status;
   size_t n = 0;
   status = an_tables_print(page, ac_findings_tables, &n);
   if (status == AN_OK)
      print_next(page);
   return status;
}
