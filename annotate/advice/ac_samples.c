/* ac_samples.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_samples.h"

enum { NO_FIELD = UINT16_MAX, LINES_MOST = 32, WINDOW = 2 * AC_SAMPLE_REACH + 1 };

typedef struct {
   ac_samples *samples;
   int64_t extent_B;
   uint16_t *field_at;  /* by byte of an element */
   ac_sample_use *uses; /* of one look */
} cutter;

/* ---- Which line was missed ----------------------------------------------- */

/* Lines of the window that can be in its middle. */
static uint32_t find_missed(const ac_data_look *look)
{
   uint32_t n = look->n_lines, first = n > AC_SAMPLE_REACH ? n - 1 - AC_SAMPLE_REACH : 0;
   uint32_t last = n > AC_SAMPLE_REACH ? AC_SAMPLE_REACH : n - 1, lines = 0;
   if (look->offset > 0 && n > AC_SAMPLE_REACH)
      first = last;
   for (uint32_t i = first; i <= last; i++)
      lines |= 1u << i;
   return lines;
}

/* ---- Uses ---------------------------------------------------------------- */

static bool is_used(const ac_data_look *look, int64_t line_B, int64_t at)
{
   return (look->used[at / line_B] >> (at % line_B) & 1) != 0;
}

/* Adds a byte: to the use before, if that is of the same field and line. */
static void add_byte(cutter *c, ac_sample *sample, uint32_t element, int64_t byte,
                     uint32_t line)
{
   const ty_type *type = c->samples->type;
   uint16_t field = c->field_at[byte];
   if (field == NO_FIELD)
      return;
   uint32_t from = (uint32_t)(byte - type->fields[field].offset);
   ac_sample_use *last = sample->n_uses == 0 ? NULL : &c->uses[sample->n_uses - 1];
   if (last != NULL && last->element == element && last->field == field
       && last->line == line) {
      last->to = from + 1;
      return;
   }
   c->uses[sample->n_uses++] = (ac_sample_use){ .element = element,
                                                .from = from,
                                                .to = from + 1,
                                                .field = field,
                                                .line = (uint16_t)line };
   sample->used_lines |= 1u << line;
}

static void cut_look(cutter *c, const ac_data_look *look, ac_sample *sample)
{
   const ac_samples *s = c->samples;
   int64_t size_B = s->type->size_B, window_B = look->n_lines * s->line_B, first = -1;
   for (int64_t at = 0; at < window_B; at++) {
      int64_t offset = look->offset + at - s->lead_B;
      if (offset < 0 || offset + s->lead_B >= c->extent_B
          || !is_used(look, s->line_B, at))
         continue;
      if (first < 0) {
         first = offset / size_B;
         sample->at = first * size_B + s->lead_B - look->offset;
      }
      uint32_t element = (uint32_t)(offset / size_B - first);
      add_byte(c, sample, element, offset % size_B, (uint32_t)(at / s->line_B));
      sample->n_elements = element + 1;
   }
}

/* Adds a sample, if the look has uses of fields. */
static void add_look(cutter *c, const ac_data_look *look, double weight)
{
   ac_samples *s = c->samples;
   ac_sample sample = { .weight = weight, .n_lines = look->n_lines };
   if (look->n_lines == 0 || look->n_lines > WINDOW)
      return;
   cut_look(c, look, &sample);
   if (sample.n_uses == 0)
      return;
   sample.missed_lines = find_missed(look) & sample.used_lines;
   if (sample.missed_lines == 0)
      sample.missed_lines = sample.used_lines;
   ac_sample_use *uses = tk_arena_get(&s->arena, sample.n_uses * sizeof *uses);
   for (size_t i = 0; i < sample.n_uses; i++)
      uses[i] = c->uses[i];
   sample.uses = uses;
   s->weight += weight;
   s->of[s->n++] = sample;
}

/* ---- The whole ----------------------------------------------------------- */

static int64_t count_looks(const ac_datum *datum)
{
   int64_t n = 0;
   for (size_t i = 0; i < datum->n_looks; i++)
      n += datum->looks[i].count;
   return n;
}

static void index_fields(cutter *c)
{
   const ty_type *type = c->samples->type;
   c->field_at = tk_arena_get(&c->samples->arena,
                              (size_t)type->size_B * sizeof *c->field_at);
   for (int64_t i = 0; i < type->size_B; i++)
      c->field_at[i] = NO_FIELD;
   for (size_t i = 0; i < type->n_fields; i++)
      for (int64_t k = 0; k < type->fields[i].size_B; k++)
         c->field_at[type->fields[i].offset + k] = (uint16_t)i;
}

/* Calls add_look for each look of the object's data; each datum's looks together weigh
   its misses. */
static void add_data(cutter *c, const ac_data_view *view, uint32_t object)
{
   for (size_t i = 0; i < view->data->n_data; i++) {
      const ac_datum *datum = &view->data->data[i];
      int64_t n = view->object_of[i] == object ? count_looks(datum) : 0;
      if (n <= 0)
         continue;
      double each = (double)ac_data_misses(view, datum->counts) / (double)n;
      for (size_t k = 0; k < datum->n_looks; k++)
         add_look(c, &datum->looks[k], each * (double)datum->looks[k].count);
   }
}

static size_t most_samples(const ac_data_view *view, uint32_t object)
{
   size_t n = 0;
   for (size_t i = 0; i < view->data->n_data; i++)
      n += view->object_of[i] == object ? view->data->data[i].n_looks : 0;
   return n;
}

void ac_samples_open(ac_samples *samples, const tk_alloc *alloc, const ac_data_view *view,
                     uint32_t object, const ty_type *type, int64_t extent_B,
                     int64_t lead_B)
{
   int64_t line_B = view->data->look_line_B;
   cutter c = { .samples = samples, .extent_B = extent_B };
   *samples = (ac_samples){ .type = type, .line_B = line_B, .lead_B = lead_B };
   tk_arena_init(&samples->arena, alloc, AN_LABEL);
   if (line_B <= 0 || line_B > 64)
      return;
   samples->of = tk_arena_get(&samples->arena,
                              (most_samples(view, object) + 1) * sizeof *samples->of);
   /* Each byte of a window begins a use at most. */
   c.uses = tk_arena_get(&samples->arena, WINDOW * 64 * sizeof *c.uses);
   index_fields(&c);
   add_data(&c, view, object);
}

void ac_samples_shares(const ac_samples *samples, double *shares)
{
   double all = 0;
   for (size_t i = 0; i < samples->type->n_fields; i++)
      shares[i] = 0;
   for (size_t i = 0; i < samples->n; i++) {
      const ac_sample *sample = &samples->of[i];
      double weight = ac_sample_visits(sample);
      uint32_t element = UINT32_MAX;
      for (size_t k = 0; k < sample->n_uses; k++) {
         const ac_sample_use *use = &sample->uses[k];
         bool is_again = k > 0 && use[-1].element == use->element
                         && use[-1].field == use->field;
         shares[use->field] += is_again ? 0 : weight;
         all += use->element == element ? 0 : weight;
         element = use->element;
      }
   }
   for (size_t i = 0; i < samples->type->n_fields && all > 0; i++)
      shares[i] /= all;
}
