/* ac_profile.c -- the model of a profile of counts.

   Rows go into blocks (ac_profile_private.h) as they come.  _finish sorts the
   blocks: those of a function, and the functions of a file, become
   neighbours.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_profile_private.h"

#include "base/an_number.h"
#include "base/an_overflow.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/an_packed.h"
#include "counts/ac_call_sums.h"
#include "counts/ac_data_sums.h"
#include "counts/ac_estimate.h"
#include "counts/ac_instrs.h"
#include "counts/ac_sums.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NOTES_MAX = 1000 }; /* of a kind; keeps the search short */

/* ---- Making and freeing ---- */

ac_profile *ac_profile_new(const tk_alloc *alloc)
{
   ac_profile *profile = tk_get(alloc, AN_LABEL, sizeof *profile);
   *profile = (ac_profile){
      .alloc = alloc,
      .command = "",
      .regions_by_name = { .alloc = alloc, .label = AN_LABEL },
      .threads_by_name = { .alloc = alloc, .label = AN_LABEL },
   };
   ac_objects_init(profile);
   tk_arena_init(&profile->rows, alloc, AN_LABEL);
   tk_arena_init(&profile->sums, alloc, AN_LABEL);
   profile->strings = tk_strings_new(alloc);
   return profile;
}

/* ---- The header ---- */

const char *ac_profile_intern(ac_profile *profile, const char *text, size_t length)
{
   return tk_strings_intern(profile->strings, text, length);
}

/* Whether a list of notes needs no further `text`, which is interned. */
static bool is_enough(const ac_texts *notes, const char *text)
{
   for (size_t i = 0; i < notes->n; i++)
      if (notes->text[i] == text)
         return true;
   return notes->n == NOTES_MAX;
}

void ac_profile_add_text(ac_profile *profile, ac_text_kind kind, const char *text,
                         size_t length)
{
   ac_texts *texts = &profile->texts[kind];
   const char *copy = ac_profile_intern(profile, text, length);
   if (kind >= AC_NOTE_NO_LINES && is_enough(texts, copy))
      return;
   TK_ARRAY_ADD(profile->alloc, AN_LABEL, texts->text, texts->n, texts->capacity, copy);
}

static void replace_text(ac_profile *profile, const char **where, const char *text,
                         size_t length)
{
   *where = ac_profile_intern(profile, text, length);
}

void ac_profile_set_desc(ac_profile *profile, size_t index, const char *text,
                         size_t length)
{
   replace_text(profile, &profile->texts[AC_DESC].text[index], text, length);
}

void ac_profile_set_command(ac_profile *profile, const char *text, size_t length)
{
   replace_text(profile, &profile->command, text, length);
}

/* Replaces text, which may be NULL, by a copy that the profile owns. */
static void keep_text(ac_profile *profile, const char **text)
{
   if (*text != NULL)
      replace_text(profile, text, *text, strlen(*text));
}

void ac_profile_add_state(ac_profile *profile, const an_state *state)
{
   an_state copy = *state;
   keep_text(profile, &copy.by);
   keep_text(profile, &copy.predecessor);
   TK_ARRAY_ADD(profile->alloc, AN_LABEL, profile->states, profile->n_states,
                profile->states_capacity, copy);
}

void ac_profile_add_counting(ac_profile *profile, size_t side,
                             const tk_counting *counting)
{
   tk_counting *sum = &profile->counting[side];
   tk_counting_add(sum, counting);
   if (sum->processes > 1)
      sum->counted = 0; /* the time of processes that were counted whole is not known */
}

void ac_profile_add_process(ac_profile *profile, const an_process *process)
{
   char cut[AN_PROCESS_COMMAND_B + 1], cut_title[AN_PROCESS_COMMAND_B + 1];
   an_process copy = *process;
   an_processes *all = &profile->processes;
   copy.command = an_process_command(copy.command, cut);
   if (copy.title != NULL)
      copy.title = an_process_command(copy.title, cut_title);
   keep_text(profile, &copy.command);
   keep_text(profile, &copy.title);
   keep_text(profile, &copy.state.by);
   keep_text(profile, &copy.state.predecessor);
   TK_ARRAY_ADD(profile->alloc, AN_LABEL, all->of, all->n, all->capacity, copy);
}

static void finish_processes(ac_profile *profile)
{
   char text[AN_PROCESS_TEXT_B];
   an_processes_sort(&profile->processes);
   if (profile->processes.n < 2)
      return;
   an_processes_describe(&profile->processes, text);
   ac_profile_set_command(profile, text, strlen(text));
}

/* ---- The body ---- */

/* A row of zeros. */
int64_t *ac_profile_new_counts(ac_profile *profile)
{
   size_t size_B = profile->texts[AC_EVENT].n * sizeof(int64_t);
   tk_arena_reserve(&profile->sums, size_B);
   int64_t *sums = (int64_t *)(void *)profile->sums.at;
   profile->sums.at += size_B;
   memset(sums, 0, size_B);
   return sums;
}

/* The most bytes that a row can take. */
static size_t row_max_B(const ac_profile *profile)
{
   return an_packed_row_max_B(profile->texts[AC_EVENT].n);
}

static void new_block(ac_profile *profile, const char *file, const char *function)
{
   TK_ARRAY_ROOM(profile->alloc, AN_LABEL, profile->blocks, profile->n_blocks,
                 profile->blocks_capacity);
   tk_arena_reserve(&profile->rows, row_max_B(profile));
   int64_t *totals = ac_profile_new_counts(profile);
   profile->blocks[profile->n_blocks++] = (ac_block){
      .file = file,
      .function = function,
      .rows = profile->rows.at,
      .totals = totals,
   };
}

void ac_profile_sum_lines(ac_profile *profile)
{
   profile->sums_lines = true;
}

static void begin_sums(ac_profile *profile, const char *file, const char *function)
{
   if (profile->sum == NULL)
      profile->sum = ac_sums_new(profile->alloc, profile->texts[AC_EVENT].n);
   ac_sums_begin(profile->sum, file, function);
}

void ac_profile_begin(ac_profile *profile, const char *file, const char *function)
{
   if (profile->sums_lines) {
      begin_sums(profile, file, function);
      return;
   }
   if (profile->n_blocks > 0) {
      const ac_block *last = &profile->blocks[profile->n_blocks - 1];
      if (last->file == file && last->function == function)
         return;
   }
   new_block(profile, file, function);
}

ac_known *ac_profile_known(ac_profile *profile)
{
   return profile->sum == NULL ? NULL : ac_sums_known(profile->sum);
}

void ac_profile_add(ac_profile *profile, uint32_t line, const int64_t *counts)
{
   if (profile->sum != NULL) {
      ac_sums_add(profile->sum, line, counts);
      return;
   }
   ac_block *last = &profile->blocks[profile->n_blocks - 1];
   tk_arena *rows = &profile->rows;
   if ((size_t)(rows->end - rows->at) < row_max_B(profile)) {
      new_block(profile, last->file, last->function);
      last = &profile->blocks[profile->n_blocks - 1];
   }
   size_t n = profile->texts[AC_EVENT].n;
   unsigned char *at = an_packed_put_line(rows->at, line);
   at = an_packed_put(at, counts, n);
   profile->packed_B += (size_t)(at - rows->at);
   rows->at = at;
   last->n_rows++;
   profile->signs |= an_number_add(last->totals, counts, n);
}

size_t ac_profile_body_B(const ac_profile *profile)
{
   size_t block_B = sizeof(ac_block) + profile->texts[AC_EVENT].n * sizeof(int64_t);
   size_t sums_B = profile->sum == NULL ? 0 : ac_sums_body_B(profile->sum);
   return profile->packed_B + profile->n_blocks * block_B + sums_B;
}

/* ---- Lines that moved ---- */

void ac_profile_add_move(ac_profile *profile, const char *file, uint32_t line,
                         uint32_t old_line)
{
   TK_ARRAY_ADD(profile->alloc, AN_LABEL, profile->moves, profile->n_moves,
                profile->moves_capacity, (ac_move){ file, line, old_line });
}

static int compare_moves(const void *a, const void *b)
{
   const ac_move *x = a, *y = b;
   return tk_compare((uintptr_t)x->file, (uintptr_t)y->file)
             ?: tk_compare(x->line, y->line);
}

ac_line_numbers ac_profile_line(const ac_profile *profile, const char *file,
                                uint32_t line)
{
   const ac_move key = { .file = file, .line = line };
   const ac_move *move = profile->n_moves == 0
                            ? NULL
                            : bsearch(&key, profile->moves, profile->n_moves, sizeof key,
                                      compare_moves);
   if (move == NULL)
      return (ac_line_numbers){ line, line };
   return (ac_line_numbers){ line & AC_LINE_OF_OLD ? 0 : line, move->old_line };
}

/* ---- Regions ---- */

/* The region with this name and parent, added with counts of 0 if there is none. */
static ac_region *find_region(ac_profile *profile, const ac_region *like)
{
   tk_table *table = &profile->regions_by_name;
   uint64_t hash = tk_hash_word((uintptr_t)like->name ^ tk_hash_word(like->parent));
   TK_TABLE_EACH(i, table, hash)
      if (profile->regions[i].name == like->name
          && profile->regions[i].parent == like->parent)
         return &profile->regions[i];
   TK_ARRAY_ROOM(profile->alloc, AN_LABEL, profile->regions, profile->n_regions,
                 profile->regions_capacity);
   int64_t *counts = ac_profile_new_counts(profile);
   tk_table_add(table, hash, (uint32_t)profile->n_regions);
   ac_region *added = &profile->regions[profile->n_regions++];
   *added = (ac_region){ .name = like->name, .parent = like->parent, .counts = counts };
   return added;
}

void ac_profile_add_region(ac_profile *profile, const ac_region *region, size_t *index)
{
   ac_region *sum = find_region(profile, region);
   *index = (size_t)(sum - profile->regions);
   bool overflow = __builtin_add_overflow(sum->count, region->count, &sum->count);
   overflow |= __builtin_add_overflow(sum->count_before, region->count_before,
                                      &sum->count_before);
   an_overflow_note(overflow);
   an_number_add(sum->counts, region->counts, profile->texts[AC_EVENT].n);
}

/* ---- Finishing ---- */

static int compare_names(const char *a, const char *b)
{
   return a == b ? 0 : strcmp(a, b); /* interned: mostly the same string */
}

static int compare_blocks(const void *a, const void *b)
{
   const ac_block *x = a, *y = b;
   return compare_names(x->file, y->file) ?: compare_names(x->function, y->function);
}

static void sort_blocks(ac_block *blocks, size_t n)
{
   for (size_t i = 1; i < n; i++) {
      if (compare_blocks(&blocks[i - 1], &blocks[i]) > 0) {
         qsort(blocks, n, sizeof *blocks, compare_blocks);
         return;
      }
   }
}

/* Whether block i is the first of a file or of a function. */
static bool begins_file(const ac_profile *profile, size_t i)
{
   const ac_block *b = profile->blocks;
   return i == 0 || b[i].file != b[i - 1].file;
}

static bool begins_function(const ac_profile *profile, size_t i)
{
   const ac_block *b = profile->blocks;
   return begins_file(profile, i) || b[i].function != b[i - 1].function;
}

static void allocate_tables(ac_profile *profile)
{
   size_t n_files = 0, n_functions = 0;
   for (size_t i = 0; i < profile->n_blocks; i++) {
      n_files += begins_file(profile, i);
      n_functions += begins_function(profile, i);
   }
   /* One more than needed: a body may be empty. */
   profile->files = tk_get(profile->alloc, AN_LABEL,
                           (n_files + 1) * sizeof *profile->files);
   profile->functions = tk_get(profile->alloc, AN_LABEL,
                               (n_functions + 1) * sizeof *profile->functions);
   profile->totals = ac_profile_new_counts(profile);
}

/* Adds block i to the tables.  The totals of a function's first block become
   those of the function. */
static void tabulate_block(ac_profile *profile, size_t i)
{
   const ac_block *b = &profile->blocks[i];
   size_t n_events = profile->texts[AC_EVENT].n;
   if (begins_file(profile, i)) {
      int64_t *totals = ac_profile_new_counts(profile);
      profile->files[profile->n_files++] = (ac_file){
         .name = b->file,
         .totals = totals,
         .first_function = profile->n_functions,
      };
   }
   ac_file *file = &profile->files[profile->n_files - 1];
   an_number_add((int64_t *)file->totals, b->totals, n_events);
   an_number_add(profile->totals, b->totals, n_events);
   if (begins_function(profile, i)) {
      file->n_functions++;
      profile->functions[profile->n_functions++] = (ac_function){
         .name = b->function,
         .file = profile->n_files - 1,
         .totals = b->totals,
         .first_block = i,
         .n_blocks = 1,
      };
      return;
   }
   ac_function *function = &profile->functions[profile->n_functions - 1];
   function->n_blocks++;
   an_number_add(profile->blocks[function->first_block].totals, b->totals, n_events);
}

static void add_lines(ac_profile *profile, const ac_sums_lines *lines)
{
   const size_t row_length = 1 + profile->texts[AC_EVENT].n;
   ac_profile_begin(profile, lines->file, lines->function);
   for (size_t i = 0; i < lines->n_rows; i++) {
      const int64_t *row = lines->rows + i * row_length;
      ac_profile_add(profile, (uint32_t)*row, row + 1);
   }
}

/* Turns the sums into rows, as if each line had come once. */
static void drain_sums(ac_profile *profile)
{
   ac_sums *sum = profile->sum;
   size_t n = sum == NULL ? 0 : ac_sums_n_functions(sum);
   profile->sums_lines = false;
   profile->sum = NULL;
   if (n > 0)
      ac_sums_flush(sum);
   for (size_t i = 0; i < n; i++) {
      ac_sums_lines lines = ac_sums_function(sum, i);
      add_lines(profile, &lines);
   }
   ac_sums_free(sum);
}

static void finish_objects(ac_profile *profile)
{
   bool has_rest;
   ac_objects_finish(profile, &has_rest);
   if (has_rest)
      ac_profile_add_text(profile, AC_NOTE_UNKNOWN_OBJECTS, "yes", strlen("yes"));
}

static void finish_calls(ac_profile *profile)
{
   ac_call_sums *sums = profile->calls;
   const int64_t *totals = ac_profile_totals(profile);
   if (sums == NULL)
      return;
   if (ac_call_sums_lack_paths(sums)) {
      ac_estimate(sums, totals);
      ac_estimate_lines(sums, profile);
   }
   ac_call_sums_finish(sums, totals);
}

void ac_profile_finish(ac_profile *profile)
{
   drain_sums(profile);
   ac_machine_read(&profile->machine, &profile->texts[AC_MACHINE],
                   &profile->texts[AC_DESC]);
   finish_processes(profile);
   ac_layout_finish(profile);
   sort_blocks(profile->blocks, profile->n_blocks);
   if (profile->n_moves > 0)
      qsort(profile->moves, profile->n_moves, sizeof *profile->moves, compare_moves);
   allocate_tables(profile);
   for (size_t i = 0; i < profile->n_blocks; i++)
      tabulate_block(profile, i);
   finish_objects(profile);
   finish_calls(profile);
   if (profile->data != NULL)
      ac_data_sums_finish(profile->data, profile);
   else if (profile->instrs != NULL)
      ac_instr_sums_finish(profile->instrs, NULL);
}

/* ---- Reading ---- */

const ac_texts *ac_profile_texts(const ac_profile *profile, ac_text_kind kind)
{
   return &profile->texts[kind];
}

bool ac_profile_is_foreign(const ac_profile *profile)
{
   return profile->texts[AC_NOTE_WRITER].n > 0;
}

const char *ac_profile_command(const ac_profile *profile)
{
   return profile->command;
}

const ac_machine *ac_profile_machine(const ac_profile *profile)
{
   return &profile->machine;
}

size_t ac_profile_n_states(const ac_profile *profile)
{
   return profile->n_states;
}

const an_state *ac_profile_state(const ac_profile *profile, size_t index)
{
   return &profile->states[index];
}

void ac_profile_set_own(ac_profile *profile, const an_own *own)
{
   profile->own = own;
   if (profile->data != NULL)
      profile->data->data.own = own;
}

const an_own *ac_profile_own(const ac_profile *profile)
{
   return profile->own;
}

const tk_counting *ac_profile_counting(const ac_profile *profile, size_t side)
{
   return &profile->counting[side];
}

an_state ac_profile_state_of_sum(const ac_profile *profile)
{
   return an_state_sum(profile->states, profile->n_states);
}

const an_processes *ac_profile_processes(const ac_profile *profile)
{
   return &profile->processes;
}

size_t ac_profile_n_events(const ac_profile *profile)
{
   return profile->texts[AC_EVENT].n;
}

bool ac_profile_has_negative(const ac_profile *profile)
{
   return profile->signs < 0;
}

const char *ac_profile_event(const ac_profile *profile, size_t index)
{
   return profile->texts[AC_EVENT].text[index];
}

size_t ac_profile_find_event(const ac_profile *profile, const char *name)
{
   for (size_t i = 0; i < profile->texts[AC_EVENT].n; i++)
      if (strcmp(profile->texts[AC_EVENT].text[i], name) == 0)
         return i;
   return SIZE_MAX;
}

const int64_t *ac_profile_totals(const ac_profile *profile)
{
   return profile->totals;
}

size_t ac_profile_n_files(const ac_profile *profile)
{
   return profile->n_files;
}

const ac_file *ac_profile_file(const ac_profile *profile, size_t index)
{
   return &profile->files[index];
}

size_t ac_profile_n_functions(const ac_profile *profile)
{
   return profile->n_functions;
}

const ac_function *ac_profile_function(const ac_profile *profile, size_t index)
{
   return &profile->functions[index];
}

size_t ac_profile_n_regions(const ac_profile *profile)
{
   return profile->n_regions;
}

const ac_region *ac_profile_region(const ac_profile *profile, size_t index)
{
   return &profile->regions[index];
}
