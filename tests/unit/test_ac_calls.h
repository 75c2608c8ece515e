/* test_ac_calls.h -- profiles with notes on calls, and the model of calls as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_CALLS_H
#define TEST_AC_CALLS_H

#include "test_an_common.h"

#include "counts/ac_calls.h"

#define CALLS_HEAD "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n"
#define CALLS_BODY \
   "fl=/src/a.c\n" \
   "fn=main\n3 10 1\n4 20 2\n" \
   "fn=walk\n8 100 10\n9 5 0\n" \
   "fl=/src/a.h\n" \
   "fn=walk\n2 40 4\n" \
   "fl=???\n" \
   "fn=???\n0 25 3\n" \
   "summary: 200 20\n"
#define CALLS_OBJECTS \
   "#: object 01 /bin/app\n#: object-counts 175 17\n" \
   "#: object - /lib/libfoo.so\n#: object-counts 25 3\n#: code 0x1000 25 3\n"
#define CALLS_NAMES "#: fl /src/b.h\n#: fn 2 get\n#: fn 4 peek\n"
#define CALLS_FUNCTIONS \
   "#: f 1 1 0x0 1 200 20\n" \
   "#: f 2 1 0x0 5 170 17\n" \
   "#: i 1 5 8 30 3\n" \
   "#: i 2 6 2 10 1\n" \
   "#: ir 1 2 5\n" \
   "#: f 4 2 0x1000 3 25 3\n"
#define CALLS_INCLUSIVE \
   "#: g 5 45 4\n#: g 6 35 4\n" \
   "#: lf 1\n#: l 4 190 19\n#: l 8 165 17\n#: lf 2\n#: l 2 35 4\n"
#define CALLS_ARCS \
   "#: by 1\n#: a 4 2 1 170 17\n" \
   "#: by 2\n#: a 9 2 4 60 6\n#: ar 1 2 5\n" \
   "#: by 2.2\n#: a 3 3 3 25 3\n" \
   "#: by 0\n#: a 0 1 1 200 20\n"
#define CALLS_PATHS \
   "#: t 0 0 0\n" \
   "#: t 1 4 1 30 3\n" \
   "#: t 2 1 1 60 6\n" \
   "#: ti 3 1 20 2\n" \
   "#: ti 3 2 10 1\n" \
   "#: t 3 3 2 15 2\n" \
   "#: t 3 2 1 40 4\n" \
   "#: r 4 2 3\n" \
   "#: t 4 3 1 10 1\n" \
   "#: tr 4 2 15 1\n"
#define CALLS_END "#: end 6\n"
#define CALLS_NOTES CALLS_NAMES CALLS_FUNCTIONS CALLS_INCLUSIVE CALLS_ARCS CALLS_PATHS
#define CALLS_FILE CALLS_HEAD CALLS_BODY CALLS_OBJECTS CALLS_NOTES CALLS_END

/* Another order, other numbers, a function and inlined code more; walk is alike. */
#define CALLS_OTHER \
   CALLS_HEAD \
   "fl=/src/a.c\nfn=late\n1 6 1\nfn=walk\n8 4 0\nsummary: 10 1\n" \
   "#: object 01 /bin/app\n#: object-counts 10 1\n" \
   "#: fl /src/a.h\n#: fn 2 get\n#: fn 2 set\n" \
   "#: f 1 1 0x0 1 10 1\n" \
   "#: f 2 1 0x0 2 4\n#: i 1 4 8\n#: i 1 3 8 2\n#: i 2 4 7 1\n" \
   "#: ir 2 1 1\n#: ir 1 1\n#: g 3 4\n#: lf 1\n#: l 8 4\n" \
   "#: by 1\n#: a 2 2 1 4\n#: by 2\n#: ar 1 1\n#: by 0\n#: a 0 1 1 10 1\n" \
   "#: t 0 0 1 1\n#: t 1 2 1 5 1\n#: t 2 1 1 1\n#: ti 3 2 2\n#: ti 3 3 1\n#: end 2\n"

/* ---- The model as text ---- */

enum { CALLS_TEXT_B = 8192 };

typedef struct {
   const ac_profile *profile;
   char *at, *end;
} calls_text;

__attribute__((format(printf, 2, 3))) static inline void calls_put(calls_text *t,
                                                                   const char *format,
                                                                   ...)
{
   va_list arguments;
   va_start(arguments, format);
   t->at += vsnprintf(t->at, (size_t)(t->end - t->at), format, arguments);
   va_end(arguments);
   assert_true(t->at < t->end);
}

static inline void calls_put_counts(calls_text *t, const int64_t *counts)
{
   for (size_t i = 0; i < ac_profile_n_events(t->profile); i++)
      calls_put(t, " %lld", (long long)counts[i]);
   calls_put(t, "\n");
}

static inline void calls_put_functions(calls_text *t, const ac_calls *calls)
{
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      calls_put(t, "f%u %s %s object %zd 0x%llx calls %lld inlined %u+%u", i, f->file,
                f->name, (ptrdiff_t)f->object, (unsigned long long)f->start,
                (long long)f->n_calls, f->first_inlined, f->n_inlined);
      calls_put_counts(t, f->inclusive);
   }
   for (uint32_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *f = &calls->inlined[i];
      calls_put(t, "i%u %s %s in f%u i%d at %s:%u", i, f->file, f->name, f->function,
                (int)f->parent, f->call_file, f->call_line);
      calls_put_counts(t, f->self);
   }
}

static inline void calls_put_inclusive(calls_text *t, const ac_inclusive *all, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) {
      calls_put(t, "incl %s %s %u", all[i].file, all[i].name == NULL ? "-" : all[i].name,
                all[i].line);
      calls_put_counts(t, all[i].counts);
   }
}

static inline void calls_put_rests(calls_text *t, const char *what,
                                   const ac_call_rest *all, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) {
      calls_put(t, "left out %s f%d i%d: %lld, calls %lld", what, (int)all[i].function,
                (int)all[i].inlined, (long long)all[i].n, (long long)all[i].n_calls);
      calls_put_counts(t, all[i].counts);
   }
}

static inline void calls_put_nodes(calls_text *t, const ac_calls *calls)
{
   static const char *const kinds[] = { "path", "inlined", "folded", "left out" };
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *a = &calls->arcs[i];
      calls_put(t, "a%u f%d i%d > f%u at %s:%u calls %lld", i, (int)a->caller,
                (int)a->inlined, a->callee, a->file == NULL ? "-" : a->file, a->line,
                (long long)a->n_calls);
      calls_put_counts(t, a->inclusive);
   }
   for (uint32_t i = 0; i < calls->n_nodes; i++) {
      const ac_call_node *n = &calls->nodes[i];
      calls_put(t, "n%u %s in n%d of %d calls %lld", i, kinds[n->kind], (int)n->parent,
                (int)n->what, (long long)n->n_calls);
      calls_put_counts(t, n->self);
   }
}

/* "none" if the profile has none. */
static inline void calls_as_text(const ac_profile *profile, char text[CALLS_TEXT_B])
{
   const ac_calls *calls = ac_profile_calls(profile);
   calls_text t = { profile, text, text + CALLS_TEXT_B };
   if (calls == NULL) {
      strcpy(text, "none");
      return;
   }
   calls_put_functions(&t, calls);
   calls_put_inclusive(&t, calls->inlined_functions, calls->n_inlined_functions);
   calls_put_inclusive(&t, calls->lines, calls->n_lines);
   calls_put_rests(&t, "inlined", calls->inlined_pruned, calls->n_inlined_pruned);
   calls_put_rests(&t, "arcs", calls->arcs_pruned, calls->n_arcs_pruned);
   calls_put_nodes(&t, calls);
}

/* Self costs add up to the totals. */
static inline void calls_check_sums(const ac_profile *profile)
{
   const ac_calls *calls = ac_profile_calls(profile);
   for (size_t e = 0; e < ac_profile_n_events(profile); e++) {
      int64_t sum = 0;
      for (uint32_t i = 0; i < calls->n_nodes; i++)
         sum += calls->nodes[i].self[e];
      assert_int_equal(sum, ac_profile_totals(profile)[e]);
   }
}

/* ---- Checks ---- */

/* The model of CALLS_FILE. */
static const char calls_model[] =
   "f0 /src/a.c main object 0 0x0 calls 1 inlined 0+0 200 20\n"
   "f1 /src/a.c walk object 0 0x0 calls 5 inlined 0+2 170 17\n"
   "f2 ??? 0x1000 in libfoo.so object 1 0x1000 calls 3 inlined 2+0 25 3\n"
   "i0 /src/a.h get in f1 i-1 at /src/a.c:8 30 3\n"
   "i1 /src/b.h peek in f1 i0 at /src/a.h:2 10 1\n"
   "incl /src/a.h get 0 45 4\n"
   "incl /src/b.h peek 0 35 4\n"
   "incl /src/a.c - 4 190 19\n"
   "incl /src/a.c - 8 165 17\n"
   "incl /src/a.h - 2 35 4\n"
   "left out inlined f1 i-1: 2, calls 0 5 0\n"
   "left out arcs f1 i-1: 1, calls 2 5 0\n"
   "a0 f0 i-1 > f1 at /src/a.c:4 calls 1 170 17\n"
   "a1 f1 i-1 > f1 at /src/a.c:9 calls 4 60 6\n"
   "a2 f1 i1 > f2 at /src/b.h:3 calls 3 25 3\n"
   "a3 f-1 i-1 > f0 at -:0 calls 1 200 20\n"
   "n0 path in n-1 of -1 calls 0 0 0\n"
   "n1 path in n0 of 3 calls 1 30 3\n"
   "n2 path in n1 of 0 calls 1 60 6\n"
   "n3 inlined in n2 of 0 calls 0 20 2\n"
   "n4 inlined in n2 of 1 calls 0 10 1\n"
   "n5 path in n2 of 2 calls 2 15 2\n"
   "n6 path in n2 of 1 calls 1 40 4\n"
   "n7 folded in n6 of 1 calls 3 0 0\n"
   "n8 path in n6 of 2 calls 1 10 1\n"
   "n9 left out in n6 of -1 calls 2 15 1\n";

static inline void calls_check(const char *file, const char *expected)
{
   ac_profile *profile = test_good_profile(file);
   char text[CALLS_TEXT_B];
   calls_as_text(profile, text);
   assert_string_equal(text, expected);
   if (strcmp(expected, "none") != 0)
      calls_check_sums(profile);
}

static inline void calls_check_files(const char *const *files, size_t n,
                                     const ac_reading *reading, const char *expected)
{
   ac_profile *profile = test_sum_of(files, n, reading);
   char text[CALLS_TEXT_B];
   calls_as_text(profile, text);
   assert_string_equal(text, expected);
   if (ac_profile_calls(profile) != NULL)
      calls_check_sums(profile);
}

#endif
