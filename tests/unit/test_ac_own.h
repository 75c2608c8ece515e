/* test_ac_own.h -- the profile of a program that runs library code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_OWN_H
#define TEST_AC_OWN_H

/* main calls sort, an instance of a template, at line 3, and a stripped plug-in of its
   own; push is inlined at line 4 and calls malloc.  sort calls cmp, and malloc, too. */
#define OWN_BODY \
   "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=./m.c\nfn=malloc\n8 25 3\n" \
   "fl=/src/a.c\nfn=cmp\n9 7 0\nfn=main\n3 10 1\n4 20 2\n" \
   "fl=/usr/include/v.h\nfn=main\n50 30 3\nfn=sort\n60 40 0\n" \
   "fl=???\nfn=???\n0 11 0\n" \
   "summary: 143 9\n"
#define OWN_OBJECTS \
   "#: object 01 /bin/app\n#: object-counts 107 6\n" \
   "#: object - /lib/libc.so.6\n#: object-counts 25 3\n" \
   "#: object - /src/plugin.so\n#: object-counts 11 0\n#: code 0x1000 11 0\n"
#define OWN_CALLS \
   "#: fn 3 push\n" \
   "#: f 3 1 0x0 1 143 9\n#: i 1 7 4 30 3\n#: f 5 1 0x0 1 52 1\n#: f 2 1 0x0 2 7\n" \
   "#: f 1 2 0x0 2 25 3\n#: f 6 3 0x1000 1 11\n" \
   "#: g 7 50 5\n" \
   "#: lf 2\n#: l 3 73 2\n#: l 4 70 7\n#: lf 3\n#: l 51 20 2\n#: l 60 52 1\n" \
   "#: by 1\n#: a 3 2 1 52 1\n#: a 3 5 1 11\n#: by 1.1\n#: a 51 4 1 20 2\n" \
   "#: by 2\n#: a 60 3 2 7\n#: a 60 4 1 5 1\n#: by 0\n#: a 0 1 1 143 9\n" \
   "#: t 0 0 0\n#: t 1 6 1 30 3\n#: ti 2 1 30 3\n#: t 2 3 1 20 2\n" \
   "#: t 2 1 1 40\n#: t 3 4 2 7\n#: t 3 5 1 5 1\n#: t 2 2 1 11\n"
#define OWN_END "#: end 7\n"
#define OWN_FILE OWN_BODY OWN_OBJECTS OWN_CALLS OWN_END
#define OWN_FILE_WITHOUT_CALLS OWN_BODY OWN_OBJECTS OWN_END

#endif
