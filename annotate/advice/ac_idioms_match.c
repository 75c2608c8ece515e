/* ac_idioms_match.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_idioms_match.h"

#include "base/an_library_name.h"
#include "base/tk_array.h"
#include "paths/an_bare.h"

#include <fnmatch.h>
#include <string.h>

/* ---- Names ---- */

/* Past the bracket that closes the first one of a name; NULL: none does. */
static const char *after_angle(const char *name)
{
   size_t depth = 0;
   for (const char *at = name; *at != '\0'; at++) {
      if (*at == '<')
         depth++;
      else if (*at == '>' && at[-1] != '-' && --depth == 0)
         return at + 1;
   }
   return NULL;
}

/* The length of the type in "<&T as Trait>::f" or "<T>::f", whose text begins at `at`. */
static size_t type_B(const char *at, const char *end)
{
   size_t depth = 0, n = 0;
   for (; at + n < end; n++) {
      depth += at[n] == '<';
      depth -= at[n] == '>' && depth > 0;
      if (depth == 0 && strncmp(at + n, " as ", 4) == 0)
         break;
   }
   return n;
}

static void remove_all(char *name, const char *text)
{
   size_t n = strlen(text);
   for (char *at = name; (at = strstr(at, text)) != NULL;)
      memmove(at, at + n, strlen(at + n) + 1);
}

void ac_idioms_readable(const char *name, char *to)
{
   const char *plain = an_library_name(name);
   const char *after = *name == '<' ? after_angle(name) : NULL;
   if (plain != NULL && plain != name) {
      strcpy(to, plain);
      return;
   }
   if (after == NULL) {
      an_bare_name(name, false, to);
   } else {
      const char *at = name + 1 + strspn(name + 1, "&");
      char type[strlen(name) + 1];
      size_t n = type_B(at, after - 1);
      memcpy(type, at, n);
      type[n] = '\0';
      an_bare bare = an_bare_name(type, false, to);
      an_bare_name(after, false, to + bare.length_B);
   }
   to[strcspn(to, "@")] = '\0'; /* a version of a C library */
   remove_all(to, "__cxx11::");
   remove_all(to, "__1::");
}

static bool matches(const ac_idiom_pattern *p, const char *name, const char *full,
                    const char *file)
{
   if (strchr(p->name, '<') != NULL)
      name = full;
   return strncmp(p->name, name, p->literal_B) == 0
          && (p->file == NULL || (file != NULL && fnmatch(p->file, file, 0) == 0))
          && fnmatch(p->name, name, 0) == 0;
}

/* ---- Roles of names ---- */

/* What a name is for a row. */
typedef struct ac_idioms_role {
   uint32_t row;
   uint8_t roles; /* bits of ac_idiom_role */
} name_role;

static bool has_role(const ac_idiom_patterns *patterns, const char *name,
                     const char *full, const char *file)
{
   for (size_t i = 0; i < patterns->n; i++)
      if (matches(&patterns->of[i], name, full, file))
         return true;
   return false;
}

static void add_roles(ac_idioms_match *m, const char *name, const char *file)
{
   char readable[strlen(name) + 1 + sizeof "mem"];
   ac_idioms_readable(name, readable);
   for (uint32_t row = 0; row < m->idioms->n; row++) {
      name_role of = { .row = row };
      for (unsigned role = 0; role < AC_IDIOM_ROLES; role++)
         if (has_role(&m->idioms->of[row].patterns[role], readable, name, file))
            of.roles |= (uint8_t)(1u << role);
      if (of.roles == 0)
         continue;
      TK_ARRAY_ADD(m->alloc, AN_LABEL, m->roles, m->n_roles, m->max_roles, of);
   }
}

/* The roles of a function: n from `first` on. */
typedef struct {
   uint32_t first, n;
} role_span;

static role_span find_roles(ac_idioms_match *m, const ac_line_frame *frame)
{
   uint64_t key[] = { ac_keyed_word(frame->name), ac_keyed_word(frame->file) };
   size_t n_before = m->names.n;
   uint32_t at = ac_keyed_find(&m->names, key);
   if (m->names.n > n_before) {
      size_t first = m->n_roles;
      add_roles(m, frame->name, frame->file);
      ac_keyed_add(&m->names, at, 0,
                   (int64_t[]){ (int64_t)first, (int64_t)(m->n_roles - first) }, 2);
   }
   const int64_t *numbers = ac_keyed_numbers(&m->names, at);
   return (role_span){ (uint32_t)numbers[0], (uint32_t)numbers[1] };
}

/* ---- A line ---- */

typedef struct ac_idioms_frame {
   role_span roles;
   bool is_surface; /* what the line itself calls or has inlined */
   bool is_inside;  /* what `runs` names, or below that */
   bool is_done;    /* has its cost in the sum, or is below that */
} line_frame;

static unsigned roles_in(const ac_idioms_match *m, const line_frame *frame, uint32_t row)
{
   for (uint32_t i = 0; i < frame->roles.n; i++)
      if (m->roles[frame->roles.first + i].row == row)
         return m->roles[frame->roles.first + i].roles;
   return 0;
}

static bool is_between(const ac_idiom *idiom, ac_idiom_measure measure, double value)
{
   return value >= idiom->least[measure] && value <= idiom->most[measure];
}

/* Whether the condition can be seen to hold, of a value that is 0 if it is not known. */
static bool is_known_between(const ac_idiom *idiom, ac_idiom_measure measure,
                             double value)
{
   return value > 0 ? is_between(idiom, measure, value)
                    : idiom->least[measure] <= 0 && idiom->most[measure] > 1e300;
}

static bool holds(const ac_idiom *idiom, const ac_idiom_found *found, double main_cost,
                  const ac_own_line *line, double all)
{
   double calls = (double)found->n_calls;
   double runs = calls > 0 ? calls : (double)line->n_runs; /* of inlined code, at most */
   return main_cost > 0 && (calls <= 0 || is_between(idiom, AC_IDIOM_CALLS, calls))
          && is_known_between(idiom, AC_IDIOM_EACH, runs > 0 ? main_cost / runs : 0)
          && is_known_between(idiom, AC_IDIOM_PER_RUN,
                              line->n_runs > 0 ? calls / (double)line->n_runs : 0)
          && is_between(idiom, AC_IDIOM_SHARE, 100 * found->cost / all);
}

/* Code that is inlined runs as often as the line, at most: what it calls can be in a loop
   of its own. */
static int64_t calls_of(const ac_line_frame *frame, int64_t n_runs)
{
   bool is_more = frame->is_inlined && n_runs > 0 && frame->n_calls > n_runs;
   return is_more ? n_runs : frame->n_calls;
}

/* Adds up what a line has of a row. */
static ac_idiom_found add_up(const ac_idioms_match *m, uint32_t row, int64_t n_runs,
                             const ac_line_frame *frames, size_t n, double *main_cost)
{
   const ac_idiom *idiom = &m->idioms->of[row];
   bool is_any = idiom->patterns[AC_IDIOM_RUNS].n == 0;
   bool has_under = idiom->patterns[AC_IDIOM_UNDER].n > 0;
   ac_idiom_found found = { .idiom = idiom };
   double largest = 0;
   *main_cost = 0;
   for (size_t i = 0; i < n; i++) {
      line_frame *frame = &m->frames[i];
      const line_frame *parent = frames[i].parent == AC_NO_FRAME
                                    ? NULL
                                    : &m->frames[frames[i].parent];
      unsigned roles = roles_in(m, frame, row);
      bool runs = frame->is_surface && (roles >> AC_IDIOM_RUNS & 1) != 0;
      frame->is_inside = is_any || runs || (parent != NULL && parent->is_inside);
      frame->is_done = parent != NULL && parent->is_done;
      if (frame->is_done)
         continue;
      bool is_main = has_under ? frame->is_inside && (roles >> AC_IDIOM_UNDER & 1) != 0
                               : runs;
      frame->is_done = is_main
                       || (frame->is_surface && (roles >> AC_IDIOM_ALSO & 1) != 0);
      if (!frame->is_done)
         continue;
      found.cost += frames[i].cycles;
      if (!is_main)
         continue;
      *main_cost += frames[i].cycles;
      found.n_calls += calls_of(&frames[i], n_runs);
      if (frames[i].cycles > largest) {
         largest = frames[i].cycles;
         found.function = frames[i].name;
      }
   }
   return found;
}

double ac_idioms_match_gain(const ac_idiom_found *found, double all)
{
   const ac_idiom *idiom = found->idiom;
   double n = (double)found->n_calls;
   if (idiom->takes > 0)
      return idiom->takes * found->cost;
   switch ((ac_idiom_takes)idiom->takes) {
   case AC_IDIOM_BUT_FIRST: return n > 0 ? found->cost * (1 - 1 / n) : found->cost;
   case AC_IDIOM_BUT_ONE: return found->cost;
   case AC_IDIOM_BUT_SEARCH: return all;
   case AC_IDIOM_PERHAPS: break;
   }
   return 0;
}

/* What the line has of the row; its idiom is NULL if it is none. */
static ac_idiom_found try_row(ac_idioms_match *m, uint32_t row, const ac_own_line *line,
                              const ac_line_frame *frames, size_t n, double all)
{
   double main_cost;
   ac_idiom_found found = { .idiom = NULL };
   if ((m->idioms->of[row].languages & ac_idioms_language(line->file)) == 0)
      return found;
   found = add_up(m, row, line->n_runs, frames, n, &main_cost);
   if (holds(found.idiom, &found, main_cost, line, all))
      found.cycles = ac_idioms_match_gain(&found, all);
   else
      found.idiom = NULL;
   return found;
}

/* Gives the frames of a line their roles. */
static void set_frames(ac_idioms_match *m, const ac_line_frame *frames, size_t n)
{
   if (n > m->max_frames) {
      tk_put(m->alloc, m->frames);
      m->max_frames = 2 * n;
      m->frames = tk_get(m->alloc, AN_LABEL, m->max_frames * sizeof *m->frames);
   }
   for (size_t i = 0; i < n; i++) {
      uint32_t parent = frames[i].parent;
      bool is_surface = parent == AC_NO_FRAME
                        || (m->frames[parent].is_surface && frames[parent].is_inlined);
      m->frames[i] = (line_frame){ .roles = find_roles(m, &frames[i]),
                                   .is_surface = is_surface };
   }
}

/* What a row's cost counts for: less, if the line does not tell that its cure gains. */
static double weight_of(const ac_idiom *idiom)
{
   bool is_unsure = idiom->takes == AC_IDIOM_PERHAPS || idiom->takes == AC_IDIOM_BUT_ONE;
   return is_unsure ? 0.65 : 1;
}

ac_idiom_found ac_idioms_match_line(ac_idioms_match *m, const ac_own_line *line,
                                    const ac_line_frame *frames, size_t n, double all,
                                    const ac_idiom *behind)
{
   static const double ALIKE = 0.8;
   ac_idiom_found none = { .idiom = NULL };
   double largest = 0;
   uint32_t first = behind == NULL ? 0 : (uint32_t)(behind - m->idioms->of) + 1;
   m->n_lines++;
   set_frames(m, frames, n);
   for (size_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < m->frames[i].roles.n; k++) {
         uint32_t row = m->roles[m->frames[i].roles.first + k].row;
         if (row < first || m->looked_at[row] == m->n_lines)
            continue;
         m->looked_at[row] = m->n_lines;
         ac_idiom_found found = try_row(m, row, line, frames, n, all);
         m->costs[row] = found.idiom == NULL ? 0 : found.cost * weight_of(found.idiom);
         largest = m->costs[row] > largest ? m->costs[row] : largest;
      }
   for (uint32_t row = first; row < m->idioms->n && largest > 0; row++)
      if (m->looked_at[row] == m->n_lines && m->costs[row] >= ALIKE * largest)
         return try_row(m, row, line, frames, n, all);
   return none;
}

double ac_idioms_match_freed(ac_idioms_match *m, const ac_idiom *idiom,
                             const ac_line_frame *frames, size_t n)
{
   uint32_t row = (uint32_t)(idiom - m->idioms->of);
   double cost = 0;
   set_frames(m, frames, n);
   for (size_t i = 0; i < n; i++) {
      line_frame *frame = &m->frames[i];
      uint32_t parent = frames[i].parent;
      bool frees = frame->is_surface && strstr(frames[i].name, "operator>>") == NULL
                   && strstr(frames[i].name, "operator<<") == NULL
                   && (roles_in(m, frame, row) >> AC_IDIOM_ALSO & 1) != 0;
      frame->is_done = parent != AC_NO_FRAME && m->frames[parent].is_done;
      if (frees && !frame->is_done) {
         cost += frames[i].cycles;
         frame->is_done = true;
      }
   }
   return cost;
}

void ac_idioms_match_open(ac_idioms_match *match, const tk_alloc *alloc,
                          const ac_idioms *idioms)
{
   *match = (ac_idioms_match){ .idioms = idioms, .alloc = alloc };
   ac_keyed_init(&match->names, alloc, 2, 2);
   match->looked_at = tk_get_zeroed(alloc, AN_LABEL, (idioms->n + 1) * sizeof(uint32_t));
   match->costs = tk_get_zeroed(alloc, AN_LABEL, (idioms->n + 1) * sizeof *match->costs);
}

void ac_idioms_match_close(ac_idioms_match *match)
{
   ac_keyed_free(&match->names);
   tk_put(match->alloc, match->roles);
   tk_put(match->alloc, match->frames);
   tk_put(match->alloc, match->looked_at);
   tk_put(match->alloc, match->costs);
}
