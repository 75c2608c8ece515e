/* ac_data_print.c -- data objects as tables: their counts, what to change about them, the
   lines that miss on them, and their places.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"
#include "sections/ac_sections.h"

#include "base/an_called.h"
#include "base/an_alloc.h"
#include "base/tk_events.h"
#include "advice/ac_data_label.h"
#include "types/ty_types.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A field of an object. */
typedef struct {
   size_t object;
   const ac_data_field *of;
} place;

typedef struct {
   const ac_scope *scope;
   const ac_data_report *report; /* NULL: there is none */
   const ac_data_view *view;
   unsigned is_for;
   size_t n_events, n_side; /* counts, and of these of a side */
   an_column *columns, *of_lines;
   size_t *lines; /* of those of the view that are listed */
   size_t n_lines;
   place *places;
   size_t n_places;
   ac_spot spot; /* of the row */
} section;

/* ---- What is listed ---- */

/* Whether people see it: it, or its change, has the threshold's share of the misses of
   all data. */
static bool reaches_threshold(const ac_data_view *view, const int64_t *counts,
                              double threshold)
{
   double weight = (double)ac_data_weight(view, counts);
   double all = (double)ac_data_misses_of(view, view->totals, 0);
   return weight > 0 && 100 * weight >= threshold * all;
}

static bool is_listed(const section *s, const int64_t *counts)
{
   return s->is_for == AN_FOR_PEOPLE
             ? reaches_threshold(s->view, counts,
                                 ac_request_row_threshold(s->scope->request))
             : ac_data_is_on_page(s->scope, counts);
}

/* The first ones.  A page needs those, too, that its lines, findings and shared lines of
   memory name by their numbers. */
static size_t count_objects(const section *s)
{
   const ac_data_view *view = s->view;
   const ac_data_findings *findings = &s->report->findings;
   size_t n = 0;
   for (size_t i = 0; i < view->n_objects; i++)
      if (is_listed(s, view->objects[i].counts))
         n = i + 1;
   if (s->is_for == AN_FOR_PEOPLE)
      return n;
   for (size_t i = 0; i < s->n_lines; i++)
      if (view->triples[s->lines[i]].object >= n)
         n = view->triples[s->lines[i]].object + 1;
   for (size_t i = 0; i < findings->n; i++)
      if (findings->of[i].object >= n)
         n = findings->of[i].object + 1;
   size_t shared = ac_sharing_n_objects(s->scope);
   return shared > n ? shared : n;
}

/* The fields of the first objects. */
static void list_places(section *s, size_t n_objects)
{
   const ac_data_view *view = s->view;
   double threshold = s->scope->request->threshold;
   size_t n = 0;
   for (size_t i = 0; i < n_objects; i++)
      n += view->objects[i].n_fields;
   s->places = tk_get(s->scope->alloc, AN_LABEL, (n + 1) * sizeof *s->places);
   for (size_t i = 0; i < n_objects; i++)
      for (size_t k = 0; k < view->objects[i].n_fields; k++)
         if (s->is_for != AN_FOR_PEOPLE
             || reaches_threshold(s->view, view->objects[i].fields[k].counts, threshold))
            s->places[s->n_places++] = (place){ i, &view->objects[i].fields[k] };
}

static void list_lines(section *s)
{
   const ac_data_view *view = s->view;
   s->lines = tk_get(s->scope->alloc, AN_LABEL, (view->n_triples + 1) * sizeof *s->lines);
   for (size_t i = 0; i < view->n_triples; i++)
      if (is_listed(s, view->triples[i].counts))
         s->lines[s->n_lines++] = i;
}

/* ---- Counts ---- */

/* A row of all tables but that of findings: only of places, what CSV has of them. */
typedef struct {
   const int64_t *counts, *new_counts;
   int64_t first, second; /* sums that people read, see make_columns */
   long double change, share;
   const char *text, *place, *kind, *type, *offset;
   const ac_data_object *object;
   int64_t bytes;
} shown;

static shown counts_of(const section *s, const int64_t *counts)
{
   const ac_data_view *view = s->view;
   int64_t old = ac_data_misses_of(view, counts, 0), new = ac_data_misses(view, counts);
   return (shown){ .counts = counts,
                   .new_counts = counts + s->n_side,
                   .first = old,
                   .second = view->n_sides > 1 ? new : ac_data_last_misses(view, counts),
                   .change = (long double)new - old,
                   .share = 100 * (long double)new
                            / (long double)ac_data_misses(view, view->totals) };
}

static const char *write_change(const an_page *page, long double number, char *to)
{
   (void)page;
   an_text_value(to, number, true, true);
   return isnan(number) ? "" : to;
}

/* The share of first-level misses of all data. */
static const char *write_share(const an_page *page, long double number, char *to)
{
   (void)page;
   an_text_share(to, number, 100);
   return isnan(number) ? "" : to;
}

static bool is_shown(const section *s, const char *event)
{
   const ac_measures *show = &s->scope->request->show;
   for (size_t i = 0; i < show->n; i++)
      if (strcmp(show->of[i].metric->name, event) == 0)
         return s->scope->request->has_show;
   return false;
}

/* People see those that the user chose, if any is one of them, or misses of all levels,
   "D1mr": sweeps and reasons have tables of their own. */
static bool is_chosen(const section *s, const char *event)
{
   const tk_event *of = tk_event_find(event);
   bool has_choice = false;
   for (size_t i = 0; i < s->n_side; i++)
      has_choice |= is_shown(s, s->view->data->events[i]);
   return has_choice ? is_shown(s, event) : of != NULL && tk_event_is_data_miss(of);
}

static an_column_put_json put_object, put_line;

enum { EVENTS = 15 }; /* the first column of one event */

/* Programs read the first of the events, and people those that they chose; instead people
   read sums, D1m and DLm, of lines, or D1m of both sides of a pair. */
static an_column *make_columns(const section *s, bool are_lines)
{
   bool is_pair = s->scope->request->is_pair, are_sums = is_pair || are_lines;
   unsigned sums = are_sums ? AN_FOR_PEOPLE : 0, pair = is_pair ? AN_FOR_PEOPLE : 0;
   an_column fixed[EVENTS] = {
      { AN_COLUMN_TEXT, AN_FOR_CSV, "kind", AN_AT(shown, kind) },
      { AN_COLUMN_TEXT, AN_FOR_CSV, "data object", AN_BY(shown, object, label) },
      { AN_COLUMN_TEXT, AN_FOR_CSV, "type", AN_AT(shown, type) },
      { AN_COLUMN_COUNT, AN_FOR_CSV, "blocks", AN_BY(shown, object, n_blocks) },
      { AN_COLUMN_COUNT, AN_FOR_CSV, "bytes", AN_AT(shown, bytes) },
      { AN_COLUMN_TEXT, AN_FOR_CSV, "place", AN_AT(shown, offset) },
      { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = are_lines ? put_line : put_object },
      { AN_COLUMN_INTS, AN_FOR_JSON, is_pair ? "old" : "values",
        AN_AT(shown, counts, .n = s->n_side) },
      { AN_COLUMN_INTS, is_pair ? AN_FOR_JSON : 0, "new",
        AN_AT(shown, new_counts, .n = s->n_side) },
      { AN_COLUMN_TEXT, are_lines ? AN_FOR_PEOPLE : 0, .label = "data object: place",
        AN_AT(shown, place) },
      { AN_COLUMN_SPOT, AN_FOR_PEOPLE | AN_FOR_JSON, AN_AT(shown, text),
        .is_last = true },
      { AN_COLUMN_COUNT, sums, .label = is_pair ? "D1m old" : "D1m",
        AN_AT(shown, first) },
      { AN_COLUMN_COUNT, sums, .label = is_pair ? "D1m new" : "DLm",
        AN_AT(shown, second) },
      { AN_COLUMN_COUNT, pair, .label = "change", AN_AT(shown, change),
        .write = write_change },
      { AN_COLUMN_PERCENT, AN_FOR_PEOPLE & ~pair, .label = "share", AN_AT(shown, share),
        .write = write_share },
   };
   an_column *columns = tk_get(s->scope->alloc, AN_LABEL,
                               (EVENTS + s->n_events) * sizeof *columns);
   memcpy(columns, fixed, sizeof fixed);
   for (size_t i = 0; i < s->n_events; i++) {
      const char *event = s->view->data->events[i % s->n_side];
      unsigned people = !are_sums && is_chosen(s, event) ? AN_FOR_PEOPLE : 0;
      columns[EVENTS + i] = (an_column){
         AN_COLUMN_COUNT,
         AN_FOR_CSV | people,
         event,
         .value = { AN_MEMBER(i * sizeof(int64_t), *s->view->totals), .is_by = true,
                    .by = offsetof(shown, counts) },
         .suffix = !is_pair        ? NULL
                   : i < s->n_side ? " old"
                                   : " new",
      };
   }
   return columns;
}

/* ---- Objects ---- */

/* "node_new (join.c:41), 1,000 blocks of 24 bytes", "3 blocks, 96 bytes". */
static const char *describe_object(const ac_data_object *object, an_row *row)
{
   bool is_heap = object->of->kind == AC_DATA_HEAP;
   bool is_one_size = is_heap && object->min_B == object->max_B;
   int64_t size_B = is_one_size ? object->max_B
                    : is_heap   ? object->bytes
                                : object->of->size_B;
   if (size_B == 0)
      return object->label;
   const char *bytes = an_row_value(row, size_B, true, false);
   return an_row_form(row, "%s%s%s%s%s %s byte%s", object->label, is_heap ? ", " : "",
                      is_heap ? an_row_value(row, object->n_blocks, true, false) : "",
                      !is_heap                ? ""
                      : object->n_blocks == 1 ? " block"
                                              : " blocks",
                      is_one_size ? " of" : ",", bytes, size_B == 1 ? "" : "s");
}

/* The frame of its path that the program decides about: 0 if none is. */
static size_t own_frame(const ac_data *data, const ac_datum *datum)
{
   const ac_data_frame *own = ac_data_own_frame(data, datum);
   size_t i = 0;
   while (i < datum->n_frames && &data->frames[datum->frames[i]] != own)
      i++;
   return i == datum->n_frames ? 0 : i;
}

static const char *function_of(const ac_data_frame *frame)
{
   return frame->function == NULL ? AN_UNKNOWN : frame->function;
}

/* "allocated by load (a.cc:30), in push_back", and its callers below. */
static void describe_path(const section *s, const ac_datum *datum, char **text)
{
   const ac_data *data = s->view->data;
   size_t own = own_frame(data, datum);
   for (size_t i = own; i < datum->n_frames; i++) {
      const ac_data_frame *frame = &data->frames[datum->frames[i]];
      an_text_form(text, "%s%s by %s", *text, i == own ? "allocated" : "\n         ",
                   function_of(frame));
      if (frame->file != NULL)
         an_text_form(text, "%s (%s:%" PRIu32 ")", *text, frame->file, frame->line);
      if (i == own && own > 0)
         an_text_form(text, "%s, in %s", *text,
                      function_of(&data->frames[datum->frames[own - 1]]));
   }
}

/* How it was allocated, and how much of its lines is used. */
static char *describe_more(const section *s, const ac_data_object *object)
{
   char lines[AN_TEXT_NUMBER_B], *text = an_strdup("");
   double n = (double)object->n_lines_fetched;
   describe_path(s, object->of, &text);
   if (object->n_data > 1)
      an_text_form(&text, "%s\nand %zu more call path%s", text, object->n_data - 1,
                   object->n_data == 2 ? "" : "s");
   an_text_count(lines, object->n_lines_fetched);
   if (object->n_lines_fetched > 0)
      an_text_form(&text,
                   "%s%s%s lines fetched, %.1f bytes of each are its own, %.1f used",
                   text, *text == '\0' ? "" : "\n", lines, (double)object->inside_B / n,
                   (double)object->used_B / n);
   return text;
}

static void make_object(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_data_object *object = &s->view->objects[number];
   shown of = counts_of(s, object->counts);
   of.text = describe_object(object, row);
   if (s->scope->request->by != NULL && s->view->n_sides == 1)
      row->below = an_row_keep(row, describe_more(s, object));
   an_row_struct(row, &of, sizeof of);
}

static void put_object(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   ac_data_put_object(json, s->scope, &s->view->objects[row->number]);
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   const ac_data *data = s->view->data;
   an_json_put_int(json, "limit_B", data->limit_B);
   an_json_put_open(json, "events", '[');
   for (size_t i = 0; i < s->n_side; i++)
      an_json_put_text(json, NULL, data->events[i]);
   an_json_put_close(json, ']');
   an_json_put_open(json, "left_out", '{');
   an_json_put_int(json, "objects", (int64_t)(s->view->n_objects - table->n));
   an_json_put_int(json, "lines", (int64_t)(s->view->n_triples - s->n_lines));
   an_json_put_close(json, '}');
}

static void print_lack_of_use(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   char *run = an_called_run("valgrind --tool=", "cachesim",
                             "--objects=yes --line-use=yes");
   if (s->report->findings.lacks_use)
      fprintf(page->out, "How much of each line is used: %s\n", run);
   free(run);
}

/* ---- What to change ---- */

static an_column_put_json put_finding;

static const an_column finding_columns[] = {
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "what to change" },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_finding },
};

static void make_finding(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)number;
   const section *s = table->context;
   const ac_data_finding *finding = row->of;
   const char *saves = "";
   char share[AN_TEXT_NUMBER_B];
   if (!isnan(finding->cycles)) {
      an_text_share(
         share, finding->cycles,
         ac_metric_value(s->report->cycles, ac_profile_totals(s->scope->profile)));
      saves = an_row_form(row, " Saves up to %s estimated cycles%s%s.",
                          an_row_value(row, finding->cycles, true, false),
                          *share == '\0' ? "" : " ", share);
   }
   const char *label = s->view->objects[finding->object].label;
   row->line = an_row_form(row, "%s: %s.%s", label, finding->text, saves);
}

static void put_finding(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   const ac_data_finding *finding = row->of;
   an_json_put_text(json, "kind", ac_data_finding_name(finding->kind));
   an_json_put_int(json, "object", finding->object);
   an_json_put_text(json, "text", finding->text);
   if (isnan(finding->cycles)) {
      an_json_put_null(json, "saves");
      return;
   }
   an_json_put_open(json, "saves", '{');
   an_json_put_text(json, "metric", s->report->cycles->name);
   an_json_put_number(json, "value", finding->cycles, true);
   an_json_put_close(json, '}');
}

/* ---- The lines that miss on them ---- */

const char *ac_data_write_place(char **text, const ac_data_view *view, size_t object,
                                const ac_data_spot *spot)
{
   char where[AC_DATA_SPOT_B];
   ac_data_spot_text(spot, where);
   return an_text_form(text, "%s%s%s", view->objects[object].label,
                       *where == '\0' ? "" : ": ", where);
}

static void make_line(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ac_data_triple *triple = &s->view->triples[s->lines[number]];
   shown of = counts_of(s, triple->counts);
   char *text = NULL;
   s->spot = (ac_spot){
      .kind = AC_SPOT_LINE,
      .function = triple->function,
      .line = triple->line,
      .file = ac_profile_function(s->scope->profile, triple->function)->file,
   };
   row->spot = &s->spot;
   ac_data_write_place(&text, s->view, triple->object, &triple->spot);
   of.place = an_row_keep(row, text);
   an_row_struct(row, &of, sizeof of);
}

static void put_line(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   const ac_data_triple *triple = &s->view->triples[s->lines[row->number]];
   an_json_put_int(json, "object", triple->object);
   ac_data_put_spot(json, "field", &triple->spot);
   an_json_put_int(json, "stride", triple->spot.stride);
}

/* ---- Their places ---- */

/* "node (a.c:4): next, 8 bytes at 16". */
static const char *describe_place(const section *s, const place *at, an_row *row)
{
   const ac_data_spot *spot = &at->of->spot;
   char where[AC_DATA_SPOT_B], *text = NULL;
   ac_data_write_place(&text, s->view, at->object, spot);
   an_row_keep(row, text);
   if (spot->name != NULL)
      return an_row_form(row, "%s, %" PRId64 " bytes at %" PRId64, text, spot->size_B,
                         spot->offset);
   return *ac_data_spot_text(spot, where) != '\0'
             ? text
             : an_row_form(row, "%s (place not kept)", text);
}

static void make_place(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const place *at = &s->places[number];
   const ac_data_object *object = &s->view->objects[at->object];
   shown of = counts_of(s, at->of->counts);
   char where[AC_DATA_SPOT_B];
   row->is_apart = number > 0 && at->object != at[-1].object;
   of.object = object;
   of.kind = ac_data_kind_name(object->of->kind);
   of.type = object->type == NULL ? NULL : object->type->name;
   of.bytes = object->of->kind == AC_DATA_HEAP ? object->bytes : object->of->size_B;
   /* Without the sign that a spreadsheet takes for a formula. */
   ac_data_spot_text(&at->of->spot, where);
   of.offset = an_row_form(row, "%s", where + (where[0] == '+'));
   of.text = describe_place(s, at, row);
   an_row_struct(row, &of, sizeof of);
}

/* ---- Tables ---- */

static void add_tables(an_tables *tables, section *s)
{
   enum { LIMITED = 8, LIMITED_FINDINGS = 3 };
   const ac_request *request = s->scope->request;
   bool is_pair = request->is_pair, is_alone = request->by != NULL;
   unsigned both = AN_FOR_PEOPLE | AN_FOR_JSON, profile = is_pair ? 0 : AN_FOR_PEOPLE;
   list_lines(s);
   const an_table *objects = AN_TABLE(
      tables, .columns = s->columns, .n_columns = EVENTS + s->n_events,
      .make_row = make_object, .is_for = both, .key = "objects", .noun = "data object",
      .heading = is_pair ? "Data objects that changed" : "Data objects",
      .label = "data object", .n = count_objects(s), .n_limited = LIMITED,
      .option = "--by=data", .put_head = put_head, .print_notes = print_lack_of_use);
   AN_TABLE(tables, AN_COLUMNS(finding_columns), AN_ROWS(s->report->findings.of),
            .make_row = make_finding, .is_for = both, .key = "findings",
            .noun = "finding", .n = s->report->findings.n, .n_limited = LIMITED_FINDINGS,
            .option = "--by=data");
   AN_TABLE(tables, .columns = s->of_lines, .n_columns = EVENTS + s->n_events,
            .make_row = make_line, .is_for = AN_FOR_JSON | profile, .key = "lines",
            .noun = "place", .label = ac_spot_title(AC_SPOT_LINE), .n = s->n_lines,
            .n_limited = LIMITED, .option = "--by=data");
   list_places(s, s->is_for == AN_FOR_PEOPLE ? an_table_n_shown(objects, request)
                                             : objects->n);
   AN_TABLE(tables, .columns = s->columns, .n_columns = EVENTS + s->n_events,
            .make_row = make_place, .is_for = AN_FOR_CSV | (is_alone ? profile : 0),
            .is_whole = true, .label = "data object: place", .n = s->n_places);
}

/* Without data objects CSV has its titles. */
void ac_data_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_data_report *report = scope->analysis->data;
   size_t n_events = report == NULL ? 0 : report->view.data->n_events;
   bool is_csv = tables->is_for == AN_FOR_CSV, is_json = tables->is_for == AN_FOR_JSON;
   if (!is_csv && (report == NULL || (n_events == 0 && !is_json)))
      return;
   section *s = AN_SECTION(tables, section, .scope = scope, .report = report,
                           .is_for = tables->is_for, .n_events = n_events);
   s->view = report == NULL ? NULL : &report->view;
   s->n_side = report == NULL ? 0 : n_events / report->view.n_sides;
   s->columns = make_columns(s, false);
   s->of_lines = make_columns(s, true);
   if (report != NULL)
      add_tables(tables, s);
   else
      AN_TABLE(tables, .columns = s->columns, .n_columns = EVENTS, .is_for = AN_FOR_CSV);
}

/* ---- Under a line of source ---- */

static bool is_at(const an_page *page, const ac_data_triple *triple, size_t file,
                  uint32_t line)
{
   return triple->line == line
          && ac_profile_function(page->scope.profile, triple->function)->file == file;
}

/* "> 61.02%  struct node (join.c:41): next". */
void ac_data_under_line(const an_page *page, size_t file, uint32_t line, size_t indent)
{
   enum { MOST = 3 };
   const ac_request *request = page->scope.request;
   const ac_data_view *view = &page->scope.analysis->data->view;
   size_t most = ac_request_is_short(request) ? MOST : request->n_top, n = 0;
   int64_t all = 0;
   char *text = NULL;
   for (size_t i = 0; i < view->n_triples; i++)
      if (is_at(page, &view->triples[i], file, line))
         all += ac_data_misses(view, view->triples[i].counts);
   for (size_t i = 0; i < view->n_triples; i++) {
      const ac_data_triple *of = &view->triples[i];
      if (!is_at(page, of, file, line)
          || !reaches_threshold(view, of->counts, request->threshold)
          || (n++ >= most && most > 0))
         continue;
      fprintf(page->out, "%*s> %6.2f%%  ", (int)indent, "",
              100.0 * (double)ac_data_misses(view, of->counts) / (double)all);
      an_text_name(page->out, ac_data_write_place(&text, view, of->object, &of->spot));
      putc('\n', page->out);
   }
   if (n > most && most > 0)
      fprintf(page->out, "%*s> and %zu more\n", (int)indent, "", n - most);
   free(text);
}
