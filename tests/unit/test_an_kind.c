/* test_an_kind.c -- what files are, and which are not replaced.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkdtemp */
#endif

#include "test_an_common.h"

#include "base/an_kind.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* How a file begins, its kind, and what of it is kept; NULL: nothing. */
typedef struct {
   const char *text;
   an_kind kind;
   const char *kept;
} sample;

static const char profile[] = "a tool's profile";

static const sample samples[] = {
   { "", AN_KIND_UNKNOWN, NULL },
   { "int main(void)\n", AN_KIND_UNKNOWN, NULL },
   { "main;f 12\n", AN_KIND_FOLDED, NULL },
   { "main;operator new 12", AN_KIND_FOLDED, NULL },
   { "main;f12\n", AN_KIND_UNKNOWN, NULL },
   { "main 12\nmain;f 12\n", AN_KIND_FOLDED, NULL },
   { "main 12\n", AN_KIND_UNKNOWN, NULL },
   { "main;f 12\nmain;f\n", AN_KIND_UNKNOWN, NULL },
   { "12\n", AN_KIND_UNKNOWN, NULL },
   { "events: Ticks\n", AN_KIND_COUNTS, profile },
   { "cmd: x\nevents: Ticks\n#: cachesim 1\n#: merged 2\n", AN_KIND_COUNTS, NULL },
   { "\n\4\10\1\20\2\n\4\10\3\20\4j\2\1\2", AN_KIND_PPROF, NULL },
   { "p\x81\1\n\1x\n\1x", AN_KIND_PPROF, NULL },
   { "\n\4\10\1\20\2\n\4\10\3\20\4j\3\1\2", AN_KIND_UNKNOWN, NULL },
   { "\n\4\10\1\20\2\n\4\10\3\20\4\7", AN_KIND_UNKNOWN, NULL },
   { "p\x81", AN_KIND_UNKNOWN, NULL },
   { "p\1p\1p\1p", AN_KIND_UNKNOWN, NULL },
   { "p\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", AN_KIND_UNKNOWN, NULL },
   { "NYTProf 5 0\n", AN_KIND_NYTPROF, profile },
   { "\xfb\xa9\3", AN_KIND_CPROFILE, profile },
   { "\xfb)\3", AN_KIND_CPROFILE, profile },
   { "xxxxxxxxxxx", AN_KIND_UNKNOWN, NULL },
   { "v 10350 3\nx 5 ./app\n", AN_KIND_HEAPTRACK, profile },
   { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"",
     AN_KIND_SPEEDSCOPE, NULL },
   { "{\"meta\":{},\"threads\":[{\"stackTable\":", AN_KIND_FIREFOX, NULL },
   { "{\"traceEvents\":[]}", AN_KIND_JSON, NULL },
   { "[\n {\"name\": 1}]", AN_KIND_JSON, NULL },
   { "[section]\n", AN_KIND_UNKNOWN, NULL },
   { "{\xa9\3", AN_KIND_CPROFILE, profile },
   { "gmon\1", AN_KIND_GPROF, profile },
   { "BZh91AY", AN_KIND_PACKED, "a compressed file" },
   { "\x7f"
     "ELF\2\1",
     AN_KIND_PROGRAM, "a program" },
   { "#!/bin/sh\nevents: Ir\n", AN_KIND_SCRIPT, "a script" },
   { "PERFILE2h", AN_KIND_PERF, profile },
   { "desc: I1 cache: 1\ncmd: x\nevents: Ir\n", AN_KIND_COUNTS, profile },
   { "desc: x\n#: merged 2\nevents: Ir\n", AN_KIND_COUNTS, NULL },
   { "# callgrind format\ncreator: callgrind-3\nevents: Ir\n", AN_KIND_COUNTS, profile },
   { "# callgrind format\ncreator: cs_export\nevents: Ir\n", AN_KIND_COUNTS, NULL },
   { "# callgrind format\ncreator: hp_export\nevents: Ir\n", AN_KIND_COUNTS, NULL },
   { "{\"dhatFileVersion\":2,\"pid\":0,", AN_KIND_HEAP, NULL },
   { "{\"dhatFileVersion\":2,\"pid\":17,", AN_KIND_HEAP, profile },
   { "{ \"dhatFileVersion\": 2", AN_KIND_HEAP, profile },
   { "desc: --x\ncmd: x\ntime_unit: i\n", AN_KIND_MASSIF, profile },
   { "{\"schema\":\"cs_annotate\"", AN_KIND_REPORT, NULL },
   { "<!DOCTYPE html>\n<!-- A report by Quern: x -->", AN_KIND_REPORT, NULL },
   { "<?xml version=\"1.0\"?>\n<testsuite name=\"cs_diff\" tests=\"3\"", AN_KIND_REPORT,
     NULL },
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static const char name[] = "file";

static void put(const char *text, bool is_packed)
{
   FILE *plain = is_packed ? NULL : fopen(name, "w");
   gzFile packed = is_packed ? gzopen(name, "w") : NULL;
   if (is_packed) {
      assert_int_equal(gzputs(packed, text), strlen(text));
      assert_int_equal(gzclose(packed), Z_OK);
   } else {
      assert_true(fputs(text, plain) >= 0);
      assert_int_equal(fclose(plain), 0);
   }
}

static void test_samples(void **state)
{
   (void)state;
   for (int is_packed = 0; is_packed < 2; is_packed++)
      for (const sample *s = samples; s < samples + SAMPLES; s++) {
         put(s->text, is_packed != 0);
         assert_int_equal(an_kind_of(name), s->kind);
         const char *kept = an_kind_kept(name, AN_KIND_UNKNOWN);
         assert_int_equal(kept == NULL, s->kept == NULL);
         if (kept != NULL)
            assert_string_equal(kept, s->kept);
      }
}

/* A command can replace what it makes. */
static void test_made(void **state)
{
   (void)state;
   put("{\"dhatFileVersion\":2,\"pid\":17,", false);
   assert_null(an_kind_kept(name, AN_KIND_HEAP));
   assert_non_null(an_kind_kept(name, AN_KIND_COUNTS));
   assert_non_null(an_kind_kept(name, AN_KIND_REPORT));
}

/* Nothing is in the way: no file, a directory, a device. */
static void test_others(void **state)
{
   (void)state;
   static const char *const none[] = { "none", ".", "/dev/null", "" };
   for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
      assert_int_equal(an_kind_of(none[i]), AN_KIND_UNKNOWN);
      assert_null(an_kind_kept(none[i], AN_KIND_UNKNOWN));
   }
}

/* Beyond the first bytes nothing is looked for. */
static void test_far(void **state)
{
   (void)state;
   static char text[(4 << 20) + 1000];
   memset(text, 'x', sizeof text - 1);
   strcpy(text + sizeof text - 20, "\nevents: Ir\n");
   put(text, false);
   assert_int_equal(an_kind_of(name), AN_KIND_UNKNOWN);
   strcpy(text + 3000000, "\nevents: Ir\n");
   put(text, false);
   assert_int_equal(an_kind_of(name), AN_KIND_COUNTS);
}

static int enter(void **state)
{
   static char place[] = "/tmp/quern-kind.XXXXXX";
   *state = place;
   return mkdtemp(place) == NULL ? -1 : chdir(place);
}

static int leave(void **state)
{
   unlink(name);
   return chdir("/") != 0 ? -1 : rmdir(*state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples),
      cmocka_unit_test(test_made),
      cmocka_unit_test(test_others),
      cmocka_unit_test(test_far),
   };
   return cmocka_run_group_tests(tests, enter, leave);
}
