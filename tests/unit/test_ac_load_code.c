/* test_ac_load_code.c -- names of code that has none in the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkstemp */
#endif

#include "test_an_common.h"

#include "counts/ac_data.h"
#include "counts/ac_load.h"

#include <unistd.h>

/* Of /app and /lib Valgrind knew no lines. */
#define STRIPPED \
   "cmd: x\nevents: Ir D1mr\n#: cachesim 1\n#: data 64 D1mr\n" \
   "#: no-lines /app\n#: no-lines /lib\nfl=???\nfn=???\n0 13 3\nsummary: 13 3\n" \
   "#: object 01 /app\n#: object-counts 7 1\n#: code 0x1000 4 1\n#: code 0x2000 3 0\n" \
   "#: object 02 /bin\n#: object-counts 1 0\n#: code 0x1000 1 0\n" \
   "#: object - /lib\n#: object-counts 5 2\n#: code 0x1000 5 2\n" \
   "#: db 01 /app\n#: db 02 /bin\n#: df 0x1004 1 0 0 0\n#: df 0x1004 2 0 0 0\n" \
   "#: dh 1 8 8 8 1 2\n#: dn 1:0x1000\n#: d 0 1 0 1\n#: dn 3:0x1000\n" \
   "#: d 0 1 0 2\n#: end 1\n"

/* Names /app's code at 0x1000, and the frame there. */
static size_t n_named;

static void find_name(void *context, const char *path, const char *build_id,
                      uint64_t address, const char **file, const char **function)
{
   assert_null(context);
   n_named++;
   assert_string_not_equal(path, "/bin"); /* it has lines */
   assert_string_equal(build_id, strcmp(path, "/app") == 0 ? "01" : "");
   if (strcmp(path, "/app") == 0 && address / 16 == 0x100) {
      *file = "/src/../src/a.c";
      *function = "f";
   }
}

static void find_place(void *context, const char *path, const char *build_id,
                       uint64_t address, const char **file, const char **function,
                       uint32_t *line)
{
   *line = 7;
   find_name(context, path, build_id, address, file, function);
}

static const ac_load_code code = { find_name, find_place, NULL };

static char path[] = "/tmp/test_ac_load_code.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   int fd = mkstemp(path);
   return fd >= 0 && write(fd, STRIPPED, sizeof STRIPPED - 1) == sizeof STRIPPED - 1
             ? close(fd)
             : -1;
}

static int tear_down(void **state)
{
   (void)state;
   return unlink(path);
}

static ac_profile *load(void)
{
   static const ac_load_names names = { .code = &code };
   static const ac_load_options options = { .names = &names };
   char *const files[] = { path };
   an_error error;
   size_t failed;
   n_named = 0;
   return ac_load_files(test_alloc(), files, 1, &options, &failed, &error);
}

static void names_lines_and_frames(void **state)
{
   (void)state;
   char body[TEST_BODY_B];
   ac_profile *profile = load();
   test_body(profile, body);
   assert_string_equal(body, "/src/a.c f 0 4 1\n??? 0x1000 in bin 0 1 0\n"
                             "??? 0x1000 in lib 0 5 2\n??? 0x2000 in app 0 3 0\n");
   const ac_data *data = ac_profile_data(profile);
   assert_int_equal(data->n_frames, 2);
   assert_null(data->frames[0].function);
   assert_string_equal(data->frames[1].function, "f");
   assert_string_equal(data->frames[1].file, "/src/a.c");
   assert_int_equal(data->frames[1].line, 7);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_lines_and_frames),

   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
