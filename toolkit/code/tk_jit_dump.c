/* tk_jit_dump.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_jit_dump.h"

#include "base/tk_array.h"

#define LABEL "tk.jit.dump"

static const uint32_t MAGIC = 0x4a695444; /* "JiTD" */

/* The layout of the file, in bytes. */
enum {
   FILE_HEADER_B = 40,
   FILE_SIZE_AT = 8, /* of the header, which may be longer */
   HEADER_B = 16,    /* of a record */
   SIZE_AT = 4,
   LOAD_ADDRESS_AT = HEADER_B + 16,
   LOAD_SIZE_AT = HEADER_B + 24,
   LOAD_B = HEADER_B + 40, /* the name follows */
   MOVE_FROM_AT = HEADER_B + 16,
   MOVE_TO_AT = HEADER_B + 24,
   MOVE_SIZE_AT = HEADER_B + 32,
   MOVE_B = HEADER_B + 48,
   DEBUG_ADDRESS_AT = HEADER_B,
   DEBUG_N_AT = HEADER_B + 8,
   DEBUG_B = HEADER_B + 16, /* entries follow */
   ENTRY_LINE_AT = 8,
   ENTRY_B = 16, /* its file follows */
   ELF_HEADER_B = 64,
};

/* Kinds of records. */
enum { LOAD = 0, MOVE = 1, DEBUG_INFO = 2 };

static uint32_t u32_at(const unsigned char *at)
{
   uint32_t value;
   __builtin_memcpy(&value, at, sizeof value);
   return value;
}

static uint64_t u64_at(const unsigned char *at)
{
   uint64_t value;
   __builtin_memcpy(&value, at, sizeof value);
   return value;
}

void tk_jit_dump_free(tk_jit_dump *dump)
{
   tk_put(dump->alloc, dump->record);
   tk_put(dump->alloc, dump->lines);
   dump->record = NULL;
   dump->lines = NULL;
}

/* ---- Records ---------------------------------------------------------- */

/* V8 writes the addresses of lines as they would be in an ELF file whose header is before
   the code.  The first lines of a dump say so: they begin behind the code's beginning by
   that header. */
static void learn_shift(tk_jit_dump *dump, uint64_t first)
{
   if (!dump->has_lines && first - dump->lines_of == ELF_HEADER_B)
      dump->shift_B = ELF_HEADER_B;
   dump->has_lines = true;
}

static void add_line(tk_jit_dump *dump, uint64_t address, uint32_t number,
                     const char *file)
{
   TK_ARRAY_ROOM(dump->alloc, LABEL, dump->lines, dump->n_lines, dump->max_lines);
   dump->lines[dump->n_lines++] =
      (tk_jit_line){ .address = address, .number = number, .file = file };
}

static size_t text_B(const unsigned char *text, const unsigned char *end)
{
   size_t n = 0;
   while (n < (size_t)(end - text) && text[n] != '\0')
      n++;
   return n;
}

/* The byte 0xff stands for the file of the entry before. */
static bool is_same_file(const unsigned char *text, size_t length_B)
{
   return length_B == 1 && text[0] == 0xff;
}

static void read_lines(tk_jit_dump *dump)
{
   const unsigned char *at = dump->record + DEBUG_B, *end = dump->record + dump->n_B;
   const char *file = NULL;
   dump->n_lines = 0;
   if (dump->n_B < DEBUG_B)
      return;
   dump->lines_of = u64_at(dump->record + DEBUG_ADDRESS_AT);
   for (uint64_t n = u64_at(dump->record + DEBUG_N_AT); n > 0 && end - at > ENTRY_B;
        n--) {
      const unsigned char *text = at + ENTRY_B;
      size_t length_B = text_B(text, end);
      if (length_B == (size_t)(end - text))
         return; /* cut short */
      if (is_same_file(text, length_B) && file == NULL)
         return; /* damaged: there is none before */
      if (!is_same_file(text, length_B))
         file = tk_strings_intern(tk_jit_names(dump->jit), (const char *)text,
                                  length_B < TK_JIT_NAME_MAX_B ? length_B
                                                               : TK_JIT_NAME_MAX_B);
      learn_shift(dump, u64_at(at));
      add_line(dump, u64_at(at) - dump->shift_B, u32_at(at + ENTRY_LINE_AT), file);
      at = text + length_B + 1;
   }
}

static void read_load(tk_jit_dump *dump)
{
   if (dump->n_B < LOAD_B)
      return;
   uint64_t start = u64_at(dump->record + LOAD_ADDRESS_AT);
   size_t n_lines = start == dump->lines_of ? dump->n_lines : 0;
   dump->n_lines = 0;
   tk_jit_add(dump->jit, start, u64_at(dump->record + LOAD_SIZE_AT),
              (const char *)dump->record + LOAD_B, dump->n_B - LOAD_B, dump->lines,
              (uint32_t)n_lines);
}

static void read_move(const tk_jit_dump *dump)
{
   if (dump->n_B >= MOVE_B)
      tk_jit_move(dump->jit, u64_at(dump->record + MOVE_FROM_AT),
                  u64_at(dump->record + MOVE_TO_AT), u64_at(dump->record + MOVE_SIZE_AT));
}

static void read_record(tk_jit_dump *dump)
{
   switch (u32_at(dump->record)) {
   case LOAD: read_load(dump); break;
   case MOVE: read_move(dump); break;
   case DEBUG_INFO: read_lines(dump); break;
   default: break;
   }
}

/* ---- Pieces ----------------------------------------------------------- */

/* How many bytes of a record are kept to be read, with its header.  The rest is
   skipped. */
static size_t kept_B(const unsigned char *header, uint32_t size_B)
{
   uint32_t most_B = HEADER_B;
   switch (u32_at(header)) {
   case LOAD: most_B = LOAD_B + TK_JIT_NAME_MAX_B; break;
   case MOVE: most_B = MOVE_B; break;
   case DEBUG_INFO: most_B = size_B <= TK_JIT_RECORD_MAX_B ? size_B : HEADER_B; break;
   default: break;
   }
   if (size_B < HEADER_B)
      return HEADER_B;
   return size_B < most_B ? size_B : most_B;
}

/* How many bytes are needed to know more about what is read now. */
static size_t wanted_B(const tk_jit_dump *dump)
{
   if (!dump->has_header)
      return FILE_HEADER_B;
   if (dump->n_B < HEADER_B)
      return HEADER_B;
   return kept_B(dump->record, u32_at(dump->record + SIZE_AT));
}

static void end_header(tk_jit_dump *dump)
{
   uint32_t size_B = u32_at(dump->record + FILE_SIZE_AT);
   dump->is_refused = u32_at(dump->record) != MAGIC || size_B < FILE_HEADER_B;
   dump->has_header = true;
   dump->skip_B = size_B - FILE_HEADER_B;
   dump->n_B = 0;
}

/* All wanted bytes are there. */
static void end_piece(tk_jit_dump *dump)
{
   if (!dump->has_header) {
      end_header(dump);
      return;
   }
   uint32_t size_B = u32_at(dump->record + SIZE_AT);
   if (size_B < HEADER_B) {
      dump->is_refused = true;
   } else {
      read_record(dump);
      dump->skip_B = size_B - dump->n_B;
      dump->n_B = 0;
   }
}

static size_t least(uint64_t a, size_t b)
{
   return a < b ? (size_t)a : b;
}

void tk_jit_dump_feed(tk_jit_dump *dump, const void *bytes, size_t size_B)
{
   const unsigned char *at = bytes, *end = at + size_B;
   while (at < end && !dump->is_refused) {
      size_t n = least(dump->skip_B, (size_t)(end - at));
      dump->skip_B -= n;
      at += n;
      n = least(wanted_B(dump) - dump->n_B, (size_t)(end - at));
      TK_ARRAY_ROOM_FOR(n, dump->alloc, LABEL, dump->record, dump->n_B, dump->capacity_B);
      __builtin_memcpy(dump->record + dump->n_B, at, n);
      dump->n_B += n;
      at += n;
      if (n > 0 && dump->n_B == wanted_B(dump))
         end_piece(dump);
   }
}
