/* an_tables.c -- opens the tables of a section, and gives back its memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_table.h"

#include <string.h>

void an_tables_begin(an_tables *tables, an_tables_open *open, const ac_scope *scope,
                     unsigned is_for)
{
   *tables =
      (an_tables){ .scope = *scope, .is_for = is_for, .pool = an_pool_new(scope->alloc) };
   tables->scope.alloc = an_pool_alloc(tables->pool);
   open(tables, &tables->scope);
}

void an_tables_close(an_tables *tables)
{
   if (tables->close != NULL)
      tables->close(tables);
   an_pool_free(tables->pool);
}

void *an_tables_state(an_tables *tables, const void *state, size_t size_B)
{
   tables->state = tk_get(tables->scope.alloc, AN_LABEL, size_B);
   return memcpy(tables->state, state, size_B);
}

an_column *an_tables_columns(an_tables *tables, const an_column *columns, size_t n)
{
   an_column *own = tk_get(tables->scope.alloc, AN_LABEL, n * sizeof *own);
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
