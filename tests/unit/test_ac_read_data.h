/* test_ac_read_data.h -- a profile with notes on data objects up to some note, and its
   model, for the tests of the readers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_READ_DATA_H
#define TEST_AC_READ_DATA_H

#include "test_ac_data.h"

#define TO_OBJECTS DATA_HEAD DATA_BODY DATA_OBJECTS /* 20 lines */
#define TO_NAMES TO_OBJECTS DATA_NAMES              /* 29 */
#define TO_DATA TO_NAMES DATA_DATA                  /* 38 */
#define TO_ENTRIES TO_DATA DATA_ENTRIES             /* 48 */
#define TO_SETS TO_ENTRIES DATA_USE DATA_SETS       /* 52 */
#define TO_LOOKS TO_SETS DATA_LOOKS                 /* 56 */

/* The model of DATA_FILE: the data objects, and what is shared. */
static const char data_objects_model[] =
   "limit 1024, 4 events\nlooks at lines of 64 B\n"
   "b0 /bin/app 01\nb1 /lib/libfoo.so -\n"
   "f0 main -:0 in -1 at 0x0\nf1 make /src/a.c:8 in 0 at 0x80\n"
   "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 9000 B, 9000 to 9000, by 1...: 0 0 3 0\n"
   " use 3 192 48\n sets 3 0 0 0\n"
   " look 1 at 128: 0 0 f00000000000000f f0 f0\n"
   "1 heap - in - of -1 at 0x0, 0 B, 10 blocks 240 B, 24 to 24, by 1 0: 4 1 0 0\n"
   " use 4 96 40\n sets 1 1 1 1\n"
   " look 3 at 0: ffff\n look 1 at -48: ff000000000000 3c\n"
   "2 static table in - of 0 at 0x4040, 512 B: 2 0 0 0\n"
   "3 tls - in - of 1 at 0x10, 0 B: 0 0 0 0\n"
   "4 stack make in /src/a.c of -1 at 0x0, 0 B: 1 0 1 1\n"
   "5 map - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
   "6 map - in /tmp/\nrows of -1 at 0x0, 0 B: 3 3 0 0\n"
   "7 brk - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
   "8 unknown - in - of -1 at 0x0, 0 B: 1 1 0 0\n"
   "find:3 on 1 at 8%0: 3 1 0 0\n"
   "find:3 on 2 at 0%8: 2 0 0 0\n"
   "find:4 on 1 at 0%0: 1 0 0 0\n"
   "find:4 on 4 at -1%0: 1 0 1 1\n"
   "make:8 on 0 at 16%48: 0 0 3 0\n"
   "0x1000 in libfoo.so:0 on 6 at -1%0: 3 3 0 0\n"
   "0x1000 in libfoo.so:0 on 8 at -1%0: 1 1 0 0\n";
static const char data_sharing_model[] =
   "sharing 64 3, left out 2 30\n"
   "line 40\n"
   " 2 0x1000 in libfoo.so:0 on 1 at -16 0xf0000: 0 9\n"
   " 3 make:8 on 1 at -16 0xf0000: 5 5\n"
   "line 12\n"
   " 1 find:4 on 2 at 0 0xff: 100 7\n"
   " 2 find:4 on 2 at 0 0xff00: 90 0 own\n";

static inline void data_check_one(const char *file, const char *expected)
{
   data_check((const char *const[]){ file }, 1, NULL, expected);
}

/* The whole file. */
static inline void data_check_file(void)
{
   char both[sizeof data_objects_model + sizeof data_sharing_model];
   strcat(strcpy(both, data_objects_model), data_sharing_model);
   data_check_one(DATA_FILE, both);
}

#endif
