/* ac_data_print.c -- data objects in a text report: their table, what to change about
   them, the lines that miss on them, and what is under a line of source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include "base/tk_events.h"
#include "render/an_fit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
   LIMITED = 8,  /* rows of a table in a report of limited length */
   LIMITED_FINDINGS = 3,
   LIMITED_PARTS = 3, /* under a line of source */
   COLUMNS_MOST = 8,
   FILE_COLUMNS = 16, /* of a file's name, where there is no more room */
   LEAD = 2,
};

static const ac_data_report *report_of(const an_page *page)
{
   return page->scope.analysis->data;
}

/* ---- Columns of counts ---- */

/* The columns of a table: of all events of data, or their sums. */
typedef struct {
   const an_page *page;
   const ac_data_view *view;
   bool is_sum; /* two columns, D1m and DLm; of a pair old, new and change of D1m */
   size_t n;
   size_t events[COLUMNS_MOST]; /* else these */
   int widths[COLUMNS_MOST];
} table;

static bool is_pair(const table *t)
{
   return t->view->n_sides == 2;
}

static const char *name_of(const table *t, size_t column)
{
   static const char *const sums[] = { "D1m", "DLm" };
   static const char *const sides[] = { "D1m old", "D1m new", "change" };
   return is_pair(t) ? sides[column]
          : t->is_sum ? sums[column] : t->view->data->events[t->events[column]];
}

static void write_cell(const table *t, const int64_t *counts, size_t column,
                       char text[AN_TEXT_NUMBER_B])
{
   int64_t old = ac_data_misses_of(t->view, counts, 0);
   int64_t new = ac_data_misses(t->view, counts);
   if (is_pair(t) && column == 2)
      an_text_value(text, (long double)new - old, true, true);
   else if (is_pair(t))
      an_text_count(text, column == 0 ? old : new);
   else if (t->is_sum)
      an_text_count(text, column == 0 ? ac_data_misses(t->view, counts)
                                      : ac_data_last_misses(t->view, counts));
   else
      an_text_count(text, counts[t->events[column]]);
}

static bool is_shown(const an_page *page, const char *event)
{
   const ac_measures *show = &page->scope.request->show;
   for (size_t i = 0; i < show->n; i++)
      if (strcmp(show->of[i].metric->name, event) == 0)
         return true;
   return false;
}

/* "D1mr": misses of a level.  Sweeps and reasons have tables of their own. */
static bool are_misses(const char *event)
{
   const tk_event *of = tk_event_find(event);
   return of != NULL && tk_event_is_data_miss(of);
}

/* Misses of all levels, or those that the user chose, if any is one of them. */
static void choose_events(table *t)
{
   const ac_data *data = t->view->data;
   bool has_choice = t->page->scope.request->has_show;
   for (size_t i = 0; has_choice && i < data->n_events && t->n < COLUMNS_MOST; i++)
      if (is_shown(t->page, data->events[i]))
         t->events[t->n++] = i;
   if (t->n > 0)
      return;
   for (size_t i = 0; i < data->n_events && t->n < COLUMNS_MOST; i++)
      if (are_misses(data->events[i]))
         t->events[t->n++] = i;
}

static table begin_table(const an_page *page, bool is_sum)
{
   const ac_data_view *view = &report_of(page)->view;
   table t = { .page = page, .view = view, .is_sum = is_sum };
   t.n = is_pair(&t) ? 3 : is_sum ? 2 : 0;
   if (t.n == 0)
      choose_events(&t);
   for (size_t i = 0; i < t.n; i++)
      t.widths[i] = (int)strlen(name_of(&t, i));
   return t;
}

static void fit(table *t, const int64_t *counts)
{
   char text[AN_TEXT_NUMBER_B];
   for (size_t i = 0; i < t->n; i++) {
      write_cell(t, counts, i, text);
      int width = (int)strlen(text);
      t->widths[i] = width > t->widths[i] ? width : t->widths[i];
   }
}

enum { SHARE_WIDTH = 8 };

static size_t width_of(const table *t)
{
   size_t width = is_pair(t) ? 0 : SHARE_WIDTH + 1;
   for (size_t i = 0; i < t->n; i++)
      width += (size_t)t->widths[i] + (i > 0 ? 2 : 0);
   return width + LEAD;
}

/* The columns left behind those of the table. */
static size_t room_of(const table *t)
{
   size_t width = t->page->scope.terminal->width, taken = width_of(t);
   return width == 0 ? SIZE_MAX : width > taken ? width - taken : 0;
}

static void print_names(const table *t, const char *rest)
{
   FILE *out = t->page->out;
   an_page_colour(t->page, AN_COLOUR_HEADING);
   for (size_t i = 0; i < t->n; i++)
      fprintf(out, "%s%*s", i > 0 ? "  " : "", t->widths[i], name_of(t, i));
   if (!is_pair(t))
      fprintf(out, " %*s", SHARE_WIDTH, "share");
   an_page_colour(t->page, AN_COLOUR_NONE);
   fprintf(out, "%*s%s\n\n", LEAD, "", rest);
}

/* The share is that of first-level misses of all data. */
static void print_counts(const table *t, const int64_t *counts)
{
   char text[AN_TEXT_NUMBER_B];
   FILE *out = t->page->out;
   for (size_t i = 0; i < t->n; i++) {
      write_cell(t, counts, i, text);
      fprintf(out, "%s%*s", i > 0 ? "  " : "", t->widths[i], text);
   }
   if (!is_pair(t)) {
      an_text_share(text, ac_data_misses(t->view, counts),
                    ac_data_misses(t->view, t->view->totals));
      fprintf(out, " %*s", SHARE_WIDTH, text);
   }
   fprintf(out, "%*s", LEAD, "");
}

/* ---- The table of objects ---- */

/* "1,000 blocks of 24 bytes", "3 blocks, 96 bytes", "8,192 bytes"; "". */
static void print_size(const ac_data_object *object, FILE *out)
{
   char blocks[AN_TEXT_NUMBER_B], bytes[AN_TEXT_NUMBER_B];
   bool is_heap = object->of->kind == AC_DATA_HEAP;
   bool is_one_size = is_heap && object->min_B == object->max_B;
   int64_t size_B = is_one_size ? object->max_B : is_heap ? object->bytes
                                                          : object->of->size_B;
   if (size_B == 0)
      return;
   an_text_count(blocks, object->n_blocks);
   an_text_count(bytes, size_B);
   if (is_heap)
      fprintf(out, ", %s block%s%s", blocks, object->n_blocks == 1 ? "" : "s",
              is_one_size ? " of" : "");
   fprintf(out, "%s %s byte%s", is_one_size ? "" : ",", bytes, size_B == 1 ? "" : "s");
}

static void print_object(const table *t, const ac_data_object *object)
{
   FILE *out = t->page->out;
   print_counts(t, object->counts);
   an_text_name_fit(out, object->label, room_of(t));
   print_size(object, out);
   putc('\n', out);
}

static void print_spot_name(const ac_data_spot *spot, FILE *out)
{
   char text[AC_DATA_SPOT_B];
   ac_data_spot_text(spot, text);
   if (*text == '\0')
      return;
   fputs(": ", out);
   an_text_name(out, text);
}

/* How many of n rows a section shows. */
static size_t limit(const an_page *page, size_t n, size_t limited)
{
   size_t most = ac_request_is_short(page->scope.request) ? limited
                                                          : page->scope.request->n_top;
   return most > 0 && most < n ? most : n;
}

/* Whether they, or their change, have the threshold's share of the misses of all data. */
static bool reaches(const an_page *page, const int64_t *counts, double threshold)
{
   const ac_data_view *view = &report_of(page)->view;
   double weight = (double)ac_data_weight(view, counts);
   double all = (double)ac_data_misses_of(view, view->totals, 0);
   return weight > 0 && 100 * weight >= threshold * all;
}

/* Objects with most misses come first. */
static size_t count_objects(const an_page *page)
{
   const ac_data_view *view = &report_of(page)->view;
   double threshold = ac_request_row_threshold(page->scope.request);
   size_t n = 0;
   while (n < view->n_objects && reaches(page, view->objects[n].counts, threshold))
      n++;
   return n;
}

static void print_objects(const an_page *page, const char *more)
{
   table t = begin_table(page, false);
   size_t n = count_objects(page), n_shown = limit(page, n, LIMITED);
   for (size_t i = 0; i < n_shown; i++)
      fit(&t, t.view->objects[i].counts);
   print_names(&t, "data object");
   for (size_t i = 0; i < n_shown; i++)
      print_object(&t, &t.view->objects[i]);
   if (n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   an_page_more(page, n - n_shown, "data object", more);
}

/* ---- The lines that miss on them ---- */

void ac_data_print_line(const an_page *page, size_t function, uint32_t line, size_t room)
{
   size_t file = ac_profile_function(page->scope.profile, function)->file;
   const char *path = ac_profile_file(page->scope.profile, file)->name;
   const char *slash = strrchr(path, '/');
   ac_label_print(&page->labels.labels[function], page->out, room);
   if (strcmp(path, AN_UNKNOWN) != 0) {
      fputs(" (", page->out);
      an_text_name_fit(page->out, slash == NULL ? path : slash + 1,
                       room == SIZE_MAX ? room : FILE_COLUMNS);
      fprintf(page->out, ":%" PRIu32 ")", line);
   }
   fputs("  ", page->out);
}

/* "probe (join.c:34)  struct node (join.c:41): next". */
static void print_triple(const table *t, const ac_data_triple *triple)
{
   const an_page *page = t->page;
   size_t room = room_of(t);
   print_counts(t, triple->counts);
   ac_data_print_line(page, triple->function, triple->line,
                      room == SIZE_MAX ? room : room / 4);
   an_text_name(page->out, t->view->objects[triple->object].label);
   print_spot_name(&triple->spot, page->out);
   putc('\n', page->out);
}

static void print_triples(const an_page *page)
{
   table t = begin_table(page, true);
   double threshold = ac_request_row_threshold(page->scope.request);
   size_t n = 0;
   while (n < t.view->n_triples && reaches(page, t.view->triples[n].counts, threshold))
      n++;
   size_t n_shown = limit(page, n, LIMITED);
   for (size_t i = 0; i < n_shown; i++)
      fit(&t, t.view->triples[i].counts);
   print_names(&t, "line, data object: place");
   for (size_t i = 0; i < n_shown; i++)
      print_triple(&t, &t.view->triples[i]);
   an_page_more(page, n - n_shown, "place", page->scope.request->by == NULL ? "--by=data"
                                                                      : "--top=0");
}

/* ---- What to change ---- */

static void print_finding(const an_page *page, const ac_data_finding *finding, FILE *out)
{
   char cycles[AN_TEXT_NUMBER_B];
   const ac_data_report *report = report_of(page);
   an_text_name(out, report->view.objects[finding->object].label);
   fprintf(out, ": %s.", finding->text);
   if (isnan(finding->cycles))
      return (void)putc('\n', out);
   an_text_value(cycles, finding->cycles, true, false);
   fprintf(out, " Saves up to %s estimated cycles", cycles);
   an_text_share(cycles, finding->cycles, ac_metric_value(
      report->cycles, ac_profile_totals(page->scope.profile)));
   fprintf(out, "%s%s.\n", *cycles == '\0' ? "" : " ", cycles);
}

static an_status print_findings(const an_page *page)
{
   const ac_data_findings *findings = &report_of(page)->findings;
   size_t n_shown = limit(page, findings->n, LIMITED_FINDINGS);
   for (size_t i = 0; i < n_shown; i++) {
      an_fit text;
      size_t n;
      if (!an_fit_open(&text))
         return AN_NO_MEMORY;
      print_finding(page, &findings->of[i], text.out);
      bool ok = an_fit_end(&text, &n);
      if (ok)
         an_fit_wrap(&text, page->scope.terminal->width, LEAD, page->out);
      an_fit_close(&text);
      if (!ok)
         return AN_NO_MEMORY;
   }
   an_page_more(page, findings->n - n_shown, "finding", "--by=data");
   if (findings->lacks_use)
      fputs("How much of each line is used: valgrind --tool=cachesim --objects=yes "
            "--line-use=yes\n", page->out);
   if (n_shown > 0 || findings->lacks_use)
      putc('\n', page->out);
   return AN_OK;
}

/* ---- All of one object ---- */

static void print_path(const an_page *page, const ac_data *data, const ac_datum *datum)
{
   for (size_t i = 0; i < datum->n_frames; i++) {
      const ac_data_frame *frame = &data->frames[datum->frames[i]];
      fputs(i == 0 ? "  allocated by " : "            by ", page->out);
      an_text_name(page->out, frame->function == NULL ? AN_UNKNOWN : frame->function);
      if (frame->file != NULL) {
         fputs(" (", page->out);
         an_text_name(page->out, frame->file);
         fprintf(page->out, ":%" PRIu32 ")", frame->line);
      }
      putc('\n', page->out);
   }
}

static void print_fields(const table *all, const ac_data_object *object)
{
   char text[AC_DATA_SPOT_B];
   table t = *all;
   size_t n = object->n_fields, n_shown = limit(t.page, n, LIMITED);
   for (size_t i = 0; i < n_shown; i++) {
      const ac_data_field *field = &object->fields[i];
      if (!reaches(t.page, field->counts, t.page->scope.request->threshold))
         continue;
      print_counts(&t, field->counts);
      ac_data_spot_text(&field->spot, text);
      an_text_name(t.page->out, *text == '\0' ? "(place not kept)" : text);
      if (field->spot.name != NULL)
         fprintf(t.page->out, ", %" PRId64 " bytes at %" PRId64, field->spot.size_B,
                 field->spot.offset);
      putc('\n', t.page->out);
   }
   an_page_more(t.page, n - n_shown, "place", "--top=0");
}

static void print_use(const an_page *page, const ac_data_object *object)
{
   char lines[AN_TEXT_NUMBER_B];
   if (object->n_lines_fetched == 0)
      return;
   an_text_count(lines, object->n_lines_fetched);
   fprintf(page->out, "  %s lines fetched, %.1f bytes of each are its own, %.1f used\n",
           lines, (double)object->inside_B / (double)object->n_lines_fetched,
           (double)object->used_B / (double)object->n_lines_fetched);
}

static void print_whole(const an_page *page, size_t index)
{
   const ac_data_view *view = &report_of(page)->view;
   const ac_data_object *object = &view->objects[index];
   table t = begin_table(page, false);
   fit(&t, object->counts);
   an_page_heading(page, "Data object", object->label);
   print_path(page, view->data, object->of);
   if (object->n_data > 1)
      fprintf(page->out, "  and %zu more call path%s\n", object->n_data - 1,
              object->n_data == 2 ? "" : "s");
   print_use(page, object);
   putc('\n', page->out);
   print_names(&t, "place");
   print_object(&t, object);
   if (object->n_fields > 0)
      print_fields(&t, object);
   putc('\n', page->out);
   for (size_t i = 0; i < view->n_triples; i++)
      if (view->triples[i].object == index
          && reaches(page, view->triples[i].counts, page->scope.request->threshold))
         print_triple(&t, &view->triples[i]);
   putc('\n', page->out);
}

/* ---- Sections ---- */

an_status ac_data_section(an_page *page)
{
   const ac_data_report *report = report_of(page);
   bool is_alone = page->scope.request->by != NULL;
   if (report == NULL || report->view.data->n_events == 0) {
      if (is_alone)
         fputs("No data objects: the profile has none, or --include or --exclude takes\n"
               "only some of its functions; cachesim --objects=yes records them.\n",
               page->out);
      return AN_OK;
   }
   an_page_heading(page, report->view.n_sides == 2 ? "Data objects that changed"
                                                   : "Data objects", NULL);
   print_objects(page, is_alone ? "--top=0" : "--by=data");
   putc('\n', page->out);
   an_status status = print_findings(page);
   if (status != AN_OK)
      return status;
   if (report->view.n_sides == 1) {
      print_triples(page);
      putc('\n', page->out);
   }
   size_t n = is_alone ? limit(page, count_objects(page), LIMITED) : 0;
   for (size_t i = 0; i < n && report->view.n_sides == 1; i++)
      print_whole(page, i);
   return AN_OK;
}

/* ---- Under a line of source ---- */

/* "> 61.02%  struct node (join.c:41): next". */
static void print_part(const an_page *page, const ac_data_triple *triple, int64_t all,
                       size_t indent)
{
   const ac_data_view *view = &report_of(page)->view;
   char share[AN_TEXT_NUMBER_B];
   snprintf(share, sizeof share, "%.2f%%",
            100.0 * (double)ac_data_misses(view, triple->counts) / (double)all);
   fprintf(page->out, "%*s> %7s  ", (int)indent, "", share);
   an_text_name(page->out, view->objects[triple->object].label);
   print_spot_name(&triple->spot, page->out);
   putc('\n', page->out);
}

static bool is_at(const an_page *page, const ac_data_triple *triple, size_t file,
                  uint32_t line)
{
   return triple->line == line
          && ac_profile_function(page->scope.profile, triple->function)->file == file;
}

void ac_data_under_line(const an_page *page, size_t file, uint32_t line, size_t indent)
{
   const ac_data_view *view = &report_of(page)->view;
   int64_t all = 0;
   size_t n = 0;
   for (size_t i = 0; i < view->n_triples; i++)
      if (is_at(page, &view->triples[i], file, line)) {
         all += ac_data_misses(view, view->triples[i].counts);
         n += reaches(page, view->triples[i].counts, page->scope.request->threshold);
      }
   size_t left = limit(page, n, LIMITED_PARTS);
   n -= left;
   for (size_t i = 0; left > 0 && i < view->n_triples; i++)
      if (is_at(page, &view->triples[i], file, line)
          && reaches(page, view->triples[i].counts, page->scope.request->threshold)) {
         print_part(page, &view->triples[i], all, indent);
         left--;
      }
   if (n > 0)
      fprintf(page->out, "%*s> and %zu more\n", (int)indent, "", n);
}
