/* test_ac_findings.h -- profiles of a machine for tests of findings, put together line by
   line, with all that findings are made of.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_FINDINGS_H
#define TEST_AC_FINDINGS_H

#include "test_ac_data_view.h"

#include "advice/ac_data_report.h"
#include "advice/ac_findings.h"

/* The events of these profiles, as columns. */
enum {
   IR,
   I1MR,
   D1MR,
   D1MW,
   BC,
   BCM,
   DTW,
   SEQ,
   STRIDE,
   CHASE,
   OTHER,
   CX,
   CF,
   CD,
   CB,
   MADE_EVENTS
};
#define MADE_NAMES "Ir I1mr D1mr D1mw Bc Bcm DTw Dseq Dstride Dchase Dother Cx Cf Cd Cb"

/* Four instructions a cycle, L2 14 cycles away, memory 300, a walk 30. */
#define MADE_HEAD \
   "cmd: ./app\nevents: " MADE_NAMES "\n#: cachesim 1\n" \
   "#: machine small\n#: m L2 size=1M latency=14\n#: m core width=4 walk=30\n" \
   "#: m memory latency=300 gap=8\n"
#define MADE_DATA "#: data 65536 D1mr D1mw\n"

typedef struct {
   char text[8192], *at;
   int64_t sums[MADE_EVENTS];
   int n_lines;
} made_profile;

__attribute__((format(printf, 2, 3))) static inline void made_put(made_profile *m,
                                                                  const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   m->at += vsnprintf(m->at, (size_t)(m->text + sizeof m->text - m->at), format,
                      arguments);
   va_end(arguments);
   assert_true(m->at < m->text + sizeof m->text);
}

static inline void made_begin(made_profile *m, const char *notes)
{
   *m = (made_profile){ .at = m->text };
   made_put(m, "%s%s", MADE_HEAD, notes);
}

static inline void made_put_counts(made_profile *m, const int64_t *counts)
{
   for (size_t i = 0; i < MADE_EVENTS; i++)
      made_put(m, " %lld", (long long)counts[i]);
   made_put(m, "\n");
}

/* A line of the function that was put last: "fl=/src/a.c\nfn=f\n". */
static inline void made_line(made_profile *m, int line, const int64_t *counts)
{
   made_put(m, "%d", line);
   made_put_counts(m, counts);
   for (size_t i = 0; i < MADE_EVENTS; i++)
      m->sums[i] += counts[i];
   m->n_lines++;
}
#define LINE(m, line, ...) made_line(m, line, (const int64_t[MADE_EVENTS]){ __VA_ARGS__ })

static inline void made_end(made_profile *m, const char *notes)
{
   made_put(m, "summary:");
   made_put_counts(m, m->sums);
   made_put(m, "%s#: end %d\n", notes, m->n_lines);
}

/* ---- What findings are made of ---- */

typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
   ac_measure by;
   ac_data_report data;
   ac_own_lines own;
   ac_criteria criteria; /* may be changed */
   ac_findings_source source;
} found_source;

/* `type` is that of all data objects, or NULL.  `s` must not move. */
static inline void found_open(found_source *s, const char *text, const ty_type *type)
{
   an_error error;
   *s = (found_source){ .criteria = ac_criteria_default };
   s->profile = test_good_profile(text);
   s->metrics = ac_metrics_new(test_alloc(), s->profile, NULL, &error);
   assert_non_null(s->metrics);
   s->by.metric = ac_metrics_find(s->metrics, an_span_of("CEst"));
   assert_non_null(s->by.metric);
   const ac_measures sort = { .of = &s->by, .n = 1 };
   const ac_own_wanted wanted = { .sort = &sort,
                                  .keep = &sort,
                                  .event = ac_findings_event(s->profile) };
   ac_own_lines_open(&s->own, test_alloc(), s->profile, &wanted);
   s->source = (ac_findings_source){ .profile = s->profile,
                                     .own = &s->own,
                                     .cycles = s->by.metric,
                                     .criteria = &s->criteria };
   if (ac_profile_data(s->profile) == NULL)
      return;
   ac_data_report_open(&s->data, test_alloc(), s->profile, 1, s->by.metric, know_type,
                       (void *)type);
   s->source.data = &s->data;
}

#endif
