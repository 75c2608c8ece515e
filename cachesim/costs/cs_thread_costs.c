/* cs_thread_costs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "costs/cs_thread_costs.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_search.h"

#define LABEL "cs.thread.costs"

void cs_thread_costs_init(cs_thread_costs *costs, const tk_alloc *alloc,
                          tk_strings *names, const uint64_t totals[CS_N_EVENTS])
{
   *costs = (cs_thread_costs){
      .alloc = alloc, .names = names, .totals = totals, .most = CS_THREADS_MOST
   };
}

void cs_thread_costs_fini(cs_thread_costs *costs)
{
   for (size_t i = 0; i < costs->n_rows; i++)
      tk_put(costs->alloc, costs->rows[i]);
   tk_put(costs->alloc, costs->rows);
}

/* The row of the number, or where it belongs. */
static size_t find_row(const cs_thread_costs *costs, uint64_t number)
{
   return TK_SEARCH(i, costs->n_rows, costs->rows[i]->number < number);
}

static bool is_at(const cs_thread_costs *costs, size_t i, uint64_t number)
{
   return i < costs->n_rows && costs->rows[i]->number == number;
}

static void remember_totals(cs_thread_costs *costs)
{
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      costs->seen[e] = costs->totals[e];
}

static cs_thread_cost *row_of(cs_thread_costs *costs, uint64_t number)
{
   size_t i = find_row(costs, number);
   if (is_at(costs, i, number))
      return costs->rows[i];
   cs_thread_cost *row = tk_get(costs->alloc, LABEL, sizeof *row);
   TK_ARRAY_ROOM(costs->alloc, LABEL, costs->rows, costs->n_rows, costs->max_rows);
   *row =
      (cs_thread_cost){ .number = number, .n_threads = 1, .name = "", .is_alive = true };
   for (size_t at = costs->n_rows++; at > i; at--)
      costs->rows[at] = costs->rows[at - 1];
   costs->rows[i] = row;
   return row;
}

void cs_thread_costs_begin(cs_thread_costs *costs, uint64_t number,
                           const uint64_t counts[CS_N_EVENTS])
{
   cs_thread_cost *row = row_of(costs, number);
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      row->counts[e] = counts[e];
   costs->is_on = true;
   remember_totals(costs);
}

void cs_thread_costs_ran(cs_thread_costs *costs, uint64_t number)
{
   cs_thread_cost *row = row_of(costs, number);
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      row->counts[e] += costs->totals[e] - costs->seen[e];
   remember_totals(costs);
}

void cs_thread_costs_name(cs_thread_costs *costs, uint64_t number, const char *name,
                          size_t length_B)
{
   size_t i = find_row(costs, number);
   const char *text = tk_strings_intern(costs->names, name, length_B);
   if (is_at(costs, i, number))
      costs->rows[i]->name = text;
}

/* The first row that has ended with the name of this one; with any name if there are more
   than twice as many as may be.  NULL: none. */
static cs_thread_cost *row_to_join(const cs_thread_costs *costs,
                                   const cs_thread_cost *row)
{
   cs_thread_cost *any = NULL;
   for (size_t i = 0; i < costs->n_rows; i++) {
      cs_thread_cost *other = costs->rows[i];
      if (other->is_alive)
         continue;
      if (other->name == row->name)
         return other;
      if (any == NULL)
         any = other;
   }
   return costs->n_rows > 2 * costs->most ? any : NULL;
}

/* Adds row i, which has ended, to another. */
static void join_rows(cs_thread_costs *costs, size_t i, cs_thread_cost *to)
{
   const cs_thread_cost *row = costs->rows[i];
   tk_count_add_all(to->counts, row->counts, CS_N_EVENTS);
   to->n_threads += row->n_threads;
   if (to->name != row->name)
      to->name = "";
   tk_put(costs->alloc, costs->rows[i]);
   costs->n_rows--;
   for (; i < costs->n_rows; i++)
      costs->rows[i] = costs->rows[i + 1];
}

void cs_thread_costs_end(cs_thread_costs *costs, uint64_t number)
{
   size_t i = find_row(costs, number);
   if (!is_at(costs, i, number))
      return;
   cs_thread_cost *to = costs->n_rows > costs->most ? row_to_join(costs, costs->rows[i])
                                                    : NULL;
   costs->rows[i]->is_alive = false;
   if (to != NULL)
      join_rows(costs, i, to);
}

void cs_thread_costs_zero(cs_thread_costs *costs)
{
   size_t n = 0;
   for (size_t i = 0; i < costs->n_rows; i++) {
      cs_thread_cost *row = costs->rows[i];
      if (!row->is_alive) {
         tk_put(costs->alloc, row);
         continue;
      }
      tk_count_clear_all(row->counts, CS_N_EVENTS);
      costs->rows[n++] = row;
   }
   costs->n_rows = n;
   remember_totals(costs);
}

void cs_thread_costs_fork(cs_thread_costs *costs, uint64_t number)
{
   for (size_t i = 0; i < costs->n_rows; i++)
      costs->rows[i]->is_alive = costs->rows[i]->number == number;
}
