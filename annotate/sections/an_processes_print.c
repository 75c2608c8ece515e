/* an_processes_print.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_processes_print.h"

#include "base/an_csv_out.h"
#include "base/an_text.h"

#include <inttypes.h>
#include <string.h>

an_processes_table an_processes_of(const ac_profile *profile)
{
   return (an_processes_table){
      .processes = ac_profile_processes(profile),
      .value = ac_profile_event(profile, 0), .key = "total",
      .n_most = AN_PROCESSES_TOP,
   };
}

/* ---- One process ---- */

void an_process_print_fields(const an_page *page, const an_process *process,
                             const char *moment)
{
   if (process->title != NULL)
      an_page_field(page, "Title:", process->title);
   if (!process->is_forked)
      return;
   fprintf(page->out, "%-18sby process %" PRId64 ", at %s", "Forked:",
           process->parent, moment);
   if (process->inherits)
      fputs("; counts what it did before, too", page->out);
   putc('\n', page->out);
}

void an_process_put_json(an_json_out *json, const an_process *process)
{
   if (process->title != NULL)
      an_json_put_text(json, "title", process->title);
   if (!process->is_forked)
      return;
   an_json_put_int(json, "forked", process->forked);
   an_json_put_text(json, "children", process->inherits ? "inherit" : "zero");
}

/* ---- Text ---- */

enum {
   OTHER_COLUMNS = 40,   /* between the values and the commands */
   COMMAND_COLUMNS = 60, /* of a command and its indent, if any width will do */
   LEAST_COLUMNS = 12,
   INDENT = 2,
};

typedef struct {
   const an_page *page;
   const an_processes *processes;
   long double total;
   int width; /* of the largest value */
} table;

static table open_table(const an_page *page, const an_processes_table *of)
{
   table t = { .page = page, .processes = of->processes,
               .width = (int)strlen(of->value) };
   for (size_t i = 0; i < of->processes->n; i++) {
      char text[AN_TEXT_NUMBER_B];
      int width = (int)an_text_count(text, of->processes->of[i].value);
      t.total += of->processes->of[i].value;
      if (width > t.width)
         t.width = width;
   }
   return t;
}

/* The columns that are left for a command. */
static size_t command_columns(const table *t)
{
   size_t width = t->page->scope.terminal->width;
   if (t->page->scope.request->full_names)
      return SIZE_MAX;
   size_t before = (size_t)t->width + OTHER_COLUMNS;
   if (width == 0)
      return COMMAND_COLUMNS;
   return width < before + LEAST_COLUMNS ? LEAST_COLUMNS : width - before;
}

static void print_pid(int64_t pid, FILE *out)
{
   if (pid == 0)
      fprintf(out, "%9s", "-");
   else
      fprintf(out, "%9" PRId64, pid);
}

static void print_row(const table *t, const an_process_row *row)
{
   FILE *out = t->page->out;
   const an_process *process = &t->processes->of[row->process];
   char text[AN_TEXT_NUMBER_B], share[AN_TEXT_NUMBER_B], word[AN_STATE_WORD_B];
   size_t columns = command_columns(t), indent = row->depth * INDENT;
   if (indent > columns / 2)
      indent = columns / 2;
   an_text_count(text, process->value);
   an_text_share(share, process->value, t->total);
   fprintf(out, "%*s %8s", t->width, text, share);
   print_pid(process->pid, out);
   print_pid(process->parent, out);
   fprintf(out, "  %-9s  %*s", an_state_word(&process->state, word),
           (int)indent, "");
   const char *name = an_process_name(process);
   an_text_source_fit(out, name, strlen(name), columns - indent);
   putc('\n', out);
}

static bool has_failed(const an_process *process)
{
   an_state_how how = process->state.how;
   return how == AN_STATE_KILLED
          || (how == AN_STATE_EXITED && process->state.number != 0);
}

/* How many processes have no row, and how many of them failed. */
static void print_rest(const table *t, const an_process_row *rows, size_t n)
{
   FILE *out = t->page->out;
   size_t n_more = t->processes->n - n, failed = 0;
   if (n_more == 0)
      return;
   for (size_t i = 0; i < t->processes->n; i++)
      failed += has_failed(&t->processes->of[i]);
   for (size_t i = 0; i < n; i++)
      failed -= has_failed(&t->processes->of[rows[i].process]);
   fprintf(out, "... %zu more process%s", n_more, n_more == 1 ? "" : "es");
   if (failed > 0)
      fprintf(out, ", %zu of which failed", failed);
   fputs(": --processes\n", out);
}

an_status an_processes_print(const an_page *page, const an_processes_table *of)
{
   size_t n;
   FILE *out = page->out;
   table t = open_table(page, of);
   an_process_row *rows
      = an_processes_tree(of->processes, page->scope.alloc, of->n_most, &n);
   if (rows == NULL)
      return AN_NO_MEMORY;
   an_page_heading(page, "Processes", NULL);
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(out, "%*s %8s%9s%9s  %-9s  %s", t.width, of->value, "", "pid",
           "parent", "ended", "command");
   an_page_colour(page, AN_COLOUR_NONE);
   fputs("\n\n", out);
   for (size_t i = 0; i < n; i++)
      print_row(&t, &rows[i]);
   print_rest(&t, rows, n);
   putc('\n', out);
   tk_put(page->scope.alloc, rows);
   return AN_OK;
}

/* ---- JSON ---- */

void an_processes_put_json(an_json_out *json, const an_processes_table *of)
{
   if (of->processes->n < 2)
      return;
   an_json_open_line(json, "", "processes", '[');
   for (size_t i = 0; i < of->processes->n; i++) {
      const an_process *process = &of->processes->of[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_known(json, "pid", process->pid, process->pid != 0);
      an_json_put_known(json, "parent", process->parent, process->parent != 0);
      an_json_put_text(json, "command", process->command);
      an_state_put(json, "state", &process->state);
      if (process->state.predecessor != NULL)
         an_json_put_text(json, "predecessor", process->state.predecessor);
      an_process_put_json(json, process);
      an_json_put_int(json, of->key, process->value);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

/* ---- CSV ---- */

static void put_pid(an_csv_out *csv, int64_t pid)
{
   if (pid == 0)
      an_csv_put_empty(csv);
   else
      an_csv_put_int(csv, pid);
}

void an_processes_print_csv(const an_processes_table *of, FILE *out)
{
   static const char *const titles[]
      = { "pid", "parent", "ended", "command", "predecessor" };
   an_csv_out csv = { .out = out };
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(&csv, titles[i]);
   an_csv_put_text(&csv, of->value);
   an_csv_put_shown(&csv, "title");
   an_csv_put_shown(&csv, "forked");
   an_csv_end_record(&csv);
   for (size_t i = 0; i < of->processes->n; i++) {
      const an_process *process = &of->processes->of[i];
      const char *predecessor = process->state.predecessor;
      char word[AN_STATE_WORD_B];
      put_pid(&csv, process->pid);
      put_pid(&csv, process->parent);
      an_csv_put_text(&csv, process->state.how == AN_STATE_UNKNOWN
                               ? "" : an_state_word(&process->state, word));
      an_csv_put_text(&csv, process->command);
      an_csv_put_text(&csv, predecessor == NULL ? "" : predecessor);
      an_csv_put_int(&csv, process->value);
      an_csv_put_text(&csv, process->title == NULL ? "" : process->title);
      if (process->is_forked)
         an_csv_put_int(&csv, process->forked);
      else
         an_csv_put_empty(&csv);
      an_csv_end_record(&csv);
   }
}
