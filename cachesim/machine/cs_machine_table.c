/* cs_machine_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_machine_table.h"

#define AT(type, member) \
   .offset = offsetof(type, member), .width_B = sizeof((type *)0)->member
#define LEVEL(member) AT(cs_level_shape, member)
#define PREFETCHER(member) AT(cs_prefetcher_shape, member)
#define TLB(member) AT(cs_tlb_shape, member)
#define MACHINE(member) AT(cs_machine, member)

enum { MOST = 1000000 }; /* cycles, entries and the like */
#define NUMBER .least = 0, .most = MOST
#define SIZE .is_size = true, .least = 1, .most = UINT64_MAX

static const char *const policies[] = { "lru", "plru", "srrip", "random", NULL };
static const char *const inclusions[] = { "neither", "inclusive", "exclusive", NULL };
static const char *const ways_of_writing[] = { "back", "through", NULL };
static const char *const yes_no[] = { "yes", "no", NULL };
static const char *const no_yes[] = { "no", "yes", NULL };
static const char *const places[] = { "I1", "D1", "L2", "L3", "L4", NULL };
static const char *const kinds[] = { "next-line", "stream", "stride", "adjacent", NULL };
static const char *const predictors[] = { "classic", "tage", NULL };

static const cs_machine_value name_values[] = {
   { "", MACHINE(name), .is_text = true, .is_required = true },
   { NULL },
};

static const cs_machine_value level_values[] = {
   { "size", LEVEL(geometry.size_B), SIZE, .is_required = true },
   { "ways", LEVEL(geometry.assoc), .least = 1, .most = CS_LINES_MAX,
     .is_required = true },
   { "line", LEVEL(geometry.line_size_B), .least = 1, .most = CS_LINE_SIZE_MAX_B,
     .is_size = true },
   { "policy", LEVEL(policy), .words = policies },
   { "seed", LEVEL(seed), .most = UINT64_MAX, .condition = CS_IF_RANDOM },
   { "inclusion", LEVEL(inclusion), .words = inclusions, .condition = CS_IF_BEHIND },
   { "writes", LEVEL(writes_through), .words = ways_of_writing },
   { "allocate", LEVEL(no_write_allocate), .words = yes_no },
   { "shared", LEVEL(is_shared), .words = no_yes },
   { "latency", LEVEL(latency_cycles), NUMBER, .is_required = true },
   { "gap", LEVEL(gap_cycles), NUMBER, .condition = CS_IF_BEHIND },
   { "refill", LEVEL(refill_cycles), NUMBER, .condition = CS_IF_D1 },
   { NULL },
};

static const cs_machine_value prefetcher_values[] = {
   { "at", PREFETCHER(level), .words = places, .is_required = true },
   { "kind", PREFETCHER(kind), .words = kinds, .is_required = true },
   { "entries", PREFETCHER(n_entries), NUMBER, .condition = CS_IF_TRAINED,
     .is_required = true },
   { "begin", PREFETCHER(n_to_begin), NUMBER, .condition = CS_IF_TRAINED },
   { "degree", PREFETCHER(degree), NUMBER, .condition = CS_IF_NOT_ADJACENT },
   { "distance", PREFETCHER(distance), NUMBER, .condition = CS_IF_TRAINED,
     .is_required = true },
   { "pages", PREFETCHER(crosses_pages), .words = no_yes,
     .condition = CS_IF_NOT_ADJACENT },
   { NULL },
};

static const cs_machine_value page_values[] = {
   { "", MACHINE(page_B), SIZE, .is_required = true },
   { NULL },
};

static const cs_machine_value tlb_values[] = {
   { "entries", TLB(n_entries), .least = 1, .most = MOST, .is_required = true },
   { "ways", TLB(assoc), .least = 1, .most = MOST, .is_required = true },
   { "latency", TLB(latency_cycles), NUMBER, .condition = CS_IF_SECOND,
     .is_required = true },
   { "gap", TLB(gap_cycles), NUMBER, .condition = CS_IF_DTLB2 },
   { NULL },
};

static const cs_machine_value core_values[] = {
   { "width", MACHINE(width), NUMBER },
   { "window", MACHINE(window), NUMBER },
   { "misses", MACHINE(n_misses), NUMBER },
   { "walkers", MACHINE(n_walkers), NUMBER },
   { "mispredict", MACHINE(mispredict_cycles), NUMBER },
   { "forward", MACHINE(forward_cycles), NUMBER },
   { "renames", MACHINE(renames_memory), .words = no_yes },
   { "stores", MACHINE(n_stores), NUMBER },
   { "walk", MACHINE(walk_cycles), NUMBER },
   { "far-walk", MACHINE(far_walk_cycles), NUMBER },
   { "predictor", MACHINE(predictor), .words = predictors },
   { "jump-history", MACHINE(jump_history), NUMBER },
   { NULL },
};

static const cs_machine_value memory_values[] = {
   { "latency", MACHINE(memory_cycles), NUMBER },
   { "gap", MACHINE(line_cycles), NUMBER },
   { NULL },
};

static const cs_machine_value op_values[] = {
   { "simple", MACHINE(op_cycles[CS_OP_SIMPLE]), NUMBER },
   { "mul", MACHINE(op_cycles[CS_OP_MUL]), NUMBER },
   { "div", MACHINE(op_cycles[CS_OP_DIV]), NUMBER },
   { "fadd", MACHINE(op_cycles[CS_OP_FP_ADD]), NUMBER },
   { "fmul", MACHINE(op_cycles[CS_OP_FP_MUL]), NUMBER },
   { "fdiv", MACHINE(op_cycles[CS_OP_FP_DIV]), NUMBER },
   { "fsqrt", MACHINE(op_cycles[CS_OP_FP_SQRT]), NUMBER },
   { "convert", MACHINE(op_cycles[CS_OP_CONVERT]), NUMBER },
   { "locked", MACHINE(op_cycles[CS_OP_LOCKED]), NUMBER },
   { "fence", MACHINE(op_cycles[CS_OP_FENCE]), NUMBER },
   { NULL },
};

#define PART(member) .offset = offsetof(cs_machine, member)

const cs_machine_line cs_machine_lines[CS_MACHINE_LINES] = {
   { "name", name_values, .part = CS_PART_NAME },
   { "I1", level_values, PART(i1), .part = CS_PART_I1 },
   { "D1", level_values, PART(d1), .part = CS_PART_D1 },
   { "L2", level_values, PART(levels[0]), .part = CS_PART_L2, .is_second = true },
   { "L3", level_values, PART(levels[1]), .part = CS_PART_L3, .is_second = true },
   { "L4", level_values, PART(levels[2]), .part = CS_PART_L4, .is_second = true },
   { "prefetch", prefetcher_values, PART(prefetchers), .part = CS_PART_PREFETCH },
   { "page", page_values, .part = CS_PART_PAGE },
   { "ITLB", tlb_values, PART(itlb[0]), .part = CS_PART_ITLB },
   { "DTLB", tlb_values, PART(dtlb[0]), .part = CS_PART_DTLB },
   { "ITLB2", tlb_values, PART(itlb[1]), .part = CS_PART_ITLB2, .is_second = true },
   { "DTLB2", tlb_values, PART(dtlb[1]), .part = CS_PART_DTLB2, .is_second = true },
   { "TLB2", tlb_values, PART(dtlb[1]), .part = CS_PART_DTLB2, .is_second = true },
   { "core", core_values, .part = CS_PART_CORE },
   { "memory", memory_values, .part = CS_PART_MEMORY },
   { "ops", op_values, .part = CS_PART_OPS },
};

bool cs_machine_value_applies(const cs_machine_value *value, const cs_machine_line *line,
                              const void *part)
{
   const cs_level_shape *level = part;
   const cs_prefetcher_shape *prefetcher = part;
   switch (value->condition) {
   case CS_ALWAYS: return true;
   case CS_IF_RANDOM: return level->policy == CS_RANDOM;
   case CS_IF_D1: return line->part == CS_PART_D1;
   case CS_IF_DTLB2: return line->part == CS_PART_DTLB2;
   case CS_IF_BEHIND:
   case CS_IF_SECOND: return line->is_second;
   case CS_IF_TRAINED:
      return prefetcher->kind == CS_STREAM || prefetcher->kind == CS_STRIDE;
   case CS_IF_NOT_ADJACENT: return prefetcher->kind != CS_ADJACENT;
   }
   return false;
}

uint64_t cs_machine_value_get(const cs_machine_value *value, const void *part)
{
   const char *at = (const char *)part + value->offset;
   return value->width_B == 1   ? *(const uint8_t *)at
          : value->width_B == 4 ? *(const uint32_t *)(const void *)at
                                : *(const uint64_t *)(const void *)at;
}

void cs_machine_value_set(const cs_machine_value *value, void *part, uint64_t number)
{
   char *at = (char *)part + value->offset;
   if (value->width_B == 1)
      *(uint8_t *)at = (uint8_t)number;
   else if (value->width_B == 4)
      *(uint32_t *)(void *)at = (uint32_t)number;
   else
      *(uint64_t *)(void *)at = number;
}

void cs_machine_prefetcher_place(cs_prefetcher_shape *prefetcher)
{
   prefetcher->of_code = prefetcher->level == 0;
   prefetcher->level += prefetcher->of_code;
}

uint32_t cs_machine_prefetcher_at(const cs_prefetcher_shape *prefetcher)
{
   return prefetcher->of_code ? 0 : prefetcher->level;
}
