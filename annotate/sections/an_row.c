/* an_row.c -- a row of a table: cells of plain columns are members of its struct.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_table.h"

#include "base/an_alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

static long double integer_at(const void *at, const an_member *member)
{
   switch (member->size_B) {
   case 1: return *(const uint8_t *)at;
   case 4:
      return member->is_signed ? (long double)*(const int32_t *)at
                               : (long double)*(const uint32_t *)at;
   default:
      return member->is_signed ? (long double)*(const int64_t *)at
                               : (long double)*(const uint64_t *)at;
   }
}

static an_cell cell_of(const an_member *member, const char *of)
{
   an_cell cell = { .number = NAN, .n = member->n };
   if (member->is_by)
      of = *(const char *const *)(const void *)(of + member->by);
   if (of == NULL)
      return cell;
   const void *at = of + member->at;
   switch (member->type) {
   case AN_IS_INTEGER: cell.number = integer_at(at, member); break;
   case AN_IS_REAL:
      cell.number = member->size_B == sizeof(double) ? *(const double *)at
                                                     : *(const long double *)at;
      break;
   case AN_IS_TEXT: cell.text = *(const char *const *)at; break;
   case AN_IS_COUNTS: cell.counts = *(const int64_t *const *)at; break;
   case AN_IS_NOWHERE: break;
   }
   if (member->has_none && cell.number == member->none)
      cell.number = NAN;
   if (member->has_none && cell.text != NULL && *cell.text == '\0')
      cell.text = NULL;
   return cell;
}

void an_row_make(an_row *row, const an_table *table, ptrdiff_t number, size_t room)
{
   an_row_end(row);
   *row = (an_row){ .cells = row->cells, .number = number, .room = room };
   for (size_t c = 0; c < table->n_columns; c++)
      row->cells[c] = (an_cell){ .number = NAN };
   if (table->rows != NULL && number != AN_TABLE_TOTAL)
      row->of = (const char *)table->rows + (size_t)number * table->row_B;
   if (table->make_row != NULL)
      table->make_row(table, number, row);
   for (size_t c = 0; c < table->n_columns && row->of != NULL; c++)
      if (table->columns[c].value.type != AN_IS_NOWHERE)
         row->cells[c] = cell_of(&table->columns[c].value, row->of);
}

/* ---- What lives as long as a row ---- */

const char *an_row_keep(an_row *row, char *text)
{
   row->texts = an_realloc(row->texts, (row->n_texts + 1) * sizeof *row->texts);
   return row->texts[row->n_texts++] = text;
}

const char *an_row_form(an_row *row, const char *form, ...)
{
   char *text;
   va_list arguments;
   va_start(arguments, form);
   an_vasprintf(&text, form, arguments);
   va_end(arguments);
   return an_row_keep(row, text);
}

const char *an_row_value(an_row *row, long double value, bool is_whole, bool is_change)
{
   char *text = an_malloc(AN_TEXT_NUMBER_B);
   an_text_value(text, value, is_whole, is_change);
   return an_row_keep(row, text);
}

const void *an_row_struct(an_row *row, const void *of, size_t size_B)
{
   row->of = an_row_keep(row, memcpy(an_malloc(size_B), of, size_B));
   return row->of;
}

void an_row_end(an_row *row)
{
   for (size_t i = 0; i < row->n_texts; i++)
      free(row->texts[i]);
   free(row->texts);
   row->texts = NULL;
   row->n_texts = 0;
}
