/* test_ac_objects.h -- a profile with notes on objects.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_OBJECTS_H
#define TEST_AC_OBJECTS_H

#include "test_an_common.h"

#include "counts/ac_objects.h"

#define HEAD_OF(n) "cmd: " n " processes of ./app\nevents: Ir Dr\n#: cachesim 1\n"
#define HEAD "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n"
#define PROCESS "#: process 0 0 375 unknown ./app\n"
#define BODY \
   "fl=???\nfn=???\n0 70 7\nfn=named\n0 5 0\n" \
   "fl=a.c\nfn=main\n7 300 30\n"
#define SUMMARY "summary: 375 37\n"
#define APP "#: object 0123ab /bin/app\n#: object-counts 300 30\n"
#define FOO \
   "#: object - /lib/libfoo.so\n#: object-counts 73 7\n" \
   "#: code 0x10c96f 60 6\n#: code 0x10c980 8 1\n"
#define OUTSIDE "#: object - ???\n#: object-counts 2 0\n#: code 0x0 2 0\n"
#define END "#: end 3\n"

static const char objects_good[] = HEAD BODY SUMMARY OUTSIDE APP FOO END;

static inline ac_profile *objects_read(const char *text, const char *expected)
{
   char body[TEST_BODY_B];
   ac_profile *profile = test_good_profile(text);
   test_body(profile, body);
   assert_string_equal(body, expected);
   return profile;
}

#endif
