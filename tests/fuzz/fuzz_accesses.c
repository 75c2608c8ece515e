/* fuzz_accesses.c -- any sequence of accesses to blocks that come, go, grow and
   nest, against a model of every byte; and the reader accepts the written
   profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "outfile/hp_outfile.h"
#include "models/hp_accesses_model.h"
#include "test_hp_outfile.h"

enum { STEPS_MAX = 1000, COMPARE_EVERY = 100 };

static void sort(void *base, size_t n, size_t size_B,
                 int (*compare_two)(const void *, const void *))
{
   qsort(base, n, size_B, compare_two);
}

static void write_outfile(unit_sink *sink, const hp_regions *regions,
                          const tk_strings *ftbl, const tk_strings *dirs)
{
   static const char *const argv[] = { "./app", NULL };
   static const uint32_t ftbl_dirs[1];
   static const tk_state exited = { .how = TK_EXITED };
   hp_outfile of = {
      .tool_version = "1.0",
      .valgrind_version = "3.19.0",
      .argv = argv,
      .state = &exited,
      .time_option = "i",
      .time_unit = "instrs",
      .mega_time_unit = "Minstr",
      .peak_only = true,
      .heap = &heap,
      .regions = regions,
      .now = now,
      .accesses = &accesses,
      .ftbl = ftbl,
      .dirs = dirs,
      .ftbl_dirs = ftbl_dirs,
      .sort = sort,
   };
   tk_text text;
   unit_sink_reset(sink, 0);
   tk_text_init(&text, unit_sink_drain, sink);
   hp_outfile_write(&of, &text);
   assert_true(tk_text_flush(&text));
}

/* Its slots have been flushed. */
static void write_and_read(void)
{
   static unit_sink sink;
   static const char good[] = "heap, Allocated";
   hp_regions regions;
   tk_strings *ftbl = tk_strings_new(&memory.alloc);
   tk_strings *dirs = tk_strings_new(&memory.alloc);
   tk_strings_number(ftbl, "[root]", 6);
   tk_strings_number(dirs, "", 0);
   hp_regions_init(&regions, &memory.alloc);
   write_outfile(&sink, &regions, ftbl, dirs);
   char *found = test_hp_outfile_read(sink.bytes);
   if (strncmp(found, good, sizeof good - 1) != 0)
      fail_msg("%s", found);
   free(found);
   hp_regions_fini(&regions);
   tk_strings_free(dirs);
   tk_strings_free(ftbl);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   begin(unit_random_of(bytes, size_B));
   bool with_inner = chance(2);
   for (int i = 1; i <= STEPS_MAX && source.left_B > 0; i++) {
      random_step(with_inner);
      if (i % COMPARE_EVERY == 0)
         compare();
   }
   compare();
   write_and_read();
   end();
   return 0;
}
