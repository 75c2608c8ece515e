/* an_html_sources.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_sources.h"

#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/an_string.h"
#include "base/an_text.h"
#include "base/tk_count.h"

#include <stdlib.h>
#include <string.h>

enum {
   ROWS = 8000, /* lines of source in a page: about 400 kB */
   GAP = 3,     /* fewer lines between two parts are shown, too */
};

/* Lines around a place that are tried, in turn. */
static const uint32_t contexts[] = { 400, 100, 30, 10, 4 };
enum { CONTEXTS = sizeof contexts / sizeof contexts[0] };

typedef struct {
   const char *file;
   uint32_t line;
   uint32_t n_lines; /* of the file; 0: it cannot be read */
   size_t rank;      /* 0: the hottest */
} ranked;

typedef struct {
   const an_html_places *places;
   const tk_alloc *alloc;
   ranked *sorted;   /* by file, line */
   size_t n, n_kept; /* of these, the hottest */
   uint32_t context;
} choice;

/* Lines first to last of a file; 0 to 0: those that the file lacks. */
typedef struct {
   const char *file;
   uint64_t first, last;
} part;

/* ---- Choosing ---- */

static int compare_places(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   return an_string_compare(x->file, y->file)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->rank, y->rank);
}

/* The lines around a place. */
static part part_of(const choice *c, const ranked *place)
{
   uint64_t last = (uint64_t)place->line + c->context;
   if (place->line > place->n_lines)
      return (part){ place->file, 0, 0 };
   return (part){ place->file, place->line > c->context ? place->line - c->context : 1,
                  last < place->n_lines ? last : place->n_lines };
}

/* What a file lacks comes behind its lines. */
static bool is_joined(const part *before, const part *next)
{
   return strcmp(before->file, next->file) == 0
          && (next->first == 0 ? before->first == 0
                               : next->first <= before->last + 1 + GAP);
}

/* The part that begins with the next kept place from *at on; false: there is none. */
static bool next_part(const choice *c, size_t *at, part *result)
{
   bool has = false;
   for (; *at < c->n; ++*at) {
      if (c->sorted[*at].rank >= c->n_kept)
         continue;
      part next = part_of(c, &c->sorted[*at]);
      if (has && !is_joined(result, &next))
         break;
      *result = (part){ next.file, has ? result->first : next.first, next.last };
      has = true;
   }
   return has;
}

static uint64_t rows_of(const choice *c)
{
   uint64_t rows = 0;
   part next = { .file = NULL };
   for (size_t at = 0; next_part(c, &at, &next);)
      rows += next.last - next.first + 1;
   return rows;
}

/* The most places that fit; their rows grow with each. */
static void keep_hottest(choice *c)
{
   size_t least = 0, most = c->n;
   while (least < most) {
      c->n_kept = least + (most - least + 1) / 2;
      if (rows_of(c) <= ROWS)
         least = c->n_kept;
      else
         most = c->n_kept - 1;
   }
   c->n_kept = least;
}

/* Reads each file once. */
static void count_lines(choice *c)
{
   uint32_t n_lines = 0;
   for (size_t i = 0; i < c->n; i++) {
      if (i == 0 || strcmp(c->sorted[i - 1].file, c->sorted[i].file) != 0) {
         an_source source;
         an_source_open(&source, c->alloc, c->sorted[i].file, c->places->source);
         for (n_lines = 0; source.problem == NULL && an_source_next(&source);)
            n_lines++;
         an_source_close(&source);
      }
      c->sorted[i].n_lines = n_lines;
   }
}

static void choose_places(choice *c)
{
   const an_html_places *places = c->places;
   c->sorted = tk_get(c->alloc, AN_LABEL, (places->n + 1) * sizeof *c->sorted);
   c->n = c->n_kept = places->n;
   for (size_t i = 0; i < c->n; i++)
      c->sorted[i] = (ranked){ places->of[i].file, places->of[i].line, 0, i };
   qsort(c->sorted, c->n, sizeof *c->sorted, compare_places);
   count_lines(c);
   for (size_t i = 0; i < CONTEXTS; i++) {
      c->context = contexts[i];
      if (rows_of(c) <= ROWS)
         return;
   }
   keep_hottest(c);
}

/* ---- Lines ---- */

/* Puts the source line, escaped as in text reports, in UTF-8. */
static void put_line(an_json_out *json, const an_source *source)
{
   char *shown;
   size_t size_B;
   FILE *memory = an_memstream(&shown, &size_B);
   an_text_source(memory, source->line, source->length);
   an_memstream_close(memory);
   char *text = an_text_utf8(shown);
   an_json_put_utf8(json, NULL, text);
   free(shown);
   free(text);
}

static bool is_newer(const choice *c, const an_source *source)
{
   const struct timespec *data = c->places->modified, *time = &source->modified;
   return data != NULL
          && (time->tv_sec > data->tv_sec
              || (time->tv_sec == data->tv_sec && time->tv_nsec > data->tv_nsec));
}

static void put_entry(const choice *c, an_json_out *json, const char *file,
                      const an_source *source)
{
   bool is_found = source->problem == NULL;
   AN_JSON_PUT(json, AN_JSON("file", file),
               AN_JSON_KNOWN("found", source->path, is_found),
               an_json_put_bool(json, "is_newer", is_found && is_newer(c, source)));
}

static void put_missing(const choice *c, an_json_out *json, const char *file,
                        const an_source *source)
{
   const char *why = source->problem != NULL ? source->problem : "has fewer lines";
   AN_JSON_PUT_OBJECT(json, "", NULL, put_entry(c, json, file, source),
                      AN_JSON("missing", why));
}

/* The source is before line *number. */
static void put_part(const choice *c, an_json_out *json, const part *of,
                     an_source *source, uint64_t *number)
{
   for (; *number < of->first; ++*number)
      an_source_next(source);
   an_json_open_line(json, "", NULL, '{');
   AN_JSON_PUT(json, put_entry(c, json, of->file, source), AN_JSON("first", of->first));
   an_json_open_line(json, "", "lines", '[');
   for (; *number <= of->last && an_source_next(source); ++*number) {
      an_json_put_line(json, "");
      put_line(json, source);
   }
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
}

/* ---- Files ---- */

/* All parts of the file of *next; *next becomes the first of another file, and *has
   whether there is one. */
static void put_file(const choice *c, an_json_out *json, size_t *at, part *next,
                     bool *has)
{
   an_source source;
   const char *file = next->file;
   uint64_t number = 1;
   bool is_shown = false;
   an_source_open(&source, c->alloc, file, c->places->source);
   do {
      if (source.problem == NULL && next->first > 0) {
         put_part(c, json, next, &source, &number);
         is_shown = true;
      }
      *has = next_part(c, at, next);
   } while (*has && strcmp(next->file, file) == 0);
   if (!is_shown)
      put_missing(c, json, file, &source);
   an_source_close(&source);
}

void an_html_put_sources(an_json_out *json, const tk_alloc *alloc,
                         const an_html_places *places, an_html_left_out *left_out)
{
   choice c = { .places = places, .alloc = alloc };
   part next = { .file = NULL };
   size_t at = 0;
   choose_places(&c);
   bool has = next_part(&c, &at, &next);
   an_json_open_line(json, "", "sources", '[');
   while (has)
      put_file(&c, json, &at, &next, &has);
   an_json_put_close(json, ']');
   left_out->sources += c.n - c.n_kept;
}
