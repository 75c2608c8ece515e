/* ac_write.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_write.h"

#include "base/an_number.h"
#include "base/tk_count.h"
#include "counts/ac_data.h"
#include "counts/ac_lines.h"
#include "counts/ac_objects.h"
#include "counts/ac_profile_private.h"
#include "counts/ac_read.h"
#include "counts/ac_write_calls.h"
#include "counts/ac_write_data.h"
#include "counts/ac_write_instrs.h"
#include "counts/ac_write_runs.h"
#include "counts/ac_write_layout.h"
#include "counts/ac_write_text.h"
#include "counts/ac_threads.h"

#include <stdlib.h>
#include <string.h>

/* KCachegrind looks for events: in the first 2,047 bytes only. */
enum { COMMAND_MAX_B = 1000 };

/* A sum has a state only if it is partial. */
static void write_state(const ac_profile *profile, tk_text *out)
{
   an_state state = ac_profile_state_of_sum(profile);
   if (!an_state_is_partial(&state))
      return;
   tk_text_string(out, "#: state ");
   tk_text_string(out, an_state_name(state.how));
   TK_TEXT_LINE(out, " %\n", state.number);
}

static void write_if_known(tk_text *out, const char *key, const char *text)
{
   if (text != NULL)
      tk_text_named(out, key, text);
}

/* Writes the line of a process, with those that it needs before it. */
static void write_process(const an_process *p, tk_text *out)
{
   const an_state *state = &p->state;
   write_if_known(out, "#: became ", state->by);
   write_if_known(out, "#: after ", state->predecessor);
   write_if_known(out, "#: title ", p->title);
   if (p->is_forked)
      TK_TEXT_LINE(out, "#: forked %\n", p->forked);
   if (p->inherits)
      tk_text_string(out, "#: inherited\n");
   TK_TEXT_LINE(out, "#: process % % % ", p->pid, p->parent, p->value);
   tk_text_string(out,
                  state->how == AN_STATE_UNKNOWN ? "unknown" : an_state_name(state->how));
   if (an_state_key(state->how) != NULL && state->by == NULL)
      TK_TEXT_LINE(out, " %", state->number);
   tk_text_named(out, " ", p->command);
}

static void write_texts(const ac_profile *profile, ac_text_kind kind, const char *key,
                        tk_text *out)
{
   const ac_texts *texts = ac_profile_texts(profile, kind);
   for (size_t i = 0; i < texts->n; i++)
      tk_text_named(out, key, texts->text[i]);
}

static void write_machine(const ac_profile *profile, tk_text *out)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   for (size_t i = 0; i < texts->n; i++)
      tk_text_named(out, i == 0 ? "#: machine " : "#: m ", texts->text[i]);
}

static void write_header(const ac_profile *profile, const char *note, tk_text *out)
{
   const an_processes *processes = ac_profile_processes(profile);
   const char *command = ac_profile_command(profile);
   bool fits = ac_write_escaped_B(command) <= COMMAND_MAX_B;
   write_texts(profile, AC_DESC, "desc: ", out);
   ac_write_layout_desc(profile, out);
   tk_text_named(out, "cmd: ", fits ? command : "...");
   tk_text_string(out, "events:");
   for (size_t i = 0; i < ac_profile_n_events(profile); i++) {
      tk_text_char(out, ' ');
      tk_text_string(out, ac_profile_event(profile, i));
   }
   TK_TEXT_LINE(out, "\n#: cachesim %\n", AC_READ_FORMAT);
   write_if_known(out, "#: ", note);
   write_state(profile, out);
   tk_counting_write(out, ac_profile_counting(profile, 0));
   write_machine(profile, out);
   if (!fits)
      tk_text_named(out, "#: cmd ", command);
   for (size_t i = 0; i < processes->n; i++)
      write_process(&processes->of[i], out);
   ac_write_instrs_header(profile, out);
   ac_write_data_header(profile, out);
   write_texts(profile, AC_NOTE_NO_LINES, "#: no-lines ", out);
   write_texts(profile, AC_NOTE_LOST_DEBUG_INFO, "#: lost-debug-info ", out);
   write_texts(profile, AC_NOTE_CONTRADICTION, "#: contradiction ", out);
   write_texts(profile, AC_NOTE_UNKNOWN_OBJECTS, "#: unknown-objects ", out);
   write_texts(profile, AC_NOTE_WRITER, "#: writer ", out);
}

/* ---- The body ---- */

/* Code without names, which is one row of the body. */
typedef struct {
   const ac_profile *profile;
   const tk_alloc *alloc;
   size_t *codes; /* functions: those that are codes, by object and address */
   size_t n_codes;
   int64_t *rest; /* line 0 of the function that is no code */
   int64_t *row;  /* of all */
   ac_write_calls *calls;
} unnamed;

static const ac_code *code_of(const ac_profile *profile, size_t function)
{
   const ac_function *f = ac_profile_function(profile, function);
   const char *file = ac_profile_file(profile, f->file)->name;
   return strcmp(file, AN_UNKNOWN) == 0 ? ac_objects_code(profile, f->name) : NULL;
}

static bool is_unknown(const ac_profile *profile, size_t function)
{
   const ac_function *f = ac_profile_function(profile, function);
   return strcmp(f->name, AN_UNKNOWN) == 0
          && strcmp(ac_profile_file(profile, f->file)->name, AN_UNKNOWN) == 0;
}

static int compare_codes(const void *a, const void *b, void *profile)
{
   const ac_code *x = code_of(profile, *(const size_t *)a);
   const ac_code *y = code_of(profile, *(const size_t *)b);
   return tk_compare(x->object, y->object) ?: tk_compare(x->address, y->address);
}

static void get_rest(unnamed *u, size_t function)
{
   ac_lines lines;
   ac_lines_open(&lines, u->profile, function, 1);
   if (ac_lines_next(&lines) && lines.line == 0)
      an_number_add(u->rest, lines.counts, ac_profile_n_events(u->profile));
   ac_lines_close(&lines);
}

static void open_unnamed(unnamed *u, const ac_profile *profile, ac_write_calls *calls)
{
   size_t n = ac_profile_n_functions(profile);
   size_t n_events = ac_profile_n_events(profile);
   const tk_alloc *alloc = profile->alloc;
   *u = (unnamed){ .profile = profile, .alloc = alloc, .calls = calls };
   u->codes = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *u->codes);
   u->rest = tk_get_zeroed(alloc, AN_LABEL, n_events * sizeof *u->rest);
   u->row = tk_get_zeroed(alloc, AN_LABEL, n_events * sizeof *u->row);
   for (size_t i = 0; i < n; i++) {
      if (is_unknown(profile, i))
         get_rest(u, i);
      if (code_of(profile, i) == NULL)
         continue;
      u->codes[u->n_codes++] = i;
      an_number_add(u->row, ac_profile_function(profile, i)->totals, n_events);
   }
   an_number_add(u->row, u->rest, n_events);
   qsort_r(u->codes, u->n_codes, sizeof *u->codes, compare_codes, (void *)profile);
}

/* Writes function i, after its fl= line, and adds the number of its lines to
   *n. */
static void write_function(const unnamed *u, size_t i, uint64_t *n, tk_text *out)
{
   ac_lines lines;
   bool has_row = u->n_codes > 0 && is_unknown(u->profile, i);
   ac_lines_open(&lines, u->profile, i, 1);
   if (!has_row) {
      const ac_function *f = ac_profile_function(u->profile, i);
      tk_text_named(out, "fn=", f->name);
      ac_write_calls_name(u->calls, ac_profile_file(u->profile, f->file)->name, f->name);
   }
   while (ac_lines_next(&lines)) {
      if (has_row && lines.line == 0)
         continue;
      tk_text_u64(out, lines.line);
      ac_write_counts(out, lines.counts, ac_profile_n_events(u->profile));
      ++*n;
   }
   ac_lines_close(&lines);
}

/* Writes the row of all code without names. */
static void write_unnamed(const unnamed *u, uint64_t *n, tk_text *out)
{
   tk_text_string(out, "fn=" AN_UNKNOWN "\n0");
   ac_write_counts(out, u->row, ac_profile_n_events(u->profile));
   ++*n;
   ac_write_calls_name(u->calls, AN_UNKNOWN, AN_UNKNOWN);
}

static void write_file(const unnamed *u, const ac_file *file, uint64_t *n, tk_text *out)
{
   ac_write_calls_file(u->calls, file->name);
   bool has_row = u->n_codes > 0 && strcmp(file->name, AN_UNKNOWN) == 0;
   tk_text_named(out, "fl=", file->name);
   for (size_t k = 0; k < file->n_functions; k++) {
      size_t i = file->first_function + k;
      if (code_of(u->profile, i) != NULL)
         continue;
      if (has_row && strcmp(ac_profile_function(u->profile, i)->name, AN_UNKNOWN) >= 0) {
         write_unnamed(u, n, out);
         has_row = false;
      }
      write_function(u, i, n, out);
   }
   if (has_row)
      write_unnamed(u, n, out);
}

/* ---- The trailer ---- */

static void write_code(const unnamed *u, uint64_t address, const int64_t *counts,
                       tk_text *out)
{
   size_t n = ac_profile_n_events(u->profile);
   bool is_needed = ac_profile_instrs(u->profile) != NULL /* notes can refer to it */
                    || ac_profile_data(u->profile) != NULL;
   if (an_number_all_zero(counts, n) && !is_needed)
      return;
   TK_TEXT_LINE(out, "#: code &", address);
   ac_write_counts(out, counts, n);
}

/* Writes an object; its codes are those from *next on. */
static void write_object(const unnamed *u, size_t i, size_t *next, tk_text *out)
{
   const an_object *object = ac_objects_at(u->profile, i);
   size_t n_events = ac_profile_n_events(u->profile), k = *next;
   while (k < u->n_codes && code_of(u->profile, u->codes[k])->object == i)
      k++;
   bool is_needed = ac_profile_calls(u->profile) != NULL /* its number is */
                    || ac_profile_instrs(u->profile) != NULL
                    || ac_profile_data(u->profile) != NULL;
   if (k == *next && an_number_all_zero(object->counts, n_events) && !is_needed)
      return;
   tk_text_string(out, "#: object ");
   tk_text_string(out, *object->build_id == '\0' ? "-" : object->build_id);
   tk_text_named(out, " ", object->path);
   tk_text_string(out, "#: object-counts");
   ac_write_counts(out, object->counts, n_events);
   if (u->n_codes > 0 && strcmp(object->path, AN_UNKNOWN) == 0
       && !an_number_all_zero(u->rest, n_events))
      write_code(u, 0, u->rest, out);
   for (; *next < k; ++*next)
      write_code(u, code_of(u->profile, u->codes[*next])->address,
                 ac_profile_function(u->profile, u->codes[*next])->totals, out);
}

static void write_objects(const unnamed *u, tk_text *out)
{
   size_t next = 0;
   for (size_t i = 0; i < ac_objects_count(u->profile); i++)
      write_object(u, i, &next, out);
}

/* One thread is left out. */
static void write_threads(const ac_profile *profile, tk_text *out)
{
   bool are_known = ac_threads_are_known(profile) && ac_threads_add_up(profile);
   size_t n = are_known ? ac_threads_count(profile) : 0;
   for (size_t i = 0; i < n; i++) {
      const ac_thread *thread = ac_threads_at(profile, i);
      TK_TEXT_LINE(out, "#: thread % %", thread->number, thread->n);
      tk_text_named(out, thread->name[0] == '\0' ? "" : " ", thread->name);
      tk_text_string(out, "#: thread-counts");
      ac_write_counts(out, thread->counts, ac_profile_n_events(profile));
   }
}

static void write_regions(const ac_profile *profile, tk_text *out)
{
   for (size_t i = 0; i < ac_profile_n_regions(profile); i++) {
      const ac_region *region = ac_profile_region(profile, i);
      TK_TEXT_LINE(out, "#: region % %",
                   region->parent == AC_NO_REGION ? 0 : region->parent + 1,
                   region->count);
      tk_text_named(out, " ", region->name);
      tk_text_string(out, "#: counts");
      ac_write_counts(out, region->counts, ac_profile_n_events(profile));
   }
}

/* ---- The whole ---- */

static bool write_out(void *out, const char *bytes, size_t length_B)
{
   return fwrite(bytes, 1, length_B, out) == length_B;
}

void ac_write(const ac_profile *profile, const char *note, FILE *file)
{
   unnamed u;
   ac_write_calls calls;
   uint64_t n = 0;
   tk_text text, *out = &text;
   tk_text_init(out, write_out, file);
   ac_write_calls_open(&calls, profile, profile->alloc, out);
   open_unnamed(&u, profile, &calls);
   write_header(profile, note, out);
   for (size_t f = 0; f < ac_profile_n_files(profile); f++)
      write_file(&u, ac_profile_file(profile, f), &n, out);
   tk_text_string(out, "summary:");
   ac_write_counts(out, ac_profile_totals(profile), ac_profile_n_events(profile));
   write_texts(profile, AC_NOTE_SATURATED, "#: saturated ", out);
   write_objects(&u, out);
   ac_write_instrs_notes(profile, &calls, out);
   ac_write_runs_notes(profile, &calls, out);
   write_regions(profile, out);
   write_threads(profile, out);
   ac_write_calls_notes(&calls);
   ac_write_data_notes(profile, &calls, out);
   TK_TEXT_LINE(out, "#: end %\n", n);
   tk_text_flush(out);
}
