// heap_header_use.cpp -- every macro of the headers, in C++; only compiled.
// SPDX-License-Identifier: GPL-2.0-or-later

#include "heapprof.h"

#include <string>

unsigned long use(const std::string &name, int *block)
{
   if (!HEAPPROF_IS_RUNNING)
      return 0;
   HEAPPROF_START;
   HEAPPROF_ZERO;
   HEAPPROF_SNAPSHOT;
   HEAPPROF_REGION_BEGIN(name.c_str());
   unsigned long depth = HEAPPROF_REGION_DEPTH;
   HEAPPROF_REGION_BEGIN("inner");
   HEAPPROF_HISTOGRAM(block);
   HEAPPROF_AD_HOC_EVENT(3);
   long left = HEAPPROF_REGION_LEFT_BYTES() + HEAPPROF_REGION_LEFT_BLOCKS();
   unsigned long sum = HEAPPROF_REGION_BYTES() + HEAPPROF_REGION_BLOCKS()
                       + HEAPPROF_REGION_PEAK_BYTES()
                       + HEAPPROF_CURRENT_BYTES() + HEAPPROF_CURRENT_BLOCKS()
                       + HEAPPROF_PEAK_BYTES() + HEAPPROF_PEAK_BLOCKS()
                       + HEAPPROF_TOTAL_BYTES() + HEAPPROF_TOTAL_BLOCKS();
   if (left > 0 || !HEAPPROF_WITHIN(1, HEAPPROF_ANY))
      HEAPPROF_STOP;
   HEAPPROF_REGION_UNWIND(depth);
   HEAPPROF_REGION_END;
   return HEAPPROF_DUMP > 0 ? sum : 0;
}
