/* ah_regions_print.c -- the table of the program's regions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "base/an_nest.h"

#include <string.h>

enum { N_COLUMNS = 5, INDENT = 2, MAX_INDENTED = 30 };

typedef struct {
   char name[AH_TEXT_B];
   size_t width;
} column;

/* Copies and events are never live: the columns of live bytes are left out. */
typedef struct {
   const ah_page *page;
   bool has_lives;
   column columns[N_COLUMNS];
} table;

static void values_of(const ah_region *region, int64_t values[N_COLUMNS])
{
   values[0] = region->total.bytes;
   values[1] = region->total.blocks;
   values[2] = region->peak;
   values[3] = region->growth;
   values[4] = region->count;
}

static bool is_shown(const table *t, size_t i)
{
   return t->has_lives || (i != 2 && i != 3);
}

static void name_columns(table *t)
{
   const ah_profile *p = t->page->profile;
   ah_text_unit(t->columns[0].name, p->bytes_unit);
   ah_text_unit(t->columns[1].name, p->blocks_unit);
   strcpy(t->columns[2].name, "peak");
   strcpy(t->columns[3].name, "growth");
   strcpy(t->columns[4].name, "times");
   for (size_t i = 0; i < N_COLUMNS; i++)
      t->columns[i].width = strlen(t->columns[i].name);
}

static void fit(table *t, const ah_region *region)
{
   int64_t values[N_COLUMNS];
   values_of(region, values);
   for (size_t i = 0; i < N_COLUMNS; i++) {
      char text[AN_TEXT_NUMBER_B];
      size_t length = an_text_count(text, values[i]);
      if (length > t->columns[i].width)
         t->columns[i].width = length;
   }
}

static void print_names(const table *t)
{
   an_page_colour(&t->page->base, AN_COLOUR_HEADING);
   for (size_t i = 0; i < N_COLUMNS; i++)
      if (is_shown(t, i))
         fprintf(t->page->out, "%*s  ", (int)t->columns[i].width,
                 t->columns[i].name);
   fputs("region", t->page->out);
   an_page_colour(&t->page->base, AN_COLOUR_NONE);
   putc('\n', t->page->out);
}

static void print_region(const table *t, const ah_region *region, size_t depth)
{
   int64_t values[N_COLUMNS];
   values_of(region, values);
   for (size_t i = 0; i < N_COLUMNS; i++) {
      char text[AN_TEXT_NUMBER_B];
      an_text_count(text, values[i]);
      if (is_shown(t, i))
         fprintf(t->page->out, "%*s  ", (int)t->columns[i].width, text);
   }
   fprintf(t->page->out, "%*s",
           (int)(INDENT * (depth < MAX_INDENTED ? depth : MAX_INDENTED)), "");
   an_text_name(t->page->out, region->name);
   putc('\n', t->page->out);
}

static size_t parent_of(const void *context, size_t index)
{
   int64_t parent = ((const ah_region *)context)[index].parent;
   return parent < 0 ? AN_NO_PARENT : (size_t)parent;
}

static void print_table(const ah_page *page, const an_nested *order)
{
   const ah_profile *p = page->profile;
   table t = { .page = page, .has_lives = p->has_lifetimes };
   name_columns(&t);
   for (size_t i = 0; i < p->n_regions; i++)
      fit(&t, &p->regions[i]);
   an_page_heading(&page->base, "Regions", NULL);
   print_names(&t);
   for (size_t i = 0; i < p->n_regions; i++)
      print_region(&t, &p->regions[order[i].index], order[i].depth);
   putc('\n', page->out);
}

an_status ah_page_regions(const ah_page *page)
{
   const ah_profile *p = page->profile;
   if (p->n_regions == 0)
      return AN_OK;
   an_nested *order = tk_get(page->alloc, "hp.regions",
                             p->n_regions * sizeof *order);
   bool ok = order != NULL
             && an_nest(page->alloc, p->n_regions, parent_of, p->regions,
                        order);
   if (ok)
      print_table(page, order);
   tk_put(page->alloc, order);
   return ok ? AN_OK : AN_NO_MEMORY;
}
