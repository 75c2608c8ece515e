/* calls_lib.h -- what calls_code and its library call of each other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALLS_LIB_H
#define CALLS_LIB_H

typedef void callback(long n);

long lib_work(long n, callback *back);
long lib_inner(long n);
long lib_tail(long n); /* goes on with program_tail, and that with it */
void lib_print(void);

long program_tail(long n);

#endif
