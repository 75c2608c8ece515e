/* ac_verdict_print.c -- the first screen: what ran, where its cycles go, what to fix,
   and what to type next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"
#include "sections/ac_stale.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/tk_library.h"
#include "counts/ac_calls.h"
#include "counts/ac_data.h"
#include "counts/ac_layout.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_lines.h"
#include "advice/ac_costly.h"
#include "advice/ac_trust.h"
#include "sections/an_fit.h"
#include "sections/an_verdict.h"

#include <stdlib.h>
#include <string.h>

/* ---- What ran ---- */

/* "instructions"; an event that the table does not have is its name. */
static const char *name_of_event(const char *name)
{
   return strcmp(name, tk_events[TK_IR].name) == 0 ? "instructions" : name;
}

/* " on zen4", and nothing if the machine is not known. */
static void print_machine(const ac_profile *profile, const char *before, FILE *out)
{
   const ac_machine *machine = ac_profile_machine(profile);
   if (machine->is_known)
      fprintf(out, "%son %.*s", before, (int)strcspn(machine->line, ":"), machine->line);
}

/* "exited with 0 after 87.5M instructions; 74.6M +-15% cycles" */
static void print_end(const an_page *page, FILE *out)
{
   const ac_scope *scope = &page->scope;
   const ac_profile *profile = scope->profile;
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
      fputs(" cycles", out);
   }
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

/* ---- What is hidden ---- */

/* Cycles below call paths that the profile does not have. */
static long double pruned_cycles(const ac_calls *calls, const ac_metric *cycles)
{
   long double sum = 0;
   for (uint32_t i = 0; calls != NULL && i < calls->n_nodes; i++)
      if (calls->nodes[i].kind == AC_CALL_PRUNED)
         sum += ac_metric_value(cycles, calls->nodes[i].self);
   return sum;
}

/* Cycles of functions whose source file is not known. */
static long double unnumbered_cycles(const ac_own_lines *own, const ac_metric *cycles)
{
   long double sum = 0;
   for (size_t i = 0; i < own->n; i++)
      if (own->lines[i].file == NULL)
         sum += ac_metric_value(cycles, own->lines[i].counts);
   return sum;
}

/* Cycles of the dynamic linker: most are before main. */
static long double linking_cycles(const ac_profile *profile, const ac_metric *cycles)
{
   long double sum = 0;
   for (size_t i = 0; i < ac_objects_count(profile); i++) {
      const an_object *object = ac_objects_at(profile, i);
      if (strncmp(an_base_name(object->path), "ld", 2) == 0
          && tk_library_is_system(object->path))
         sum += ac_metric_value(cycles, object->counts);
   }
   return sum;
}

/* "28% of cycles are below pruned call paths: --call-graph=all keeps them": what the
   places do not show, and what would. */
static void print_hidden(const an_page *page)
{
   enum { LEAST = 5, LEAST_LINKING = 10 };
   const ac_scope *scope = &page->scope;
   const ac_costly *costly = scope->analysis->costly;
   const ac_metric *cycles = scope->analysis->cycles;
   if (costly == NULL || cycles == NULL || !(costly->all > 0))
      return;
   const ac_calls *calls = ac_profile_calls(scope->profile);
   bool is_ours = !ac_profile_is_foreign(scope->profile);
   long double pruned = pruned_cycles(calls, cycles);
   long double linking = linking_cycles(scope->profile, cycles);
   const struct {
      long double cycles;
      const char *text;
      int least;
   } hidden[] = {
      { linking, "are start-up (dynamic linking): a longer run tells more",
        LEAST_LINKING },
      { unnumbered_cycles(scope->analysis->own, cycles),
        "have no line numbers: compile with -g", LEAST },
      { !is_ours || pruned < costly->outside ? pruned * is_ours : costly->outside,
        "are below pruned call paths: --call-graph=all keeps them", LEAST },
      { is_ours && calls == NULL ? costly->outside - linking : 0,
        "are library code: --call-graph=yes shows who calls it", LEAST },
   };
   for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
      double percent = (double)(100 * hidden[i].cycles / costly->all);
      if (percent >= hidden[i].least)
         fprintf(page->out, "%.0f%% of cycles %s\n", percent, hidden[i].text);
   }
}

/* ---- The first lines ---- */

static char *write_end(const an_page *page, bool has_machine)
{
   size_t size_B;
   char *text = NULL;
   FILE *out = an_memstream(&text, &size_B);
   print_end(page, out);
   if (has_machine)
      print_machine(page->scope.profile, " ", out);
   an_memstream_close(out);
   return text;
}

/* The command without the directory of the program, as far as it fits before that.
   Where the program's name has no room, the machine is in the line of parts: false. */
static bool print_run(const an_page *page)
{
   enum { LEAST = 8, CUT = 4 }; /* columns; of what a command's arguments are cut to */
   size_t width = page->scope.terminal->width;
   const char *command = an_base_command(ac_profile_command(page->scope.profile));
   command = *command == '\0' ? "the program" : command;
   size_t program = strcspn(command, " ");
   program += command[program] == '\0' ? 0 : CUT;
   char *end = write_end(page, true);
   bool has_machine = page->scope.analysis->cycles == NULL || width == 0
                      || program + 1 + an_text_name_columns(end) <= width;
   if (!has_machine) {
      free(end);
      end = write_end(page, false);
   }
   size_t n_end = an_text_name_columns(end) + 1;
   an_text_name_fit(page->out, command,
                    width == 0              ? SIZE_MAX
                    : width > n_end + LEAST ? width - n_end
                                            : LEAST);
   fprintf(page->out, " %s\n", end);
   free(end);
   print_hidden(page);
   print_layout(page);
   return has_machine;
}

/* ---- Where its cycles go ---- */

static const struct {
   tk_event_group group;
   const char *says;
} parts[] = {
   { TK_EVENT_RUN, "executing" },
   { TK_EVENT_DATA, "waiting for data" },
   { TK_EVENT_BRANCH, "mispredicted" },
   { TK_EVENT_CODE, "fetching code" },
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static const double LEAST_PART = 0.005; /* that is said */

/* "executing 46%, waiting for data 39%, ...": of the whole program, by the events of each
   kind. */
static void print_parts(const an_page *page, bool has_machine)
{
   const ac_scope *scope = &page->scope;
   double of[PARTS], all = 0;
   ac_prices prices;
   ac_prices_open(&prices, scope->profile, scope->analysis->cycles);
   for (size_t i = 0; i < PARTS; i++) {
      of[i] = ac_prices_group(&prices, ac_profile_totals(scope->profile), parts[i].group);
      all += of[i] > 0 ? of[i] : 0;
   }
   const char *between = "";
   for (size_t i = 0; i < PARTS && all > 0; i++) {
      if (of[i] < LEAST_PART * all)
         continue;
      fprintf(page->out, "%s%s %.0f%%", between, parts[i].says, 100 * of[i] / all);
      between = ", ";
   }
   if (!has_machine)
      print_machine(scope->profile, between, page->out);
   if (all > 0 || !has_machine)
      putc('\n', page->out);
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
      { "all places", "cs_annotate", "--by=place", page->scope.analysis->costly != NULL },
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
}

/* ---- The section ---- */

static void print_head(const an_page *page)
{
   bool has_machine = print_run(page);
   ac_stale_print(page);
   if (page->scope.analysis->cycles != NULL)
      print_parts(page, has_machine);
}

static void print_end_lines(const an_page *page)
{
   ac_lacks_print(page);
   print_next(page);
}

/* Prints it into `to`, to know how many lines it has. */
static void print_part(const an_page *page, an_fit *to,
                       void (*print)(const an_page *page), size_t *n_lines)
{
   an_fit_open(to);
   an_page part = *page;
   part.out = to->out;
   print(&part);
   an_fit_end(to, n_lines);
}

void ac_verdict_section(an_page *page)
{
   enum { OTHERS = 4 }; /* lines: title, row of others, and blank ones */
   const ac_scope *scope = &page->scope;
   size_t rows = scope->terminal->height > 0 ? scope->terminal->height : AN_SCREEN_ROWS;
   if (scope->analysis->findings == NULL)
      return;
   size_t n_head, n_end;
   an_fit head, end;
   print_part(page, &head, print_head, &n_head);
   print_part(page, &end, print_end_lines, &n_end);
   an_fit_print(&head, n_head, 0, page->out);
   putc('\n', page->out);
   size_t taken = n_head + n_end + OTHERS;
   ac_costly_print(page, taken < rows ? rows - taken : 0);
   an_fit_print(&end, n_end, 0, page->out);
   putc('\n', page->out);
   an_fit_close(&head);
   an_fit_close(&end);
}
