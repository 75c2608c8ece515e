/* ac_read_instrs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_instrs.h"

#include "counts/ac_notes.h"

bool ac_read_instrs_begin(ac_reader *r, const ac_fields *f)
{
   ac_read_instrs *notes = &r->notes->instrs;
   if (notes->rows.is_on)
      return ac_note_fail_second(r);
   if (an_span_length(f->word) == 0)
      return ac_note_fail(r);
   ac_instr_sums_begin(ac_instr_sums_of(r->profile), ac_reader_intern(r, f->word));
   ac_read_rows_begin(r, &notes->rows, NULL, r->n_events);
   return true;
}

static bool check_on(ac_reader *r)
{
   return r->notes->instrs.rows.is_on
          || ac_reader_fail(r, "\"#: %s\" without \"#: instr\" in the header",
                            r->note->key);
}

bool ac_read_instr_object(ac_reader *r, const ac_fields *f)
{
   ac_read_instrs *notes = &r->notes->instrs;
   if (!check_on(r))
      return false;
   notes->object = r->notes->objects.list.objects[f->n[0] - 1].index + 1;
   notes->who.function = NULL;
   return true;
}

bool ac_read_instr_name(ac_reader *r, const ac_fields *f)
{
   ac_read_instrs *notes = &r->notes->instrs;
   if (!check_on(r))
      return false;
   if (notes->object == 0)
      return ac_note_fail_place(r);
   if (!ac_read_rows_who(r, &notes->rows, f->word, &notes->who))
      return false;
   notes->file = notes->who.file;
   notes->function = notes->who.function;
   ac_reader_rename(r, &notes->file, &notes->function);
   return true;
}

static int digit_of(char c)
{
   return c >= 'a' ? c - 'a' + 10 : c - '0';
}

/* Sets the bytes: two hexadecimal digits each. */
static bool set_code(ac_reader *r, an_span word, ac_instr *instr)
{
   size_t n = an_span_length(word);
   if (n % 2 != 0 || n > 2 * AC_INSTR_MOST_B || !ac_reader_is_hexadecimal(word))
      return ac_note_fail(r);
   instr->size_B = (uint8_t)(n / 2);
   for (size_t i = 0; i < n / 2; i++)
      instr->code[i] = (uint8_t)(digit_of(word.at[2 * i]) << 4
                                 | digit_of(word.at[2 * i + 1]));
   return true;
}

static void add_instr(ac_reader *r, ac_read_instrs *notes, const ac_instr *instr)
{
   ac_read_instr read = { .line = instr->line,
                          .file = notes->who.file,
                          .function = notes->who.function };
   ac_instr_sums_add(ac_instr_sums_of(r->profile), instr, &read.index);
   AC_NOTE_ROOM(r, notes->all, notes->n, notes->capacity);
   notes->all[notes->n++] = read;
}

bool ac_read_instr_counts(ac_reader *r, const ac_fields *f)
{
   ac_read_instrs *notes = &r->notes->instrs;
   if (!check_on(r))
      return false;
   if (notes->who.function == NULL)
      return ac_note_fail_place(r);
   ac_instr instr = { .object = notes->object - 1,
                      .file = notes->file,
                      .function = notes->function,
                      .address = (uint64_t)f->n[0],
                      .line = (uint32_t)f->n[1] };
   if (!set_code(r, f->word, &instr)
       || !ac_read_rows_take(r, &notes->rows, &notes->who, instr.line, r->counts))
      return false;
   instr.counts = ac_reader_row(r, r->counts);
   add_instr(r, notes, &instr);
   return true;
}

bool ac_read_instr_wait(ac_reader *r, const ac_fields *f)
{
   const ac_read_instrs *notes = &r->notes->instrs;
   ac_wait_kind kind = ac_wait_named(f->word);
   ac_fields other = { .n = { 0 } };
   if (kind == AC_N_WAITS)
      return ac_note_fail(r);
   if (!ac_note_take(r, ac_wait_has_other(kind) ? "X" : "", f->rest, &other))
      return false;
   ac_instr_sums_wait(ac_instr_sums_of(r->profile), notes->all[f->n[0] - 1].index, kind,
                      other.n[0] == 0 ? AC_NO_INSTR : notes->all[other.n[0] - 1].index);
   return true;
}

bool ac_read_instrs_end(ac_reader *r)
{
   const ac_read_instrs *notes = &r->notes->instrs;
   if (!notes->rows.is_on)
      return true;
   if (!ac_read_rows_end(r, &notes->rows, "instructions"))
      return false;
   if (!r->has_skipped)
      ac_instr_sums_end(ac_instr_sums_of(r->profile));
   return true;
}
