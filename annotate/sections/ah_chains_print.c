/* ah_chains_print.c -- how blocks were reached when a look was taken: the shortest
   chain of references to each call path's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "heap/ah_keeper_names.h"
#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/an_json_members.h"
#include "base/an_said.h"
#include "sections/ac_sections.h"

#include <stdlib.h>
#include <string.h>

/* A chain of a look, and what its site had then. */
typedef struct {
   uint32_t look, index, site;
   int64_t bytes;
} entry;

static an_column_put_json put_steps;

enum { TEXT = 4 };

static const an_column columns[] = {
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "look", AN_AT(entry, look) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "bytes", AN_AT(entry, bytes) },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_steps },
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_AT(entry, site) },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE | AN_FOR_CSV, "chain", "reached through" },
};

typedef struct {
   const ah_page *page;
   entry *rows;
   size_t n, look; /* look: that people see */
   char *text;     /* of the row */
} section;

static const ah_look *look_of(const section *s, const entry *row)
{
   return &s->page->profile->looks[row->look];
}

static const ah_chain *chain_of(const section *s, const entry *row)
{
   return &look_of(s, row)->chains[row->index];
}

/* ---- Steps ------------------------------------------------------------------------ */

/* What a step is, the file of memory that has no name, and the field that refers to the
   next step. */
typedef struct {
   const char *kind, *name, *file, *field;
   char *text; /* that `name` is in, or NULL; for free() */
} named_step;

/* The local variable of a frame that refers to the next step by another word than this
   one, which can be a copy: the tree of owners has some. */
static bool find_local(const section *s, const ah_look *look, const ah_chain_step *step,
                       ah_local *local)
{
   const ah_page *page = s->page;
   const ah_root *root = &page->profile->roots[step->what];
   for (size_t i = 0; i < look->n_retainers && root->kind == AH_ROOT_STACK; i++) {
      const ah_retainer *retainer = &look->retainers[i];
      const ah_retainer *above = retainer->above < 0 ? NULL
                                                     : &look->retainers[retainer->above];
      if (above != NULL && above->kind == AH_RETAINER_ROOT && above->what == step->what
          && retainer->what == step[1].what
          && ah_keeper_local(local, root, page->options->naming, retainer))
         return true;
   }
   return false;
}

static void name_root(const section *s, const ah_look *look, const ah_chain_step *step,
                      named_step *to)
{
   const ah_page *page = s->page;
   const ah_root *root = &page->profile->roots[step->what];
   const ah_naming *naming = page->options->naming;
   ah_keeper keeper = { .above = -1 };
   ah_local local;
   ah_keeper_name_root(&keeper, page->profile, root, naming);
   to->kind = ah_keeper_kind_name(keeper.kind);
   to->name = keeper.name;
   to->file = keeper.file;
   if (step->has_offset
       && (ah_keeper_word_local(&local, root, naming, step->offset)
           || find_local(s, look, step, &local))) {
      to->kind = ah_keeper_kind_name(AH_KEEPER_LOCAL);
      to->name = local.of.name;
      to->field = ah_keeper_field(local.of.type, local.of.offset, 0);
   } else if (step->has_offset) {
      to->field = ah_keeper_field(keeper.type, step->offset, 0);
   }
}

/* Names of blocks are shortened to n_most characters; SIZE_MAX: types as debug info has
   them. */
static void name_step(const section *s, const ah_look *look, const ah_chain_step *step,
                      size_t n_most, named_step *to)
{
   const ah_groups *groups = s->page->options->groups;
   *to = (named_step){ .kind = ah_keeper_kind_name(AH_KEEPER_BLOCKS) };
   if (step->is_root) {
      name_root(s, look, step, to);
   } else if (step->what >= 0) {
      const ty_type *type = groups == NULL ? NULL : groups->types[step->what];
      if (type == NULL)
         to->text = ah_site_own(s->page->profile, &s->page->profile->sites[step->what],
                                n_most);
      else if (n_most < SIZE_MAX)
         to->text = an_said(type->name, AN_SAID_TYPE, n_most);
      to->name = type != NULL && n_most == SIZE_MAX ? type->name : to->text;
      if (step->has_offset)
         to->field = ah_keeper_field(type, step->offset, 0);
   }
}

static void put_steps(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   const ah_look *look = look_of(s, row->of);
   const ah_chain *chain = chain_of(s, row->of);
   an_json_put_open(json, "steps", '[');
   for (size_t i = 0; i < chain->n; i++) {
      named_step step;
      name_step(s, look, &chain->steps[i], SIZE_MAX, &step);
      AN_JSON_PUT_OBJECT(
         json, NULL, NULL, AN_JSON("kind", step.kind), AN_JSON("name", step.name),
         AN_JSON("field", step.field),
         AN_JSON_IF("offset", chain->steps[i].offset, chain->steps[i].has_offset));
      free(step.text);
   }
   an_json_put_close(json, ']');
}

/* "make (a.c:8)", or "mapping libx.so". */
static void write_step(const section *s, const ah_look *look, const ah_chain_step *step,
                       FILE *out)
{
   enum { MOST = 40 };
   named_step named;
   name_step(s, look, step, MOST, &named);
   if (named.name != NULL)
      fputs(named.name, out);
   else if (named.file != NULL)
      fprintf(out, "%s %s", named.kind, an_base_name(named.file));
   else
      fputs(step->is_root ? named.kind : "uncounted blocks", out);
   if (named.field != NULL)
      fprintf(out, ".%s", named.field);
   free(named.text);
}

static bool is_same(const ah_chain_step *a, const ah_chain_step *b)
{
   return a->is_root == b->is_root && a->what == b->what && a->has_offset == b->has_offset
          && a->offset == b->offset;
}

/* Steps from one on that are alike, as in a list. */
static size_t count_alike(const ah_chain *chain, size_t first)
{
   size_t n = 1;
   while (first + n < chain->n && is_same(&chain->steps[first], &chain->steps[first + n]))
      n++;
   return n;
}

/* "registry.head > struct node.next (8 times) > struct node.name > make (a.c:8)". */
static char *text_of(const section *s, const entry *row)
{
   const ah_chain *chain = chain_of(s, row);
   size_t size_B;
   char *text = NULL;
   FILE *out = an_memstream(&text, &size_B);
   for (size_t i = 0, n; i < chain->n; i += n) {
      n = count_alike(chain, i);
      fputs(i == 0 ? "" : " > ", out);
      write_step(s, look_of(s, row), &chain->steps[i], out);
      if (n > 1)
         fprintf(out, " (%zu times)", n);
      if (!chain->steps[i].has_offset && i > 0 && i + n < chain->n)
         fputs(" > ...", out); /* steps in the middle are missing */
   }
   an_memstream_close(out);
   return text;
}

/* Both ends count. */
static void print_last(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   (void)number;
   const section *s = table->context;
   an_text_middle_fit(page->out, s->text, room);
}

/* ---- Rows ------------------------------------------------------------------------- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)number;
   section *s = (section *)table->context;
   s->text = text_of(s, row->of);
   row->cells[TEXT].text = an_row_keep(row, s->text);
}

static int compare_rows(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   return tk_compare_signed(y->bytes, x->bytes) ?: tk_compare(x->index, y->index);
}

/* Adds a look's chains; leaks are by site, too. */
static void list_look(section *s, uint32_t number)
{
   const ah_look *look = &s->page->profile->looks[number];
   size_t leak = 0;
   for (uint32_t i = 0; i < look->n_chains; i++) {
      uint32_t site = ah_chain_site(&look->chains[i]);
      int64_t bytes = 0;
      for (; leak < look->n_leak_sites && look->leak_sites[leak].site <= site; leak++)
         if (look->leak_sites[leak].site == site)
            bytes += look->leak_sites[leak].amount.bytes
                     + look->leak_sites[leak].ignored.bytes;
      s->rows[s->n++] = (entry){ number, i, site, bytes };
   }
}

/* Of the page: the largest ones of a look, whose rows begin with `first`. */
static void keep_large(section *s, size_t first)
{
   qsort(s->rows + first, s->n - first, sizeof *s->rows, compare_rows);
   if (s->n > first + AH_LOOK_ROWS)
      s->n = first + AH_LOOK_ROWS;
   while (
      s->n > first
      && !ah_looks_are_large(s->page, s->rows[s->n - 1].look, s->rows[s->n - 1].bytes))
      s->n--;
}

static void list_chains(section *s, const tk_alloc *alloc, bool are_people)
{
   const ah_profile *p = s->page->profile;
   size_t first = are_people ? s->look : 0;
   size_t end = are_people ? first + 1 : p->n_looks, n = 0;
   for (size_t look = first; look < end; look++)
      n += p->looks[look].n_chains;
   s->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *s->rows);
   for (size_t look = first; look < end; look++) {
      size_t before = s->n;
      list_look(s, (uint32_t)look);
      if (!are_people && s->page->options->is_page)
         keep_large(s, before);
   }
   if (are_people)
      qsort(s->rows, s->n, sizeof *s->rows, compare_rows);
}

void ah_chains_mark(const ah_page *page, uint32_t *number)
{
   section s = { .page = page };
   list_chains(&s, page->alloc, false);
   for (size_t i = 0; i < s.n; i++)
      ah_json_mark(number, &page->profile->sites[s.rows[i].site]);
}

void ah_chains_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_profile *p = page->profile;
   section *s = AN_SECTION(tables, section, .page = page);
   if (p->n_looks == 0)
      return;
   s->look = ah_looks_shown(page, ah_look_largest(p));
   list_chains(s, scope->alloc, tables->is_for == AN_FOR_PEOPLE);
   AN_TABLE(tables, AN_COLUMNS(columns), AN_ROWS(s->rows), .n = s->n,
            .make_row = make_row, .print_last = print_last,
            .heading = "How it is reached",
            .heading_name = ah_looks_when(scope->alloc, p, s->look),
            .none = "No blocks are reached.", .noun = "call path",
            .n_limited = ah_page_rows(page, AH_SHARE_CHAINS, SIZE_MAX));
}
