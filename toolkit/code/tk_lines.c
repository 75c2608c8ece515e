/* tk_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_lines.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#define LABEL "tk.lines"

/* Records, and where each is by a hash of what it is of. */
typedef struct {
   tk_line **records;
   size_t n, capacity;
   tk_table table;
} record_list;

struct tk_lines {
   const tk_alloc *alloc;
   size_t n_counts;
   record_list lines, instrs;
   tk_table marks; /* numbers in their lines, less 1 */
};

tk_lines *tk_lines_new(const tk_alloc *alloc, size_t n_counts)
{
   const tk_table empty = { .alloc = alloc, .label = LABEL };
   tk_lines *lines = tk_get(alloc, LABEL, sizeof *lines);
   *lines = (tk_lines){ .alloc = alloc,
                        .n_counts = n_counts,
                        .lines = { .table = empty },
                        .instrs = { .table = empty },
                        .marks = empty };
   return lines;
}

static void free_list(const tk_alloc *alloc, record_list *list)
{
   for (size_t i = 0; i < list->n; i++) {
      tk_put(alloc, list->records[i]->marks);
      tk_put(alloc, list->records[i]);
   }
   tk_put(alloc, list->records);
   tk_table_fini(&list->table);
}

void tk_lines_free(tk_lines *lines)
{
   const tk_alloc *alloc = lines->alloc;
   free_list(alloc, &lines->lines);
   free_list(alloc, &lines->instrs);
   tk_table_fini(&lines->marks);
   tk_put(alloc, lines);
}

/* Adds a record with counts of 0 and so many bytes behind them. */
static tk_line *add_record(tk_lines *lines, record_list *list, uint64_t hash,
                           const tk_place *place, size_t more_B)
{
   const tk_alloc *alloc = lines->alloc;
   TK_ARRAY_ROOM(alloc, LABEL, list->records, list->n, list->capacity);
   tk_line *line = tk_get(alloc, LABEL,
                          sizeof *line + lines->n_counts * sizeof(uint64_t) + more_B);
   *line = (tk_line){ .at = *place };
   tk_count_clear_all(line->counts, lines->n_counts);
   tk_table_add(&list->table, hash, (uint32_t)list->n);
   list->records[list->n++] = line;
   return line;
}

/* ---- Lines ------------------------------------------------------------ */

static uint64_t hash_of(const tk_place *p)
{
   uint64_t code = tk_hash_word(p->start ^ (uint64_t)p->object << 48
                                ^ (uintptr_t)p->part);
   return tk_hash_word((uintptr_t)p->fn ^ (uint64_t)p->number << 40
                       ^ tk_hash_word((uintptr_t)p->file ^ code));
}

tk_line *tk_lines_at(tk_lines *lines, const tk_place *place)
{
   record_list *list = &lines->lines;
   uint64_t hash = hash_of(place);
   TK_TABLE_EACH(i, &list->table, hash)
      if (tk_place_is_equal(&list->records[i]->at, place))
         return list->records[i];
   return add_record(lines, list, hash, place, 0);
}

/* ---- Instructions ----------------------------------------------------- */

static bool is_equal(const tk_instr *a, const tk_instr *b)
{
   if (a->line != b->line || a->address != b->address || a->size_B != b->size_B)
      return false;
   for (size_t i = 0; i < a->size_B; i++)
      if (a->code[i] != b->code[i])
         return false;
   return true;
}

tk_line *tk_lines_instr(tk_lines *lines, const tk_instr *instr)
{
   record_list *list = &lines->instrs;
   uint64_t hash = tk_hash_word(instr->address ^ tk_hash_word((uintptr_t)instr->line));
   TK_TABLE_EACH(i, &list->table, hash)
      if (is_equal(list->records[i]->instr, instr))
         return list->records[i];
   tk_line *line = add_record(lines, list, hash, &instr->line->at, sizeof *instr);
   tk_instr *kept = (tk_instr *)&line->counts[lines->n_counts];
   *kept = *instr;
   line->instr = kept;
   return line;
}

/* ---- How often lines ran ----------------------------------------------- */

/* Most lines have one or two, so there is no spare room: powers of two. */
static void make_mark_room(const tk_lines *lines, tk_line *line)
{
   size_t n = line->n_marks;
   if ((n & (n - 1)) != 0)
      return;
   tk_mark *marks = tk_get(lines->alloc, LABEL, (n == 0 ? 1 : 2 * n) * sizeof *marks);
   for (size_t i = 0; i < n; i++)
      marks[i] = line->marks[i];
   tk_put(lines->alloc, line->marks);
   line->marks = marks;
}

uint32_t tk_lines_mark(tk_lines *lines, tk_line *line, uint64_t address)
{
   uint64_t hash = tk_hash_word(address ^ tk_hash_word((uintptr_t)line));
   TK_TABLE_EACH(i, &lines->marks, hash)
      if (i < line->n_marks && line->marks[i].address == address)
         return i + 1;
   if (line->n_marks == TK_MARKS_MOST)
      return 0;
   make_mark_room(lines, line);
   line->marks[line->n_marks] = (tk_mark){ .address = address };
   tk_table_add(&lines->marks, hash, (uint32_t)line->n_marks);
   return (uint32_t)++line->n_marks;
}

static void see_runs(tk_line *line, uint64_t n)
{
   if (n > line->n_runs)
      line->n_runs = n;
}

static void find_runs(const tk_lines *lines)
{
   for (size_t i = 0; i < lines->lines.n; i++) {
      tk_line *line = lines->lines.records[i];
      line->n_runs = 0;
      for (size_t k = 0; k < line->n_marks; k++)
         see_runs(line, line->marks[k].count);
   }
   for (size_t i = 0; i < lines->instrs.n; i++)
      see_runs(tk_line_whole(lines->instrs.records[i]),
               lines->instrs.records[i]->counts[0]);
}

/* ---- All -------------------------------------------------------------- */

static tk_line **copy_list(const tk_lines *lines, const record_list *list)
{
   tk_line **copy = tk_get(lines->alloc, LABEL, (list->n + 1) * sizeof *copy);
   for (size_t i = 0; i < list->n; i++)
      copy[i] = list->records[i];
   return copy;
}

static void zero_list(const tk_lines *lines, const record_list *list)
{
   for (size_t i = 0; i < list->n; i++) {
      tk_line *line = list->records[i];
      tk_count_clear_all(line->counts, lines->n_counts);
      for (size_t k = 0; k < line->n_marks; k++)
         line->marks[k].count = 0;
   }
}

/* Where instructions are counted, lines are not. */
static void add_up(const tk_lines *lines)
{
   const record_list *instrs = &lines->instrs;
   for (size_t i = 0; i < instrs->n; i++)
      tk_count_clear_all(instrs->records[i]->instr->line->counts, lines->n_counts);
   for (size_t i = 0; i < instrs->n; i++)
      tk_count_add_all(instrs->records[i]->instr->line->counts,
                       instrs->records[i]->counts, lines->n_counts);
}

size_t tk_lines_count(const tk_lines *lines)
{
   return lines->lines.n;
}

tk_line **tk_lines_list(const tk_lines *lines)
{
   add_up(lines);
   find_runs(lines);
   return copy_list(lines, &lines->lines);
}

size_t tk_lines_n_instrs(const tk_lines *lines)
{
   return lines->instrs.n;
}

tk_line **tk_lines_instrs(const tk_lines *lines)
{
   return copy_list(lines, &lines->instrs);
}

void tk_lines_zero(tk_lines *lines)
{
   zero_list(lines, &lines->lines);
   zero_list(lines, &lines->instrs);
}
