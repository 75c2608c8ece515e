/* test_ty_servers.c -- libdw sees servers only between begin and end.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "types/ty_servers.h"

static const char urls[] = "http://localhost:1 http://localhost:2";

static int forget(void **state)
{
   (void)state;
   return unsetenv("DEBUGINFOD_URLS") + unsetenv("DEBUGINFOD_TIMEOUT")
          + unsetenv("DEBUGINFOD_MAXTIME") + unsetenv("DEBUGINFOD_RETRY_LIMIT");
}

static void begin(ty_servers *servers)
{
   setenv("DEBUGINFOD_URLS", urls, 1);
   ty_servers_init(servers);
}

static void asks_between(void **state)
{
   (void)state;
   ty_servers servers;
   begin(&servers);
   assert_null(getenv("DEBUGINFOD_URLS"));
   for (int i = 0; i < 2; i++) {
      assert_true(ty_servers_begin(&servers));
      assert_string_equal(getenv("DEBUGINFOD_URLS"), urls);
      ty_servers_end(&servers, i == 1);
      assert_null(getenv("DEBUGINFOD_URLS"));
   }
   ty_servers_free(&servers); /* others find them again */
   assert_string_equal(getenv("DEBUGINFOD_URLS"), urls);
   assert_false(ty_servers_begin(&servers));
   ty_servers_free(&servers);
}

static void has_none(void **state)
{
   (void)state;
   ty_servers servers;
   ty_servers_init(&servers);
   assert_false(ty_servers_begin(&servers));
   ty_servers_free(&servers);
   assert_null(getenv("DEBUGINFOD_URLS"));
   assert_null(getenv("DEBUGINFOD_TIMEOUT")); /* nothing to wait for */
   setenv("DEBUGINFOD_URLS", "", 1);
   ty_servers_init(&servers);
   assert_false(ty_servers_begin(&servers));
   ty_servers_free(&servers);
}

/* What the user has set stays. */
static void limits_time(void **state)
{
   (void)state;
   ty_servers servers;
   setenv("DEBUGINFOD_MAXTIME", "7", 1);
   begin(&servers);
   assert_string_equal(getenv("DEBUGINFOD_TIMEOUT"), "10");
   assert_string_equal(getenv("DEBUGINFOD_MAXTIME"), "7");
   assert_string_equal(getenv("DEBUGINFOD_RETRY_LIMIT"), "0");
   ty_servers_free(&servers);
   forget(NULL);
   begin(&servers);
   assert_string_equal(getenv("DEBUGINFOD_MAXTIME"), "120");
   ty_servers_free(&servers);
}

/* Whether the server is asked again if it has taken so many seconds. */
static bool asks_again(int seconds, bool has_found)
{
   ty_servers servers;
   begin(&servers);
   assert_true(ty_servers_begin(&servers));
   servers.began.tv_sec -= seconds;
   ty_servers_end(&servers, has_found);
   bool again = ty_servers_begin(&servers);
   if (again)
      ty_servers_end(&servers, true);
   ty_servers_free(&servers);
   return again;
}

static void gives_up(void **state)
{
   (void)state;
   assert_true(asks_again(0, false));
   assert_true(asks_again(5, false));
   assert_false(asks_again(8, false));
   assert_true(asks_again(100, true));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(asks_between, forget),
      cmocka_unit_test_setup(has_none, forget),
      cmocka_unit_test_setup(limits_time, forget),
      cmocka_unit_test_setup(gives_up, forget),
   };
   return cmocka_run_group_tests_name("ty_servers", tests, NULL, NULL);
}
