/* cs_instr_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_instr_notes.h"

#include "base/tk_chars.h"
#include "base/tk_count.h"
#include "base/tk_sort.h"
#include "calls/cs_note_names.h"
#include "machine/cs_core.h"
#include "machine/cs_events.h"

typedef struct {
   tk_text *out;
   const cs_instr_notes *notes;
   cs_note_names names;
   uint32_t n_written;
} writer;

/* By object as the outfile has them, and address.  Code that was changed has several
   instructions there: by what they are of, then by their bytes. */
static int compare(void *objects, const void *a, const void *b)
{
   const tk_line *x = a, *y = b;
   const uint32_t *number = objects;
   int by = tk_compare(number[x->at.object], number[y->at.object])
      ?: tk_compare(x->instr->address, y->instr->address)
      ?: tk_chars_compare(x->at.file, y->at.file)
      ?: tk_chars_compare(x->at.fn, y->at.fn)
      ?: tk_compare(x->at.number, y->at.number)
      ?: tk_compare(x->at.start, y->at.start)
      ?: tk_compare(x->instr->size_B, y->instr->size_B);
   for (size_t i = 0; by == 0 && i < x->instr->size_B; i++)
      by = tk_compare(x->instr->code[i], y->instr->code[i]);
   return by;
}

/* Are they one in the outfile? */
static bool is_same(const cs_instr_notes *notes, const tk_line *a, const tk_line *b)
{
   return compare((void *)notes->objects, a, b) == 0;
}

/* ---- Parts ------------------------------------------------------------ */

/* Trailing zeros are left out. */
static uint32_t n_counted(const writer *w, const uint64_t *counts)
{
   uint32_t n = w->notes->n_counts;
   while (n > 0 && counts[n - 1] == 0)
      n--;
   return n;
}

/* Writes whose instructions follow. */
static void write_name(writer *w, const tk_place *at)
{
   if (tk_place_is_unnamed(at))
      TK_TEXT_LINE(w->out, "#: in %:&\n", w->notes->objects[at->object], at->start);
   else
      TK_TEXT_LINE(w->out, "#: in %\n", cs_note_names_known(&w->names, at->file, at->fn));
}

static bool has_one_name(const tk_place *a, const tk_place *b)
{
   return a->file == b->file && a->fn == b->fn
          && (!tk_place_is_unnamed(a) || a->start == b->start);
}

/* Writes instruction i and those that are one with it, if they have counts; *last is the
   one before.  Returns the next. */
static size_t write_instr(writer *w, size_t i, const tk_line **last)
{
   const cs_instr_notes *notes = w->notes;
   const tk_line *first = notes->instrs[i];
   uint64_t counts[CS_N_EVENTS] = { 0 };
   size_t end = i;
   for (; end < notes->n_instrs && is_same(notes, notes->instrs[end], first); end++)
      tk_count_add_all(counts, notes->instrs[end]->counts, notes->n_counts);
   uint32_t n = n_counted(w, counts);
   w->n_written += n > 0;
   for (size_t k = i; k < end; k++)
      notes->instrs[k]->instr->number = n > 0 ? w->n_written : 0;
   if (n == 0)
      return end;
   bool is_new = *last == NULL || (*last)->at.object != first->at.object;
   if (is_new)
      TK_TEXT_LINE(w->out, "#: io %\n", notes->objects[first->at.object]);
   if (is_new || !has_one_name(&(*last)->at, &first->at))
      write_name(w, &first->at);
   TK_TEXT_LINE(w->out, "#: x & ", first->instr->address);
   tk_text_bytes(w->out, first->instr->code, first->instr->size_B);
   TK_TEXT_LINE(w->out, " %", first->at.number);
   tk_text_counts(w->out, counts, n);
   *last = first;
   return end;
}

/* ---- Why -------------------------------------------------------------- */

static const char *const bound_names[CS_N_BOUNDS] = {
   [CS_BOUND_WIDTH] = "width",   [CS_BOUND_FETCH] = "fetch",
   [CS_BOUND_WINDOW] = "window", [CS_BOUND_LATENCY] = "latency",
   [CS_BOUND_UNIT] = "unit",     [CS_BOUND_CHAIN] = "chain",
};

/* Its cause is written if it takes longer than a place among those that end in a cycle,
   and then the causes of what it waits for, and so on. */
static void mark_needed(tk_instr *instr)
{
   while (instr != NULL && !instr->is_wait_needed) {
      instr->is_wait_needed = true;
      instr = instr->waits_for;
   }
}

static void mark_all(const cs_instr_notes *notes)
{
   for (size_t i = 0; i < notes->n_instrs; i++)
      notes->instrs[i]->instr->is_wait_needed = false;
   for (size_t i = 0; i < notes->n_instrs; i++) {
      tk_instr *instr = notes->instrs[i]->instr;
      if (instr->number != 0 && instr->wait_parts > 1)
         mark_needed(instr);
   }
}

/* Of several records of one instruction, the first says why it takes its time. */
static void write_causes(writer *w)
{
   const cs_instr_notes *notes = w->notes;
   uint32_t last = 0;
   mark_all(notes);
   for (size_t i = 0; i < notes->n_instrs; i++) {
      const tk_instr *instr = notes->instrs[i]->instr;
      bool is_known = instr->is_wait_needed && instr->wait != CS_BOUND_WIDTH
                      && (instr->waits_for == NULL || instr->waits_for->number != 0);
      if (instr->number == 0 || instr->number == last || !is_known)
         continue;
      last = instr->number;
      TK_TEXT_LINE(w->out, "#: xw % ", last);
      tk_text_string(w->out, bound_names[instr->wait]);
      if (instr->waits_for != NULL)
         TK_TEXT_LINE(w->out, " %", instr->waits_for->number);
      tk_text_char(w->out, '\n');
   }
}

/* ---- The whole -------------------------------------------------------- */

void cs_instr_notes_head(tk_text *out, const cs_instr_notes *notes)
{
   tk_text_named(out, "#: instr ", notes->arch);
}

void cs_instr_notes_write(tk_text *out, const cs_instr_notes *notes)
{
   writer w = { .out = out, .notes = notes };
   cs_note_names_init(&w.names, notes->alloc, notes->lines, notes->n_lines);
   const tk_line *last = NULL;
   tk_sort((const void **)notes->instrs, notes->n_instrs, compare,
           (void *)notes->objects);
   for (size_t i = 0; i < notes->n_instrs;)
      i = write_instr(&w, i, &last);
   write_causes(&w);
   cs_note_names_fini(&w.names);
}
