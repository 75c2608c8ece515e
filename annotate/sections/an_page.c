/* an_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_page.h"

#include "base/an_base_name.h"
#include "sections/an_fit.h"
#include "sections/an_markup.h"

#include <inttypes.h>
#include <string.h>

void an_page_colour(const an_page *page, an_colour colour)
{
   if (page->scope.terminal->colour)
      an_text_colour(page->out, colour);
}

void an_page_line(const an_page *page, an_colour colour, const char *text)
{
   an_page_colour(page, colour);
   fputs(text, page->out);
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

void an_page_heading(const an_page *page, const char *title, const char *name)
{
   FILE *out = page->out;
   an_markup *markup = page->scope.terminal->markup;
   static const char rule[] = "----------------------------------------"
                              "----------------------------------------";
   size_t width = page->scope.terminal->width;
   int n = width > 0 && width < sizeof rule ? (int)width : (int)sizeof rule - 1;
   if (markup != NULL)
      an_markup_put_block(markup);
   an_page_colour(page, AN_COLOUR_HEADING);
   if (markup == NULL)
      fprintf(out, "%.*s\n-- ", n, rule);
   fputs(title, out);
   if (name != NULL) {
      fputs(": ", out);
      an_text_name(out, name);
   }
   if (markup != NULL)
      return an_markup_put_heading(markup);
   fprintf(out, "\n%.*s", n, rule);
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', out);
}

void an_page_more(const an_page *page, size_t n, const char *noun, const char *option)
{
   char number[AN_TEXT_NUMBER_B];
   if (n == 0)
      return;
   an_text_count(number, (int64_t)n);
   fprintf(page->out, "... %s more %s%s: %s\n", number, noun, n == 1 ? "" : "s", option);
}

void an_page_field(const an_page *page, const char *label, const char *value)
{
   fprintf(page->out, "%-18s", label);
   an_text_name(page->out, value);
   putc('\n', page->out);
}

void an_page_lost_debug_info(const an_page *page, const char *const *objects, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      fprintf(page->out, "%-18s", i == 0 ? "Debug info lost:" : "");
      an_text_name(page->out, objects[i]);
      fputs(" (compiling with -gdwarf-4 can help)\n", page->out);
   }
}

void an_page_places(const an_page *page)
{
   const an_source_places *source = &page->scope.request->source;
   for (size_t i = 0; i < source->n_directories; i++)
      an_page_field(page, i == 0 ? "Source paths:" : "", source->directories[i]);
   for (size_t i = 0; i < source->n_roots; i++)
      an_page_field(page, i == 0 ? "Source root:" : "", source->roots[i]);
}

void an_page_change(const an_page *page, long double before, long double after,
                    bool is_whole, int width)
{
   char text[AN_TEXT_NUMBER_B];
   long double change = after - before;
   an_text_value(text, change, is_whole, true);
   fprintf(page->out, "%*s", width, text);
   if (an_text_change(text, change, before) > 0)
      fprintf(page->out, " %s", text);
}

void an_page_amount(const an_page *page, const ac_measure *measure, const int64_t *counts)
{
   char text[AN_TEXT_NUMBER_B];
   long double value = ac_measure_value(measure, counts);
   an_text_value(text, value, ac_metric_is_whole(measure->metric), false);
   fprintf(page->out, "%s ", text);
   an_text_name(page->out, measure->metric->name);
   if (an_text_share(text, value,
                     ac_measure_value(measure, ac_profile_totals(page->scope.profile)))
       > 0)
      fprintf(page->out, " %s", text);
   putc('\n', page->out);
}

bool an_page_is_newer(const ac_analysis *analysis, const an_source *source)
{
   const struct timespec *data = analysis->data_modified;
   const struct timespec *time = &source->modified;
   return data != NULL
          && (time->tv_sec > data->tv_sec
              || (time->tv_sec == data->tv_sec && time->tv_nsec > data->tv_nsec));
}

void an_page_names(const an_page *page)
{
   an_page_colour(page, AN_COLOUR_HEADING);
   ac_columns_print_names(&page->columns, page->out);
   an_page_colour(page, AN_COLOUR_NONE);
}

/* ---- Names ---- */

size_t an_page_room(const an_page *page, size_t lead)
{
   size_t taken = ac_columns_width(&page->columns) + lead;
   size_t width = page->scope.terminal->width;
   if (width == 0)
      return SIZE_MAX;
   return width > taken ? width - taken : 0;
}

void an_page_file(const an_page *page, size_t i, size_t room)
{
   an_text_path_fit(page->out, ac_profile_file(page->scope.profile, i)->name, room);
}

void an_page_function(const an_page *page, size_t i, size_t room)
{
   ac_label_print(&page->labels.labels[i], page->out, room);
}

size_t an_page_share(size_t room, size_t n_path)
{
   size_t third = room / 3;
   return room - (third < n_path ? third : n_path);
}

void an_page_place(FILE *out, const ac_label *label, const char *marks, const char *file,
                   uint32_t line, size_t room)
{
   char number[16] = "";
   size_t taken = strlen(marks) + (file == NULL ? 0 : 3); /* " ()" */
   if (file != NULL && line > 0)
      taken += (size_t)snprintf(number, sizeof number, ":%" PRIu32, line);
   size_t left = room > taken ? room - taken : 0;
   size_t n_path = file == NULL ? 0 : an_text_name_columns(file);
   size_t most = an_page_share(left, n_path), n_name = ac_label_columns(label);
   ac_label_print(label, out, most);
   fputs(marks, out);
   if (file == NULL)
      return;
   fputs(" (", out);
   an_text_path_fit(out, file, left - (n_name < most ? n_name : most));
   fprintf(out, "%s)", number);
}

/* ", in " and its name in at most `room` columns, if there is enough for some of it: how
   many it takes. */
static size_t part_columns(size_t n_name, size_t room)
{
   enum { BETWEEN = 5, LEAST = 6 }; /* ", in " */
   if (n_name == 0 || room < BETWEEN + (n_name < LEAST ? n_name : LEAST))
      return 0;
   return n_name + BETWEEN < room ? n_name + BETWEEN : room;
}

void an_page_own_place(FILE *out, const an_own_place *place, size_t room)
{
   enum { BETWEEN = 5 };
   char number[16] = "";
   const char *base = place->file == NULL ? NULL : an_base_name(place->file);
   if (place->line > 0)
      snprintf(number, sizeof number, ":%" PRIu32, place->line);
   size_t n_place = ac_label_columns(place->function)
                    + (base == NULL ? 0
                                    : 3 + an_text_name_columns(base) + strlen(number));
   size_t left = room > n_place ? room - n_place : 0;
   size_t n_library = place->library == NULL ? 0 : ac_label_columns(place->library);
   n_library = part_columns(n_library, left);
   size_t n_object = part_columns(an_text_name_columns(place->object), left - n_library);
   an_page_place(out, place->function, "", base, place->line,
                 room - n_library - n_object);
   if (n_library > 0) {
      fputs(", in ", out);
      ac_label_print(place->library, out, n_library - BETWEEN);
   }
   if (n_object > 0) {
      fputs(", on ", out);
      an_text_name_fit(out, place->object, n_object - BETWEEN);
   }
}

/* ---- Sections ---- */

void an_page_section(an_page *page, size_t n_most, void (*print)(an_page *page))
{
   enum { MORE = 2 }; /* lines that say what was left out */
   an_fit fit;
   size_t n, n_shown, width = page->scope.terminal->width;
   FILE *out = page->out;
   if (page->scope.terminal->markup != NULL || (page->left == SIZE_MAX && width == 0)) {
      print(page);
      return;
   }
   an_fit_open(&fit);
   page->out = fit.out;
   print(page);
   page->out = out;
   an_fit_end(&fit, &n);
   bool is_long = page->left < SIZE_MAX && n_most > 0 && n > n_most;
   size_t wanted = is_long ? n_most + MORE : n;
   n_shown = is_long ? n_most : n;
   if (wanted > page->left) { /* this one and those after it are said at the end */
      n_shown = page->left;
      page->n_cut += n - n_shown;
      is_long = false;
   }
   an_fit_print(&fit, n_shown, width, out);
   an_fit_close(&fit);
   if (is_long) {
      an_page_more(page, n - n_shown, "line", "--top=0");
      putc('\n', out);
   }
   if (page->left < SIZE_MAX)
      page->left -= wanted < page->left ? wanted : page->left;
}
