/* hp_outfile_model.h -- runs of a heap that are written to a sink, and what
   the reader must make of them.  The includer has included cmocka.h, or what
   stands for it.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_OUTFILE_MODEL_H
#define MODELS_HP_OUTFILE_MODEL_H

#include "outfile/hp_outfile.h"
#include "accounts/hp_snapshots.h"
#include "test_hp_outfile.h"
#include "unit_alloc.h"

#include <stdio.h>

/* ---- A run of a program ------------------------------------------------- */

static unit_alloc memory;
static unit_sink sink;
static hp_timeline timeline;
static hp_heap heap;
static tk_strings *ftbl, *dirs;
static uint32_t ftbl_dirs[1024];
static const char *const argv[] = { "./app", "-x", NULL };
static hp_regions regions;
static hp_outfile of;
static tk_state stood; /* as the profile is to say */

static const tk_layer H = TK_LAYER_HEAP;

/* Not stable, as the tool's is not: what is equal comes in the reverse order. */
static void sort(void *base, size_t n, size_t size_B,
                 int (*compare)(const void *, const void *))
{
   char *bytes = base;
   for (size_t i = 0; i < n / 2; i++)
      for (size_t k = 0; k < size_B; k++) {
         char byte = bytes[i * size_B + k];
         bytes[i * size_B + k] = bytes[(n - 1 - i) * size_B + k];
         bytes[(n - 1 - i) * size_B + k] = byte;
      }
   qsort(base, n, size_B, compare);
}

static void add_frame(const char *text, const char *dir)
{
   uint32_t number = tk_strings_number(ftbl, text, strlen(text));
   ftbl_dirs[number] = tk_strings_number(dirs, dir, strlen(dir));
}

static void begin(size_t n_buckets)
{
   unit_alloc_init(&memory);
   memset(&timeline, 0, sizeof timeline);
   if (n_buckets > 0)
      hp_timeline_init(&timeline, &memory.alloc, n_buckets);
   hp_heap_init(&heap, &memory.alloc, 8, n_buckets == 0 ? NULL : &timeline);
   ftbl = tk_strings_new(&memory.alloc);
   dirs = tk_strings_new(&memory.alloc);
   hp_regions_init(&regions, &memory.alloc);
   add_frame("[root]", "");
   stood = (tk_state){ .how = TK_EXITED, .number = 3 };
   of = (hp_outfile){
      .tool_version = "1.0",
      .valgrind_version = "3.19.0",
      .argv = argv,
      .pid = 4711,
      .parent = 4700,
      .state = &stood,
      .time_option = "i",
      .time_unit = "instrs",
      .mega_time_unit = "Minstr",
      .depth = 30,
      .admin_B = 8,
      .peak_only = n_buckets == 0,
      .heap = &heap,
      .regions = &regions,
      .n_threads = 3,
      .ftbl = ftbl,
      .dirs = dirs,
      .ftbl_dirs = ftbl_dirs,
      .sort = sort,
   };
}

static void at_end(uint64_t now)
{
   hp_snapshots_take(&heap, now);
   if (heap.timeline != NULL)
      of.n_buckets = hp_timeline_reach(&timeline, now);
   of.now = now;
}

static void end(void)
{
   tk_strings_free(ftbl);
   tk_strings_free(dirs);
   hp_regions_fini(&regions);
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

/* To the sink, whose nth call fails; true if none has. */
static bool write_to_sink(size_t fail_at)
{
   tk_text text;
   unit_sink_reset(&sink, fail_at);
   tk_text_init(&text, unit_sink_drain, &sink);
   hp_outfile_write(&of, &text);
   return tk_text_flush(&text);
}

/* ---- The reader has what the writer had --------------------------------- */

typedef unsigned long long ull;

static void put_amount(FILE *out, const char *key, hp_amount amount)
{
   fprintf(out, "%s %llu %llu ", key, (ull)amount.bytes, (ull)amount.blocks);
}

/* Puts the shares of threads 1 to 9, in their order. */
static void put_shares(FILE *out, const hp_site *s)
{
   fprintf(out, " thr");
   if (s->n_shares == 1 && s->shares->thread == 1)
      return;
   for (uint64_t thread = 1; thread < 10; thread++)
      for (const hp_share *share = s->shares; share != NULL; share = share->next)
         if (share->thread == thread)
            fprintf(out, " %llu:%llu:%llu", (ull)thread, (ull)share->total.blocks,
                    (ull)share->total.bytes);
}

static void put_classes(FILE *out, const hp_classes *classes)
{
   for (int i = 0; i < classes->n; i++)
      if (classes->of[i] != 0)
         fprintf(out, " %d:%llu", classes->first + i, (ull)classes->of[i]);
}

static void put_site(FILE *out, const hp_site *s)
{
   fprintf(out, "site %llu %llu %llu ", (ull)s->total.bytes, (ull)s->total.blocks,
           (ull)hp_site_lifetime(s, of.now));
   put_amount(out, "max", s->max);
   put_amount(out, "peak", hp_site_at_peak(&heap, s));
   put_amount(out, "end", s->live);
   fprintf(out, "tmp %llu %llu fail %llu %llu re %llu", (ull)s->temporary.blocks,
           (ull)s->temporary.bytes, (ull)s->failed, (ull)s->failed_B, (ull)s->reallocs);
   bool freed = s->freed_blocks > 0;
   fprintf(out, " life %llu %llu %llu %llu size %llu %llu hist", (ull)s->freed_blocks,
           freed ? (ull)s->shortest : 0, freed ? (ull)s->longest : 0,
           (ull)s->freed_lifetime, s->sizes.n > 0 ? (ull)s->min_B : 0, (ull)s->max_B);
   put_classes(out, &s->sizes);
   fprintf(out, " lives");
   put_classes(out, &s->lives);
   fprintf(out, " og %llu %llu", (ull)s->outgrown.blocks, (ull)s->outgrown.bytes);
   put_shares(out, s);
   for (uint32_t i = 0; i < s->n_frames; i++)
      fprintf(out, " <%s>", tk_strings_at(ftbl, s->frames[i]));
   fprintf(out, "\n");
}

/* The number of a site in the file. */
static uint32_t number_of(uint32_t site)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < site; i++)
      n += hp_heap_site(&heap, i)->total.blocks > 0 || hp_heap_site(&heap, i)->failed > 0;
   return n;
}

/* `next` is the one after it in time; those before it come first. */
static void put_snapshots(FILE *out, const hp_snapshot *s)
{
   if (s == NULL)
      return;
   put_snapshots(out, s->next);
   fprintf(out, "snapshot %llu %s %llu %llu %llu %llu rest %llu %llu %llu", (ull)s->time,
           s->asked ? "asked" : "periodic", (ull)s->live.bytes, (ull)s->live.blocks,
           (ull)s->overhead_B, (ull)s->stack_B, (ull)s->n_rest, (ull)s->rest.bytes,
           (ull)s->rest.blocks);
   bool done[256] = { false };
   for (uint32_t k = 0; k < s->n_sites; k++) { /* the largest that is left */
      uint32_t best = UINT32_MAX;
      for (uint32_t i = 0; i < s->n_sites; i++)
         if (!done[i]
             && (best == UINT32_MAX || s->sites[i].live.bytes > s->sites[best].live.bytes
                 || (s->sites[i].live.bytes == s->sites[best].live.bytes
                     && s->sites[i].site < s->sites[best].site)))
            best = i;
      done[best] = true;
      fprintf(out, " %u:%llu:%llu", number_of(s->sites[best].site),
              (ull)s->sites[best].live.bytes, (ull)s->sites[best].live.blocks);
   }
   fprintf(out, "\n");
}

static void put_totals(FILE *out)
{
   fprintf(out, "totals %llu %llu ", (ull)heap.total.bytes, (ull)heap.total.blocks);
   put_amount(out, "peak", heap.peak);
   fprintf(out, "%llu %llu ", (ull)heap.peak_time, (ull)heap.peak_overhead_B);
   put_amount(out, "end", heap.live);
   fprintf(out, "%llu tmp %llu %llu freed %llu %llu\n", (ull)of.now,
           (ull)heap.temporary.blocks, (ull)heap.temporary.bytes, (ull)heap.freed.blocks,
           (ull)heap.freed.bytes);
   fprintf(out, "counts %llu %llu %llu %llu %llu %llu %llu\n", (ull)heap.most_blocks,
           (ull)heap.zero_blocks, (ull)heap.reallocs, (ull)heap.failed, (ull)heap.invalid,
           (ull)of.n_threads, of.stacks ? (ull)heap.most_stack_B : 0);
}

/* The heap as test_hp_outfile_read has it; to be made before the profile is written,
   which sorts snapshots. */
static char *dump_of_heap(void)
{
   char *dump;
   size_t size;
   FILE *out = open_memstream(&dump, &size);
   fprintf(out,
           "%s, %s, instrs Minstr, <./app -x> 4711 <heapprof 1.0, "
           "Valgrind 3.19.0>\n",
           of.mode == HP_MODE_PAGES ? "pages" : "heap",
           of.mode == HP_MODE_PAGES ? "Mapped" : "Allocated");
   fprintf(out, "depth 30 admin 8 exit %d stacks %d pages %d\n", (int)stood.number,
           of.stacks, of.mode == HP_MODE_PAGES);
   for (uint32_t i = 0; i < heap.n_sites; i++)
      if (number_of(i + 1) > number_of(i))
         put_site(out, hp_heap_site(&heap, i));
   put_totals(out);
   for (uint32_t i = 0; i < tk_strings_count(ftbl); i++)
      fprintf(out, "frame <%s>\n", tk_strings_at(ftbl, i));
   if (of.n_buckets > 0 && timeline.origin > 0)
      fprintf(out, "bucket %llu 0 0 0 0 0 0 0 0 0\n", (ull)timeline.origin - 1);
   for (size_t i = 0; i < of.n_buckets; i++) {
      const hp_timeline_bucket *b = &timeline.buckets[i];
      fprintf(out, "bucket %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu\n",
              (ull)b->end, (ull)b->min, (ull)b->max, (ull)b->max_at, (ull)b->last,
              (ull)b->max_blocks, (ull)b->max_overhead, (ull)b->max_stack,
              (ull)b->last_blocks, (ull)b->last_overhead);
   }
   put_snapshots(out, heap.snapshots);
   fclose(out);
   return dump;
}

static void random_event(unit_random *random, uint64_t now)
{
   uint64_t at = 0x1000 * (1 + unit_random_below(random, 90));
   uint32_t site = (uint32_t)unit_random_below(random, heap.n_sites);
   uint64_t thread = 1 + unit_random_below(random, site % 4 == 0 ? 1 : 9);
   uint64_t size_B = unit_random_below(random, 3) * 1000 << unit_random_below(random, 12);
   if (site % 5 == 0)
      return; /* of which nothing is asked */
   uint64_t what = unit_random_below(random, 32);
   if (what < 14) {
      hp_heap_alloc(&heap, site, thread, H, at, size_B, now);
   } else if (what < 18) {
      uint32_t index = hp_heap_realloc_begin(&heap, H, at);
      if (index != 0)
         hp_heap_realloc_end(&heap, index, thread, at, size_B, now);
   } else if (what == 18) {
      hp_heap_fail(&heap, site, unit_random_u64(random));
   } else if (what == 19) {
      if (of.stacks)
         hp_heap_stack(&heap, size_B, now);
   } else {
      hp_heap_free(&heap, H, at, now);
   }
}

enum { N_SITES = 150 };
static uint32_t paths[N_SITES][3];

/* A profile while the program runs. */
static void dump(uint64_t now)
{
   if (heap.timeline != NULL)
      of.n_buckets = hp_timeline_reach(&timeline, now);
   of.now = now;
   assert_true(write_to_sink(0));
}

/* The path of a site says its number, or it would not be one of its own.  There is
   a dump each so many events; 0: none. */
static void random_run_with_dumps(int each, uint32_t n_sites, uint64_t seed,
                                  unit_random random)
{
   static const uint64_t asked[] = { 0, 1, 500, 777, 778, 3000 };
   begin(seed % 4 == 0 ? 0 : 16);
   for (uint32_t i = 0; i < n_sites; i++) {
      char text[60];
      int n = sprintf(text, "0x%X: f%u", 16 * i + 16, i);
      for (uint64_t more = unit_random_below(&random, 5); more > 1; more--) {
         char c = (char)(1 + unit_random_below(&random, 255));
         text[n++] = c == '.' ? '_' : c; /* the reader takes suffixes off: f1.2 */
      }
      sprintf(text + n, " (a.c:%u)", i + 1);
      add_frame(text, "");
      for (uint32_t k = 0; k < 3; k++)
         paths[i][k] = 1 + (i + k) % n_sites;
      paths[i][0] = 1 + i;
      hp_heap_add_site(&heap, paths[i], 1 + i % 3);
   }
   if (seed % 4 != 0) {
      hp_snapshots_plan(&heap, 10, 3);
      hp_snapshots_ask(&heap, asked, 6);
   }
   of.stacks = seed % 2 == 0;
   of.mode = seed % 3 == 0 ? HP_MODE_PAGES : HP_MODE_HEAP;
   stood.number = seed % 256;
   uint64_t now = 0;
   for (int i = 0; i < 1500 && !unit_random_is_used_up(&random); i++) {
      now += unit_random_below(&random, 4);
      random_event(&random, now);
      if (seed % 3 == 1 && i == 1000)
         hp_heap_zero(&heap, now);
      if (each > 0 && i % each == 0)
         dump(now + (uint64_t)(i % 3)); /* long after an event, or at once */
      now += (uint64_t)(i % 3);
   }
   heap.invalid = seed;
   at_end(now + seed);
}

static void assert_reader_agrees(void)
{
   char *expected = dump_of_heap();
   assert_true(write_to_sink(0));
   char *found = test_hp_outfile_read(sink.bytes);
   assert_string_equal(found, expected);
   free(expected);
   free(found);
}

#endif
