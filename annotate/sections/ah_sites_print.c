/* ah_sites_print.c -- the sites that matter most: for people each with the innermost
   frames of its path.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_page.h"

#include "base/an_json_members.h"
#include "base/an_alloc.h"
#include "heap/ah_owner.h"
#include "heap/ah_path.h"
#include "heap/ah_rank.h"
#include "sections/ah_report_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns: a share, the values, then these. */
enum { SHARE, VALUES, TEMPORARY = VALUES + AH_REPORT_COLUMNS, LIFE, OTHERS };

enum { COLUMNS = OTHERS + 11 };

/* What the last ones show. */
typedef struct {
   uint32_t site;
   const ty_type *type;
   const ah_rare *old, *partly; /* NULL: it has no such blocks */
} of_row;

typedef struct {
   const ah_page *page;
   const ah_report_data *data;
   ah_report_data own_data; /* `data`, unless it is the page's */
   bool are_people;
   size_t n_shown;    /* rows for people, at most */
   long double total; /* of the value sorted by */
   char unit[AH_TEXT_B], title[2 * AH_TEXT_B];
} section;

static const ah_site *site_at(const section *s, ptrdiff_t number)
{
   return &s->page->profile->sites[s->data->sites[number]];
}

/* ---- The frames that people see ---- */

/* How many of a path's frames to show, from the first on: as many as asked for, and up to
   the one that tells it from another path that is listed. */
static size_t frames_to_show(const section *s, size_t i, size_t first)
{
   enum { NEAR = 64 }; /* sites before and behind: keeps it short */
   const ah_site *site = site_at(s, (ptrdiff_t)i);
   size_t most = s->page->options->n_frames, shown = most;
   size_t n = s->data->n < s->n_shown ? s->data->n : s->n_shown;
   if (most >= site->n_frames)
      return most;
   for (size_t k = i > NEAR ? i - NEAR : 0; k < n && k < i + NEAR; k++) {
      if (k == i)
         continue;
      size_t at = ah_path_differ(s->page->profile, site, site_at(s, (ptrdiff_t)k));
      if (at >= first + most && at - first >= shown && at < site->n_frames)
         shown = at - first + 1;
   }
   return shown;
}

/* "load (a.cc:30), in std::vector<...>::push_back": the program's frame, and the
   library's function that it called. */
static char *own_text(const an_frame *own, const an_frame *called, size_t n_most)
{
   static const char in[] = ", in ";
   const an_frame name = { .function = called->function };
   bool has_name = strcmp(called->function, AN_UNKNOWN) != 0;
   char *text = ah_text_frame(own, n_most / 2), *both;
   size_t n = an_text_columns(text) + sizeof in - 1;
   char *library = ah_text_frame(has_name ? &name : called, n_most > n ? n_most - n : 0);
   an_asprintf(&both, "%s%s%s", text, in, library);
   free(text);
   free(library);
   return both;
}

/* The path begins with the program's frame, at `own`; the library's that it called is at
   `first`, or the same. */
static void print_frames(const section *s, const ah_site *site, size_t first, size_t own,
                         size_t most, FILE *out)
{
   enum { INDENT = 6 };
   ah_page page = *s->page;
   const an_frame *frames = page.profile->frames;
   size_t room = ah_page_room(&page, INDENT), n = site->n_frames - own;
   /* "1 more" takes a line, too. */
   size_t n_shown = n > most && n - most > 1 ? most : n;
   page.out = page.base.out = out;
   if (n == 0)
      fputs("(call path unknown)\n", out);
   for (size_t i = 0; i < n_shown; i++) {
      const an_frame *frame = &frames[site->frames[own + i]];
      char *text = i == 0 && own > first
                      ? own_text(frame, &frames[site->frames[first]], room)
                      : ah_text_frame(frame, room);
      fprintf(out, "%s\n", text);
      free(text);
   }
   ah_page_more(&page, 0, n - n_shown, "frame", "--frames=0");
}

/* A line for each. */
static char *frames_of(const section *s, ptrdiff_t number)
{
   const ah_site *site = site_at(s, number);
   bool all = s->page->options->all_frames;
   size_t first = ah_path_start(s->page->profile, site, all), own = first, size_B;
   if (!all)
      own = ah_owner_frame(s->page->profile, site);
   if (own == site->n_frames)
      own = first;
   char *frames = NULL;
   FILE *out = an_memstream(&frames, &size_B);
   print_frames(s, site, first, own, frames_to_show(s, (size_t)number, own), out);
   an_memstream_close(out);
   return frames;
}

/* ---- Columns ---- */

static an_column_put_json put_sizes, put_threads, put_heat;
static an_column_write write_life;

static const an_column other_columns[COLUMNS] = {
   [SHARE] = { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "share" },
   [TEMPORARY] = { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "temp.", .rank = 3 },
   [LIFE] = { AN_COLUMN_NUMBER, AN_FOR_PEOPLE, .label = "avg. life", .rank = 3,
              .write = write_life },
   [OTHERS] = { AN_RARE_COUNT, AN_FOR_JSON, "old_bytes", AN_BY(of_row, old, old.bytes) },
   { AN_RARE_COUNT, AN_FOR_JSON, "old_blocks", AN_BY(of_row, old, old.blocks) },
   { AN_RARE_COUNT, AN_FOR_JSON, "old_freed_blocks", AN_BY(of_row, old, old_freed) },
   { AN_RARE_COUNT, AN_FOR_JSON, "old_freed_lifetime", AN_BY(of_row, old, old_lifetime) },
   { AN_RARE_COUNT, AN_FOR_JSON, "partly_watched_bytes",
     AN_BY(of_row, partly, partly.bytes) },
   { AN_RARE_COUNT, AN_FOR_JSON, "partly_watched_blocks",
     AN_BY(of_row, partly, partly.blocks) },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_sizes },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_threads },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_heat },
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_AT(of_row, site) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "type", AN_BY(of_row, type, name) },
};

/* The values that people always see, if the profile has them. */
static const struct {
   ah_sort value;
   const char *label; /* NULL: the unit */
   unsigned rank;
} shown_values[] = {
   { AH_SORT_TOTAL, "total", 0 },   { AH_SORT_BLOCKS, NULL, 2 },
   { AH_SORT_PEAK, "peak", 0 },     { AH_SORT_LEAKED, "at end", 1 },
   { AH_SORT_LIVE, "max live", 4 },
};

/* Shows the value to people. */
static void show_value(const section *s, an_column *of, ah_sort sort, const char *label,
                       unsigned rank)
{
   const ah_value *value = &ah_values[sort];
   an_column *column = &of[VALUES + value->report.place - 1];
   if (!s->data->is_known[value->report.place - 1])
      return;
   column->is_for = AN_FOR_ALL;
   column->label = label;
   column->rank = rank;
   column->write = value->unit == AH_UNIT_BYTES ? ah_page_bytes : NULL;
}

/* Without columns that would be 0 in each row.  The value sorted by, unless it is always
   there, is in place of temporary blocks and lifetimes. */
static const an_column *choose_columns(an_tables *tables, const section *s)
{
   const ah_profile *p = s->page->profile;
   ah_sort sort = s->page->options->sort;
   an_column *of = an_tables_columns(tables, other_columns, COLUMNS);
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++)
      of[VALUES + i] = (an_column){ AN_COLUMN_COUNT, AN_FOR_PROGRAMS,
                                    .key = s->data->columns[i]->report.name };
   for (size_t i = 0; i < sizeof shown_values / sizeof shown_values[0]; i++)
      if (shown_values[i].value != AH_SORT_LEAKED || p->totals.end.bytes > 0)
         show_value(s, of, shown_values[i].value,
                    shown_values[i].label == NULL ? s->unit : shown_values[i].label,
                    shown_values[i].rank);
   bool is_usual = sort == AH_SORT_TEMPORARY || sort == AH_SORT_LIFETIME
                   || of[VALUES + ah_values[sort].report.place - 1].label != NULL;
   if (!is_usual)
      show_value(s, of, sort, ah_values[sort].name, 0);
   if (!is_usual || !ah_profile_has_fates(p) || p->totals.temporary.blocks == 0)
      of[TEMPORARY].is_for = 0;
   if (!is_usual || !p->has_lifetimes)
      of[LIFE].is_for = 0;
   return of;
}

/* The lifetime of a site from before a zero is less than 0: its blocks lived longer than
   is known. */
static const char *write_life(const an_page *page, long double number, char *to)
{
   if (isnan(number))
      return "n/a";
   bool is_least = signbit(number) != 0; /* it can be any number but 0 */
   *to = '>';
   ah_text_time(to + is_least, page->scope.heap->profile, fabsl(number));
   return to;
}

/* ---- For programs ---- */

static void put_sizes(const an_table *table, const an_row *row, an_json_out *json)
{
   const ah_classes *sizes = &site_at(table->context, row->number)->sizes;
   AN_JSON_PUT_ARRAY(json, NULL, "size_classes", i, sizes->n,
                     AN_JSON_WHEN(sizes->of[i].blocks > 0,
                                  AN_JSON_ARRAY(NULL, AN_JSON(NULL, sizes->of[i].number),
                                                AN_JSON(NULL, sizes->of[i].blocks))));
}

static void put_threads(const an_table *table, const an_row *row, an_json_out *json)
{
   const ah_rare *rare = ah_site_rare(site_at(table->context, row->number));
   const ah_thread_share *of = rare->threads;
   AN_JSON_PUT_ARRAY(json, NULL, "threads", i, rare->n_threads,
                     AN_JSON_ARRAY(NULL, AN_JSON(NULL, of[i].thread),
                                   AN_JSON(NULL, of[i].total.bytes),
                                   AN_JSON(NULL, of[i].total.blocks)));
}

static void put_heat(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   ah_json_heat(json, ah_site_rare(site_at(s, row->number))->heat,
                s->page->options->is_page);
}

/* For people: shares, and the path. */
static void make_shown(const section *s, ptrdiff_t number, an_row *row)
{
   const ah_site *site = site_at(s, number);
   int64_t value = ah_value_of(&ah_values[s->page->options->sort], site);
   row->colour = an_text_heat(value, s->total);
   row->below = an_row_keep(row, frames_of(s, number));
   if (s->total != 0)
      row->cells[SHARE].number = 100 * (long double)value / s->total;
   if (site->total.blocks == 0)
      return;
   long double life = (long double)site->lifetime / site->total.blocks;
   row->cells[LIFE].number = ah_site_rare(site)->old.blocks > 0 ? -life : life;
   row->cells[TEMPORARY].number = 100 * (long double)site->temporary.blocks
                                  / site->total.blocks;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ah_groups *groups = s->page->options->groups;
   uint32_t index = s->data->sites[number];
   const ah_rare *rare = ah_site_rare(site_at(s, number));
   for (size_t i = 0; i < AH_REPORT_COLUMNS; i++) {
      int64_t value;
      if (ah_report_data_value(s->data, index, i, &value))
         row->cells[VALUES + i].number = value;
   }
   AN_ROW(row, of_row, index, groups == NULL ? NULL : groups->types[index],
          rare->old.blocks > 0 ? rare : NULL, rare->partly.blocks > 0 ? rare : NULL);
   if (s->are_people)
      make_shown(s, number, row);
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   an_page_more(page, s->page->profile->n_sites - s->data->n, "smaller site",
                "--threshold=0 --top=0");
}

/* ---- The tables ---- */

void ah_sites_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_value *sort = &ah_values[page->options->sort];
   section *s = AN_SECTION(tables, section, .page = page, .data = page->data);
   s->are_people = tables->is_for == AN_FOR_PEOPLE;
   s->n_shown = scope->request->by != NULL
                   ? SIZE_MAX
                   : ah_page_rows(page, AH_SHARE_SITES, page->options->n_top);
   s->total = ah_sort_total(page->options->sort, page->profile);
   if (s->data == NULL)
      ah_report_data_open(&s->own_data, page->profile, scope->alloc, page->options);
   s->data = s->data == NULL ? &s->own_data : s->data;
   ah_text_unit(s->unit, page->profile->blocks_unit);
   ah_value_describe(sort, page->profile, s->title, sizeof s->title);
   AN_TABLE(tables, .columns = choose_columns(tables, s), .n_columns = COLUMNS,
            .n = s->data->n, .make_row = make_row, .heading = "Top sites by",
            .heading_name = s->title, .noun = "site", .print_notes = print_notes,
            .n_limited = s->n_shown);
}
