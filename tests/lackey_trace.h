/* lackey_trace.h -- reads the references that lackey prints (--trace-mem=yes).
   The includer has included test_cs_trio.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef LACKEY_TRACE_H
#define LACKEY_TRACE_H

#include <stdio.h>

enum { LACKEY_LINE_MAX_B = 4096 };

/* "I  04001090,3", " L 1ffefffe10,8", and S and M as L.  False for other lines: lackey's
   own, and what the program prints. */
static inline bool lackey_read(const char *line, uintptr_t *site_addr, reference *r)
{
   unsigned long addr;
   unsigned size_B;
   char kind = line[0] == 'I' ? 'I' : line[0] == ' ' ? line[1] : '\0';
   if (kind == '\0' || strchr("ILSM", kind) == NULL
       || sscanf(line + 2, "%lx,%u", &addr, &size_B) != 2 || size_B == 0)
      return false;
   if (kind == 'I')
      *site_addr = addr;
   *r = (reference){ .is_code = kind == 'I',
                     .is_write = kind == 'S',
                     .modifies = kind == 'M',
                     .site = *site_addr,
                     .addr = addr,
                     .size_B = size_B };
   return true;
}

/* The next reference of the stream; false at its end. */
static inline bool lackey_next(FILE *trace, uintptr_t *site_addr, reference *r)
{
   char line[LACKEY_LINE_MAX_B];
   while (fgets(line, sizeof line, trace) != NULL)
      if (lackey_read(line, site_addr, r))
         return true;
   return false;
}

#endif
