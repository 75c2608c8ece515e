/* test_cs_machines.h -- machines built as real ones are, with smaller caches and TLBs, so
   that the kernels of test_cs_traces.h overflow them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_MACHINES_H
#define TEST_CS_MACHINES_H

#include "machine/cs_machine.h"

#define LEVEL(size, ways, line, ...) \
   { .geometry = { .size_B = (size), .assoc = (ways), .line_size_B = (line) }, \
     __VA_ARGS__ }

static const cs_machine test_machines[] = {
   { .name = "a client core: an inclusive last level",
     .i1 = LEVEL(4096, 8, 64, .policy = CS_TREE_PLRU),
     .d1 = LEVEL(4096, 8, 64, .policy = CS_TREE_PLRU),
     .n_levels = 2,
     .levels = { LEVEL(16384, 4, 64, .policy = CS_TREE_PLRU),
                 LEVEL(131072, 16, 64, .policy = CS_SRRIP, .inclusion = CS_INCLUSIVE) },
     .n_prefetchers = 4,
     .prefetchers = {
        { .kind = CS_NEXT_LINE, .level = 1, .degree = 1 },
        { .kind = CS_STRIDE, .level = 1, .n_entries = 64, .n_to_begin = 2, .degree = 1,
          .distance = 2 },
        { .kind = CS_STREAM, .level = 2, .n_entries = 32, .n_to_begin = 2, .degree = 2,
          .distance = 20 },
        { .kind = CS_ADJACENT, .level = 2 } },
     .page_B = 4096, .has_unified_tlb = true, .itlb = { { 16, 4, 0 }, { 96, 12, 7 } },
     .dtlb = { { 16, 4, 0 }, { 96, 12, 7 } } },
   { .name = "a server core: an exclusive last level of eleven ways",
     .i1 = LEVEL(4096, 8, 64, .policy = CS_TREE_PLRU),
     .d1 = LEVEL(6144, 12, 64, .policy = CS_TREE_PLRU),
     .n_levels = 2,
     .levels = { LEVEL(32768, 16, 64, .policy = CS_SRRIP),
                 LEVEL(90112, 11, 64, .policy = CS_SRRIP, .inclusion = CS_EXCLUSIVE) },
     .n_prefetchers = 3,
     .prefetchers = {
        { .kind = CS_NEXT_LINE, .level = 1, .of_code = true, .degree = 2 },
        { .kind = CS_STRIDE, .level = 1, .n_entries = 16, .n_to_begin = 3, .degree = 2,
          .distance = 8 },
        { .kind = CS_STREAM, .level = 2, .n_entries = 16, .n_to_begin = 3, .degree = 4,
          .distance = 16, .crosses_pages = true } },
     .page_B = 4096, .itlb = { { 8, 8, 0 }, { 32, 8, 8 } },
     .dtlb = { { 24, 24, 0 }, { 96, 12, 8 } } },
   { .name = "victims move from level two to level three",
     .i1 = LEVEL(4096, 4, 64, .policy = CS_LRU),
     .d1 = LEVEL(4096, 8, 64, .policy = CS_LRU),
     .n_levels = 2,
     .levels = { LEVEL(16384, 8, 64, .policy = CS_LRU, .inclusion = CS_INCLUSIVE),
                 LEVEL(131072, 16, 64, .policy = CS_LRU, .inclusion = CS_EXCLUSIVE) },
     .n_prefetchers = 2,
     .prefetchers = {
        { .kind = CS_STREAM, .level = 1, .n_entries = 8, .n_to_begin = 2, .degree = 1,
          .distance = 6 },
        { .kind = CS_NEXT_LINE, .level = 2, .degree = 1 } },
     .page_B = 4096, .itlb = { { 16, 16, 0 }, { 64, 8, 7 } },
     .dtlb = { { 16, 16, 0 }, { 128, 8, 7 } } },
   { .name = "long lines, large pages, four levels",
     .i1 = LEVEL(12288, 6, 128, .policy = CS_LRU),
     .d1 = LEVEL(8192, 8, 128, .policy = CS_TREE_PLRU),
     .n_levels = 3,
     .levels = { LEVEL(24576, 12, 128, .policy = CS_SRRIP),
                 LEVEL(65536, 16, 128, .policy = CS_TREE_PLRU),
                 LEVEL(262144, 16, 128, .policy = CS_RANDOM, .seed = 3) },
     .n_prefetchers = 2,
     .prefetchers = {
        { .kind = CS_STRIDE, .level = 1, .n_entries = 32, .n_to_begin = 2, .degree = 2,
          .distance = 4, .crosses_pages = true },
        { .kind = CS_STREAM, .level = 2, .n_entries = 24, .n_to_begin = 2, .degree = 3,
          .distance = 12 } },
     .page_B = 16384, .has_unified_tlb = true, .itlb = { { 6, 6, 0 }, { 24, 12, 7 } },
     .dtlb = { { 10, 10, 0 }, { 24, 12, 7 } } },
   { .name = "a small core: random replacement, write-through, no TLB",
     .i1 = LEVEL(2048, 2, 32, .policy = CS_RANDOM, .seed = 1),
     .d1 = LEVEL(2048, 4, 32, .policy = CS_RANDOM, .seed = 2, .writes_through = true,
                 .no_write_allocate = true),
     .n_levels = 1,
     .levels = { LEVEL(16384, 8, 32, .policy = CS_RANDOM, .seed = 3) },
     .n_prefetchers = 1,
     .prefetchers = { { .kind = CS_STREAM, .level = 1, .n_entries = 4, .n_to_begin = 2,
                        .degree = 1, .distance = 4 } },
     .page_B = 4096 },
};

#undef LEVEL

enum { N_TEST_MACHINES = sizeof test_machines / sizeof test_machines[0] };

#endif
