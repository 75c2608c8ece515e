/* cs_sharing.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_sharing.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "machine/cs_address.h"

#define LABEL "cs.sharing"

void cs_sharing_init(cs_sharing *sharing, const tk_alloc *alloc, size_t most_rows,
                     cs_sharing_find *find)
{
   *sharing = (cs_sharing){ .alloc = alloc,
                            .pool = { .alloc = alloc, .label = LABEL },
                            .table = { .alloc = alloc, .label = LABEL },
                            .most_rows = most_rows,
                            .turn = 1,
                            .find = find };
   cs_line_set_init(&sharing->can_end, alloc, LABEL);
}

void cs_sharing_fini(cs_sharing *sharing)
{
   tk_put(sharing->alloc, sharing->lines);
   tk_table_fini(&sharing->table);
   cs_line_set_fini(&sharing->can_end);
   tk_pool_fini(&sharing->pool);
}

void cs_sharing_zero(cs_sharing *sharing)
{
   cs_sharing_fini(sharing);
   cs_sharing_init(sharing, sharing->alloc, sharing->most_rows, sharing->find);
}

/* ---- Lines of memory -------------------------------------------------- */

static uint64_t hash_of(uintptr_t line_address)
{
   return tk_hash_word(line_address / CS_MEMORY_LINE_B);
}

static uint32_t find_index(const cs_sharing *sharing, uintptr_t address)
{
   TK_TABLE_EACH(i, &sharing->table, hash_of(address))
      if (sharing->lines[i].address == address)
         return i;
   return TK_TABLE_NONE;
}

static cs_memory_line *find_line(const cs_sharing *sharing, uintptr_t address)
{
   uint32_t i = find_index(sharing, address);
   return i == TK_TABLE_NONE ? NULL : &sharing->lines[i];
}

static cs_memory_line *line_at(cs_sharing *sharing, uintptr_t address)
{
   cs_memory_line *line = find_line(sharing, address);
   if (line != NULL)
      return line;
   TK_ARRAY_ROOM(sharing->alloc, LABEL, sharing->lines, sharing->n_lines,
                 sharing->capacity);
   tk_table_add(&sharing->table, hash_of(address), (uint32_t)sharing->n_lines);
   line = &sharing->lines[sharing->n_lines++];
   *line = (cs_memory_line){ .address = address };
   return line;
}

/* ---- Transfers -------------------------------------------------------- */

static cs_holder *holder_of(cs_sharing *sharing, cs_contended *contended, uint32_t thread)
{
   cs_holder *holder = cs_holders_find(&contended->threads, thread);
   if (holder != NULL)
      return holder;
   holder = tk_pool_get(&sharing->pool, sizeof *holder);
   *holder = (cs_holder){ .thread = thread };
   cs_holders_add(&contended->threads, holder);
   return holder;
}

/* Counts a transfer of the line between caches, at most one in a turn. */
static void count_transfer(const cs_sharing *sharing, cs_contended *contended)
{
   contended->transfers += contended->counted != sharing->turn;
   contended->counted = sharing->turn;
}

static void touch_line(const cs_sharing *sharing, cs_contended *contended,
                       cs_holder *holder, bool is_write)
{
   uint32_t thread = holder->thread;
   bool holds = holder->version == contended->version;
   bool others_hold = contended->n_holders > (uint32_t)holds;
   bool is_foreign = contended->writer != 0 && contended->writer != thread;
   if (is_write ? others_hold : !holds && is_foreign)
      count_transfer(sharing, contended);
   if (is_write && others_hold) {
      contended->version++;
      contended->n_holders = 0;
      holds = false;
   }
   contended->n_holders += !holds;
   holder->version = contended->version;
   if (is_write)
      contended->writer = thread;
}

/* ---- Rows ------------------------------------------------------------- */

/* Rows that have ended follow those that have not. */
static bool is_live(const cs_shared_row *row)
{
   return row != NULL && !row->has_ended;
}

static uintptr_t first_of(uint64_t bytes)
{
   return (uintptr_t)__builtin_ctzll(bytes);
}

/* The place of a row whose first byte the program has at `own`. */
static void set_place(cs_sharing *sharing, cs_shared_row *row, uintptr_t first,
                      uintptr_t own)
{
   if (row->place == NULL)
      row->place = tk_pool_get(&sharing->pool, sizeof *row->place);
   cs_data_at at;
   sharing->find(own, &at);
   *row->place = (cs_shared_place){ .datum = at.data };
   if (at.size_B != 0)
      row->place->offset = (int64_t)(at.offset - first);
}

/* Finds the data object of a row. */
static void find_place(cs_sharing *sharing, const cs_memory_line *line,
                       cs_shared_row *row)
{
   if (row->place == NULL)
      set_place(sharing, row, first_of(row->bytes), line->address + first_of(row->bytes));
}

/* Later, nobody knows where the program has a byte of another layout: its place is found
   when the byte becomes the first of its row. */
static void place_moved(cs_sharing *sharing, const cs_waiting_access *access,
                        uintptr_t own, cs_shared_row *row)
{
   uintptr_t first = first_of(access->bytes);
   if (row->bytes == 0 || first < first_of(row->bytes))
      set_place(sharing, row, first, own);
}

static uint64_t live_bytes(const cs_shared_row *row)
{
   uint64_t bytes = 0;
   for (; is_live(row); row = row->next)
      bytes |= row->bytes;
   return bytes;
}

/* A second thread touches the line of memory. */
static void become_contended(cs_sharing *sharing, cs_memory_line *line)
{
   cs_contended *contended = tk_pool_get(&sharing->pool, sizeof *contended);
   cs_holder *first = tk_pool_get(&sharing->pool, sizeof *first);
   *contended = (cs_contended){ .version = 1 };
   *first = (cs_holder){ .thread = line->only,
                         .rows = line->rows,
                         .bytes = live_bytes(line->rows) };
   cs_holders_add(&contended->threads, first);
   touch_line(sharing, contended, first, line->is_written);
   line->contended = contended;
   line->rows = NULL;
   for (cs_shared_row *row = first->rows; row != NULL; row = row->next)
      find_place(sharing, line, row);
}

static void free_row(cs_sharing *sharing, cs_shared_row *row)
{
   if (row->place != NULL)
      tk_pool_put(&sharing->pool, row->place, sizeof *row->place);
   tk_pool_put(&sharing->pool, row, sizeof *row);
   sharing->n_rows--;
}

/* Drops the rows that have ended, or all, of a line that only one thread has touched. */
static void drop_rows(cs_sharing *sharing, cs_memory_line *line, bool all)
{
   for (cs_shared_row **link = &line->rows; *link != NULL;) {
      cs_shared_row *row = *link;
      if (all || row->has_ended) {
         *link = row->next;
         free_row(sharing, row);
      } else {
         link = &row->next;
      }
   }
   if (line->rows == NULL)
      *line = (cs_memory_line){ .address = line->address, .can_end = line->can_end };
}

/* Drops what is needed least if there is no room: ended rows of lines of memory that
   only one thread has touched.  False: there is still none. */
static bool make_room(cs_sharing *sharing)
{
   if (sharing->n_rows < sharing->most_rows)
      return true;
   if (sharing->is_full)
      return false;
   for (size_t i = 0; i < sharing->n_lines; i++)
      if (sharing->lines[i].contended == NULL)
         drop_rows(sharing, &sharing->lines[i], false);
   sharing->is_full = sharing->n_rows > sharing->most_rows / 4 * 3;
   return sharing->n_rows < sharing->most_rows;
}

/* The row is the thread's first then.  NULL: there is no room. */
static cs_shared_row *row_of(cs_sharing *sharing, cs_shared_row **rows,
                             const cs_waiting_access *access)
{
   for (cs_shared_row **link = rows; is_live(*link); link = &(*link)->next) {
      cs_shared_row *row = *link;
      if (row->at != access->at || row->is_write != access->is_write)
         continue;
      *link = row->next;
      row->next = *rows;
      *rows = row;
      return row;
   }
   if (!make_room(sharing))
      return NULL;
   cs_shared_row *row = tk_pool_get(&sharing->pool, sizeof *row);
   *row = (cs_shared_row){ .next = *rows,
                           .at = access->at,
                           .thread = access->thread,
                           .is_write = access->is_write };
   *rows = row;
   sharing->n_rows++;
   return row;
}

/* The rows of the thread, which is one of those that have touched the line of memory from
   now on. */
static cs_shared_row **take_thread(cs_sharing *sharing, cs_memory_line *line,
                                   uint32_t thread, bool is_write)
{
   if (line->only == 0)
      line->only = thread;
   if (line->contended == NULL && line->only != thread)
      become_contended(sharing, line);
   if (line->contended == NULL) {
      line->is_written |= is_write;
      return &line->rows;
   }
   cs_holder *holder = holder_of(sharing, line->contended, thread);
   touch_line(sharing, line->contended, holder, is_write);
   return &holder->rows;
}

/* The line of memory can end from now on. */
static void let_end(cs_sharing *sharing, cs_memory_line *line)
{
   if (!line->can_end)
      cs_line_set_add(&sharing->can_end, line->address / CS_MEMORY_LINE_B);
   line->can_end = true;
}

static void count_access(cs_sharing *sharing, const cs_waiting_access *access,
                         uintptr_t own)
{
   cs_memory_line *line = access->line != TK_TABLE_NONE
                             ? &sharing->lines[access->line]
                             : line_at(sharing, access->address);
   let_end(sharing, line);
   cs_shared_row **rows = take_thread(sharing, line, access->thread, access->is_write);
   cs_shared_row *row = row_of(sharing, rows, access);
   if (row == NULL) {
      sharing->left_out = tk_count_add(sharing->left_out, access->count);
      return;
   }
   bool is_new = (access->bytes & ~row->bytes) != 0;
   if (own != 0)
      place_moved(sharing, access, own, row);
   row->bytes |= access->bytes;
   row->count = tk_count_add(row->count, access->count);
   if (line->contended == NULL)
      return;
   find_place(sharing, line, row);
   if (is_new)
      cs_holders_touch(&line->contended->threads, access->thread, access->bytes);
}

static const void *first_record_of(const cs_memory_line *line)
{
   return line->contended != NULL ? (const void *)line->contended : line->rows;
}

static void prefetch_second_record(const cs_sharing *sharing,
                                   const cs_waiting_access *access)
{
   if (access->line == TK_TABLE_NONE)
      return;
   const cs_memory_line *line = &sharing->lines[access->line];
   if (line->contended != NULL)
      __builtin_prefetch(line->contended->threads.root);
   else if (line->rows != NULL)
      __builtin_prefetch(line->rows->next);
}

void cs_sharing_flush(cs_sharing *sharing)
{
   uint32_t n = sharing->n_waiting;
   for (uint32_t i = 0; i < n; i++)
      sharing->waiting[i].line = find_index(sharing, sharing->waiting[i].address);
   for (uint32_t i = 0; i < n; i++)
      if (sharing->waiting[i].line != TK_TABLE_NONE)
         __builtin_prefetch(first_record_of(&sharing->lines[sharing->waiting[i].line]));
   for (uint32_t i = 0; i < n; i++)
      prefetch_second_record(sharing, &sharing->waiting[i]);
   for (uint32_t i = 0; i < n; i++)
      count_access(sharing, &sharing->waiting[i], sharing->own[i]);
   for (uint32_t i = 0; sharing->has_own && i < n; i++)
      sharing->own[i] = 0;
   sharing->has_own = false;
   sharing->n_waiting = 0;
}

void cs_sharing_add(cs_sharing *sharing, uintptr_t line_address, uint32_t thread,
                    const tk_line *at, uint64_t bytes, bool is_write, uint64_t count)
{
   const tk_table *table = &sharing->table;
   if (table->n_slots != 0)
      __builtin_prefetch(
         &table->slots[(uint32_t)hash_of(line_address) & (table->n_slots - 1)]);
   sharing->waiting[sharing->n_waiting++] = (cs_waiting_access){ .address = line_address,
                                                                 .at = at,
                                                                 .bytes = bytes,
                                                                 .count = count,
                                                                 .thread = thread,
                                                                 .is_write = is_write };
   if (sharing->n_waiting == CS_WAITING_ACCESSES)
      cs_sharing_flush(sharing);
}

void cs_sharing_add_moved(cs_sharing *sharing, uintptr_t line_address, uint32_t thread,
                          const tk_line *at, uint64_t bytes, bool is_write, uintptr_t own)
{
   sharing->own[sharing->n_waiting] = own;
   sharing->has_own |= own != 0;
   cs_sharing_add(sharing, line_address, thread, at, bytes, is_write, 1);
}

void cs_sharing_turn(cs_sharing *sharing)
{
   cs_sharing_flush(sharing);
   sharing->turn++;
}

/* ---- The end of memory ------------------------------------------------ */

/* Bytes of a line of memory end. */
typedef struct {
   cs_sharing *sharing;
   const cs_memory_line *line;
   uint64_t bytes;
   uint64_t touched, shared; /* of them, by a thread and by several */
} ending;

static void find_shared(ending *e, const cs_holder *holder)
{
   if (holder == NULL || (holder->bytes & e->bytes) == 0)
      return;
   uint64_t bytes = live_bytes(holder->rows) & e->bytes;
   e->shared |= e->touched & bytes;
   e->touched |= bytes;
   find_shared(e, holder->below[0]);
   find_shared(e, holder->below[1]);
}

/* Takes bytes away from a row.  In another layout, what follows them in the line need not
   follow them in the data object: the row keeps the name that it has. */
static void remove_bytes(const ending *e, cs_shared_row *row)
{
   uint64_t rest = row->bytes & ~e->bytes;
   if (row->place != NULL && !cs_address_is_own(e->line->address))
      row->place->offset -= (int64_t)(first_of(rest) - first_of(row->bytes));
   row->bytes = rest;
}

/* The bytes of a row have ended, all or some. */
static void mark_ended(const ending *e, cs_shared_row *row)
{
   bool is_own = (row->bytes & e->shared) == 0;
   if ((row->bytes & ~e->bytes) == 0)
      row->is_own = is_own;
   else if (is_own)
      remove_bytes(e, row);
}

/* Are two rows of a thread the same but for their counts? */
static bool are_alike(const cs_shared_row *a, const cs_shared_row *b)
{
   return a->at == b->at && a->is_write == b->is_write && a->is_own == b->is_own
          && a->bytes == b->bytes && a->place != NULL && b->place != NULL
          && a->place->datum == b->place->datum && a->place->offset == b->place->offset;
}

/* Adds the row to one of a list that is alike, and frees it, if there is one.  So a block
   that is allocated again and again takes no more memory. */
static bool join_row(cs_sharing *sharing, cs_shared_row *list, cs_shared_row *row)
{
   while (list != NULL && !are_alike(list, row))
      list = list->next;
   if (list == NULL)
      return false;
   list->count = tk_count_add(list->count, row->count);
   free_row(sharing, row);
   return true;
}

/* Ends rows of one thread. */
static void end_rows(const ending *e, cs_shared_row **rows)
{
   cs_shared_row **link = rows, *ended = NULL;
   while (is_live(*link)) {
      cs_shared_row *row = *link;
      bool stays = (row->bytes & ~e->bytes) != 0;
      if ((row->bytes & e->bytes) != 0) {
         find_place(e->sharing, e->line, row);
         mark_ended(e, row);
      }
      if (stays) {
         link = &row->next;
         continue;
      }
      *link = row->next;
      row->next = ended;
      ended = row;
   }
   while (ended != NULL) {
      cs_shared_row *row = ended;
      ended = row->next;
      row->has_ended = true;
      if (join_row(e->sharing, *link, row))
         continue;
      row->next = *link;
      *link = row;
   }
}

/* Ends rows of a thread and of those below it.  Returns the bytes that remain. */
static uint64_t end_holders(const ending *e, cs_holder *holder)
{
   if (holder == NULL)
      return 0;
   if ((holder->bytes & e->bytes) == 0)
      return holder->bytes;
   end_rows(e, &holder->rows);
   holder->bytes = live_bytes(holder->rows) | end_holders(e, holder->below[0])
                   | end_holders(e, holder->below[1]);
   return holder->bytes;
}

static void end_bytes(cs_sharing *sharing, cs_memory_line *line, uint64_t bytes)
{
   ending e = { .sharing = sharing, .line = line, .bytes = bytes };
   if (line->contended == NULL) {
      end_rows(&e, &line->rows);
      return;
   }
   find_shared(&e, line->contended->threads.root);
   end_holders(&e, line->contended->threads.root);
}

/* The bytes of a line of memory between two addresses. */
static uint64_t bytes_between(uintptr_t line_address, uintptr_t first, uintptr_t last)
{
   uint32_t offset = first > line_address ? (uint32_t)(first - line_address) : 0;
   uintptr_t line_last = line_address + (CS_MEMORY_LINE_B - 1);
   uintptr_t end = last < line_last ? last : line_last;
   return cs_sharing_mask(offset, end - (line_address + offset) + 1);
}

/* Can a further end change its rows?  Those that have ended are dropped only if a single
   thread has touched it. */
static bool can_end(const cs_memory_line *line)
{
   return line->contended != NULL ? line->contended->threads.root->bytes != 0
                                  : line->rows != NULL;
}

static void end_in_line(cs_sharing *sharing, cs_memory_line *line, uintptr_t first,
                        uintptr_t last)
{
   uint64_t bytes = bytes_between(line->address, first, last);
   if (line->contended == NULL && bytes == UINT64_MAX)
      drop_rows(sharing, line, true);
   else
      end_bytes(sharing, line, bytes);
   if (can_end(line))
      return;
   cs_line_set_remove(&sharing->can_end, line->address / CS_MEMORY_LINE_B);
   line->can_end = false;
}

void cs_sharing_end(cs_sharing *sharing, uintptr_t address, uintptr_t size_B)
{
   cs_sharing_flush(sharing);
   if (size_B == 0)
      return;
   uintptr_t last = address + (size_B - 1);
   uint64_t at = address / CS_MEMORY_LINE_B;
   for (; (at = cs_line_set_next(&sharing->can_end, at)) <= last / CS_MEMORY_LINE_B; at++)
      end_in_line(sharing, find_line(sharing, (uintptr_t)at * CS_MEMORY_LINE_B), address,
                  last);
}
