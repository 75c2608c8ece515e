/* same_world.c -- preloaded into programs to show them the same world in
   every run and under every tool.  Two things differ: random bytes from the
   kernel; and /proc/self/maps, which the C library reads to find the main
   thread's stack: it shows Valgrind's mappings and the tool's name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
   (void)thread;
   (void)attributes;
   return ENOSYS;
}

ssize_t getrandom(void *buffer, size_t length, unsigned flags)
{
   (void)flags;
   memset(buffer, 0x5a, length);
   return (ssize_t)length;
}
