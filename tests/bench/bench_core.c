/* bench_core.c -- how long the pure core of cachesim takes per reference.

   Runs natively, without Valgrind, and measures what translated code calls:
   the first-level caches, the last level, the whole path of a data
   reference, and the branch predictor.  Sample output:

      operation          geometry      stream             median ns  min ns   miss
      cs_cache_refer     32768,8,64    random in 16 KiB        2.31    2.29   0.0%
      ...

   A figure is CPU time divided by the number of references, so it holds the
   loop and the reading of the stream, too: "nothing" measures those alone.
   The miss ratio is that of the cache named, and of the last level for the
   whole path; that of the predictor is its mispredictions.

   Not measured: the inline guard, which saves most calls in a real run; the use of the
   host's caches by the program and by Valgrind; translation.

   gcc -std=gnu11 -O2 -Itoolkit -Icachesim tests/bench/bench_core.c \
      cachesim/machine/cs_cache.c cachesim/machine/cs_geometry.c \
      cachesim/machine/cs_icache.c cachesim/machine/cs_last.c \
      cachesim/simulate/cs_sim.c -o bench_core
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_sim.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ROUNDS = 101 };

static unsigned n_rounds = 5;
static size_t n_references = 2000000;

_Noreturn __attribute__((format(printf, 1, 2))) static void die(const char *format, ...)
{
   va_list args;
   fputs("bench_core: ", stderr);
   va_start(args, format);
   vfprintf(stderr, format, args);
   va_end(args);
   fputc('\n', stderr);
   exit(1);
}

static void *get(void *context, const char *label, size_t size_B)
{
   (void)context;
   (void)label;
   void *block = malloc(size_B);
   if (block == NULL)
      die("out of memory");
   return block;
}

static void put(void *context, void *block)
{
   (void)context;
   free(block);
}

static const tk_alloc memory = { .get = get, .put = put };

/* ---- Streams of references ------------------------------------------- */

/* A reference in one word, so that reading it is cheap: the address in the
   low 48 bits, the size in the next 14, the kind in the last two. */
typedef uint64_t reference;
enum { READ, WRITE, FETCH };
enum { ADDR_BITS = 48, SIZE_BITS = 14 };

static reference new_reference(uint64_t addr, uint64_t size_B, uint64_t kind)
{
   return addr | size_B << ADDR_BITS | kind << (ADDR_BITS + SIZE_BITS);
}

static inline uintptr_t addr_of(reference r)
{
   return (uintptr_t)(r & (((uint64_t)1 << ADDR_BITS) - 1));
}

static inline uint32_t size_of(reference r)
{
   return (uint32_t)(r >> ADDR_BITS) & ((1u << SIZE_BITS) - 1);
}

static inline uint32_t kind_of(reference r)
{
   return (uint32_t)(r >> (ADDR_BITS + SIZE_BITS));
}

typedef struct {
   const char *name;
   bool code;     /* is there code of this kind? */
   bool recorded; /* the kinds are those of a program */
   size_t n;
   reference *refs;
} stream;

/* Xorshift, as in the unit tests: the same stream in every run. */
static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint64_t random_below(uint64_t n)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 7;
   random_state ^= random_state << 17;
   return (random_state * 0x2545f4914f6cdd1du >> 20) % n;
}

/* Line k of 65,536, scattered over 4 MiB, about as often as 1/(k+1): a
   uniform draw of the logarithm. */
static uint64_t zipf_like(void)
{
   uint64_t scale = (uint64_t)1 << random_below(17);
   uint64_t rank = scale - 1 + random_below(scale);
   return rank * 40503 % 65536 * 64 + random_below(8) * 8;
}

enum { KIB = 1024, MIB = 1024 * 1024 };

static uint64_t sequential(size_t i)
{
   return i * 8 % (16 * MIB);
}
static uint64_t stride_64(size_t i)
{
   return i * 64 % (16 * MIB);
}
static uint64_t ping_pong(size_t i)
{
   return (i & 1) * 16 * MIB;
}
static uint64_t zipf(size_t i)
{
   (void)i;
   return zipf_like();
}
static uint64_t in_16_KiB(size_t i)
{
   (void)i;
   return random_below(2 * KIB) * 8;
}
static uint64_t in_256_KiB(size_t i)
{
   (void)i;
   return random_below(32 * KIB) * 8;
}
static uint64_t in_16_MiB(size_t i)
{
   (void)i;
   return random_below(2 * MIB) * 8;
}
static uint64_t in_256_MiB(size_t i)
{
   (void)i;
   return random_below(32 * MIB) * 8;
}

static const struct {
   const char *name;
   bool code;
   uint64_t (*offset)(size_t i);
} synthetic[] = {
   { "sequential by 8", true, sequential }, { "sequential by 64", true, stride_64 },
   { "random in 16 KiB", true, in_16_KiB }, { "random in 256 KiB", true, in_256_KiB },
   { "random in 16 MiB", true, in_16_MiB }, { "random in 256 MiB", false, in_256_MiB },
   { "zipf-like, 4 MiB", true, zipf },      { "two lines of a set", true, ping_pong },
};

enum { N_SYNTHETIC = sizeof synthetic / sizeof synthetic[0] };

static stream new_synthetic(int which)
{
   stream s = { .name = synthetic[which].name,
                .code = synthetic[which].code,
                .n = n_references,
                .refs = get(NULL, "", n_references * sizeof(reference)) };
   for (size_t i = 0; i < s.n; i++)
      s.refs[i] = new_reference(0x10000000 + synthetic[which].offset(i), 8,
                                i % 4 == 3 ? WRITE : READ);
   return s;
}

/* ---- A recorded stream ----------------------------------------------- */

/* Parses "r|w|i <hex address> <size>"; false if the line is something else. */
static bool parse_reference(const char *text, reference *r)
{
   static const char kinds[] = "rwi";
   char kind, behind;
   unsigned long long addr;
   unsigned size_B;
   if (sscanf(text, "%c %llx %u %c", &kind, &addr, &size_B, &behind) != 3)
      return false;
   const char *at = strchr(kinds, kind);
   if (at == NULL || kind == '\0' || addr >> CS_LAST_ADDR_BITS != 0 || size_B == 0
       || size_B >> SIZE_BITS != 0)
      return false;
   *r = new_reference(addr, size_B, (uint64_t)(at - kinds));
   return true;
}

static stream read_stream(const char *name)
{
   stream s = { .name = "recorded", .code = true, .recorded = true };
   size_t capacity = 0;
   char text[128];
   FILE *file = fopen(name, "r");
   if (file == NULL)
      die("%s: %s", name, strerror(errno));
   while (fgets(text, sizeof text, file) != NULL) {
      if (s.n == capacity) {
         capacity = capacity == 0 ? 65536 : 2 * capacity;
         s.refs = realloc(s.refs, capacity * sizeof *s.refs);
         if (s.refs == NULL)
            die("out of memory");
      }
      if (!parse_reference(text, &s.refs[s.n]))
         die("%s:%zu: expected \"r|w|i <hex address> <size>\", an address of"
             " at most %d bits and a size of 1 to %d",
             name, s.n + 1, CS_LAST_ADDR_BITS, (1 << SIZE_BITS) - 1);
      s.n++;
   }
   if (ferror(file) || fclose(file) != 0)
      die("%s: %s", name, strerror(errno));
   if (s.n == 0)
      die("%s: no references", name);
   return s;
}

/* The part of a stream that an operation gets: the fetches, or the others.  A synthetic
   stream serves as both. */
static stream part(const stream *whole, bool fetches, uint32_t max_B)
{
   stream s = *whole;
   s.refs = get(NULL, "", whole->n * sizeof *s.refs);
   s.n = 0;
   for (size_t i = 0; i < whole->n; i++) {
      reference r = whole->refs[i];
      uint32_t size_B = size_of(r) < max_B ? size_of(r) : max_B;
      if (!whole->recorded || (kind_of(r) == FETCH) == fetches)
         s.refs[s.n++] = new_reference(addr_of(r), size_B, kind_of(r));
   }
   return s;
}

/* ---- Time ------------------------------------------------------------ */

/* Runs a stream once; returns the misses. */
typedef uint64_t (*operation)(void *subject, const stream *s);

static double now_ns(void)
{
   struct timespec t;
   if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
      die("no CPU clock: %s", strerror(errno));
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;
   return (x > y) - (x < y);
}

/* One round more than asked for: the first fills the caches, the host's and
   the simulated, and is not counted. */
static void measure(const char *name, const char *geometry, const stream *s,
                    operation run, void *subject)
{
   double ns[MAX_ROUNDS];
   uint64_t misses = 0;
   if (s->n == 0)
      return;
   run(subject, s);
   for (unsigned i = 0; i < n_rounds; i++) {
      double start = now_ns();
      misses = run(subject, s);
      ns[i] = (now_ns() - start) / (double)s->n;
   }
   qsort(ns, n_rounds, sizeof ns[0], by_value);
   double median = n_rounds % 2 == 1 ? ns[n_rounds / 2]
                                     : (ns[n_rounds / 2 - 1] + ns[n_rounds / 2]) / 2;
   printf("%-18s %-13s %-18s %9.2f %7.2f %5.1f%%\n", name, geometry, s->name, median,
          ns[0], 100.0 * (double)misses / (double)s->n);
   fflush(stdout);
}

/* ---- The operations -------------------------------------------------- */

static uint64_t run_nothing(void *subject, const stream *s)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < s->n; i++)
      sum += addr_of(s->refs[i]) + size_of(s->refs[i]);
   *(volatile uint64_t *)subject = sum;
   return 0;
}

static uint64_t run_cache(void *subject, const stream *s)
{
   cs_cache *cache = subject;
   uint64_t n = 0;
   for (size_t i = 0; i < s->n; i++)
      n += cs_cache_refer(cache, addr_of(s->refs[i]), size_of(s->refs[i]));
   return n;
}

static uint64_t run_last(void *subject, const stream *s)
{
   cs_last *cache = subject;
   uint64_t n = 0;
   for (size_t i = 0; i < s->n; i++)
      n += cs_last_refer(cache, addr_of(s->refs[i]), size_of(s->refs[i]));
   return n;
}

typedef struct {
   cs_icache cache;
   cs_icache_line **lines; /* of each reference: translation found them */
} code;

static uint64_t run_icache(void *subject, const stream *s)
{
   code *c = subject;
   uint64_t n = 0;
   for (size_t i = 0; i < s->n; i++)
      n += cs_icache_refer(
         &c->cache, c->lines[i],
         cs_icache_span(&c->cache, addr_of(s->refs[i]), size_of(s->refs[i])));
   return n;
}

typedef struct {
   cs_sim sim;
   cs_site site;
} machine;

static uint64_t run_sim_data(void *subject, const stream *s)
{
   machine *m = subject;
   uint64_t *counts = m->site.line->counts;
   uint64_t before = counts[CS_DLMR] + counts[CS_DLMW];
   for (size_t i = 0; i < s->n; i++)
      cs_sim_data(&m->sim, &m->site, addr_of(s->refs[i]), size_of(s->refs[i]),
                  kind_of(s->refs[i]) == WRITE ? CS_DW : CS_DR);
   cs_sim_flush(&m->sim);
   return counts[CS_DLMR] + counts[CS_DLMW] - before;
}

/* A branch is a reference whose kind says whether it is taken. */
static uint64_t run_cond(void *subject, const stream *s)
{
   cs_branch *branch = subject;
   uint64_t n = 0;
   for (size_t i = 0; i < s->n; i++)
      n += cs_branch_cond(branch, addr_of(s->refs[i]), kind_of(s->refs[i]) == WRITE);
   return n;
}

/* ---- Their subjects -------------------------------------------------- */

static cs_geometry shape(const char *text)
{
   cs_geometry g;
   const char *fault = cs_geometry_parse(text, &g);
   if (fault != NULL)
      die("%s: %s", text, fault);
   return g;
}

static void bench_cache(const char *geometry, const stream *s)
{
   cs_geometry g = shape(geometry);
   cs_cache cache;
   cs_cache_init(&cache, &g, &memory);
   measure("cs_cache_refer", geometry, s, run_cache, &cache);
   cs_cache_fini(&cache, &memory);
}

static void bench_last(const char *geometry, const stream *s)
{
   cs_geometry g = shape(geometry);
   cs_last cache;
   cs_last_init(&cache, &g, &memory);
   measure("cs_last_refer", geometry, s, run_last, &cache);
   cs_last_fini(&cache, &memory);
}

static void bench_icache(const char *geometry, const stream *s)
{
   cs_geometry g = shape(geometry);
   code c;
   if (!s->code)
      return;
   cs_icache_init(&c.cache, &g, &memory);
   c.lines = get(NULL, "", (s->n + 1) * sizeof *c.lines);
   for (size_t i = 0; i < s->n; i++)
      c.lines[i] = cs_icache_at(&c.cache, addr_of(s->refs[i]), size_of(s->refs[i]));
   measure("cs_icache_refer", geometry, s, run_icache, &c);
   free(c.lines);
   cs_icache_fini(&c.cache);
}

static void bench_sim(const char *d1_geometry, const stream *s)
{
   cs_geometry d1 = shape(d1_geometry), ll = shape("8388608,16,64");
   machine *m = get(NULL, "", sizeof *m);
   cs_sim_init(&m->sim, &d1, &d1, &ll, &memory);
   m->site = (cs_site){ .addr = 0x400000, .size_B = 4 };
   m->site.line = calloc(1, sizeof(tk_line) + CS_N_EVENTS * sizeof(uint64_t));
   if (m->site.line == NULL)
      die("out of memory");
   measure("cs_sim_data, LL", d1_geometry, s, run_sim_data, m);
   free(m->site.line);
   cs_sim_fini(&m->sim, &memory);
   free(m);
}

static bool always_taken(size_t i)
{
   (void)i;
   return true;
}
static bool alternating(size_t i)
{
   return i & 1;
}
static bool loop_of_8(size_t i)
{
   return i % 8 != 7;
}
static bool at_random(size_t i)
{
   (void)i;
   return random_below(2);
}

static void bench_cond(const char *name, bool (*taken)(size_t i), uint64_t n_sites)
{
   static cs_branch branch;
   stream s = { .name = name,
                .n = n_references,
                .refs = get(NULL, "", n_references * sizeof(reference)) };
   for (size_t i = 0; i < s.n; i++)
      s.refs[i] = new_reference(0x400000 + random_below(n_sites) * 6, 2,
                                taken(i) ? WRITE : READ);
   memset(&branch, 0, sizeof branch);
   measure("cs_branch_cond", "-", &s, run_cond, &branch);
   free(s.refs);
}

/* ---- The table ------------------------------------------------------- */

static const char *const first_levels[] = { "32768,8,64", "49152,12,64" };
enum { N_FIRST_LEVELS = 2 };
static const char last_level[] = "8388608,16,64";

static void bench_stream(const stream *whole)
{
   uint64_t sum;
   stream data = part(whole, false, 64), fetched = part(whole, true, 15);
   measure("nothing", "-", whole, run_nothing, &sum);
   for (int i = 0; i < N_FIRST_LEVELS; i++)
      bench_cache(first_levels[i], &data);
   for (int i = 0; i < N_FIRST_LEVELS; i++)
      bench_icache(first_levels[i], &fetched);
   bench_cache(last_level, &data); /* to compare with: */
   bench_last(last_level, &data);
   for (int i = 0; i < N_FIRST_LEVELS; i++)
      bench_sim(first_levels[i], &data);
   putchar('\n');
   free(data.refs);
   free(fetched.refs);
}

static void bench_all(const char *file_name)
{
   stream recorded = { .n = 0 };
   if (file_name != NULL)
      recorded = read_stream(file_name); /* so that its errors come first */
   printf("%-18s %-13s %-18s %9s %7s %6s\n", "operation", "geometry", "stream",
          "median ns", "min ns", "miss");
   for (int i = 0; i < N_SYNTHETIC; i++) {
      stream s = new_synthetic(i);
      bench_stream(&s);
      free(s.refs);
   }
   bench_cond("always taken", always_taken, 64);
   bench_cond("alternating", alternating, 1);
   bench_cond("loop of 8", loop_of_8, 1);
   bench_cond("random", at_random, 64);
   if (file_name != NULL) {
      putchar('\n');
      bench_stream(&recorded);
      free(recorded.refs);
   }
}

/* ---- The command line ------------------------------------------------ */

static const char usage[] =
   "usage: bench_core [options] [<file>]\n"
   "  Prints the CPU time that the core of cachesim takes per reference.\n"
   "  <file> holds a recorded stream: a line \"r|w|i <hex address> <size>\"\n"
   "  per reference.\n"
   "options:\n"
   "  --rounds=<n>      rounds to take the median of, 1 to 101 [5]\n"
   "  --references=<n>  references in a synthetic stream [2000000]\n"
   "  --help            print this and end\n";

/* If `arg` is the option, reads its number. */
static bool number_option(const char *arg, const char *option, unsigned long max,
                          unsigned long *number)
{
   size_t length = strlen(option);
   char *end;
   if (strncmp(arg, option, length) != 0)
      return false;
   errno = 0;
   *number = strtoul(arg + length, &end, 10);
   if (arg[length] < '0' || arg[length] > '9' || *end != '\0' || errno != 0 || *number < 1
       || *number > max)
      die("%s: expected a number from 1 to %lu", arg, max);
   return true;
}

int main(int argc, char **argv)
{
   const char *file_name = NULL;
   unsigned long number;
   for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "--help") == 0) {
         fputs(usage, stdout);
         return 0;
      }
      if (number_option(argv[i], "--rounds=", MAX_ROUNDS, &number))
         n_rounds = (unsigned)number;
      else if (number_option(argv[i], "--references=", 1000000000, &number))
         n_references = number;
      else if (argv[i][0] == '-' || file_name != NULL)
         die("%s: unknown; see --help", argv[i]);
      else
         file_name = argv[i];
   }
   bench_all(file_name);
   if (fflush(stdout) != 0 || ferror(stdout))
      die("cannot write: %s", strerror(errno));
   return 0;
}
