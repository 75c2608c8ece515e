/* ac_calls_diff.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "sections/ac_calls_diff.h"

#include "base/an_short.h"
#include "counts/ac_rank.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.calls_diff"

enum { TOP = 10 }; /* rows of a table in a report that is limited */

static const ac_calls_pair *calls_of(const an_page *page)
{
   return page->scope.analysis->calls;
}

/* ---- What both tables share ---- */

/* Prints a table, which needs room for names: unless the user chose columns, it has those
   of the metric that is sorted by. */
static an_status with_columns(an_page *page, an_status (*print)(an_page *page))
{
   static const ac_aspect aspects[] = { AC_BEFORE, AC_AFTER, AC_CHANGE };
   enum { N = sizeof aspects / sizeof aspects[0] };
   ac_measure own[N];
   an_page narrow = *page;
   if (page->scope.request->has_show)
      return print(page);
   for (size_t i = 0; i < N; i++) {
      own[i] = page->scope.request->sort.of[0];
      own[i].aspect = aspects[i];
   }
   an_status status = ac_columns_open(&narrow.columns, page->scope.alloc,
                                      page->scope.profile,
                                      &(ac_measures){ .of = own, .n = N },
                                      page->scope.request->percents);
   if (status != AN_OK)
      return status;
   status = print(&narrow);
   ac_columns_close(&narrow.columns);
   return status;
}

/* Sorts, and keeps the first rows; returns how many are left out. */
static size_t rank(an_page *page, ac_ranking *ranking)
{
   const ac_request *request = page->scope.request;
   size_t most = request->n_top > 0 ? request->n_top
                 : ac_request_is_short(request) ? TOP : SIZE_MAX;
   ac_rank(ranking, ac_profile_totals(page->scope.profile), &request->sort,
           ac_request_row_threshold(request));
   size_t n = 0, n_all;
   while (n < ranking->n
          && ac_rank_size(&request->sort.of[0], ranking->entries[n].totals) != 0)
      n++;
   n_all = n;
   ranking->n = n < most ? n : most;
   ac_columns_reset(&page->columns);
   for (size_t i = 0; i < ranking->n; i++)
      ac_columns_fit(&page->columns, ranking->entries[i].totals);
   return n_all - ranking->n;
}

static void end_table(const an_page *page, size_t n, size_t n_more, const char *noun)
{
   if (n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   an_page_more(page, n_more, noun, "--top=0");
}

/* ---- Functions ---- */

enum { CALLS_B = 2 * AN_TEXT_NUMBER_B + 4 };

/* "1,234", "inlined", or "-": the profile has no cost of it. */
static void put_calls(char *to, const ac_called_pair *f, unsigned side)
{
   unsigned bit = 1u << side;
   if (f->called & bit)
      an_text_count(to, f->n_calls[side]);
   else
      strcpy(to, f->sides & bit ? "inlined" : "-");
}

/* How often it was called: "3", or "3 -> 4".  Returns the length. */
static size_t put_both_calls(char *to, const ac_called_pair *f)
{
   char new[AN_TEXT_NUMBER_B];
   put_calls(to, f, 0);
   put_calls(new, f, 1);
   if (strcmp(to, new) != 0)
      strcat(strcat(to, " -> "), new);
   return strlen(to);
}

static size_t put_self(char *to, const an_page *page, const ac_called_pair *f)
{
   const ac_measure *sort = &page->scope.request->sort.of[0];
   return an_text_value(to, ac_measure_value(sort, f->self),
                        ac_metric_is_whole(sort->metric), true);
}

/* "parse (json.cc)", and what is not known. */
static void print_function(const an_page *page, const ac_called_pair *f, size_t room)
{
   const an_stack_function *of = &calls_of(page)->paths.stacks.functions[f->function];
   const char *file = of->file == NULL ? of->object : of->file;
   char *name = an_short_name(of->name, page->scope.request->full_names ? SIZE_MAX
                                                                       : room / 2);
   const char *shown = name == NULL ? of->name : name;
   size_t n = an_text_name_columns(shown), n_file;
   n_file = file == NULL ? 0 : an_text_name_columns(file);
   size_t most = file == NULL || room == 0 ? room : an_page_share(room - 1, n_file);
   an_text_function_fit(page->out, shown, most);
   if (file != NULL) {
      putc(':', page->out);
      an_text_path_fit(page->out, file, room - 1 - (n < most ? n : most));
   }
   free(name);
}

static void print_functions(an_page *page, const ac_ranking *ranking, size_t n_more)
{
   static const char self[] = "self change", calls[] = "calls";
   char text[CALLS_B];
   size_t self_width = strlen(self), calls_width = strlen(calls);
   for (size_t i = 0; i < ranking->n; i++) {
      const ac_called_pair *f = &calls_of(page)->functions[ranking->entries[i].index];
      size_t n = put_self(text, page, f);
      self_width = n > self_width ? n : self_width;
      n = put_both_calls(text, f);
      calls_width = n > calls_width ? n : calls_width;
   }
   an_page_heading(page, "Functions by inclusive cost", NULL);
   an_page_names(page);
   fprintf(page->out, "  %*s  %*s  function:file\n\n", (int)self_width, self,
           (int)calls_width, calls);
   for (size_t i = 0; i < ranking->n; i++) {
      const ac_called_pair *f = &calls_of(page)->functions[ranking->entries[i].index];
      ac_columns_print(&page->columns, page->out, f->inclusive);
      put_self(text, page, f);
      fprintf(page->out, "  %*s", (int)self_width, text);
      put_both_calls(text, f);
      fprintf(page->out, "  %*s  ", (int)calls_width, text);
      print_function(page, f, an_page_room(page, self_width + calls_width + 6));
      putc('\n', page->out);
   }
   end_table(page, ranking->n, n_more, "function");
   putc('\n', page->out);
}

/* The functions, without the callers of `shared`: their change is that of all. */
static an_status report_functions(an_page *page, uint32_t shared)
{
   const ac_calls_pair *calls = calls_of(page);
   const an_stacks *paths = &calls->paths.stacks;
   size_t n = paths->n_functions;
   bool *is_shared = tk_get(page->scope.alloc, LABEL, n + 1);
   ac_ranking ranking = {
      .entries = tk_get(page->scope.alloc, LABEL, (n + 1) * sizeof *ranking.entries) };
   bool ok = is_shared != NULL && ranking.entries != NULL;
   if (ok)
      memset(is_shared, false, n);
   if (shared != AN_NO_STACK)
      shared = paths->nodes[shared].parent;
   for (; ok && shared != AN_NO_STACK; shared = paths->nodes[shared].parent)
      is_shared[paths->nodes[shared].function] = true;
   for (size_t i = 0; ok && i < n; i++)
      if (!is_shared[i])
         ranking.entries[ranking.n++] = (ac_ranked){ i, calls->functions[i].inclusive };
   if (ok) {
      size_t n_more = rank(page, &ranking);
      print_functions(page, &ranking, n_more);
   }
   tk_put(page->scope.alloc, is_shared);
   tk_put(page->scope.alloc, ranking.entries);
   return ok ? AN_OK : AN_NO_MEMORY;
}

static an_status print_inclusive(an_page *page)
{
   return report_functions(page, AN_NO_STACK);
}

an_status ac_calls_diff_inclusive(an_page *page)
{
   return with_columns(page, print_inclusive);
}

/* ---- Call paths ---- */

ac_path_change *ac_calls_diff_list(const ac_calls_pair *calls, size_t *n)
{
   const an_stacks *paths = &calls->paths.stacks;
   size_t n_counts = 2 * calls->n_events;
   uint32_t *head = tk_get(calls->alloc, LABEL, (paths->n_nodes + 1) * sizeof *head);
   ac_path_change *list
      = tk_get(calls->alloc, LABEL, (paths->n_nodes + 1) * sizeof *list);
   *n = 0;
   for (uint32_t i = 0; head != NULL && list != NULL && i < paths->n_nodes; i++) {
      uint32_t parent = paths->nodes[i].parent;
      unsigned sides = calls->paths.nodes[i].sides;
      bool is_alone = sides != (AN_OF_OLD | AN_OF_NEW);
      if (is_alone && parent != AN_NO_STACK
          && calls->paths.nodes[parent].sides == sides) {
         head[i] = head[parent];
         list[head[i]].n_below++;
         continue;
      }
      head[i] = (uint32_t)*n;
      list[(*n)++] = (ac_path_change){
         .node = i,
         .counts = (is_alone ? calls->inclusive : paths->values) + i * n_counts };
   }
   tk_put(calls->alloc, head);
   if (head != NULL)
      return list;
   tk_put(calls->alloc, list);
   return NULL;
}

/* How many nodes a path has. */
static size_t depth_of(const an_stacks *paths, uint32_t node)
{
   size_t n = 0;
   for (; node != AN_NO_STACK; node = paths->nodes[node].parent)
      n++;
   return n;
}

/* The node that both paths go through, at the most depth. */
static uint32_t common(const an_stacks *paths, uint32_t a, uint32_t b)
{
   size_t n_a = depth_of(paths, a), n_b = depth_of(paths, b);
   for (; n_a > n_b; n_a--)
      a = paths->nodes[a].parent;
   for (; n_b > n_a; n_b--)
      b = paths->nodes[b].parent;
   while (a != b) {
      a = paths->nodes[a].parent;
      b = paths->nodes[b].parent;
   }
   return a;
}

/* The name in at most about n_most bytes, for free(); NULL if memory ran out. */
static char *name_of(const an_stacks *paths, uint32_t node, size_t n_most)
{
   const an_stack_function *of = &paths->functions[paths->nodes[node].function];
   char *text = NULL;
   if (of->object == NULL || strcmp(of->name, AN_UNKNOWN) != 0)
      return an_short_name(of->name, n_most);
   const char *slash = strrchr(of->object, '/');
   const char *object = slash == NULL ? of->object : slash + 1;
   return asprintf(&text, "%s in %s", of->name, object) < 0 ? NULL : text;
}

/* Writes "main > parse > lex", of the nodes behind `shared`, in about `room` columns:
   without the outermost if need be. */
static void print_path(const an_page *page, uint32_t node, uint32_t shared, size_t room)
{
   static const char gap[] = " > ", cut[] = "... > ";
   const an_stacks *paths = &calls_of(page)->paths.stacks;
   size_t depth = depth_of(paths, node), n_own, taken = 0;
   n_own = depth - (shared == AN_NO_STACK ? 0 : depth_of(paths, shared)) + 1;
   if (n_own > depth)
      n_own = depth;
   char **names = calloc(n_own, sizeof *names);
   size_t first = n_own;
   for (size_t i = n_own; names != NULL && i-- > 0; node = paths->nodes[node].parent) {
      size_t most = page->scope.request->full_names ? SIZE_MAX
                    : room == SIZE_MAX        ? AN_SHORT_MOST_B : room / 3;
      names[i] = name_of(paths, node, most);
      size_t n = an_text_name_columns(names[i] == NULL ? "?" : names[i]) + strlen(gap);
      if (first < n_own && taken + n + (i > 0 ? strlen(cut) : 0) > room)
         break;
      first = i;
      taken += n;
   }
   fputs(first > 0 && first < n_own ? cut : "", page->out);
   for (size_t i = first; i < n_own; i++) {
      fputs(i > first ? gap : "", page->out);
      an_text_function_fit(page->out, names[i] == NULL ? "?" : names[i], room);
   }
   for (size_t i = 0; names != NULL && i < n_own; i++)
      free(names[i]);
   free(names);
}

/* What a reader must know of a path besides its cost; at most REMARK_B. */
enum { REMARK_B = 64 };

static void put_remark(char *to, const ac_calls_pair *calls, const ac_path_change *of)
{
   const an_pair_node *node = &calls->paths.nodes[of->node];
   uint32_t parent = calls->paths.stacks.nodes[of->node].parent;
   unsigned lacks = node->sides ^ (AN_OF_OLD | AN_OF_NEW);
   bool may_be_small = parent != AN_NO_STACK
                       && (calls->paths.nodes[parent].left_out & lacks);
   *to = '\0';
   if (lacks != 0) {
      to += sprintf(to, " (%s%s", lacks == AN_OF_OLD ? "new" : "gone",
                    may_be_small ? "?" : "");
      if (of->n_below > 0)
         to += sprintf(to, ", and %u below", of->n_below);
      strcpy(to, ")");
   } else if (node->inlined == AN_OF_NEW || node->inlined == AN_OF_OLD) {
      strcpy(to, node->inlined == AN_OF_NEW ? " (now inlined)" : " (was inlined)");
   }
}

/* What the files do not have. */
static void print_left_out(const an_page *page)
{
   const ac_calls_pair *calls = calls_of(page);
   const char *lead = "Too small for the files (?): ";
   for (unsigned side = 0; side < 2; side++) {
      ac_measure m = page->scope.request->sort.of[0];
      char number[AN_TEXT_NUMBER_B], share[AN_TEXT_NUMBER_B];
      m.aspect = side == 0 ? AC_BEFORE : AC_AFTER;
      if (calls->n_left_out[side] == 0)
         continue;
      an_text_count(number, calls->n_left_out[side]);
      an_text_share(share, ac_measure_value(&m, calls->left_out),
                    ac_measure_value(&m, ac_profile_totals(page->scope.profile)));
      fprintf(page->out, "%s%s path%s of %s %s", lead, number,
              calls->n_left_out[side] == 1 ? "" : "s", side == 0 ? "OLD" : "NEW",
              *share == '\0' ? "(0%)" : share);
      lead = ", ";
   }
   if (*lead == ',')
      putc('\n', page->out);
}

/* The list and its ranking. */
typedef struct {
   ac_path_change *list;
   ac_ranking ranking;
   size_t n_more;
   uint32_t shared; /* the innermost node that all those shown go through */
} ranked_paths;

static void close_paths(const an_page *page, ranked_paths *p)
{
   tk_put(page->scope.alloc, p->ranking.entries);
   tk_put(calls_of(page)->alloc, p->list);
}

static an_status open_paths(an_page *page, ranked_paths *p)
{
   size_t n;
   *p = (ranked_paths){ .list = ac_calls_diff_list(calls_of(page), &n),
                        .shared = AN_NO_STACK };
   if (p->list != NULL)
      p->ranking.entries
         = tk_get(page->scope.alloc, LABEL, (n + 1) * sizeof *p->ranking.entries);
   if (p->ranking.entries == NULL) {
      close_paths(page, p);
      return AN_NO_MEMORY;
   }
   for (; p->ranking.n < n; p->ranking.n++)
      p->ranking.entries[p->ranking.n]
         = (ac_ranked){ p->ranking.n, p->list[p->ranking.n].counts };
   p->n_more = rank(page, &p->ranking);
   for (size_t i = 0; i < p->ranking.n && p->ranking.n > 1; i++) {
      uint32_t node = p->list[p->ranking.entries[i].index].node;
      p->shared = i == 0 ? node : common(&calls_of(page)->paths.stacks, p->shared, node);
      if (p->shared == AN_NO_STACK)
         break;
   }
   return AN_OK;
}

static void print_paths(an_page *page, const ranked_paths *p)
{
   const an_stacks *paths = &calls_of(page)->paths.stacks;
   an_page_heading(page, "Call paths that changed most", NULL);
   if (p->shared != AN_NO_STACK && depth_of(paths, p->shared) > 1) {
      static const char lead[] = "All begin with ";
      size_t width = page->scope.terminal->width;
      fputs(lead, page->out);
      print_path(page, p->shared, AN_NO_STACK,
                 width == 0 ? SIZE_MAX : width - strlen(lead));
      fputs("\n\n", page->out);
   }
   an_page_names(page);
   fputs("  call path\n\n", page->out);
   for (size_t i = 0; i < p->ranking.n; i++) {
      const ac_path_change *of = &p->list[p->ranking.entries[i].index];
      char remark[REMARK_B];
      put_remark(remark, calls_of(page), of);
      size_t room = an_page_room(page, 2 + strlen(remark));
      ac_columns_print(&page->columns, page->out, of->counts);
      fputs("  ", page->out);
      print_path(page, of->node, p->shared, room);
      fprintf(page->out, "%s\n", remark);
   }
   end_table(page, p->ranking.n, p->n_more, "path");
   print_left_out(page);
   putc('\n', page->out);
}

static an_status report_paths(an_page *page)
{
   ranked_paths p;
   an_status status = open_paths(page, &p);
   if (status != AN_OK)
      return status;
   print_paths(page, &p);
   close_paths(page, &p);
   return AN_OK;
}

an_status ac_calls_diff_paths(an_page *page)
{
   return with_columns(page, report_paths);
}

static an_status report_both(an_page *page)
{
   ranked_paths p;
   an_status status = open_paths(page, &p);
   if (status != AN_OK)
      return status;
   status = report_functions(page, p.shared);
   close_paths(page, &p);
   return status == AN_OK ? report_paths(page) : status;
}

an_status ac_calls_diff(an_page *page)
{
   return calls_of(page) == NULL ? AN_OK : with_columns(page, report_both);
}
