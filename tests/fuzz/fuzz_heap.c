/* fuzz_heap.c -- any bytes through the reader of heap profiles and all that
   prints them: they are refused, with a reason, or reported on to the end.

   libFuzzer calls LLVMFuzzerTestOneInput (make fuzz FUZZ=heap), and so does
   replay.c (make check).  What is wrong traps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_alloc.h"
#include "hp_dump.h"
#include "hp_read.h"
#include "hp_report.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B);

static void require(bool holds)
{
   if (!holds)
      __builtin_trap();
}

typedef struct {
   const uint8_t *at;
   size_t left_B;
} input;

static ptrdiff_t read_input(void *context, char *to, size_t size_B)
{
   input *in = context;
   size_t n = in->left_B < size_B ? in->left_B : size_B;
   memcpy(to, in->at, n);
   in->at += n;
   in->left_B -= n;
   return (ptrdiff_t)n;
}

static void report(const hp_profile *profile, const hp_moment *at)
{
   static FILE *nowhere;
   an_report_options source = { .percents = true };
   hp_report_options options = {
      .file = "-", .sort = HP_SORT_TOTAL, .n_top = 3, .n_frames = 2,
      .threshold = 1, .top_down = true, .bottom_up = true, .width = 60,
      .utf8 = true, .at = at, .source = &source,
   };
   if (nowhere == NULL)
      nowhere = fopen("/dev/null", "w");
   require(nowhere != NULL);
   const tk_alloc *alloc = an_alloc_malloc();
   require(hp_report(profile, alloc, &options, nowhere) == AN_OK);
   require(hp_dump_json(profile, alloc, &options, nowhere) == AN_OK);
   require(hp_dump_csv(profile, alloc, &options, nowhere) == AN_OK);
   hp_report_list(profile, &options, nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_error error = { .message = "" };
   input in = { bytes, size_B };
   an_source_of_bytes from = { .read = read_input, .context = &in };
   hp_profile *profile = hp_read(an_alloc_malloc(), from, &error);
   if (profile == NULL) {
      require(error.message[0] != '\0');
      return 0;
   }
   report(profile, NULL);
   for (size_t i = 0; i < profile->n_snapshots && i < 3; i++) {
      hp_moment at = { HP_AT_SNAPSHOT, i };
      report(profile, &at);
   }
   hp_profile_free(profile);
   return 0;
}
