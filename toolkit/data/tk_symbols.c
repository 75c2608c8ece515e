/* tk_symbols.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/tk_symbols.h"

#include "base/tk_chars.h"
#include "base/tk_count.h"
#include "base/tk_search.h"

enum { PAGE_B = 4096, NONE = UINT32_MAX };

struct tk_symbol {
   uintptr_t start, end;
   uintptr_t reach; /* the highest end so far */
   const char *name;
   uint32_t outer; /* that it lies in, or NONE */
};

/* ---- Making the table ------------------------------------------------- */

/* The better name first. */
static int compare_names(const tk_elf_symbol *a, const tk_elf_symbol *b)
{
   size_t length_a = tk_chars_length(a->name), length_b = tk_chars_length(b->name);
   return b->is_global - a->is_global
      ?: tk_compare(length_a, length_b)
      ?: tk_chars_compare(a->name, b->name);
}

/* By address; the largest first, so those of unknown size last. */
static int compare_symbols(const void *left, const void *right)
{
   const tk_elf_symbol *a = left, *b = right;
   return tk_compare(a->addr, b->addr)
      ?: tk_compare(b->size_B, a->size_B)
      ?: compare_names(a, b);
}

static bool is_alias(const tk_elf_symbol *of, const tk_elf_symbol *symbol)
{
   return symbol->addr == of->addr
          && (symbol->size_B == of->size_B || symbol->size_B == 0);
}

/* Where the symbol ends; `next` is the first with a higher address, if any. */
static uintptr_t end_of(const tk_elf_symbol *symbol, const tk_elf_symbol *next,
                        const tk_elf_symbol *last)
{
   if (symbol->size_B != 0)
      return symbol->addr + symbol->size_B;
   while (next <= last && next->addr == symbol->addr)
      next++;
   return next <= last && next->addr < symbol->section_end ? next->addr
                                                           : symbol->section_end;
}

/* Adds a variable behind those that begin before it. */
static void add_variable(tk_symbols *symbols, uintptr_t start, uintptr_t end,
                         const char *name)
{
   size_t n = symbols->n;
   tk_symbol *list = symbols->list;
   uint32_t outer = n == 0 ? NONE : (uint32_t)n - 1;
   uintptr_t reach = n == 0 ? 0 : list[n - 1].reach;
   if (end <= start)
      return;
   while (outer != NONE && list[outer].end <= start)
      outer = list[outer].outer;
   list[symbols->n++] = (tk_symbol){ .start = start,
                                     .end = end,
                                     .reach = reach > end ? reach : end,
                                     .name = name,
                                     .outer = outer };
}

static void fill_list(tk_symbols *symbols, const struct tk_elf_symbols *from)
{
   const tk_elf_symbol *last = from->list + from->n - 1, *of = NULL;
   for (const tk_elf_symbol *s = from->list; s <= last; s++) {
      if (of != NULL && is_alias(of, s))
         continue;
      of = s;
      add_variable(symbols, s->addr, end_of(s, s + 1, last), s->name);
   }
}

static void take_symbols(tk_symbols *symbols, tk_elf_data *data,
                         struct tk_elf_symbols *from, tk_symbols_sort *sort)
{
   *symbols = (tk_symbols){ .alloc = data->alloc,
                            .is_complete = data->is_complete,
                            .end = UINTPTR_MAX };
   if (from->n > 0) {
      symbols->list = tk_get(data->alloc, "tk.data.symbols",
                             from->n * sizeof *symbols->list);
      sort(from->list, from->n, sizeof *from->list, compare_symbols);
      fill_list(symbols, from);
   }
   tk_put(data->alloc, from->list);
   *from = (struct tk_elf_symbols){ .n = 0 };
}

void tk_symbols_statics(tk_symbols *symbols, tk_elf_data *data, tk_symbols_sort *sort)
{
   take_symbols(symbols, data, &data->statics, sort);
   symbols->sections = data->sections;
   symbols->n_sections = data->n_sections;
}

void tk_symbols_tls(tk_symbols *symbols, tk_elf_data *data, tk_symbols_sort *sort)
{
   take_symbols(symbols, data, &data->tls, sort);
   symbols->sections = &data->tls_segment;
   symbols->n_sections = 1;
}

void tk_symbols_free(tk_symbols *symbols)
{
   tk_put(symbols->alloc, symbols->list);
   *symbols = (tk_symbols){ .alloc = symbols->alloc };
}

/* ---- Looking up ------------------------------------------------------- */

/* The number of variables that begin at `addr` or before. */
static size_t n_before(const tk_symbols *symbols, uintptr_t addr)
{
   return TK_SEARCH(i, symbols->n, symbols->list[i].start <= addr);
}

static void raise_low(uintptr_t *low, uintptr_t to)
{
   *low = *low < to ? to : *low;
}

static void lower_high(uintptr_t *high, uintptr_t to)
{
   *high = *high > to ? to : *high;
}

/* Limits the run to the section that `addr` is in, or to what is between two. */
static void clip_to_section(const tk_symbols *symbols, uintptr_t addr, tk_extent *run)
{
   for (size_t i = 0; i < symbols->n_sections; i++) {
      const tk_elf_section *s = &symbols->sections[i];
      if (s->start > addr) {
         lower_high(&run->high, s->start);
         return;
      }
      if (s->end > addr) {
         raise_low(&run->low, s->start);
         lower_high(&run->high, s->end);
      } else {
         raise_low(&run->low, s->end);
      }
   }
}

/* What no symbol covers: from `low` to `high`, at most. */
static tk_extent run_at(const tk_symbols *symbols, uintptr_t addr, uintptr_t low,
                        uintptr_t high)
{
   tk_extent run = { .low = low, .high = high };
   uintptr_t page = addr & ~(uintptr_t)(PAGE_B - 1);
   raise_low(&run.low, symbols->start);
   lower_high(&run.high, symbols->end);
   clip_to_section(symbols, addr, &run);
   if (!symbols->is_complete) {
      raise_low(&run.low, page);
      lower_high(&run.high, page <= UINTPTR_MAX - PAGE_B ? page + PAGE_B : UINTPTR_MAX);
   }
   run.start = run.low;
   run.end = run.high;
   return run;
}

tk_extent tk_symbols_at(const tk_symbols *symbols, uintptr_t addr)
{
   size_t n = n_before(symbols, addr);
   const tk_symbol *list = symbols->list;
   uintptr_t next = n < symbols->n ? list[n].start : UINTPTR_MAX, low = 0;
   uint32_t i = n == 0 ? NONE : (uint32_t)n - 1;
   if (i != NONE)
      low = list[i].start;
   for (; i != NONE && list[i].end <= addr; i = list[i].outer)
      raise_low(&low, list[i].end);
   if (i == NONE)
      return run_at(symbols, addr, n == 0 ? 0 : list[n - 1].reach, next);
   const tk_symbol *v = &list[i];
   lower_high(&next, v->end);
   return (tk_extent){ .start = v->start,
                       .end = v->end,
                       .name = v->name,
                       .index = i,
                       .low = low,
                       .high = next };
}
