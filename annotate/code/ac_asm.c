/* ac_asm.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_private.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_search.h"

#include <string.h>

/* What never ran is shown if it lies between what did, within so many bytes; a function
   is no larger in one piece, mostly. */
enum { GAP_MOST_B = 1 << 16 };

typedef struct {
   ac_asm *of;
   an_disasm *disasm;
   an_binary *binary;
   uint64_t start, end; /* of the function in the binary; 0, 0: unknown */
   size_t capacity;
} making;

/* ---- Rows ---- */

static const char *copy_text(ac_asm *listing, const char *text)
{
   size_t size_B = strlen(text) + 1;
   char *copy = tk_arena_get(&listing->arena, size_B);
   return memcpy(copy, text, size_B);
}

static int64_t *new_counts(ac_asm *listing)
{
   return tk_arena_get_zeroed(&listing->arena,
                              ac_profile_n_events(listing->profile) * sizeof(int64_t));
}

/* Adds the row of these bytes, at the end. */
static ac_asm_row *add_row(making *m, uint64_t address, const uint8_t *code,
                           size_t size_B)
{
   ac_asm *listing = m->of;
   an_instr text;
   TK_ARRAY_ROOM(listing->alloc, AN_LABEL, listing->rows, listing->n, m->capacity);
   an_disasm_decode(m->disasm, code, size_B, address, &text);
   ac_asm_row row = { .address = address,
                      .code = code,
                      .size_B = (uint8_t)text.size_B,
                      .kind = text.kind,
                      .mnemonic = copy_text(listing, text.mnemonic),
                      .operands = copy_text(listing, text.operands),
                      .reads = text.reads,
                      .writes = text.writes,
                      .goes_to = text.has_target ? text.target : UINT64_MAX,
                      .target = AC_ASM_NONE,
                      .waits_for = AC_ASM_NONE,
                      .loop = AC_ASM_NONE };
   listing->rows[listing->n] = row;
   return &listing->rows[listing->n++];
}

static bool is_same_code(const ac_asm_row *row, const ac_instr *instr)
{
   return row->instr != NULL && row->address == instr->address
          && row->instr->size_B == instr->size_B
          && memcmp(row->instr->code, instr->code, instr->size_B) == 0;
}

/* Adds what never ran, from one address to another, if the binary has it. */
static void add_gap(making *m, uint64_t from, uint64_t to)
{
   size_t size_B;
   if (m->binary == NULL || to <= from || to - from > GAP_MOST_B)
      return;
   const uint8_t *code = an_binary_bytes(m->binary, from, &size_B);
   if (code == NULL || size_B < to - from)
      return;
   while (from < to) {
      ac_asm_row *row = add_row(m, from, code, to - from);
      code += row->size_B;
      from += row->size_B;
   }
}

/* The instruction becomes a row, or is another record of the last one. */
static void add_instr(making *m, const ac_instr *instr)
{
   ac_asm *listing = m->of;
   size_t n_events = ac_profile_n_events(listing->profile);
   ac_asm_row *row = listing->n == 0 ? NULL : &listing->rows[listing->n - 1];
   if (row == NULL || !is_same_code(row, instr)) {
      row = add_row(m, instr->address, instr->code, instr->size_B);
      row->size_B = instr->size_B;
      row->instr = instr;
      row->counts = new_counts(listing);
   }
   row->n_instrs++;
   /* The parts of a sum of 63 bits fit. */
   an_number_add((int64_t *)row->counts, instr->counts, n_events);
   an_number_add(listing->counts, instr->counts, n_events);
}

/* Where the last row ends; `otherwise` before the first. */
static uint64_t end_of_rows(const ac_asm *listing, uint64_t otherwise)
{
   if (listing->n == 0)
      return otherwise;
   const ac_asm_row *last = &listing->rows[listing->n - 1];
   return last->address + last->size_B;
}

static void add_rows(making *m)
{
   ac_asm *listing = m->of;
   const ac_instrs *instrs = ac_profile_instrs(listing->profile);
   for (size_t i = 0; i < instrs->n; i++) {
      const ac_instr *instr = &instrs->all[i];
      if (instr->object != listing->object || instr->function != listing->function)
         continue;
      uint64_t end = end_of_rows(listing, m->start != 0 ? m->start : instr->address);
      size_t n = listing->n;
      add_gap(m, end, instr->address);
      bool is_apart = n > 0 && end_of_rows(listing, end) < instr->address;
      n = listing->n;
      add_instr(m, instr);
      if (listing->n > n)
         listing->rows[n].is_apart = is_apart;
   }
   if (listing->n != 0 && m->end != 0)
      add_gap(m, end_of_rows(listing, 0), m->end);
}

/* ---- The function in the binary ---- */

/* Of a function without a symbol the start says nothing: its first instruction is asked
   for. */
static void find_bounds(making *m)
{
   const ac_asm *listing = m->of;
   const ac_instrs *instrs = ac_profile_instrs(listing->profile);
   size_t i = 0;
   while (i < instrs->n
          && (instrs->all[i].object != listing->object
              || instrs->all[i].function != listing->function))
      i++;
   if (m->binary == NULL || i == instrs->n)
      return;
   an_code code = { .address = instrs->all[i].address };
   an_binary_find(m->binary, &code, 1);
   if (code.start <= code.address && code.address < code.end
       && code.end - code.start <= GAP_MOST_B) {
      m->start = code.start;
      m->end = code.end;
   }
}

/* ---- Jumps ---- */

size_t ac_asm_find(const ac_asm *listing, uint64_t address)
{
   size_t first = TK_SEARCH(i, listing->n, listing->rows[i].address < address);
   return first < listing->n && listing->rows[first].address == address ? first
                                                                        : AC_ASM_NONE;
}

static bool is_jump(const ac_asm_row *row)
{
   return row->kind == AN_INSTR_BRANCH || row->kind == AN_INSTR_JUMP;
}

static void find_jumps(ac_asm *listing)
{
   size_t n = 0;
   for (size_t i = 0; i < listing->n; i++) {
      ac_asm_row *row = &listing->rows[i];
      if (row->goes_to != UINT64_MAX && is_jump(row))
         row->target = ac_asm_find(listing, row->goes_to);
      n += row->target != AC_ASM_NONE && row->counts != NULL;
   }
   listing->jumps = tk_arena_get(&listing->arena, (n + 1) * sizeof *listing->jumps);
   for (size_t i = 0; i < listing->n; i++)
      if (listing->rows[i].target != AC_ASM_NONE && listing->rows[i].counts != NULL)
         listing->jumps[listing->n_jumps++] = (ac_asm_jump){ i, listing->rows[i].target,
                                                             AC_ASM_NONE };
}

static void find_waits(ac_asm *listing)
{
   const ac_instrs *instrs = ac_profile_instrs(listing->profile);
   for (size_t i = 0; i < listing->n; i++) {
      ac_asm_row *row = &listing->rows[i];
      if (row->instr == NULL || row->instr->waits_for == AC_NO_INSTR)
         continue;
      const ac_instr *other = &instrs->all[row->instr->waits_for];
      if (other->object == listing->object)
         row->waits_for = ac_asm_find(listing, other->address);
   }
   ac_asm_check_waits(listing);
}

/* ---- The whole ---- */

void ac_asm_open(ac_asm *listing, const tk_alloc *alloc, const ac_profile *profile,
                 size_t object, const char *function, an_disasm *disasm,
                 an_binary *binary)
{
   making m = { .of = listing, .disasm = disasm, .binary = binary };
   *listing = (ac_asm){
      .profile = profile, .object = object, .function = function, .alloc = alloc
   };
   tk_arena_init(&listing->arena, alloc, AN_LABEL);
   listing->counts = new_counts(listing);
   find_bounds(&m);
   add_rows(&m);
   find_jumps(listing);
   ac_asm_name_calls(listing, disasm, binary);
   ac_asm_find_loops(listing);
   find_waits(listing);
   ac_asm_choose_lanes(listing);
}
