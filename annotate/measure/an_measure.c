/* an_measure.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_measure.h"

#include "base/tk_count.h"
#include "measure/an_chase.h"
#include "measure/an_kernels.h"
#include "measure/an_measured.h"
#include "measure/an_random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
   ROUNDS_LEAST = 5,
   CORE_STEPS = 4096, /* of a round: microseconds, so that many are undisturbed */
   CHASE_STEPS = 1024,
   MEMORY_STEPS = 256,
   LINE_STEPS = 8192,
   RANDOM_WORDS = 32768, /* more branches than a predictor can learn */
   GROUP_PAGES = 32,     /* of a chase that is not about pages: fewer than a TLB has */
   STEP_LINES = 2,       /* of two neighbours only one, as some prefetchers fetch both */
   MOST_MEMORY_B = 1 << 30,
   LEAST_MEMORY_B = 64 << 20,
};

typedef struct laboratory {
   const cs_machine *host;
   double time_ns;
   an_times *times;
   char *memory;
   size_t memory_B, line_B, page_B;
   uint64_t *words;
} laboratory;

/* ---- Rounds ---------------------------------------------------------- */

static double now_ns(void)
{
   struct timespec t;
   /* Not the CPU time: on virtual machines it can be too short. */
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef void piece(void *context, size_t n_steps);

/* Runs rounds of a piece of code until its time is over. */
static void time_piece(laboratory *lab, int which, piece *run, void *context,
                       size_t n_steps)
{
   double *least = &lab->times->least_ns[which];
   double end = now_ns() + lab->time_ns;
   for (int round = 0; round < ROUNDS_LEAST || now_ns() < end; round++) {
      double start = now_ns();
      run(context, n_steps);
      *least = fmin(*least, (now_ns() - start) / (double)n_steps);
   }
}

/* ---- The core -------------------------------------------------------- */

static void run_chain(void *context, size_t n_steps)
{
   an_kernel_chain(*(const cs_op *)context, n_steps);
}

static void run_wide(void *context, size_t n_steps)
{
   (void)context;
   an_kernel_wide(n_steps);
}

static void run_forward(void *context, size_t n_steps)
{
   an_kernel_forward(*(const bool *)context, n_steps);
}

static void run_stores(void *context, size_t n_steps)
{
   (void)context;
   an_kernel_stores(n_steps);
}

/* Words of which each round takes the next ones. */
typedef struct branches {
   const uint64_t *words;
   size_t next;
} branches;

static void run_branches(void *context, size_t n_steps)
{
   branches *b = context;
   an_kernel_branches(b->words + b->next, n_steps);
   b->next = (b->next + n_steps / 64) % RANDOM_WORDS;
}

static void time_branches(laboratory *lab, int which)
{
   uint64_t state = 1;
   for (size_t i = 0; i < RANDOM_WORDS; i++)
      lab->words[i] = which == AN_TIME_BRANCH_0   ? 0
                      : which == AN_TIME_BRANCH_1 ? UINT64_MAX
                                                  : an_random(&state);
   time_piece(lab, which, run_branches, &(branches){ lab->words, 0 }, CORE_STEPS);
}

static void time_core(laboratory *lab)
{
   cs_op op = CS_OP_SIMPLE;
   time_piece(lab, AN_TIME_CYCLE, run_chain, &op, CORE_STEPS);
   for (op = CS_OP_MUL; op < CS_N_OPS; op++)
      time_piece(lab, AN_TIME_OP + (int)op, run_chain, &op, CORE_STEPS);
   time_piece(lab, AN_TIME_WIDE, run_wide, NULL, CORE_STEPS);
   time_piece(lab, AN_TIME_WORD, run_forward, &(bool){ false }, CORE_STEPS);
   time_piece(lab, AN_TIME_HALF, run_forward, &(bool){ true }, CORE_STEPS);
   time_piece(lab, AN_TIME_STORE, run_stores, NULL, CORE_STEPS);
   for (int which = AN_TIME_BRANCH; which <= AN_TIME_BRANCH_1; which++)
      time_branches(lab, which);
}

/* ---- Chases ---------------------------------------------------------- */

static void run_chase(void *context, size_t n_steps)
{
   an_chase_run(context, n_steps);
}

/* Has the lines of the shape where they belong, then times; nothing if it does not fit
   into the memory. */
static void time_chase(laboratory *lab, int which, const an_chase_shape *shape,
                       size_t n_steps)
{
   an_chase chase;
   if (shape->n_lines == 0 || an_chase_B(shape) > lab->memory_B
       || !an_chase_begin(&chase, shape, lab->memory, 1))
      return;
   an_chase_run(&chase, shape->n_lines & ~(size_t)7);
   time_piece(lab, which, run_chase, &chase, n_steps);
}

/* ---- Loads that do not wait for each other --------------------------- */

/* Reads all memory, so that at most its end is in the caches: what was timed or written
   before has left lines there. */
static void leave_caches(const laboratory *lab)
{
   an_kernel_lines(lab->memory, lab->line_B, lab->memory_B / lab->line_B);
}

/* Groups of lines, so far behind each other, each in the same random order. */
typedef struct groups {
   const laboratory *lab;
   const uint32_t *offsets_B;
   size_t group_B, next_B;
   bool works; /* of an_kernel_apart */
} groups;

static void run_apart(void *context, size_t n_steps)
{
   groups *g = context;
   an_kernel_apart(g->lab->memory + g->next_B, g->offsets_B, g->works, n_steps);
   g->next_B += g->group_B;
   if (g->next_B + g->group_B > g->lab->memory_B)
      g->next_B = 0;
}

/* In the order of a chase through the first group; that again, or then the next.  A few
   lines are visited several times: their first loads would find the core idle. */
static void time_apart(laboratory *lab, int which, const an_chase_shape *shape,
                       size_t group_B)
{
   if (shape->n_lines == 0 || an_chase_B(shape) > lab->memory_B)
      return;
   size_t n = (shape->n_lines < CHASE_STEPS ? CHASE_STEPS : shape->n_lines) & ~(size_t)7;
   uint32_t *offsets_B = malloc(n * sizeof *offsets_B);
   an_chase chase;
   if (offsets_B != NULL && an_chase_begin(&chase, shape, lab->memory, 1)) {
      void **at = chase.at[0];
      for (size_t i = 0; i < n; i++, at = *at)
         offsets_B[i] = (uint32_t)((char *)at - lab->memory);
      bool works = which == AN_TIME_TLB2S || which == AN_TIME_TLB2S_BASE;
      groups g = { lab, offsets_B, group_B, 0, works };
      if (group_B > 0)
         leave_caches(lab);
      time_piece(lab, which, run_apart, &g, n);
   }
   free(offsets_B);
}

/* ---- Levels --------------------------------------------------------- */

/* Lines of so many bytes of memory, with few pages at a time. */
static an_chase_shape dense_shape(const laboratory *lab, uint64_t size_B)
{
   an_chase_shape shape = { .line_B = lab->line_B, .step_B = STEP_LINES * lab->line_B };
   shape.group = GROUP_PAGES * lab->page_B / shape.step_B;
   shape.n_lines = size_B / shape.step_B;
   if (shape.n_lines < shape.group)
      shape.group = shape.n_lines;
   else
      shape.n_lines -= shape.n_lines % shape.group;
   return shape;
}

static void time_dense(laboratory *lab, int which, uint64_t size_B)
{
   an_chase_shape shape = dense_shape(lab, size_B);
   time_chase(lab, which, &shape, CHASE_STEPS);
}

/* Times how fast a level hands out lines: of its sets in turn. */
static void time_gap(laboratory *lab, uint32_t level, uint64_t before_B)
{
   uint64_t size_B = lab->host->levels[level].geometry.size_B;
   an_chase_shape shape = dense_shape(lab, tk_smaller(4 * before_B, size_B / 2));
   time_apart(lab, AN_TIME_GAP + (int)level, &shape, 0);
}

/* Times how fast lines come to one set of D1: more than it has room for, and fewer than
   half of what L2 has room for in the sets that these come from. */
static void time_refill(laboratory *lab)
{
   enum { MORE_THAN_WAYS = 8 };
   const cs_geometry *d1 = &lab->host->d1.geometry;
   uint64_t way_B = d1->size_B / d1->assoc;
   uint64_t most = lab->host->levels[0].geometry.size_B / way_B / 2;
   an_chase_shape shape = { .n_lines = tk_smaller((uint64_t)MORE_THAN_WAYS * d1->assoc,
                                                  most),
                            .step_B = way_B,
                            .line_B = lab->line_B };
   shape.group = shape.n_lines;
   if (shape.n_lines > d1->assoc)
      time_apart(lab, AN_TIME_REFILL, &shape, 0);
}

/* Times the levels: with half of D1; with twice and four times what the level before has
   of the others, so that hardly a line is left there, but at most half of their own. */
static void time_levels(laboratory *lab)
{
   uint64_t before = lab->host->d1.geometry.size_B;
   time_dense(lab, AN_TIME_NEAR, before / 2);
   time_refill(lab);
   for (uint32_t i = 0; i < lab->host->n_levels; i++) {
      uint64_t size_B = lab->host->levels[i].geometry.size_B;
      time_dense(lab, AN_TIME_NEAR + 1 + (int)i, tk_smaller(2 * before, size_B / 2));
      time_dense(lab, AN_TIME_FAR + 1 + (int)i, tk_smaller(4 * before, size_B / 2));
      time_gap(lab, i, before);
      before = size_B;
   }
   for (uint32_t i = 0; i < AN_FITS; i++)
      time_dense(lab, AN_TIME_FIT + (int)i, an_measured_fit_B(lab->host, i) / 4 * 3);
}

/* Times one line of each page, and as many lines in as few pages as can be: four times,
   in the order of AN_TIME_WALK. */
static void time_pages(laboratory *lab, int which, size_t n_pages)
{
   an_chase_shape paged = { .n_lines = n_pages,
                            .step_B = lab->page_B,
                            .line_B = lab->line_B,
                            .group = n_pages,
                            .is_scattered = true };
   an_chase_shape base = {
      .n_lines = n_pages, .step_B = lab->line_B, .line_B = lab->line_B, .group = n_pages
   };
   time_chase(lab, which, &paged, CHASE_STEPS);
   time_chase(lab, which + 1, &base, CHASE_STEPS);
   time_apart(lab, which + 2, &paged, 0);
   time_apart(lab, which + 3, &base, 0);
}

/* Times the TLBs, with lines that stay in the cache: in D1, or in L2. */
static void time_tlbs(laboratory *lab)
{
   const cs_machine *host = lab->host;
   uint64_t d1_lines = host->d1.geometry.size_B / lab->line_B;
   uint64_t l2_lines = host->levels[0].geometry.size_B / lab->line_B;
   uint64_t first = host->dtlb[0].n_entries, all = first + host->dtlb[1].n_entries;
   if (host->dtlb[1].n_entries > 0)
      time_pages(lab, AN_TIME_TLB2,
                 tk_smaller(tk_smaller(4 * first, all / 2), d1_lines / 2));
   if (first > 0)
      time_pages(lab, AN_TIME_WALK, tk_smaller(3 * all, l2_lines / 4 * 3));
}

/* ---- Memory ---------------------------------------------------------- */

typedef struct lines {
   const laboratory *lab;
   size_t next_B;
} lines;

static void run_lines(void *context, size_t n_steps)
{
   lines *l = context;
   size_t all_B = n_steps * l->lab->line_B;
   if (l->next_B + all_B > l->lab->memory_B)
      l->next_B = 0;
   an_kernel_lines(l->lab->memory + l->next_B, l->lab->line_B, n_steps);
   l->next_B += all_B;
}

/* Times one chase, then two, four ...: `first` and those behind it. */
static void time_hunters(laboratory *lab, an_time first, const an_chase_shape *shape)
{
   an_chase chase;
   if (!an_chase_begin(&chase, shape, lab->memory, AN_CHASES_MOST))
      return;
   leave_caches(lab);
   for (int i = 0; i <= AN_HUNTERS_LOG; i++) {
      chase.n = (size_t)1 << i;
      time_piece(lab, first + i, run_chase, &chase, MEMORY_STEPS);
   }
}

static void time_memory(laboratory *lab)
{
   an_chase_shape shape = dense_shape(lab, lab->memory_B);
   leave_caches(lab);
   time_piece(lab, AN_TIME_LINE, run_lines, &(lines){ lab, 0 }, LINE_STEPS);
   an_chase_shape group = dense_shape(lab, GROUP_PAGES * lab->page_B);
   time_apart(lab, AN_TIME_APART, &group, GROUP_PAGES * lab->page_B);
   time_hunters(lab, AN_TIME_MEMORY, &shape);
   shape.group = shape.n_lines;
   time_hunters(lab, AN_TIME_RANDOM, &shape);
}

/* ---- The whole ------------------------------------------------------- */

static uint64_t last_B(const cs_machine *host)
{
   return host->levels[host->n_levels - 1].geometry.size_B;
}

/* Memory on pages of the usual size, several times as large as the last level, or less
   if there is less. */
static void get_memory(laboratory *lab)
{
   uint64_t size_B = tk_smaller(4 * last_B(lab->host), MOST_MEMORY_B);
   if (size_B < LEAST_MEMORY_B)
      size_B = LEAST_MEMORY_B;
   for (; size_B >= LEAST_MEMORY_B; size_B /= 2) {
      void *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED)
         continue;
#ifdef MADV_NOHUGEPAGE
      madvise(memory, size_B, MADV_NOHUGEPAGE);
#endif
      memset(memory, 1, size_B);
      lab->memory = memory;
      lab->memory_B = size_B;
      return;
   }
}

void an_measure_times(const cs_machine *host, const an_effort *effort, an_times *times)
{
   laboratory lab = { .host = host,
                      .time_ns = effort->time_ns,
                      .times = times,
                      .line_B = host->d1.geometry.line_size_B,
                      .page_B = host->page_B,
                      .words = malloc(RANDOM_WORDS * sizeof(uint64_t)) };
   for (int i = 0; i < AN_N_TIMES; i++)
      times->least_ns[i] = INFINITY;
   get_memory(&lab);
   for (uint32_t i = 0; i < effort->n_sweeps && lab.words != NULL; i++) {
      time_core(&lab);
      if (lab.memory == NULL)
         continue;
      time_levels(&lab);
      time_tlbs(&lab);
      if (lab.memory_B >= 2 * last_B(host))
         time_memory(&lab);
   }
   if (lab.memory != NULL)
      munmap(lab.memory, lab.memory_B);
   free(lab.words);
}
