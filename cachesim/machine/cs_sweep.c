/* cs_sweep.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_sweep.h"

#include "base/tk_chars.h"

#define LABEL "cs.sweep"

/* ---- The range ------------------------------------------------------- */

enum { SUFFIX_BITS = 10, NUMBER_BITS = 40 };

/* Reads a number, and moves *text behind it.  False: there is none of NUMBER_BITS. */
static bool parse_number(const char **text, uint64_t *value)
{
   static const char suffixes[] = "KMG";
   const char *p = *text;
   uint64_t v = 0;
   uint32_t shift = 0;
   if (*p < '0' || *p > '9')
      return false;
   for (; *p >= '0' && *p <= '9' && v >> NUMBER_BITS == 0; p++)
      v = 10 * v + (uint64_t)(*p - '0');
   for (uint32_t i = 0; suffixes[i] != '\0' && *p != '\0'; i++)
      if (*p == suffixes[i])
         shift = (i + 1) * SUFFIX_BITS;
   *text = p + (shift != 0);
   *value = v << shift;
   return v >> (NUMBER_BITS - shift) == 0;
}

/* Moves *text behind the word, if it begins so. */
static bool skip_word(const char **text, const char *word)
{
   const char *rest = tk_chars_after(*text, word);
   if (rest != NULL)
      *text = rest;
   return rest != NULL;
}

static bool parse_range(const char *text, cs_sweep_range *r)
{
   r->kind = skip_word(&text, "LL:")     ? CS_SWEEP_SIZES
             : skip_word(&text, "ways:") ? CS_SWEEP_WAYS
             : skip_word(&text, "line:") ? CS_SWEEP_LINES
                                         : CS_SWEEP_NONE;
   return r->kind != CS_SWEEP_NONE && parse_number(&text, &r->first)
          && skip_word(&text, "..") && parse_number(&text, &r->last) && *text == '\0';
}

const char *cs_sweep_parse(const char *text, cs_sweep_range *range)
{
   cs_sweep_range r = { CS_SWEEP_NONE, 0, 0 };
   if (!parse_range(text, &r))
      return "expected LL:<size>..<size>, ways:<n>..<n> or line:<bytes>..<bytes>, "
             "as in LL:256K..64M";
   if (r.first == 0 || r.first > r.last)
      return "the range must begin with at least 1, and not above its end";
   if (r.kind != CS_SWEEP_WAYS
       && (!cs_is_power_of_2(r.first) || !cs_is_power_of_2(r.last)))
      return "the sizes must be powers of two";
   if (r.kind == CS_SWEEP_WAYS ? r.last - r.first >= CS_SWEEP_MOST
                               : r.last >> (CS_SWEEP_MOST - 1) > r.first)
      return "the range must have at most 16 steps";
   *range = r;
   return NULL;
}

/* The number that cache i has. */
static uint64_t number_of(const cs_sweep_range *range, uint32_t i)
{
   return range->kind == CS_SWEEP_WAYS ? range->first + i : range->first << i;
}

cs_geometry cs_sweep_shape(const cs_sweep_range *range, const cs_geometry *ll, uint32_t i)
{
   uint64_t number = number_of(range, i);
   cs_geometry shape = *ll;
   if (range->kind == CS_SWEEP_SIZES) {
      shape.size_B = number;
      if (range->first % ((uint64_t)ll->assoc * ll->line_size_B) != 0)
         while (!cs_is_power_of_2(shape.assoc))
            shape.assoc &= shape.assoc - 1;
   } else if (range->kind == CS_SWEEP_WAYS) {
      shape.assoc = (uint32_t)number;
      shape.size_B = cs_geometry_sets(ll) * number * ll->line_size_B;
   } else {
      shape.line_size_B = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
   }
   return shape;
}

const char *cs_sweep_error(const cs_sweep_range *range, const cs_geometry *ll)
{
   for (uint32_t i = 0; i < cs_sweep_count(range); i++) {
      cs_geometry shape = cs_sweep_shape(range, ll, i);
      const char *problem = cs_geometry_error(&shape);
      if (problem != NULL)
         return problem;
   }
   return NULL;
}

/* ---- Names ----------------------------------------------------------- */

static char *put_number(char *to, uint64_t number)
{
   char digits[CS_SWEEP_NAME_B];
   uint32_t n = 0;
   do
      digits[n++] = (char)('0' + number % 10);
   while ((number /= 10) != 0);
   while (n > 0)
      *to++ = digits[--n];
   return to;
}

void cs_sweep_name(const cs_sweep_range *range, uint32_t i, char name[CS_SWEEP_NAME_B])
{
   static const char prefix[] = "Lm@", suffixes[] = "\0KMG";
   uint64_t number = number_of(range, i);
   uint32_t suffix = 0;
   while (range->kind == CS_SWEEP_SIZES && suffix < 3 && number % 1024 == 0) {
      number /= 1024;
      suffix++;
   }
   for (const char *p = prefix; *p != '\0'; p++)
      *name++ = *p;
   name = put_number(name, number);
   *name++ = range->kind == CS_SWEEP_WAYS    ? 'w'
             : range->kind == CS_SWEEP_LINES ? 'B'
                                             : suffixes[suffix];
   *name = '\0';
}

/* ---- The caches ------------------------------------------------------ */

static void init_stacks(cs_sweep *s, const cs_sweep_range *range, const cs_geometry *ll,
                        const tk_alloc *alloc)
{
   s->n_sets = (uintptr_t)cs_geometry_sets(ll);
   s->depth = (uint32_t)range->last;
   s->first_ways = (uint32_t)range->first;
   s->line_bits = cs_line_bits(ll);
   uintptr_t n = s->n_sets * s->depth;
   s->stacks = tk_get(alloc, LABEL, n * sizeof *s->stacks);
   for (uintptr_t i = 0; i < n; i++)
      s->stacks[i] = CS_NO_LINE;
}

static void init_caches(cs_sweep *s, const cs_sweep_range *range, const cs_geometry *ll,
                        const tk_alloc *alloc)
{
   for (uint32_t i = 0; i < s->n; i++) {
      cs_geometry shape = cs_sweep_shape(range, ll, i);
      cs_last_init(&s->caches[i], &shape, alloc);
   }
}

/* The bit of the cache with the last level's own shape. */
static uint32_t own_bit(const cs_sweep_range *range, const cs_geometry *ll)
{
   for (uint32_t i = 0; i < cs_sweep_count(range); i++) {
      cs_geometry shape = cs_sweep_shape(range, ll, i);
      if (shape.size_B == ll->size_B && shape.assoc == ll->assoc
          && shape.line_size_B == ll->line_size_B)
         return UINT32_C(1) << i;
   }
   return 0;
}

void cs_sweep_init(cs_sweep *sweep, const cs_sweep_range *range, const cs_geometry *ll,
                   const tk_alloc *alloc)
{
   *sweep = (cs_sweep){ .kind = range->kind,
                        .n = cs_sweep_count(range),
                        .own = own_bit(range, ll) };
   if (range->kind == CS_SWEEP_WAYS)
      init_stacks(sweep, range, ll, alloc);
   else
      init_caches(sweep, range, ll, alloc);
   cs_sweep_refer(sweep, 0, 1);
}

void cs_sweep_fini(cs_sweep *sweep, const tk_alloc *alloc)
{
   for (uint32_t i = 0; i < CS_SWEEP_MOST; i++)
      cs_last_fini(&sweep->caches[i], alloc);
   tk_put(alloc, sweep->stacks);
   sweep->stacks = NULL;
}

/* ---- References ------------------------------------------------------ */

/* Lines that wait for refer_sizes, and whose references they are. */
enum { LINES_AT_ONCE = 64 };
typedef struct {
   uint32_t n;
   uintptr_t lines[LINES_AT_ONCE];
   uint32_t owners[LINES_AT_ONCE];
} line_queue;

/* A line that is the latest of its set in one cache changes none of the larger ones. */
static void refer_sizes(cs_sweep *s, line_queue *q, uint32_t *missed)
{
   uint8_t which[LINES_AT_ONCE];
   uint32_t missed_lines[LINES_AT_ONCE] = { 0 }, n = q->n;
   for (uint32_t i = 0; i < n; i++)
      which[i] = (uint8_t)i;
   for (uint32_t i = 0; i < s->n && n > 0; i++)
      n = cs_last_refer_many(&s->caches[i], q->lines, which, n, missed_lines,
                             UINT32_C(1) << i);
   for (uint32_t i = 0; i < q->n; i++)
      missed[q->owners[i]] |= missed_lines[i];
   q->n = 0;
}

static uint32_t refer_ways(cs_sweep *s, uintptr_t line)
{
   uintptr_t *stack = &s->stacks[(line >> s->line_bits) % s->n_sets * s->depth];
   uintptr_t displaced = line;
   uint32_t at = 0;
   for (; at < s->depth; at++) {
      uintptr_t here = stack[at];
      stack[at] = displaced;
      if (here == line)
         break;
      displaced = here;
   }
   /* Caches of `at` ways or fewer have lost the line. */
   return at < s->first_ways ? 0 : (UINT32_C(2) << (at - s->first_ways)) - 1;
}

static uint32_t refer_lines(cs_sweep *s, uintptr_t addr, uintptr_t size_B)
{
   uint32_t missed = 0;
   for (uint32_t i = 0; i < s->n; i++) {
      uintptr_t most_B = (uintptr_t)1 << s->caches[i].line_bits;
      missed |=
         (uint32_t)cs_last_refer(&s->caches[i], addr, size_B < most_B ? size_B : most_B)
         << i;
   }
   return missed;
}

static void refer_all_sizes(cs_sweep *s, const uintptr_t *addrs, const uint32_t *sizes_B,
                            uint32_t *missed, uint32_t n)
{
   uint32_t bits = s->caches[0].line_bits;
   line_queue q = { .n = 0 };
   for (uint32_t i = 0; i < n; i++) {
      uintptr_t line = addrs[i] >> bits << bits;
      uintptr_t last = (addrs[i] + sizes_B[i] - 1) >> bits << bits;
      missed[i] = 0;
      for (;; line += (uintptr_t)1 << bits) {
         q.lines[q.n] = line;
         q.owners[q.n++] = i;
         if (q.n == LINES_AT_ONCE)
            refer_sizes(s, &q, missed);
         if (line == last)
            break;
      }
   }
   refer_sizes(s, &q, missed);
}

static uint32_t refer_all_ways(cs_sweep *s, uintptr_t addr, uintptr_t size_B)
{
   uint32_t bits = s->line_bits, missed = 0;
   uintptr_t line = addr >> bits << bits, last = (addr + size_B - 1) >> bits << bits;
   for (;; line += (uintptr_t)1 << bits) {
      missed |= refer_ways(s, line);
      if (line == last)
         return missed;
   }
}

void cs_sweep_refer_all(cs_sweep *sweep, const uintptr_t *addrs, const uint32_t *sizes_B,
                        uint32_t *missed, uint32_t n)
{
   if (sweep->kind == CS_SWEEP_SIZES)
      refer_all_sizes(sweep, addrs, sizes_B, missed, n);
   else
      for (uint32_t i = 0; i < n; i++)
         missed[i] = sweep->kind == CS_SWEEP_WAYS
                        ? refer_all_ways(sweep, addrs[i], sizes_B[i])
                        : refer_lines(sweep, addrs[i], sizes_B[i]);
}

uint32_t cs_sweep_refer(cs_sweep *sweep, uintptr_t addr, uint32_t size_B)
{
   uint32_t missed;
   cs_sweep_refer_all(sweep, &addr, &size_B, &missed, 1);
   return missed;
}
