/* ac_asm_print.c -- a function's machine code with its counts.

   People read instructions between lines of source, with arrows for jumps, loops with
   their passes, and below the costly ones what they wait for.  Programs get a row for
   each instruction.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_asm_notes.h"
#include "sections/ac_data_page.h"
#include "sections/ac_sections.h"
#include "sections/ac_source_texts.h"

#include "code/ac_asm_choice.h"
#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/tk_array.h"
#include "counts/ac_find.h"
#include "counts/ac_inlined_lines.h"
#include "counts/ac_objects.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SOURCE, LOOP, GAP, INSTR } kind;

/* What people read in a line: about the row `at`, or the loop; of a gap, the rows before
   `end`. */
typedef struct {
   kind kind;
   size_t at, end;
} line;

typedef struct {
   const ac_scope *scope;
   const ac_asm *listing;
   const ac_measure *first; /* of the order */
   ac_measures measures[2]; /* of columns for people: that, and the others */
   long double all;         /* of the first, of the function */
   ac_prices prices;
   bool has_prices;
   line *lines;
   size_t n, capacity;
   bool *is_shown;        /* by row */
   ac_source_text *texts; /* of each row */
   bool is_newer;
   char *title;                 /* the function's name */
   char *text, *note, *address; /* of the current line, or record */
   char lanes[AC_ASM_LANES_MOST + 1];
   uint8_t *arrows; /* of each row and lane, as below */
} section;

enum {
   FIRST,
   EACH,
   RUNS_SHORT,
   OTHERS,
   ADDRESS,
   CODE,
   MNEMONIC,
   OPERANDS,
   CALLED,
   TARGET,
   FILE_NAME,
   LINE_NUMBER,
   RUNS,
   WAIT,
   WAITS_FOR,
   LOOP_OF,
   DATA,
   NOTE,
   ARROWS,
   VALUES,
   TEXT,
   COLUMNS
};

enum { FIRST_MEASURE, OTHER_MEASURES };

/* ---- Columns ---- */

/* Those that the report shows, as far as there is room beside the rest. */
static void choose_measures(section *s)
{
   enum { REST = 64 };
   const an_terminal none = { .width = 0 };
   an_terminal narrow = s->scope->terminal == NULL ? none : *s->scope->terminal;
   ac_scope scope = *s->scope;
   ac_shown shown = { .state = NULL };
   s->measures[FIRST_MEASURE] = (ac_measures){ .of = scope.request->sort.of, .n = 1 };
   if (narrow.width > 0)
      narrow.width = narrow.width > REST ? narrow.width - REST : 1;
   scope.terminal = &narrow;
   ac_shown_open(&shown, &scope);
   ac_measures *others = &s->measures[OTHER_MEASURES];
   others->of = tk_get(scope.alloc, AN_LABEL,
                       (shown.measures.n + 1) * sizeof *others->of);
   for (size_t i = 0; i < shown.measures.n; i++)
      if (shown.measures.of[i].metric != s->first->metric)
         others->of[others->n++] = shown.measures.of[i];
}

/* ---- Which lines ---- */

static long double value_of(const section *s, const int64_t *counts)
{
   return counts == NULL ? 0 : ac_measure_value(s->first, counts);
}

static void add_line(section *s, line of)
{
   TK_ARRAY_ADD(s->scope->alloc, AN_LABEL, s->lines, s->n, s->capacity, of);
}

/* Is it of the source lines that are asked for; else, has it a share of the function? */
static bool is_wanted(const section *s, const ac_asm_row *row, unsigned least_percent)
{
   const ac_asm *listing = s->listing;
   if (listing->asked.first != 0)
      return row->instr != NULL && ac_asm_is_of_lines(row->instr, &listing->asked);
   return 100 * value_of(s, row->counts) >= least_percent * s->all;
}

/* Marks the rows that are wanted, with those around them, and where the loops begin that
   they are in; returns how many. */
static size_t mark_rows(const section *s, unsigned least_percent)
{
   enum { CONTEXT = 2 };
   const ac_asm_row *rows = s->listing->rows;
   const ac_asm_loop *loops = s->listing->loops;
   size_t n = s->listing->n, n_shown = 0;
   memset(s->is_shown, 0, n * sizeof *s->is_shown);
   for (size_t i = 0; i < n; i++) {
      if (!is_wanted(s, &rows[i], least_percent))
         continue;
      for (size_t k = i < CONTEXT ? 0 : i - CONTEXT; k <= i + CONTEXT && k < n; k++)
         s->is_shown[k] = true;
      for (size_t k = rows[i].loop; k != AC_ASM_NONE; k = loops[k].outer)
         s->is_shown[loops[k].first] = true;
   }
   for (size_t i = 0; i < n; i++)
      n_shown += s->is_shown[i];
   return n_shown;
}

/* All rows, or those with so large a share that a screen or two has them. */
static void choose_rows(section *s)
{
   enum { ROWS_MOST = 50, PERCENT_MOST = 16 };
   size_t n = s->listing->n;
   s->is_shown = tk_get(s->scope->alloc, AN_LABEL, (n + 1) * sizeof *s->is_shown);
   if (!s->scope->request->is_limited)
      memset(s->is_shown, true, n * sizeof *s->is_shown);
   else
      for (unsigned percent = 1; mark_rows(s, percent) > ROWS_MOST;) {
         percent *= 2;
         if (percent > PERCENT_MOST)
            break;
      }
}

/* Is it about the source line of the row before it that is shown? */
static bool has_new_source(const section *s, size_t row, size_t last)
{
   const ac_instr *instr = s->listing->rows[row].instr;
   if (instr == NULL || instr->line == 0)
      return false;
   while (last != AC_ASM_NONE && s->listing->rows[last].instr == NULL)
      last = last == 0 ? AC_ASM_NONE : last - 1;
   const ac_instr *before = last == AC_ASM_NONE ? NULL : s->listing->rows[last].instr;
   return before == NULL || before->line != instr->line || before->file != instr->file;
}

/* The loops that begin at a row. */
static void add_loops(section *s, size_t row)
{
   for (size_t i = 0; i < s->listing->n_loops; i++)
      if (s->listing->loops[i].first == row)
         add_line(s, (line){ LOOP, i, s->listing->loops[i].last });
}

/* A gap of one row is no shorter than the row. */
static void add_lines(section *s)
{
   size_t n = s->listing->n, last = AC_ASM_NONE;
   for (size_t i = 0, end; i < n; i = end) {
      for (end = i; end < n && !s->is_shown[end];)
         end++;
      if (end > i + 1) {
         add_line(s, (line){ GAP, i, end });
         continue;
      }
      end = i + 1;
      if (has_new_source(s, i, last))
         add_line(s, (line){ SOURCE, i, i });
      add_loops(s, i);
      add_line(s, (line){ INSTR, i, i });
      last = i;
   }
}

static void read_sources(section *s)
{
   size_t n = s->listing->n;
   s->texts = tk_get(s->scope->alloc, AN_LABEL, (n + 1) * sizeof *s->texts);
   for (size_t i = 0; i < n; i++) {
      const ac_instr *instr = s->listing->rows[i].instr;
      s->texts[i] = (ac_source_text){ instr == NULL ? NULL : instr->file,
                                      instr == NULL ? 0 : instr->line, NULL };
   }
   ac_source_texts_read(s->scope, s->texts, n, &s->is_newer);
}

/* ---- Arrows ---- */

/* What the arrows of a lane do in a row: arrows to one target join. */
enum { GOES_UP = 1, GOES_DOWN = 2, TURNS = 4, IS_TARGET = 8 };

static void place_arrows(section *s)
{
   const ac_asm *listing = s->listing;
   size_t n = listing->n * listing->n_lanes;
   s->arrows = tk_get_zeroed(s->scope->alloc, AN_LABEL, n + 1);
   for (size_t i = 0; i < listing->n_jumps; i++) {
      const ac_asm_jump *jump = &listing->jumps[i];
      size_t low = jump->from < jump->to ? jump->from : jump->to;
      size_t high = jump->from < jump->to ? jump->to : jump->from;
      if (jump->lane == AC_ASM_NONE)
         continue;
      uint8_t *cells = s->arrows + jump->lane;
      for (size_t row = low; row < high; row++) {
         cells[row * listing->n_lanes] |= GOES_DOWN;
         cells[(row + 1) * listing->n_lanes] |= GOES_UP;
      }
      cells[jump->from * listing->n_lanes] |= TURNS;
      cells[jump->to * listing->n_lanes] |= TURNS | IS_TARGET;
   }
}

/* Draws the lanes of a row, the farthest first: where an arrow begins or ends, a line
   from there to the code. */
static void print_arrows(const section *s, size_t row, FILE *out)
{
   static const char *const turns[] = { "╭", "╰", "╭", "├" };
   size_t n_lanes = s->listing->n_lanes;
   const char *across = " ";
   bool is_target = false;
   for (size_t lane = n_lanes; lane-- > 0;) {
      unsigned cell = s->arrows[row * n_lanes + lane];
      bool turns_here = cell & TURNS, is_crossed = *across != ' ';
      if (!turns_here)
         fputs(cell == 0 ? across : is_crossed ? "┼" : "│", out);
      else
         fputs(turns[cell & (GOES_UP | GOES_DOWN)], out);
      if (turns_here)
         across = "─";
      is_target |= cell & IS_TARGET;
   }
   fputs(is_target ? "▶" : across, out);
}

/* The cells of a row as hexadecimal digits, the farthest first; NULL: all are empty. */
static const char *write_arrows(section *s, size_t row)
{
   size_t n_lanes = s->listing->n_lanes;
   unsigned all = 0;
   for (size_t lane = 0; lane < n_lanes; lane++) {
      unsigned cell = s->arrows[row * n_lanes + lane];
      s->lanes[n_lanes - 1 - lane] = "0123456789abcdef"[cell];
      all |= cell;
   }
   s->lanes[n_lanes] = '\0';
   return all == 0 ? NULL : s->lanes;
}

/* ---- Rows ---- */

static const ac_asm_row *row_of(const section *s, ptrdiff_t number)
{
   return &s->listing->rows[s->lines[number].at];
}

static const char *inlined_name(const section *s, const ac_instr *instr)
{
   const ac_inlined_lines *inlined = s->scope->analysis->inlined;
   size_t function = ac_find_function(s->scope->profile, instr->file, instr->function);
   return inlined == NULL || function == SIZE_MAX
             ? NULL
             : ac_inlined_lines_find(inlined, function, instr->line);
}

/* Cuts UTF-8 to so many bytes, which are at least as many as columns; 0: any number. */
static const char *cut_text(char *text, size_t room)
{
   static const char dots[] = "...";
   if (room < sizeof dots || strlen(text) <= room)
      return text;
   size_t at = room + 1 - sizeof dots;
   while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80)
      at--;
   memcpy(text + at, dots, sizeof dots);
   return text;
}

/* "walk.c:4 [chase inlined]  while (n) {". */
static const char *source_line(section *s, size_t row, size_t room)
{
   const ac_instr *instr = s->listing->rows[row].instr;
   const char *slash = strrchr(instr->file, '/'), *inlined = inlined_name(s, instr);
   const char *text = s->texts[row].text;
   an_text_form(&s->text, "%s:%" PRIu32 "%s%s%s%s%s",
                slash == NULL ? instr->file : slash + 1, instr->line,
                inlined == NULL ? "" : " [", inlined == NULL ? "" : inlined,
                inlined == NULL ? "" : " inlined]", text == NULL ? "" : "  ",
                text == NULL ? "" : text);
   return cut_text(s->text, room);
}

static const char *loop_line(section *s, size_t i)
{
   const ac_asm_loop *loop = &s->listing->loops[i];
   char passes[AN_TEXT_NUMBER_B];
   an_text_short(passes, loop->passes);
   return an_text_form(
      &s->text, "loop to %" PRIx64 ": %s iterations of %.1Lf %s, %.1Lf%% of the function",
      s->listing->rows[loop->last].address, passes,
      value_of(s, loop->counts) / (long double)loop->passes, s->first->metric->name,
      100 * value_of(s, loop->counts) / s->all);
}

static const char *gap_line(section *s, const line *of)
{
   size_t n_idle = 0;
   long double sum = 0;
   for (size_t i = of->at; i < of->end; i++) {
      n_idle += s->listing->rows[i].counts == NULL;
      sum += value_of(s, s->listing->rows[i].counts);
   }
   size_t n = of->end - of->at;
   if (n_idle == n)
      return an_text_form(&s->text, "... %zu instructions that never ran", n);
   an_text_form(&s->text, "... %zu instructions with %.1Lf%% of the function", n,
                100 * sum / s->all);
   return n_idle == 0
             ? s->text
             : an_text_form(&s->text, "%s; %zu of them never ran", s->text, n_idle);
}

static const char *hex_of(char **text, uint64_t address)
{
   return an_text_form(text, "%" PRIx64, address);
}

/* Of a costly instruction; else NULL. */
static const char *note_of(section *s, size_t at)
{
   if (an_text_heat(value_of(s, s->listing->rows[at].counts), s->all) == AN_COLOUR_NONE)
      return NULL;
   return ac_asm_note(s->scope, s->listing, at, s->has_prices ? &s->prices : NULL,
                      &s->note);
}

static void make_instr(section *s, size_t at, an_row *row)
{
   const ac_asm_row *of = &s->listing->rows[at];
   row->cells[ADDRESS].text = hex_of(&s->address, of->address);
   if (of->counts == NULL)
      return;
   row->cells[FIRST].counts = row->cells[OTHERS].counts = of->counts;
   int64_t runs = ac_asm_runs(of);
   row->cells[RUNS_SHORT].number = runs;
   if (runs > 0)
      row->cells[EACH].number = value_of(s, of->counts) / (long double)runs;
   row->colour = an_text_heat(value_of(s, of->counts), s->all);
   row->below = note_of(s, at);
}

static void make_line(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const line *of = &s->lines[number];
   switch (of->kind) {
   case SOURCE:
      row->line = source_line(s, of->at, row->room);
      row->colour = AN_COLOUR_HEADING;
      row->is_apart = number > 0 && s->texts[of->at].text != NULL;
      break;
   case LOOP: row->line = loop_line(s, of->at); break;
   case GAP: row->line = gap_line(s, of); break;
   case INSTR: make_instr(s, of->at, row); break;
   }
}

static const char *write_instr(char **text, const ac_asm_row *of)
{
   const char *operands = ac_asm_operands(text, of);
   return *operands == '\0' ? an_text_form(text, "%s", of->mnemonic)
                            : an_text_form(text, "%-6s %s", of->mnemonic, operands);
}

static void print_text(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ac_asm_row *of = row_of(s, number);
   char *text = NULL;
   size_t lanes = s->listing->n_lanes + 1;
   write_instr(&text, of);
   print_arrows(s, s->lines[number].at, page->out);
   an_text_name_fit(page->out, text, room > lanes ? room - lanes : 1);
   free(text);
}

/* ---- For programs ---- */

static void make_record(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ac_asm_row *of = &s->listing->rows[number];
   an_cell *cells = row->cells;
   cells[ADDRESS].text = an_text_form(&s->address, "0x%" PRIx64, of->address);
   cells[MNEMONIC].text = of->mnemonic;
   cells[OPERANDS].text = of->operands;
   cells[CALLED].text = of->called;
   cells[RUNS].number = ac_asm_runs(of);
   if (of->target != AC_ASM_NONE)
      cells[TARGET].number = (long double)of->target;
   if (of->loop != AC_ASM_NONE)
      cells[LOOP_OF].number = (long double)of->loop;
   cells[ARROWS].text = write_arrows(s, (size_t)number);
   if (of->instr == NULL)
      return;
   if (of->instr->line != 0) {
      cells[FILE_NAME].text = of->instr->file;
      cells[LINE_NUMBER].number = of->instr->line;
   }
   cells[VALUES].counts = of->counts;
   if (of->instr->wait != AC_WAIT_NONE)
      cells[WAIT].text = ac_wait_name(of->instr->wait);
   if (of->waits_for != AC_ASM_NONE)
      cells[WAITS_FOR].number = (long double)of->waits_for;
}

static void put_code(const an_table *table, ptrdiff_t number, an_json_out *json,
                     an_csv_out *csv)
{
   const section *s = table->context;
   const ac_asm_row *of = &s->listing->rows[number];
   char text[2 * AC_INSTR_MOST_B + 1] = "";
   for (size_t i = 0; i < of->size_B && i < AC_INSTR_MOST_B; i++)
      snprintf(text + 2 * i, 3, "%02x", of->code[i]);
   if (json != NULL)
      an_json_put_text(json, "code", text);
   else
      an_csv_put_text(csv, text);
}

/* The data objects and places that it misses on. */
static void put_data(const an_table *table, ptrdiff_t number, an_json_out *json,
                     an_csv_out *csv)
{
   (void)csv;
   const section *s = table->context;
   ac_asm_datum found[AC_ASM_DATA_MOST];
   int64_t all;
   size_t n = ac_asm_data_of(s->scope, s->listing, (size_t)number, found, &all);
   if (n == 0)
      return;
   AN_JSON_PUT_ARRAY(json, NULL, "data", i, n,
                     AN_JSON_OBJECT(NULL, AN_JSON("object", found[i].object),
                                    ac_data_put_spot(json, "field", &found[i].spot),
                                    AN_JSON("misses", found[i].misses)));
}

static void put_notes(const an_table *table, ptrdiff_t number, an_json_out *json,
                      an_csv_out *csv)
{
   (void)csv;
   section *s = (section *)table->context;
   const char *at = note_of(s, (size_t)number);
   if (at == NULL)
      return;
   an_json_put_open(json, "notes", '[');
   for (const char *end; *at != '\0'; at = *end == '\0' ? end : end + 1) {
      end = strchrnul(at, '\n');
      char *text = an_strndup(at, (size_t)(end - at));
      an_json_put_text(json, NULL, text);
      free(text);
   }
   an_json_put_close(json, ']');
}

static void put_loop(an_json_out *json, const section *s, const ac_asm_loop *loop)
{
   AN_JSON_PUT_OBJECT(
      json, NULL, NULL, AN_JSON("first", loop->first), AN_JSON("last", loop->last),
      AN_JSON("head", loop->head),
      AN_JSON_IF("outer", loop->outer, loop->outer != AC_ASM_NONE),
      AN_JSON("passes", loop->passes),
      an_table_put_measures(json, "values", s->scope->request, loop->counts));
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   const ac_asm *listing = s->listing;
   const an_object *object = ac_objects_at(listing->profile, listing->object);
   AN_JSON_PUT(json, AN_JSON("function", listing->function),
               AN_JSON("object", object->path),
               AN_JSON_IF("build_id", object->build_id, *object->build_id != '\0'),
               AN_JSON("architecture", ac_profile_instrs(listing->profile)->arch));
   an_table_put_measures(json, "values", s->scope->request, listing->counts);
   AN_JSON_PUT_ARRAY(json, NULL, "loops", i, listing->n_loops,
                     put_loop(json, s, &listing->loops[i]));
}

/* ---- The tables ---- */

static const an_column columns[COLUMNS] = {
   [FIRST] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE },
   [EACH] = { AN_COLUMN_NUMBER, AN_FOR_PEOPLE, .label = "each", .rank = 1 },
   [RUNS_SHORT] = { AN_COLUMN_SHORT, AN_FOR_PEOPLE, .label = "runs", .rank = 2 },
   [OTHERS] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, .rank = 4 },
   [ADDRESS] = { AN_COLUMN_RIGHT, AN_FOR_ALL, "address", "address", .rank = 3 },
   [CODE] = { AN_COLUMN_OWN, AN_FOR_PROGRAMS, "code", .put = put_code },
   [MNEMONIC] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "mnemonic" },
   [OPERANDS] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "operands" },
   [CALLED] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "calls", .omits_empty = true },
   [TARGET] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "target", .omits_empty = true },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file", .omits_empty = true },
   [LINE_NUMBER] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "line", .omits_empty = true },
   [RUNS] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "runs" },
   [WAIT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "wait", .omits_empty = true },
   [WAITS_FOR] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "waits_for", .omits_empty = true },
   [LOOP_OF] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "loop", .omits_empty = true },
   [DATA] = { AN_COLUMN_OWN, AN_FOR_JSON, "data", .put = put_data },
   [NOTE] = { AN_COLUMN_OWN, AN_FOR_JSON, "notes", .put = put_notes },
   [ARROWS] = { AN_COLUMN_TEXT, AN_FOR_JSON, "arrows", .omits_empty = true },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "values", .omits_empty = true },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "instruction", .is_last = true },
};

static void print_intro(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const an_object *object = ac_objects_at(s->listing->profile, s->listing->object);
   const int64_t *totals = ac_profile_totals(s->scope->profile);
   fprintf(page->out, "%.2Lf%% of %s, in ",
           100 * s->all / ac_measure_value(s->first, totals), s->first->metric->name);
   an_text_name(page->out, object->path);
   fputs("\n\n", page->out);
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   if (s->listing->problem != NULL)
      fprintf(page->out, "code that never ran is not shown (the object's file: %s)\n",
              s->listing->problem);
   ac_source_texts_warn(page, s->is_newer);
}

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   free(s->title);
   free(s->text);
   free(s->note);
   free(s->address);
}

static void open_for_people(section *s)
{
   choose_rows(s);
   read_sources(s);
   add_lines(s);
}

void ac_asm_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_asm *listing = scope->analysis->listing;
   if (listing == NULL)
      return;
   section *s = tk_get(scope->alloc, AN_LABEL, sizeof *s);
   const ac_request *request = scope->request;
   *s =
      (section){ .scope = &tables->scope, .listing = listing, .first = request->sort.of };
   choose_measures(s);
   s->title = ac_asm_title(request, listing);
   s->all = value_of(s, listing->counts);
   s->has_prices = ac_prices_open(&s->prices, scope->profile, NULL);
   tables->state = s;
   tables->close = close_section;
   bool is_for_people = tables->is_for == AN_FOR_PEOPLE;
   place_arrows(s);
   if (is_for_people)
      open_for_people(s);
   an_column *own = tk_get(scope->alloc, AN_LABEL, sizeof columns);
   memcpy(own, columns, sizeof columns);
   own[FIRST].measures = &s->measures[FIRST_MEASURE];
   own[OTHERS].measures = &s->measures[OTHER_MEASURES];
   if (s->measures[OTHER_MEASURES].n == 0)
      own[OTHERS].is_for = 0;
   an_tables_add(tables, &(an_table){
                            .columns = own,
                            .n_columns = COLUMNS,
                            .n = is_for_people ? s->n : listing->n,
                            .make_row = is_for_people ? make_line : make_record,
                            .print_last = print_text,
                            .context = s,
                            .is_for = AN_FOR_ALL,
                            .heading = "Instructions",
                            .heading_name = s->title,
                            .print_intro = print_intro,
                            .print_notes = print_notes,
                            .put_head = put_head,
                            .key = "instructions",
                            .noun = "instruction",
                            .is_whole = true,
                         });
}
