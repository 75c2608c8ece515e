/* ac_align.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_align.h"

#include "base/an_align.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_events.h"
#include "base/tk_search.h"
#include "base/tk_strings.h"
#include "counts/ac_align_rows.h"
#include "counts/ac_find.h"
#include "counts/ac_lines.h"
#include "counts/ac_own_files.h"
#include "counts/ac_partners.h"

#include <stdlib.h>
#include <string.h>

/* A line that is known on both sides. */
typedef struct {
   uint32_t old, new;
} anchor;

struct ac_aligned {
   const char *name; /* in NEW */
   anchor *anchors;  /* by OLD; each line of NEW is in one of them at most */
   uint32_t *taken;  /* their lines of NEW, ascending */
   size_t n, capacity;
   bool has_ends;    /* the first and last lines of the file are among them */
   bool is_of_moved; /* of a function that is in another file of NEW */
};

struct ac_align {
   const tk_alloc *alloc;
   const ac_profile *sides[2];
   ac_own_files own;   /* of OLD */
   bool *is_key;       /* by event: unchanged code has the same count */
   ac_aligned *files;  /* of OLD, by its index */
   size_t *new_of;     /* function of NEW, by function of OLD; SIZE_MAX: none */
   size_t *old_of;     /* the only function of OLD, by function of NEW; likewise */
   ac_aligned **moved; /* by function of OLD; NULL: it is not in another file */
};

enum { OLD, NEW, SIDES };

/* ---- Files ---- */

static const char *file_name(const ac_align *a, int side, size_t file)
{
   return ac_profile_file(a->sides[side], file)->name;
}

/* How many folders and names at the end of two paths are equal. */
static size_t common_end(const char *x, const char *y)
{
   size_t n = 0, i = strlen(x), k = strlen(y);
   while (i > 0 && k > 0 && x[i - 1] == y[k - 1]) {
      i--;
      k--;
      n += x[i] == '/';
   }
   bool is_whole = (i == 0 || x[i - 1] == '/') && (k == 0 || y[k - 1] == '/');
   return is_whole && x[i] != '/' && x[i] != '\0' ? n + 1 : n;
}

/* The best partner of a file of one side on the other; SIZE_MAX if there is none, or
   several are as good.  Files that both sides have are no partners. */
static size_t best_partner(const ac_align *a, int side, size_t file)
{
   const ac_profile *other = a->sides[!side];
   const char *name = file_name(a, side, file);
   size_t best = SIZE_MAX, most = 0;
   bool is_only = true;
   for (size_t i = 0; i < ac_profile_n_files(other); i++) {
      size_t n = common_end(name, file_name(a, !side, i));
      if (n < most || n == 0
          || ac_find_file(a->sides[side], file_name(a, !side, i)) != SIZE_MAX)
         continue;
      is_only = n > most;
      most = n;
      best = i;
   }
   return is_only ? best : SIZE_MAX;
}

/* The file of NEW that is one of OLD's; SIZE_MAX: none. */
static size_t find_partner(const ac_align *a, size_t file)
{
   size_t same = ac_find_file(a->sides[NEW], file_name(a, OLD, file));
   size_t best = same != SIZE_MAX ? same : best_partner(a, OLD, file);
   return best == same || best == SIZE_MAX || best_partner(a, NEW, best) == file
             ? best
             : SIZE_MAX;
}

static bool is_unknown(const char *file)
{
   return strcmp(file, AN_UNKNOWN) == 0;
}

/* How many functions two files have in common, by their names. */
static size_t common_functions(const ac_align *a, const ac_file *old, const ac_file *new)
{
   size_t n = 0, i = 0, k = 0;
   while (i < old->n_functions && k < new->n_functions) {
      size_t x = old->first_function + i, y = new->first_function + k;
      int order = strcmp(ac_profile_function(a->sides[OLD], x)->name,
                         ac_profile_function(a->sides[NEW], y)->name);
      n += order == 0;
      i += order <= 0;
      k += order >= 0;
   }
   return n;
}

/* Whether a file of OLD has a new name: most functions of both are the same. */
static bool is_renamed(const ac_align *a, size_t old, size_t new)
{
   const ac_file *x = ac_profile_file(a->sides[OLD], old);
   const ac_file *y = ac_profile_file(a->sides[NEW], new);
   size_t n = 2 * common_functions(a, x, y);
   return n > x->n_functions && n > y->n_functions;
}

/* Pairs files without partners that were renamed, where only one of each side can be
   meant.  `partners` are of OLD's files, `others` of NEW's; SIZE_MAX: none. */
static void pair_renamed(const ac_align *a, size_t *partners, const size_t *others)
{
   size_t n_old = ac_profile_n_files(a->sides[OLD]);
   size_t n_new = ac_profile_n_files(a->sides[NEW]);
   size_t *n_of_new = tk_get_zeroed(a->alloc, AN_LABEL, (n_new + 1) * sizeof *n_of_new);
   size_t *found = tk_get(a->alloc, AN_LABEL, (n_old + 1) * sizeof *found);
   for (size_t i = 0; i < n_old; i++) {
      size_t n = 0;
      found[i] = SIZE_MAX;
      for (size_t k = 0; k < n_new && partners[i] == SIZE_MAX; k++) {
         if (others[k] != SIZE_MAX || is_unknown(file_name(a, OLD, i))
             || is_unknown(file_name(a, NEW, k)) || !is_renamed(a, i, k))
            continue;
         found[i] = n++ == 0 ? k : SIZE_MAX;
         n_of_new[k]++;
      }
   }
   for (size_t i = 0; i < n_old; i++)
      if (found[i] != SIZE_MAX && n_of_new[found[i]] == 1)
         partners[i] = found[i];
}

/* Finds what NEW calls each file of OLD. */
static void name_files(const ac_align *a)
{
   size_t n_old = ac_profile_n_files(a->sides[OLD]);
   size_t n_new = ac_profile_n_files(a->sides[NEW]);
   size_t *partners = tk_get(a->alloc, AN_LABEL, (n_old + 1) * sizeof *partners);
   size_t *others = tk_get(a->alloc, AN_LABEL, (n_new + 1) * sizeof *others);
   memset(others, 0xff, (n_new + 1) * sizeof *others);
   for (size_t i = 0; i < n_old; i++) {
      partners[i] = find_partner(a, i);
      if (partners[i] != SIZE_MAX)
         others[partners[i]] = i;
   }
   pair_renamed(a, partners, others);
   for (size_t i = 0; i < n_old; i++)
      a->files[i] = (ac_aligned){ .name = partners[i] == SIZE_MAX
                                             ? file_name(a, OLD, i)
                                             : file_name(a, NEW, partners[i]) };
}

/* ---- Anchors ---- */

static void add_anchor(const ac_align *a, ac_aligned *file, uint32_t old, uint32_t new)
{
   TK_ARRAY_ADD(a->alloc, AN_LABEL, file->anchors, file->n, file->capacity,
                (anchor){ old, new });
}

static int compare_old(const void *a, const void *b)
{
   const anchor *x = a, *y = b;
   return tk_compare(x->old, y->old) ?: tk_compare(x->new, y->new);
}

static int compare_new(const void *a, const void *b)
{
   const anchor *x = a, *y = b;
   return tk_compare(x->new, y->new) ?: tk_compare(x->old, y->old);
}

/* Where functions disagree about a line of OLD, most of them are right. */
static void keep_most(ac_aligned *file)
{
   size_t n = 0, most = 0;
   qsort(file->anchors, file->n, sizeof *file->anchors, compare_old);
   for (size_t i = 0, end; i < file->n; i = end) {
      anchor at = file->anchors[i];
      for (end = i; end < file->n && compare_old(&file->anchors[end], &at) == 0;)
         end++;
      bool is_rival = n > 0 && file->anchors[n - 1].old == at.old;
      if (is_rival && end - i <= most)
         continue;
      most = end - i;
      n += !is_rival;
      file->anchors[n - 1] = at;
   }
   file->n = n;
}

/* Of several lines of OLD for one of NEW, the first is. */
static void keep_first(ac_aligned *file)
{
   size_t n = 0;
   qsort(file->anchors, file->n, sizeof *file->anchors, compare_new);
   for (size_t i = 0; i < file->n; i++)
      if (n == 0 || file->anchors[n - 1].new != file->anchors[i].new)
         file->anchors[n++] = file->anchors[i];
   file->n = n;
}

/* Sorts the anchors, and makes each line one of one. */
static void settle_anchors(const ac_align *a, ac_aligned *file)
{
   tk_put(a->alloc, file->taken);
   file->taken = tk_get(a->alloc, AN_LABEL, (file->n + 1) * sizeof *file->taken);
   if (file->n == 0)
      return;
   keep_most(file);
   keep_first(file);
   for (size_t i = 0; i < file->n; i++)
      file->taken[i] = file->anchors[i].new;
   qsort(file->anchors, file->n, sizeof *file->anchors, compare_old);
}

/* The first anchor whose line of OLD is not below `line`. */
static size_t find_anchor(const ac_aligned *file, uint32_t line)
{
   return TK_SEARCH(i, file->n, file->anchors[i].old < line);
}

static bool is_taken(const ac_aligned *file, uint32_t line)
{
   size_t first = TK_SEARCH(i, file->n, file->taken[i] < line);
   return first < file->n && file->taken[first] == line;
}

/* By how much the lines between two anchors moved, of which one may be missing.  False if
   the anchors disagree. */
static bool find_shift(const anchor *before, const anchor *after, int64_t *shift)
{
   const anchor *one = before != NULL ? before : after;
   *shift = one == NULL ? 0 : (int64_t)one->new - one->old;
   return before == NULL || after == NULL || (int64_t)after->new - after->old == *shift;
}

/* ---- By text ---- */

typedef struct {
   uint32_t *of;
   size_t n, capacity;
} numbers;

static void number_lines(const ac_align *a, tk_strings *texts, an_source *source,
                         numbers *to)
{
   while (an_source_next(source))
      TK_ARRAY_ADD(a->alloc, AN_LABEL, to->of, to->n, to->capacity,
                   tk_strings_number(texts, source->line, source->length));
}

/* Adds an anchor for each line, and one behind the end of both. */
static void add_text_anchors(const ac_align *a, ac_aligned *file, an_sequence old,
                             an_sequence new, size_t n_texts)
{
   uint32_t *to = tk_get(a->alloc, AN_LABEL, (old.n + 1) * sizeof *to);
   an_align(a->alloc, old, new, n_texts, to);
   an_align_moved(a->alloc, old, new, n_texts, to);
   add_anchor(a, file, 0, 0);
   add_anchor(a, file, (uint32_t)old.n + 1, (uint32_t)new.n + 1);
   for (size_t i = 0; i < old.n; i++)
      if (to[i] != AN_ALIGN_NONE)
         add_anchor(a, file, (uint32_t)i + 1, to[i] + 1);
   file->has_ends = true;
   tk_put(a->alloc, to);
}

static void align_sources(const ac_align *a, ac_aligned *file, an_source *old,
                          an_source *new)
{
   tk_strings *texts = tk_strings_new(a->alloc);
   numbers of[SIDES] = { { .n = 0 }, { .n = 0 } };
   number_lines(a, texts, old, &of[OLD]);
   number_lines(a, texts, new, &of[NEW]);
   add_text_anchors(a, file, (an_sequence){ of[OLD].of, of[OLD].n },
                    (an_sequence){ of[NEW].of, of[NEW].n }, tk_strings_count(texts));
}

/* file->has_ends says then whether the texts are known. */
static void align_texts(const ac_align *a, ac_aligned *file, const char *old_name,
                        const ac_align_texts *texts)
{
   an_source old, new;
   if (texts == NULL)
      return;
   texts->open(texts->context, old_name, file->name, &old, &new);
   if (old.problem == NULL && new.problem == NULL)
      align_sources(a, file, &old, &new);
   an_source_close(&old);
   an_source_close(&new);
}

/* ---- By counts ---- */

/* Whether the event says how often code was executed. */
static bool is_of_execution(const char *event)
{
   static const tk_event_id of_execution[] = { TK_IR, TK_DR, TK_DW, TK_BC, TK_BI };
   const tk_event *e = tk_event_find(event);
   for (size_t i = 0; i < sizeof of_execution / sizeof of_execution[0]; i++)
      if (e == &tk_events[of_execution[i]])
         return true;
   return false;
}

/* Finds the events that are keys: all, if a format has others. */
static void find_keys(ac_align *a)
{
   size_t n_keys = 0, n = ac_profile_n_events(a->sides[OLD]);
   a->is_key = tk_get(a->alloc, AN_LABEL, (n + 1) * sizeof *a->is_key);
   for (size_t e = 0; e < n; e++) {
      a->is_key[e] = is_of_execution(ac_profile_event(a->sides[OLD], e));
      n_keys += a->is_key[e];
   }
   for (size_t e = 0; e < n && n_keys == 0; e++)
      a->is_key[e] = true;
}

/* The lines of a function that are known, with numbers for their counts. */
typedef struct {
   ac_align_lines of;
   size_t capacity, counts_capacity;
} rows;

static void add_row(const ac_align *a, const ac_lines *from, tk_strings *counts,
                    int64_t *key, rows *to)
{
   size_t n = 0, n_events = ac_profile_n_events(a->sides[OLD]);
   TK_ARRAY_ROOM(a->alloc, AN_LABEL, to->of.lines, to->of.n, to->capacity);
   TK_ARRAY_ROOM(a->alloc, AN_LABEL, to->of.counts, to->of.n, to->counts_capacity);
   for (size_t e = 0; e < n_events; e++)
      if (a->is_key[e])
         key[n++] = from->counts[e];
   to->of.lines[to->of.n] = from->line;
   to->of.counts[to->of.n++] = tk_strings_number(counts, key, n * sizeof *key);
}

static void read_rows(const ac_align *a, int side, size_t function, tk_strings *counts,
                      rows *to)
{
   ac_lines lines;
   size_t n_events = ac_profile_n_events(a->sides[OLD]);
   int64_t *key = tk_get(a->alloc, AN_LABEL, (n_events + 1) * sizeof *key);
   ac_lines_open(&lines, a->sides[side], function, 1);
   while (ac_lines_next(&lines))
      if (lines.line != 0)
         add_row(a, &lines, counts, key, to);
   ac_lines_close(&lines);
   tk_put(a->alloc, key);
}

static void add_count_anchors(const ac_align *a, ac_aligned *file,
                              const ac_align_lines *old, const ac_align_lines *new)
{
   uint32_t *to = tk_get(a->alloc, AN_LABEL, (old->n + 1) * sizeof *to);
   ac_align_rows(a->alloc, old, new, to);
   for (size_t i = 0; i < old->n; i++)
      if (to[i] != AC_ALIGN_NO_ROW)
         add_anchor(a, file, old->lines[i], new->lines[to[i]]);
   tk_put(a->alloc, to);
}

static void align_function(const ac_align *a, ac_aligned *file, size_t old, size_t new)
{
   tk_strings *counts = tk_strings_new(a->alloc);
   rows of[SIDES] = { { .capacity = 0 }, { .capacity = 0 } };
   read_rows(a, OLD, old, counts, &of[OLD]);
   read_rows(a, NEW, new, counts, &of[NEW]);
   add_count_anchors(a, file, &of[OLD].of, &of[NEW].of);
   for (int side = 0; side < SIDES; side++) {
      tk_put(a->alloc, of[side].of.lines);
      tk_put(a->alloc, of[side].of.counts);
   }
   tk_strings_free(counts);
}

static const char *file_of_function(const ac_align *a, int side, size_t function)
{
   return file_name(a, side, ac_profile_function(a->sides[side], function)->file);
}

static void align_counts(const ac_align *a, ac_aligned *file, size_t index)
{
   const ac_file *of = ac_profile_file(a->sides[OLD], index);
   for (size_t i = 0; i < of->n_functions; i++) {
      size_t old = of->first_function + i, new = a->new_of[old];
      if (new != SIZE_MAX && strcmp(file_of_function(a, NEW, new), file->name) == 0)
         align_function(a, file, old, new);
   }
}

/* ---- By order ---- */

/* The lines of a file that have counts and no anchor. */
static void read_loose(const ac_align *a, const ac_aligned *file, int side, size_t index,
                       numbers *to)
{
   ac_lines lines;
   const ac_file *of = ac_profile_file(a->sides[side], index);
   ac_lines_open(&lines, a->sides[side], of->first_function, of->n_functions);
   while (ac_lines_next(&lines)) {
      bool is_loose = side == OLD ? (ac_aligned_line(file, lines.line) & AC_LINE_OF_OLD)
                                  : !is_taken(file, lines.line);
      if (lines.line == 0 || !is_loose)
         continue;
      TK_ARRAY_ADD(a->alloc, AN_LABEL, to->of, to->n, to->capacity, lines.line);
   }
   ac_lines_close(&lines);
}

/* The first of the lines that is above `line`. */
static size_t first_above(const numbers *lines, uint32_t line)
{
   return TK_SEARCH(i, lines->n, lines->of[i] <= line);
}

/* Adds anchors for the loose lines between two anchors, if both sides have as many. */
static void pair_gap(const ac_align *a, ac_aligned *file, const numbers loose[SIDES],
                     anchor before, anchor after)
{
   if (before.new > after.new)
      return;
   size_t old = first_above(&loose[OLD], before.old);
   size_t new = first_above(&loose[NEW], before.new);
   size_t n = first_above(&loose[OLD], after.old) - old;
   if (n == first_above(&loose[NEW], after.new) - new)
      for (size_t i = 0; i < n; i++)
         add_anchor(a, file, loose[OLD].of[old + i], loose[NEW].of[new + i]);
}

static void align_loose(const ac_align *a, ac_aligned *file, size_t index, size_t partner)
{
   numbers loose[SIDES] = { { .n = 0 }, { .n = 0 } };
   size_t n = file->n;
   read_loose(a, file, OLD, index, &loose[OLD]);
   read_loose(a, file, NEW, partner, &loose[NEW]);
   for (size_t i = 0; i + 1 < n && loose[OLD].n > 0; i++)
      pair_gap(a, file, loose, file->anchors[i], file->anchors[i + 1]);
   if (n != file->n)
      settle_anchors(a, file);
}

/* ---- Functions ---- */

/* Which functions are one, by the names that files have so far. */
static void find_partners(ac_align *a)
{
   size_t n_files = ac_profile_n_files(a->sides[OLD]);
   const char **names = tk_get(a->alloc, AN_LABEL, (n_files + 1) * sizeof *names);
   for (size_t i = 0; i < n_files; i++)
      names[i] = a->files[i].name;
   a->new_of = ac_partners_find(a->alloc, a->sides[OLD], a->sides[NEW], names);
}

/* Finds the only function of OLD that each of NEW is. */
static void turn_partners(ac_align *a)
{
   size_t n = ac_profile_n_functions(a->sides[NEW]);
   bool *are_several = tk_get_zeroed(a->alloc, AN_LABEL, n + 1);
   a->old_of = tk_get(a->alloc, AN_LABEL, (n + 1) * sizeof *a->old_of);
   memset(a->old_of, 0xff, (n + 1) * sizeof *a->old_of);
   for (size_t i = 0; i < ac_profile_n_functions(a->sides[OLD]); i++) {
      size_t new = a->new_of[i];
      if (new == SIZE_MAX)
         continue;
      are_several[new] |= a->old_of[new] != SIZE_MAX;
      a->old_of[new] = are_several[new] ? SIZE_MAX : i;
   }
}

static const char *aligned_file(const ac_align *a, size_t function)
{
   return a->files[ac_profile_function(a->sides[OLD], function)->file].name;
}

/* The file of a pair's function: NEW's, or if that is unknown OLD's. */
static const char *pair_file(const ac_align *a, size_t new)
{
   const char *file = file_of_function(a, NEW, new);
   size_t old = a->old_of[new];
   return is_unknown(file) && old != SIZE_MAX ? aligned_file(a, old) : file;
}

static void align_moved(const ac_align *a, size_t function)
{
   size_t new = a->new_of[function];
   if (new == SIZE_MAX || strcmp(pair_file(a, new), aligned_file(a, function)) == 0)
      return;
   ac_aligned *moved = tk_get(a->alloc, AN_LABEL, sizeof *moved);
   *moved = (ac_aligned){ .name = pair_file(a, new), .is_of_moved = true };
   align_function(a, moved, function, new);
   settle_anchors(a, moved);
   a->moved[function] = moved;
}

static void align_functions(ac_align *a)
{
   size_t n = ac_profile_n_functions(a->sides[OLD]);
   a->moved = tk_get_zeroed(a->alloc, AN_LABEL, (n + 1) * sizeof *a->moved);
   turn_partners(a);
   for (size_t i = 0; i < n; i++)
      align_moved(a, i);
}

ac_align_function ac_align_old_function(const ac_align *a, size_t function)
{
   size_t new = a->new_of[function];
   size_t file = ac_profile_function(a->sides[OLD], function)->file;
   const ac_aligned *lines = a->moved[function] != NULL ? a->moved[function]
                                                        : &a->files[file];
   return (ac_align_function){ new, lines->name, lines };
}

ac_align_function ac_align_new_function(const ac_align *a, size_t function)
{
   return (ac_align_function){ function, pair_file(a, function), NULL };
}

/* ---- The whole ---- */

static void align_file(const ac_align *a, size_t index, const ac_align_texts *texts)
{
   ac_aligned *file = &a->files[index];
   size_t partner = ac_find_file(a->sides[NEW], file->name);
   const char *name = file_name(a, OLD, index);
   if (partner == SIZE_MAX || is_unknown(name))
      return;
   align_texts(a, file, name, texts);
   bool is_unedited = strcmp(name, file->name) == 0 && !ac_own_files_has(&a->own, name);
   if (!file->has_ends && is_unedited)
      return;
   if (!file->has_ends)
      align_counts(a, file, index);
   settle_anchors(a, file);
   align_loose(a, file, index, partner);
}

ac_align *ac_align_new(const tk_alloc *alloc, const ac_profile *old,
                       const ac_profile *new, const ac_align_texts *texts)
{
   ac_align *a = tk_get(alloc, AN_LABEL, sizeof *a);
   size_t n = ac_profile_n_files(old);
   *a = (ac_align){ .alloc = alloc, .sides = { old, new } };
   a->files = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *a->files);
   ac_own_files_open(&a->own, alloc, old);
   find_keys(a);
   name_files(a);
   find_partners(a);
   for (size_t i = 0; i < n; i++)
      align_file(a, i, texts);
   align_functions(a);
   return a;
}

const ac_aligned *ac_align_find(const ac_align *align, const char *old_name)
{
   size_t file = ac_find_file(align->sides[OLD], old_name);
   return file == SIZE_MAX ? NULL : &align->files[file];
}

const char *ac_aligned_name(const ac_aligned *file)
{
   return file->name;
}

uint32_t ac_aligned_line(const ac_aligned *file, uint32_t line)
{
   int64_t shift;
   if (file == NULL || line == 0 || (file->n == 0 && !file->is_of_moved))
      return line;
   if (file->n == 0)
      return 0;
   size_t i = find_anchor(file, line);
   const anchor *after = i < file->n ? &file->anchors[i] : NULL;
   const anchor *before = i > 0 ? &file->anchors[i - 1] : NULL;
   if (after != NULL && after->old == line)
      return after->new;
   bool is_known = find_shift(before, after, &shift);
   int64_t moved = line + shift;
   return is_known && moved > 0 && moved < AC_LINE_OF_OLD
                && !is_taken(file, (uint32_t)moved)
             ? (uint32_t)moved
          : file->is_of_moved ? 0
                              : line | AC_LINE_OF_OLD;
}
