/* ac_costly_print.c -- the program's costliest places: what each does, why that is slow,
   and the cure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "advice/ac_costly.h"
#include "base/an_base_name.h"
#include "counts/ac_calls.h"
#include "counts/ac_crates.h"
#include "sections/ac_source_texts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   SHARE_TEXT,
   GAIN_TEXT,
   PLACE,
   SHARE,
   GAIN,
   KIND,
   FILE_NAME,
   LINE,
   FUNCTION,
   SHORT_NAME,
   LINES,
   RUNS,
   CYCLES_PER_RUN,
   DOES,
   WHY,
   CURE,
   LIBRARY,
   OBJECT,
   FIELD,
   COLUMNS
};

/* What is below a place. */
enum form { BARE, CURED /* the cure */, LONG /* why it is slow, too */ };

enum { PERCENT_B = 24, REST_B = 160, INDENT = 20 /* of the lines below a place */ };

typedef struct {
   const ac_scope *scope;
   const ac_costly *costly;
   ac_labels labels; /* of each: its function, and the library's */
   size_t *shown;    /* places that people see; behind them is a row of all others */
   enum form *forms; /* of each place */
   size_t n_shown;
   ac_source_text *sources; /* of each place; NULL: no room for them */
   char rest[REST_B];       /* whose code is of no line: "std 22%, libc 12%", or "" */
   char share[PERCENT_B], gain[PERCENT_B];
} section;

/* No place with that many percent is left out; nor one, if there is room, with that many
   if it is known why, or with that many. */
static const double ALWAYS = 5, OF_FINDING = 1, OF_OTHER = 2;
static const double LEAST_PERCENT = 0.05; /* what is printed */

static const an_column columns[COLUMNS] = {
   [SHARE_TEXT] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = " share" },
   [GAIN_TEXT] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = " gains" },
   [PLACE] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .is_last = true,
               .label = "where: what it does there, why it is slow, and the cure" },
   [SHARE] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "share" },
   [GAIN] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "gain", .omits_empty = true },
   [KIND] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "kind" },
   [FILE_NAME] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "file" },
   [LINE] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "line" },
   [FUNCTION] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "function" },
   [SHORT_NAME] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "short_name" },
   [LINES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "lines" },
   [RUNS] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "runs" },
   [CYCLES_PER_RUN] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "cycles_per_run",
                        .omits_empty = true },
   [DOES] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "does" },
   [WHY] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "why" },
   [CURE] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "cure" },
   [LIBRARY] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "library" },
   [OBJECT] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "object" },
   [FIELD] = { AN_RARE_TEXT, AN_FOR_PROGRAMS, "field" },
};

static double percent_of(const section *s, long double cycles)
{
   return (double)(100 * cycles / s->costly->all);
}

/* ---- What it does, and why that is slow ---- */

/* "next of struct Node"; of a type, not where it is allocated. */
static char *write_object(const ac_finding *f)
{
   const char *label = f->object->label;
   const char *end = f->object->type == NULL ? NULL : strstr(label, " (");
   char *text = NULL;
   an_text_form(&text, "%s%s%.*s", f->field == NULL ? "" : f->field,
                f->field == NULL ? "" : " of ",
                end == NULL ? (int)strlen(label) : (int)(end - label), label);
   return text;
}

static const char *say_cost(const ac_costly_place *place)
{
   static const char *const words[TK_EVENT_GROUPS] = {
      [TK_EVENT_RUN] = "executes",
      [TK_EVENT_CODE] = "waits for code",
      [TK_EVENT_DATA] = "waits for data",
      [TK_EVENT_BRANCH] = "mispredicts branches",
   };
   return words[place->part] == NULL ? words[TK_EVENT_RUN] : words[place->part];
}

/* What a library's function is there that nobody calls by its name; NULL: none. */
static const char *say_unnamed(const ac_own_line *line)
{
   static const struct {
      const char *name, *does;
   } unnamed[] = { { "index", "indexes a Vec or slice" },
                   { "index_mut", "indexes a Vec or slice" },
                   { "next", "steps an iterator" } };
   bool is_rust = ac_idioms_language(line->file) == AC_IDIOM_RUST;
   size_t n = strcspn(line->library, "<");
   if (strcmp(line->library, "UnknownInlinedFun") == 0)
      return "runs inlined library code";
   for (size_t i = 0; is_rust && i < sizeof unnamed / sizeof unnamed[0]; i++)
      if (strlen(unnamed[i].name) == n && strncmp(line->library, unnamed[i].name, n) == 0)
         return unnamed[i].does;
   return NULL;
}

/* "calls getline", "executes", "waits for next of struct Node"; on the heap. */
static char *write_does(const section *s, size_t number)
{
   const ac_costly_place *place = &s->costly->of[number];
   const ac_finding *f = place->finding;
   char *text = NULL, *name = NULL;
   if (f != NULL && f->does != NULL)
      return strdup(f->does);
   if (f == NULL && place->perhaps != NULL)
      return strdup(place->perhaps->does);
   if (place->line->library != NULL && say_unnamed(place->line) != NULL)
      return strdup(say_unnamed(place->line));
   if (place->line->library != NULL)
      an_text_form(&text, "calls %s",
                   name = ac_label_text(&s->labels.labels[2 * number + 1]));
   else if (f != NULL && f->library != NULL) /* a destructor of what the line makes */
      an_text_form(&text, "calls %s", f->library);
   else if (f != NULL && f->object != NULL)
      an_text_form(&text, f->kind == AC_FINDING_SHARING ? "shares %s" : "waits for %s",
                   name = write_object(f));
   else
      an_text_form(&text, "%s", say_cost(place));
   free(name);
   return text;
}

static long double cycles_per_run(const ac_costly_place *place)
{
   int64_t n = place->line->n_runs;
   return n > 0 ? place->cycles / (long double)(n * (int64_t)place->n_lines) : 0;
}

/* "1,500 times, 341k cycles each"; "" if that is not known. */
static void write_runs(char to[3 * AN_TEXT_NUMBER_B], const ac_costly_place *place)
{
   char times[AN_TEXT_NUMBER_B], each[AN_TEXT_NUMBER_B];
   *to = '\0';
   if (place->line->n_runs <= 0)
      return;
   int64_t n_cycles = (int64_t)roundl(cycles_per_run(place));
   an_text_count(times, place->line->n_runs);
   an_text_short(each, n_cycles);
   snprintf(to, 3 * AN_TEXT_NUMBER_B, "%s time%s, %s cycle%s%s", times,
            place->line->n_runs == 1 ? "" : "s", each, n_cycles == 1 ? "" : "s",
            place->line->n_runs == 1 ? "" : " each");
}

/* "stride: 98% of misses in equal steps over lines, on image; also mispredict 3.1%"; on
   the heap. */
static char *write_why(const section *s, const ac_costly_place *place)
{
   const ac_finding *f = place->finding, *also = place->also;
   char runs[3 * AN_TEXT_NUMBER_B], *text = NULL, *object = NULL;
   write_runs(runs, place);
   if (f == NULL && place->perhaps != NULL)
      an_text_form(&text, "%s%s%s", runs,
                   *runs == '\0' || place->perhaps->why == NULL ? "" : "; ",
                   place->perhaps->why == NULL ? "" : place->perhaps->why);
   if (f == NULL)
      return text != NULL ? text : strdup(runs);
   /* A reason can have the same number; that of an idiom has what the place says, too. */
   const char *reason = f->reason;
   if (f->idiom != NULL && f->why != NULL && *runs != '\0')
      reason = f->why;
   else if (f->idiom != NULL && strncmp(reason, f->does, strlen(f->does)) == 0)
      reason += strlen(f->does) + strspn(reason + strlen(f->does), " ,");
   bool is_said = strncmp(runs, reason, strcspn(runs, " ") + 1) == 0;
   an_text_form(&text, "%s: %s%s%s", ac_finding_name_of(f), is_said ? "" : runs,
                is_said || *runs == '\0' ? "" : "; ", reason);
   if (f->object != NULL && place->line->library != NULL)
      an_text_form(&text, "%s, on %s", text, object = write_object(f));
   if (also != NULL && percent_of(s, place->also_gain) >= OF_FINDING
       && strcmp(ac_finding_name_of(also), ac_finding_name_of(f)) != 0)
      an_text_form(&text, "%s; also %s %.1f%%", text, ac_finding_name_of(also),
                   percent_of(s, place->also_gain));
   free(object);
   return text;
}

/* ---- Lines below a place ---- */

/* Ends lines of the text where they are longer than the room, between words. */
static void wrap(char *text, size_t room)
{
   size_t column = 0;
   char *blank = NULL;
   for (char *at = text; *at != '\0'; at++, column++) {
      if (*at == '\n') {
         column = SIZE_MAX;
         blank = NULL;
      } else if (*at == ' ') {
         blank = at;
      }
      if (column != SIZE_MAX && column >= room && blank != NULL) {
         *blank = '\n';
         column = (size_t)(at - blank) - 1;
         blank = NULL;
      }
   }
}

static size_t room_below(const section *s)
{
   const an_terminal *terminal = s->scope->terminal;
   size_t width = terminal == NULL ? 0 : terminal->width;
   return width == 0 ? SIZE_MAX : width > INDENT ? width - INDENT : 1;
}

/* NULL: none is known. */
static const char *cure_of(const ac_costly_place *place)
{
   return place->finding != NULL   ? ac_finding_cure_of(place->finding)
          : place->perhaps != NULL ? place->perhaps->cure
                                   : NULL;
}

/* What the form has, in one line if there is room; on the heap. */
static char *write_below(const section *s, const ac_costly_place *place, enum form form)
{
   size_t room = room_below(s);
   char *why = form == LONG ? write_why(s, place) : strdup(""), *text = NULL;
   const char *cure = form == BARE ? NULL : cure_of(place);
   if (cure == NULL)
      return why;
   size_t n = an_text_name_columns(why) + an_text_name_columns(cure) + 4;
   an_text_form(&text, "%s%s-> %s", why,
                *why == '\0' ? ""
                : n <= room  ? " "
                             : "\n",
                cure);
   free(why);
   wrap(text, room);
   return text;
}

static size_t count_lines(char *text)
{
   size_t n = *text != '\0';
   for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
      n++;
   free(text);
   return n;
}

/* What is fetched is code of many lines: it is said of all others, where no place does.
   Lines of its own on the heap; NULL: nothing is to be said. */
static char *write_fetches(const section *s, size_t n_shown)
{
   static const ac_own_line none;
   const ac_findings *found = s->scope->analysis->findings;
   const ac_finding *f = NULL;
   for (size_t i = 0; i < found->n; i++)
      if (found->of[i].kind == AC_FINDING_FETCH)
         f = &found->of[i];
   for (size_t i = 0; i < n_shown && f != NULL; i++) {
      const ac_costly_place *place = &s->costly->of[s->shown[i]];
      if (place->finding == f || place->also == f)
         f = NULL;
   }
   return f == NULL
             ? NULL
             : write_below(s, &(ac_costly_place){ .line = &none, .finding = f }, LONG);
}

/* Whose code the rest is, largest first, where that is much. */
static void name_rest(section *s)
{
   enum { NAMES = 3 };
   const ac_scope *scope = s->scope;
   const ac_metric *cycles = scope->analysis->cycles ?: scope->request->sort.of[0].metric;
   const ac_measures sort = { .of = &(ac_measure){ .metric = cycles }, .n = 1 };
   ac_crates crates;
   ac_ranking ranking;
   if (percent_of(s, s->costly->outside) < ALWAYS)
      return;
   ac_crates_open_rest(&crates, scope->alloc, scope->profile, scope->analysis->own);
   ac_crates_rank(&crates, &sort, 0, &ranking);
   double pruned = percent_of(s, s->costly->outside);
   for (size_t i = 0; i < ranking.n; i++)
      pruned -= percent_of(s, ac_metric_value(cycles, ranking.entries[i].totals));
   if (pruned >= ALWAYS)
      snprintf(s->rest, REST_B, "pruned call paths %.0f%%", pruned);
   for (size_t i = 0; i < NAMES && i < ranking.n; i++) {
      double percent = percent_of(s, ac_metric_value(cycles, ranking.entries[i].totals));
      size_t used = strlen(s->rest);
      if (percent >= OF_FINDING)
         snprintf(s->rest + used, REST_B - used, "%s%s %.0f%%", used == 0 ? "" : ", ",
                  crates.of[ranking.entries[i].index].name, percent);
   }
}

/* What is below the row of all others; on the heap, or NULL. */
static char *write_others(const section *s, size_t n_shown)
{
   char *fetches = write_fetches(s, n_shown), *text = NULL;
   if (*s->rest == '\0')
      return fetches;
   an_text_form(&text, "%s%s%s", s->rest, fetches == NULL ? "" : "\n",
                fetches == NULL ? "" : fetches);
   free(fetches);
   wrap(text, room_below(s));
   return text;
}

/* ---- Which places ---- */

static bool is_needed(const section *s, const ac_costly_place *place)
{
   const ac_finding *f = place->finding;
   bool is_shared = place->is_most && f != NULL && f->is_most;
   return percent_of(s, place->cycles) >= ALWAYS
          || (is_shared && percent_of(s, f->bound) >= ALWAYS);
}

static bool is_worth_it(const section *s, const ac_costly_place *place)
{
   return percent_of(s, place->cycles) >= OF_OTHER
          || percent_of(s, place->gain) >= OF_FINDING;
}

/* A gain is not said without the cure. */
static enum form least_form(const section *s, const ac_costly_place *place)
{
   return percent_of(s, place->gain) >= LEAST_PERCENT ? CURED : BARE;
}

static size_t lines_of(const section *s, const ac_costly_place *place, enum form form)
{
   return 1 + count_lines(write_below(s, place, form));
}

/* Chooses rows of so many lines together: those that are needed, with their cures; then
   why they are slow, then others. */
static void choose(section *s, size_t room)
{
   const ac_costly *costly = s->costly;
   bool *is_shown = tk_get_zeroed(s->scope->alloc, AN_LABEL, costly->n + 1);
   char *others = write_others(s, 0);
   size_t used = others == NULL ? 0 : count_lines(others);
   for (size_t i = 0; i < costly->n; i++) {
      const ac_costly_place *place = &costly->of[i];
      is_shown[i] = is_needed(s, place);
      s->forms[i] = least_form(s, place);
      used += is_shown[i] ? lines_of(s, place, s->forms[i]) : 0;
   }
   for (int needed = 1; needed >= 0; needed--)
      for (size_t i = 0; i < costly->n && used < room; i++) {
         const ac_costly_place *place = &costly->of[i];
         if (is_shown[i] != needed || (!needed && !is_worth_it(s, place)))
            continue;
         size_t n = needed ? lines_of(s, place, s->forms[i]) : 0;
         if (used + lines_of(s, place, LONG) - n <= room)
            s->forms[i] = LONG;
         size_t more = lines_of(s, place, s->forms[i]) - n;
         is_shown[i] = needed || used + more <= room;
         used += is_shown[i] ? more : 0;
      }
   s->n_shown = 0;
   for (size_t i = 0; i < costly->n; i++)
      if (is_shown[i])
         s->shown[s->n_shown++] = i;
}

static void choose_first(section *s, size_t n)
{
   s->n_shown = n < s->costly->n ? n : s->costly->n;
   for (size_t i = 0; i < s->costly->n; i++) {
      s->shown[i] = i;
      s->forms[i] = LONG;
   }
}

/* ---- The row of all others ---- */

/* What the printed shares leave of 100. */
static double percent_of_others(const section *s)
{
   double left = 100;
   for (size_t i = 0; i < s->n_shown; i++)
      left -= round(10 * percent_of(s, s->costly->of[s->shown[i]].cycles)) / 10;
   return left > LEAST_PERCENT ? left : 0;
}

/* What findings gain elsewhere. */
static double gain_of_others(const section *s)
{
   const ac_findings *found = s->scope->analysis->findings;
   long double gain = 0;
   for (size_t i = 0; i < found->n; i++)
      gain += found->of[i].is_most ? 0 : found->of[i].cycles;
   for (size_t i = 0; i < s->n_shown; i++)
      gain -= s->costly->of[s->shown[i]].gain;
   return percent_of(s, gain);
}

/* Lines without a row; 0: none, or it is not known. */
static size_t count_others(const section *s)
{
   const ac_own_lines *own = s->scope->analysis->own;
   size_t n = own->n_rows;
   for (size_t i = 0; i < s->n_shown; i++)
      n -= s->costly->of[s->shown[i]].n_rows;
   return ac_profile_calls(s->scope->profile) != NULL || own->n == own->n_rows ? n : 0;
}

static void print_others(const section *s, FILE *out)
{
   char number[AN_TEXT_NUMBER_B];
   size_t n = count_others(s);
   double outside = percent_of(s, s->costly->outside);
   fputs("everything else", out);
   an_text_count(number, (int64_t)n);
   if (n > 0)
      fprintf(out, ", %s line%s", number, n == 1 ? "" : "s");
   if (outside >= LEAST_PERCENT)
      fprintf(out, "; %.1f%% in no line of yours%s", outside,
              *s->rest == '\0' ? "" : ":");
}

/* ---- Rows ---- */

static void write_percent(char to[PERCENT_B], const char *sign, double percent)
{
   char text[PERCENT_B];
   *to = '\0';
   snprintf(text, sizeof text, "%s%.1f%%", sign, percent);
   if (percent >= LEAST_PERCENT)
      snprintf(to, PERCENT_B, "%6s", text);
}

static void make_row_of_others(section *s, an_row *row)
{
   double gain = gain_of_others(s);
   an_cell *cells = row->cells;
   char *others = write_others(s, s->n_shown);
   row->below = others == NULL ? NULL : an_row_keep(row, others);
   snprintf(s->share, PERCENT_B, "%5.1f%%", percent_of_others(s));
   write_percent(s->gain, "", gain >= OF_FINDING ? gain : 0);
   cells[SHARE_TEXT].text = s->share;
   cells[GAIN_TEXT].text = s->gain;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   an_cell *cells = row->cells;
   if ((size_t)number == s->n_shown)
      return make_row_of_others(s, row);
   size_t i = s->shown[number];
   const ac_costly_place *place = &s->costly->of[i];
   const ac_own_line *line = place->line;
   const ac_finding *f = place->finding;
   snprintf(s->share, PERCENT_B, "%5.1f%%", percent_of(s, place->cycles));
   write_percent(s->gain, place->is_most ? "<" : "", percent_of(s, place->gain));
   cells[SHARE_TEXT].text = s->share;
   cells[GAIN_TEXT].text = s->gain;
   row->colour = an_text_heat(place->cycles, s->costly->all);
   row->below = an_row_keep(row, write_below(s, place, s->forms[i]));
   if (row->below != NULL && *row->below == '\0')
      row->below = NULL;
   cells[SHARE].number = percent_of(s, place->cycles);
   cells[FILE_NAME].text = line->file;
   if (line->line > 0)
      cells[LINE].number = line->line;
   cells[FUNCTION].text = line->function;
   if (s->labels.labels[2 * i].text != line->function)
      cells[SHORT_NAME].text = an_row_keep(row, ac_label_text(&s->labels.labels[2 * i]));
   cells[LINES].number = (long double)place->n_lines;
   cells[DOES].text = an_row_keep(row, write_does(s, i));
   cells[LIBRARY].text = line->library;
   if (line->n_runs > 0) {
      cells[RUNS].number = (long double)line->n_runs;
      cells[CYCLES_PER_RUN].number = cycles_per_run(place);
   }
   cells[CURE].text = cure_of(place);
   if (f == NULL && place->perhaps != NULL) {
      cells[KIND].text = place->perhaps->name;
      cells[WHY].text = place->perhaps->why;
   }
   if (f == NULL)
      return;
   cells[GAIN].number = percent_of(s, place->gain);
   cells[KIND].text = ac_finding_name_of(f);
   cells[WHY].text = an_row_keep(row, write_why(s, place)) + strlen(cells[KIND].text)
                     + strlen(": ");
   cells[OBJECT].text = f->object == NULL ? NULL : f->object->label;
   cells[FIELD].text = f->field;
}

/* The line's source, if there is room behind `taken` columns. */
static void print_source(const section *s, size_t i, size_t taken, size_t room, FILE *out)
{
   enum { GAP = 4, LEAST = 20 };
   const char *text = s->sources == NULL ? NULL : s->sources[i].text;
   if (text == NULL || taken + GAP + LEAST > room)
      return;
   fprintf(out, "%*s", GAP, "");
   an_text_source_fit(out, text, strlen(text), room - taken - GAP);
}

static void print_place(const an_table *table, ptrdiff_t number, const an_page *page,
                        size_t room)
{
   enum { LEAST_NAME = 8 };
   const section *s = table->context;
   if ((size_t)number == s->n_shown)
      return print_others(s, page->out);
   size_t i = s->shown[number];
   const ac_costly_place *place = &s->costly->of[i];
   char *does = write_does(s, i);
   if (place->n_lines > 1)
      an_text_form(&does, "%s, %zu lines", does, place->n_lines);
   /* The file and its line are never cut. */
   char *where = NULL;
   const ac_own_line *line = place->line;
   const ac_label *name = &s->labels.labels[2 * i];
   const char *base = line->file == NULL ? NULL : an_base_name(line->file);
   an_text_form(&where,
                base == NULL      ? ""
                : line->line == 0 ? " (%s)"
                                  : " (%s:%" PRIu32 ")",
                base, line->line);
   size_t n_does = an_text_name_columns(does) + 2, n_where = an_text_name_columns(where);
   n_does = n_does > room / 2 ? room / 2 : n_does;
   size_t most = room > n_does + n_where + LEAST_NAME ? room - n_does - n_where
                                                      : LEAST_NAME;
   size_t n_name = ac_label_columns(name), taken = n_where + 2;
   taken += n_name < most ? n_name : most;
   ac_label_print(name, page->out, most);
   an_text_name(page->out, where);
   fputs(": ", page->out);
   an_text_name_fit(page->out, does, room > taken ? room - taken : 1);
   print_source(s, i, taken + an_text_name_columns(does), room, page->out);
   free(where);
   free(does);
}

/* ---- The section ---- */

static const char *name_at(const void *context, size_t i)
{
   const section *s = context;
   const ac_own_line *line = s->costly->of[i / 2].line;
   return i % 2 == 0 ? ac_own_line_in(line) : line->library;
}

/* Wide terminals have room for source. */
static void read_sources(section *s)
{
   enum { WIDE = 120 };
   bool is_newer = false;
   if (s->scope->terminal == NULL || s->scope->terminal->width < WIDE)
      return;
   s->sources = tk_get(s->scope->alloc, AN_LABEL,
                       (s->costly->n + 1) * sizeof *s->sources);
   for (size_t i = 0; i < s->costly->n; i++) {
      const ac_own_line *line = s->costly->of[i].line;
      s->sources[i] = (ac_source_text){ line->file, line->line, NULL };
   }
   ac_source_texts_read(s->scope, s->sources, s->costly->n, &is_newer);
}

void ac_costly_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_costly *costly = scope->analysis->costly;
   bool is_for_people = tables->is_for == AN_FOR_PEOPLE;
   if (costly == NULL || !(costly->all > 0))
      return;
   section *s = AN_SECTION(tables, section, .scope = scope, .costly = costly);
   s->shown = tk_get(scope->alloc, AN_LABEL, (costly->n + 1) * sizeof *s->shown);
   s->forms = tk_get(scope->alloc, AN_LABEL, (costly->n + 1) * sizeof *s->forms);
   choose_first(s, is_for_people && scope->request->n_top > 0 ? scope->request->n_top
                                                              : costly->n);
   ac_labels_open_names(
      &s->labels, scope->alloc, 2 * costly->n, name_at, s, AN_SAID_BARE,
      ac_labels_longest(scope->request->full_names,
                        scope->terminal == NULL ? 0 : scope->terminal->width));
   if (is_for_people) {
      read_sources(s);
      name_rest(s);
   }
   an_column *all = an_tables_columns(tables, columns, COLUMNS);
   if (scope->analysis->cycles == NULL)
      all[SHARE_TEXT].label = scope->request->sort.of[0].metric->name;
   AN_TABLE(tables, .columns = all, .n_columns = COLUMNS,
            .n = s->n_shown + (is_for_people && percent_of_others(s) > 0),
            .make_row = make_row, .print_last = print_place, .context = s,
            .is_for = AN_FOR_ALL, .noun = "place", .is_whole = true);
}

void ac_costly_print(an_page *page, size_t n_lines)
{
   an_tables tables;
   an_tables_begin(&tables, ac_costly_tables, &page->scope, AN_FOR_PEOPLE);
   if (tables.n > 0) {
      choose(tables.state, n_lines);
      const section *s = tables.state;
      tables.of[0].n = s->n_shown + (percent_of_others(s) > 0);
      an_table_print(page, &tables.of[0]);
   }
   an_tables_close(&tables);
}
