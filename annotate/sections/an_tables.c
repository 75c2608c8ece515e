/* an_tables.c -- opens the tables of a section, and gives back its memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_table.h"

#include <string.h>

#define LABEL "an.tables"

/* Stands before each piece of the section's memory. */
struct an_tables_piece {
   _Alignas(max_align_t) struct an_tables_piece *before;
   struct an_tables_piece *after;
};

static void *get_piece(void *context, const char *label, size_t size_B)
{
   an_tables *tables = context;
   struct an_tables_piece *piece = tk_get(tables->alloc, label, sizeof *piece + size_B);
   *piece = (struct an_tables_piece){ .after = tables->pieces };
   if (piece->after != NULL)
      piece->after->before = piece;
   tables->pieces = piece;
   return piece + 1;
}

static void put_piece(void *context, void *memory)
{
   an_tables *tables = context;
   if (memory == NULL)
      return;
   struct an_tables_piece *piece = (struct an_tables_piece *)memory - 1;
   if (piece->after != NULL)
      piece->after->before = piece->before;
   if (piece->before != NULL)
      piece->before->after = piece->after;
   else
      tables->pieces = piece->after;
   tk_put(tables->alloc, piece);
}

void an_tables_begin(an_tables *tables, an_tables_open *open, const ac_scope *scope,
                     unsigned is_for)
{
   *tables = (an_tables){ .scope = *scope,
                          .is_for = is_for,
                          .alloc = scope->alloc,
                          .keeping = { get_piece, put_piece, tables } };
   tables->scope.alloc = &tables->keeping;
   open(tables, &tables->scope);
}

void an_tables_close(an_tables *tables)
{
   if (tables->close != NULL)
      tables->close(tables);
   while (tables->pieces != NULL)
      put_piece(tables, tables->pieces + 1);
}

void *an_tables_state(an_tables *tables, const void *state, size_t size_B)
{
   tables->state = tk_get(tables->scope.alloc, LABEL, size_B);
   return memcpy(tables->state, state, size_B);
}

an_column *an_tables_columns(an_tables *tables, const an_column *columns, size_t n)
{
   an_column *own = tk_get(tables->scope.alloc, LABEL, n * sizeof *own);
   return memcpy(own, columns, n * sizeof *own);
}

an_table *an_tables_add(an_tables *tables, const an_table *table)
{
   an_table *added = &tables->of[tables->n++];
   *added = *table;
   if (table->context == NULL)
      added->context = tables->state;
   if (table->is_for == 0)
      added->is_for = AN_FOR_ALL;
   if (table->option == NULL)
      added->option = "--top=0";
   if (table->none == NULL && table->heading != NULL)
      added->none = "(none reaches the threshold)";
   return added;
}

an_table an_table_of_spots(const ac_spots *spots, const an_column *columns,
                           size_t n_columns)
{
   enum { ROWS = 10 };
   return (an_table){
      .columns = columns,
      .n_columns = n_columns,
      .n = spots->n,
      .spots = spots->kind,
      .is_for = AN_FOR_ALL,
      .label = ac_spot_title(spots->kind),
      .key = ac_spot_kind_key(spots->kind),
      .noun = ac_spot_kind_name(spots->kind),
      .option = "--top=0",
      .n_limited = ROWS,
      .n_alone = ROWS,
   };
}
