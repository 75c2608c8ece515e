/* test_ah_read.c -- the reader of heap profiles: files, their header, and what is refused
   as a whole.  Each part of the reader has a test of its name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_json.h"

#include <errno.h>
#include <jansson.h>
#include <unistd.h>

/* ---- Good ones ---- */

static void reads_dhat(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_dhat);
   assert_string_equal(p->mode, "heap");
   assert_string_equal(p->command, "ls /");
   assert_string_equal(p->bytes_unit, "bytes");
   assert_true(p->has_lifetimes && p->has_accesses && !p->is_heapprof);
   assert_int_equal(p->short_lifetime, 500);
   assert_int_equal(p->n_sites, 2);
   assert_amount(p->sites[0].total, 10, 2);
   assert_amount(p->sites[0].max, 8, 1);
   assert_amount(p->sites[0].at_peak, 7, 1);
   assert_amount(p->sites[0].at_end, 3, 1);
   assert_int_equal(p->sites[0].lifetime, 30);
   assert_int_equal(p->sites[0].rare->reads, 5);
   assert_int_equal(p->sites[0].rare->writes, 6);
   assert_int_equal(p->sites[0].n_frames, 2);
   assert_int_equal(p->sites[0].frames[1], 2);
   assert_int_equal(p->sites[1].n_frames, 0);
   assert_amount(p->totals.total, 14, 3);
   assert_amount(p->totals.peak, 11, 2);
   assert_amount(p->totals.end, 3, 1);
   assert_int_equal(p->totals.end_time, 90);
   assert_int_equal(p->totals.peak_time, 40);
   assert_string_equal(p->frames[0].function, "[root]");
   assert_string_equal(p->frames[1].object, "/usr/lib/vg.so");
   assert_int_equal(p->frames[1].address, 0x48417b4);
   assert_null(p->frames[1].file);
}

static void reads_heapprof(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   assert_true(p->is_heapprof && p->has_lifetimes && !p->has_accesses);
   assert_string_equal(p->creator, "heapprof 0.1.0");
   assert_int_equal(p->n_sites, 2);
   assert_int_equal(p->n_frames, 3);
   assert_int_equal(p->processes.n, 1);
   p = test_ah_changed(test_ah_full, "\"mode\":\"heap\"", "\"mode\":\"pages\"");
   assert_false(p->has_pages); /* as the options say */
   p = test_ah_changed(test_ah_dhat, "\"mode\":\"heap\"", "\"mode\":\"pages\"");
   assert_true(p->has_pages);
}

/* Without lifetimes and accesses, with unusual units. */
static void reads_ad_hoc(void **state)
{
   (void)state;
   static const char text[] =
      "{\"dhatFileVersion\":2,\"mode\":\"ad-hoc\",\"verb\":\"Occurred\","
      "\"bklt\":false,\"bkacc\":false,\"bu\":\"unit\",\"bsu\":\"units\","
      "\"bksu\":\"events\",\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
      "\"cmd\":\"x\",\"pid\":1,\"te\":9,\"more\":{\"tb\":[]},"
      "\"pps\":[{\"tb\":3,\"tbk\":1,\"fs\":[0]}],\"ftbl\":[\"[root]\"]}";
   ah_profile *p = test_ah_text(text);
   assert_string_equal(p->byte_unit, "unit");
   assert_string_equal(p->bytes_unit, "units");
   assert_string_equal(p->blocks_unit, "events");
   assert_false(p->has_lifetimes);
   assert_amount(p->totals.total, 3, 1);
}

/* ---- Bad ones ---- */

static void refuses_dhat(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "{\"dhat", "[{\"dhat", "the file ends early" },
      { "a.c:3)\"]}\n", "a.c:3)\"]}]\n",
        "not JSON: end of file expected near ']' (byte 461)" },
      { "{\"dhatFileVersion\":2,", "{",
        "not a heap profile: there is no \"dhatFileVersion\"" },
      { "Version\":2", "Version\":3",
        "needs version 3: written in DHAT's format 3, this reads up to "
        "format 2; use a newer quern" },
      { "Version\":2", "Version\":1", "DHAT's format 1 is too old, this reads format 2" },
      { "Version\":2", "Version\":\"2\"", "dhatFileVersion: expected an integer" },
      { "\"mode\":\"heap\",", "", "mode: missing" },
      { "\"verb\":", "\"v\":", "verb: missing" },
      { "\"mode\":\"heap\"", "\"mode\":1", "mode: expected a string" },
      { "\"bklt\":true,", "", "bklt: missing" },
      { "\"bklt\":true", "\"bklt\":1", "bklt: expected true or false" },
      { "\"bkacc\":true,", "", "bkacc: missing" },
      { "\"tu\":", "\"t\":", "tu: missing" },
      { "\"Mtu\":", "\"t\":", "Mtu: missing" },
      { "\"tuth\":500,", "", "tuth: missing" },
      { "\"cmd\":", "\"c\":", "cmd: missing" },
      { "\"pid\":12", "\"p\":12", "pid: missing" },
      { "\"pid\":12", "\"pid\":-12", "pid: is negative" },
      { "\"te\":90,", "", "te: missing" },
      { "\"tg\":40,", "", "tg: missing" },
      { "\"te\":90", "\"te\":90.5", "te: expected an integer" },
      { "\"te\":90", "\"te\":90000000000000000000",
        "not JSON: too big integer near '90000000000000000000' (byte 168)" },
      { "\"te\":90", "\"te\":90,\"te\":90",
        "not JSON: duplicate object key near '\"te\"' (byte 155)" },
      { "\"bklt\":true", "\"bu\":1,\"bklt\":true", "bu: expected a string" },
      { "\"pps\":", "\"heapprof\":[],\"pps\":", "heapprof: expected an object" },
   };
   test_ah_errors(test_ah_dhat, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_heapprof(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"version\":1", "\"version\":2",
        "needs version 2: written in heapprof format 2, this reads up to "
        "format 1; use a newer quern" },
      { "\"version\":1,", "", "heapprof.version: missing" },
      { "\"version\":1", "\"version\":0",
        "heapprof format 0 is too old, this reads format 1" },
      { "\"mode\":\"heap\"", "\"mode\":7", "mode: expected a string" },
      { "\"bklt\":true", "\"bu\":\"\\\\x\",\"bklt\":true", "bu: has a malformed escape" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_other_files(void **state)
{
   (void)state;
   test_ah_refused("", "the file is empty");
   test_ah_refused(" \n", "the file is empty");
   test_ah_refused("\xef\xbb\xbf", "the file is empty");
   test_ah_refused("\xef\xbb", "not JSON: unable to decode byte 0xef (byte 0)");
   test_ah_refused("events: Ir\n",
                   "not JSON: '[' or '{' expected near 'events' (byte 6)");
   test_ah_refused("[]", "not a heap profile: there is no \"dhatFileVersion\"");
   test_ah_refused("{\"a\":\"\\u0000\"}",
                   "not JSON: \\u0000 is not allowed without JSON_ALLOW_NUL near "
                   "'\"\\u0000\"' (byte 13)");
   test_ah_refused("{\"a\":\"\xff\"}",
                   "not JSON: unable to decode byte 0xff near '\"' (byte 6)");
}

static void refuses_depth(void **state)
{
   (void)state;
   char text[100000];
   an_error error;
   memset(text, '[', sizeof text);
   assert_null(test_ah_read(text, sizeof text, &error));
   assert_string_equal(error.message, "not a profile: nested deeper than 64");
   assert_int_equal(error.line, 1);
   /* Brackets in strings do not count. */
   memset(text, '\0', sizeof text);
   memset(strcpy(text, "{\"mode\":\"\\\"") + 11, '[', 100);
   strcat(text, "\"}");
   test_ah_refused(text, "not a heap profile: there is no \"dhatFileVersion\"");
   /* The deepest that is allowed. */
   memset(text, '[', 64);
   strcpy((char *)memset(text + 64, ']', 64) + 64, "\n");
   test_ah_refused(text, "not a heap profile: there is no \"dhatFileVersion\"");
}

/* A file cut anywhere is refused, except without only its last newline. */
static void refuses_cut(void **state)
{
   (void)state;
   for (size_t n = 0; n < sizeof test_ah_full - 2; n++) {
      an_error error = { .message = "" };
      if (test_ah_read(test_ah_full, n, &error) != NULL)
         fail_msg("accepted %zu bytes", n);
      assert_true(error.message[0] != '\0');
   }
   an_error error;
   ah_profile *p = test_ah_read(test_ah_full, sizeof test_ah_full - 2, &error);
   assert_non_null(p);
}

/* ---- Reading that fails ---- */

static ptrdiff_t fail_to_read(void *context, char *to, size_t size_B)
{
   (void)context;
   (void)to;
   (void)size_B;
   errno = EIO;
   return -1;
}

/* Fails after the last byte. */
static ptrdiff_t fail_at_the_end(void *context, char *to, size_t size_B)
{
   test_text *text = context;
   return text->length > 0 ? test_read(context, to, size_B)
                           : fail_to_read(NULL, to, size_B);
}

static void reports_read_errors(void **state)
{
   (void)state;
   an_error error;
   an_source_of_bytes from = { .read = fail_to_read };
   assert_null(ah_read(an_alloc_malloc(), from, &error));
   assert_string_equal(error.message, strerror(EIO));
   test_text text = { test_ah_dhat, sizeof test_ah_dhat - 1, 64 };
   from = (an_source_of_bytes){ .read = fail_at_the_end, .context = &text };
   assert_null(ah_read(an_alloc_malloc(), from, &error));
   assert_string_equal(error.message, strerror(EIO));
}

/* A file with these bytes; its path is in `path`. */
static void make_file(char *path, const void *bytes, size_t size_B)
{
   strcpy(path, "/tmp/test_ah_read.XXXXXX");
   int fd = mkstemp(path);
   assert_true(fd >= 0);
   assert_int_equal(write(fd, bytes, size_B), size_B);
   close(fd);
}

static void reads_files(void **state)
{
   (void)state;
   char path[64];
   an_error error = { .line = 7 };
   assert_null(ah_read_file(an_alloc_malloc(), "/nonexistent/a.hp", &error));
   assert_string_equal(error.message, strerror(ENOENT));
   assert_int_equal(error.line, 0);
   make_file(path, test_ah_dhat, sizeof test_ah_dhat - 1);
   error.line = 7;
   ah_profile *p = ah_read_file(an_alloc_malloc(), path, &error);
   unlink(path);
   assert_int_equal(p->n_sites, 2);
}

/* The reason is not what the reader made of the bytes before. */
static void reports_damaged_files(void **state)
{
   (void)state;
   static const char damaged[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff";
   char path[64];
   an_error error = { .line = 7 };
   make_file(path, damaged, sizeof damaged - 1);
   assert_null(ah_read_file(an_alloc_malloc(), path, &error));
   unlink(path);
   assert_string_equal(error.message, "the compressed data are damaged or cut short");
   assert_int_equal(error.line, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_dhat),
      cmocka_unit_test(reads_heapprof),
      cmocka_unit_test(reads_ad_hoc),
      cmocka_unit_test(refuses_dhat),
      cmocka_unit_test(refuses_heapprof),
      cmocka_unit_test(refuses_other_files),
      cmocka_unit_test(refuses_depth),
      cmocka_unit_test(refuses_cut),

      cmocka_unit_test(reports_read_errors),
      cmocka_unit_test(reads_files),
      cmocka_unit_test(reports_damaged_files),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
