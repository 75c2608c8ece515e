/* test_ac_read_instrs.c -- notes on instructions: read, written again, added up, and
   refused.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "counts/ac_instrs.h"
#include "counts/ac_objects.h"
#include "counts/ac_write.h"

#define HEAD \
   "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\n#: instr amd64\n#: data 64 D1mr\n"
#define ROWS \
   "fl=???\nfn=???\n0 7 1\nfl=a.c\nfn=f\n3 5 2\n4 1 0\nfl=b.h\nfn=f\n9 5 0\n" \
   "summary: 18 3\n" \
   "#: object - ???\n#: object-counts 3 0\n#: code 0x0 3 0\n" \
   "#: object 01 /bin/app\n#: object-counts 15 3\n#: code 0x20 4 1\n"
#define WAITS "#: xw 4 chain 4\n#: xw 5 unit 4\n#: xw 6 latency\n"
#define INSTRS \
   "#: io 1\n#: in 1:0x0\n#: x 0x4800 90 0 2\n#: x 0x4800 9090 0 1\n" \
   "#: io 2\n#: in 2:0x20\n#: x 0x24 8b07 0 4 1\n" \
   "#: in 2\n#: x 0x100 488b07 3 5 2\n#: in 3\n#: x 0x103 85c0 9 5\n" \
   "#: in 2\n#: x 0x105 c3 4 1\n" WAITS
#define THINGS "#: ds x\n#: dv s 0 0x40 64 1\n#: dr unknown\n"
#define SPLIT \
   "#: dn 2:0x20\n#: d 0 2 - 1\n#: dx 3 1\n" \
   "#: dn 2\n#: d 3 1 0 1\n#: dx 4 1\n#: d 3 1 8 1\n#: dx 4 1\n"
#define END_4 "#: end 4\n"

static const char whole[] = HEAD ROWS INSTRS THINGS SPLIT END_4;

/* All of the model. */
static void show(const ac_profile *profile, char *text)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   *text = '\0';
   if (instrs == NULL)
      return;
   text += sprintf(text, "%s\n", instrs->arch);
   for (size_t i = 0; i < instrs->n; i++) {
      const ac_instr *x = &instrs->all[i];
      text += sprintf(text, "%s %llx ", ac_objects_at(profile, x->object)->path,
                      (unsigned long long)x->address);
      for (size_t k = 0; k < x->size_B; k++)
         text += sprintf(text, "%02x", x->code[k]);
      text += sprintf(text, " %s:%u %s %lld %lld", x->file, x->line, x->function,
                      (long long)x->counts[0], (long long)x->counts[1]);
      if (x->wait != AC_WAIT_NONE)
         text += sprintf(text, " %s", ac_wait_name(x->wait));
      if (x->waits_for != AC_NO_INSTR)
         text += sprintf(text, " %u", x->waits_for);
      text += sprintf(text, "\n");
   }
   for (size_t i = 0; i < instrs->n_data; i++) {
      const ac_instr_data *x = &instrs->data[i];
      text += sprintf(text, "%u on %u at %lld%%%lld: %lld\n", x->instr, x->datum,
                      (long long)x->place.offset, (long long)x->place.stride,
                      (long long)x->counts[0]);
   }
}

static void check_sum(const char *const *files, size_t n, const ac_reading *reading,
                      const char *expected)
{
   ac_profile *profile = test_sum_of(files, n, reading);
   char text[4096];
   show(profile, text);
   assert_string_equal(text, expected);
}

static void test_model(void **state)
{
   (void)state;
   check_sum((const char *const[]){ whole }, 1, NULL,
             "amd64\n"
             "??? 4800 90 ???:0 ??? 2 0\n"
             "??? 4800 9090 ???:0 ??? 1 0\n"
             "/bin/app 24 8b07 ???:0 0x20 in app 4 1\n"
             "/bin/app 100 488b07 a.c:3 f 5 2 chain 3\n"
             "/bin/app 103 85c0 b.h:9 f 5 0 unit 3\n"
             "/bin/app 105 c3 a.c:4 f 1 0 latency\n"
             "2 on 1 at -1%0: 1\n3 on 0 at 0%0: 1\n3 on 0 at 8%0: 1\n");
}

static void test_sums(void **state)
{
   (void)state;
   static const char other[] =
      "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\n#: instr amd64\n#: data 64 D1mr\n"
      "fl=a.c\nfn=f\n3 2 0\nsummary: 2 0\n#: object 01 /bin/app\n#: object-counts 2 0\n"
      "#: io 1\n#: in 1\n#: x 0x100 488b07 3 1\n#: x 0x100 488b0f 3 1\n#: end 1\n";
   static const char without[] =
      "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\nfl=a.c\nfn=f\n3 2 0\nsummary: 2 0\n"
      "#: end 1\n";
   static const char other_arch[] =
      "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\n#: instr x86\n#: data 64 D1mr\n"
      "summary: 0 0\n#: end 0\n";
   check_sum((const char *const[]){ other, whole }, 2, NULL,
             "amd64\n"
             "/bin/app 24 8b07 ???:0 0x20 in app 4 1\n"
             "/bin/app 100 488b07 a.c:3 f 6 2 chain 1\n"
             "/bin/app 100 488b0f a.c:3 f 1 0\n"
             "/bin/app 103 85c0 b.h:9 f 5 0 unit 1\n"
             "/bin/app 105 c3 a.c:4 f 1 0 latency\n"
             "??? 4800 90 ???:0 ??? 2 0\n"
             "??? 4800 9090 ???:0 ??? 1 0\n"
             "0 on 1 at -1%0: 1\n1 on 0 at 0%0: 1\n1 on 0 at 8%0: 1\n");
   check_sum((const char *const[]){ whole, without }, 2, NULL, "");
   check_sum((const char *const[]){ without, whole }, 2, NULL, "");
   check_sum((const char *const[]){ whole, other_arch }, 2, NULL, "");
}

static void skip_f(void *context, ac_profile *profile, const char **file,
                   const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "f") == 0;
}

/* What is left out would be missing from the sums. */
static void test_filtered(void **state)
{
   (void)state;
   const ac_reading reading = { .name = skip_f };
   check_sum((const char *const[]){ whole }, 1, &reading, "");
}

/* What is written is the same again, and so are its model and a sum of it. */
static void test_written(void **state)
{
   (void)state;
   char *text[2], model[2][4096];
   size_t length;
   const char *from = whole;
   for (int i = 0; i < 2; i++) {
      ac_profile *profile = test_sum_of(&from, 1, NULL);
      FILE *out = open_memstream(&text[i], &length);
      ac_write(profile, NULL, out);
      assert_int_equal(fclose(out), 0);
      show(profile, model[i]);
      from = text[0];
   }
   assert_string_equal(text[0], text[1]);
   assert_string_equal(model[0], model[1]);
   assert_non_null(strstr(text[0], INSTRS));
   assert_non_null(strstr(text[0], "#: d 3 1 8 1\n#: dx 4 1\n"));
   assert_non_null(strstr(text[0], "#: d 0 2 - 1\n#: dx 3 1\n"));
   free(text[0]);
   free(text[1]);
}

/* ---- Refused ---------------------------------------------------------- */

#define TO_OBJECTS HEAD ROWS        /* 22 lines */
#define TO_INSTRS TO_OBJECTS INSTRS /* 38 */
#define TO_THINGS TO_INSTRS THINGS  /* 38 */

static const test_bad_file refused[] = {
   { HEAD "#: instr amd64\n", 6, "a second \"#: instr\" line" },
   { "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\n#: instr\n", 4,
     "expected an architecture after \"#: instr\"" },
   { "cmd: ./app\nevents: Ir D1mr\n#: cachesim 1\n#: instr a b\n", 4,
     "expected an architecture after \"#: instr\"" },
   { TO_OBJECTS "#: in 1\n", 23, "\"#: in\" out of place" },
   { TO_OBJECTS "#: io 3\n", 23, "there is no object 3 before this note" },
   { TO_OBJECTS "#: io 1 2\n", 23, "expected an object's number after \"#: io\"" },
   { TO_OBJECTS "#: io 1\n#: x 0x1 90 3 1\n", 24, "\"#: x\" out of place" },
   { TO_OBJECTS "#: io 2\n#: in 4\n", 24, "there is no name 4 before this note" },
   { TO_OBJECTS "#: io 2\n#: in 1\n#: x 1 90 3 1\n", 25,
     "expected ADDRESS CODE LINE and counts after \"#: x\"" },
   { TO_OBJECTS "#: io 2\n#: in 2\n#: x 0x1 9 3 1\n", 25,
     "expected ADDRESS CODE LINE and counts after \"#: x\"" },
   { TO_OBJECTS "#: io 2\n#: in 2\n#: x 0x1 9G 3 1\n", 25,
     "expected ADDRESS CODE LINE and counts after \"#: x\"" },
   { TO_OBJECTS
     "#: io 2\n#: in 2\n#: x 0x1 000000000000000000000000000000000000000000 3 1\n",
     25, "expected ADDRESS CODE LINE and counts after \"#: x\"" },
   { TO_OBJECTS "#: io 2\n#: in 2\n#: x 0x1 90 3 1 2 3\n", 25,
     "expected at most 2 counts, found 3" },
   { TO_OBJECTS "#: io 2\n#: in 2\n#: x 0x1 90 7 1\n", 25,
     "f has no line 7 in the body" },
   { TO_OBJECTS "#: io 2\n#: in 1\n#: x 0x1 90 0 1\n", 25,
     "expected OBJECT:ADDRESS for code without a symbol" },
   { TO_OBJECTS END_4, 23, "the instructions of line 0 of ??? have 3 Ir too few" },
   { TO_INSTRS "#: x 0x107 c3 4 1\n" THINGS SPLIT END_4, 51,
     "the instructions of line 4 of f have 1 Ir too many" },
   { TO_INSTRS "#: xw 7 chain 1\n", 39, "there is no instruction 7 before this note" },
   { TO_INSTRS "#: xw 6 chain\n", 39,
     "expected INSTRUCTION, a word, and perhaps an INSTRUCTION after \"#: xw\"" },
   { TO_INSTRS "#: xw 6 chain 7\n", 39, "there is no instruction 7 before this note" },
   { TO_INSTRS "#: xw 6 fetch 1\n", 39,
     "expected INSTRUCTION, a word, and perhaps an INSTRUCTION after \"#: xw\"" },
   { TO_INSTRS "#: xw 6 width\n", 39,
     "expected INSTRUCTION, a word, and perhaps an INSTRUCTION after \"#: xw\"" },
   { TO_THINGS "#: dn 2\n#: dx 4 1\n", 43, "\"#: dx\" out of place" },
   { TO_THINGS "#: dn 2\n#: d 3 1 0 2\n#: dx 7 1\n", 44,
     "there is no instruction 7 before this note" },
   { TO_THINGS "#: dn 2\n#: d 3 1 0 2\n#: dx 5 1\n", 44,
     "instruction 5 is not of line 3 of f" },
   { TO_THINGS "#: dn 2\n#: d 3 1 0 2\n#: dx 4 3\n", 44,
     "the instructions have more D1mr than the entry" },
   { TO_THINGS "#: dn 2\n#: d 3 1 0 2\n#: dx 4 1\n#: d 3 1 8 1\n", 45,
     "the instructions of the entry before have not as many D1mr as it has" },
   { TO_THINGS "#: dn 2\n#: d 3 1 0 2\n#: dx 4 1\n" END_4, 45,
     "the instructions of the entry before have not as many D1mr as it has" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
   static const test_bad_file without = {
      OWN BODY SUMMARY "#: object - /x\n#: object-counts 2 3\n#: io 1\n", 10,
      "\"#: io\" without \"#: instr\" in the header"
   };
   test_bad_texts(&without, 1);
}

/* Bytes changed and cut off: read, or refused with a message. */
static void test_damaged(void **state)
{
   (void)state;
   char text[sizeof whole];
   for (size_t i = 0; i < sizeof whole - 1; i++)
      for (int change = 0; change < 4; change++) {
         an_error error = { 0 };
         memcpy(text, whole, sizeof whole);
         text[i] = (char)(change == 0 ? '9' : change == 1 ? ' ' : text[i] ^ change);
         size_t length = change == 3 ? i : sizeof whole - 1;
         ac_profile *profile = test_profile_of(text, length, &error);
         assert_true(profile != NULL || error.message[0] != '\0');
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),    cmocka_unit_test(test_sums),
      cmocka_unit_test(test_filtered), cmocka_unit_test(test_written),
      cmocka_unit_test(test_refused),  cmocka_unit_test(test_damaged),
   };
   return cmocka_run_group_tests_name("ac_read_instrs", tests, NULL, NULL);
}
