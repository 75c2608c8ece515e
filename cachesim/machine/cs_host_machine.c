/* cs_host_machine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_host_machine.h"

#include "machine/cs_cpuid.h"
#include "machine/cs_presets.h"

enum {
   MAX_TLBS = 16,
   /* Hypervisors report second-level TLBs that no processor has: 128 entries for Zen 5.
      Real ones have this many times the entries of the first level. */
   SECOND_LEAST = 4,
};

/* ---- The core -------------------------------------------------------- */

/* Models first..last of a family. */
typedef struct {
   uint32_t family, first, last;
   const char *preset;
} models;

static const models of_amd[] = {
   { 0x17, 0x00, 0x0f, "zen3-server" },
   { 0x17, 0x30, 0x3f, "zen3-server" },
   { 0x17, 0x00, 0xff, "zen3" },
   { 0x18, 0x00, 0xff, "zen3-server" }, /* Hygon */
   { 0x19, 0x00, 0x0f, "zen3-server" },
   { 0x19, 0x10, 0x1f, "zen4-server" },
   { 0x19, 0xa0, 0xaf, "zen4-server" },
   { 0x19, 0x60, 0x7f, "zen4" },
   { 0x19, 0x00, 0xff, "zen3" },
   { 0x1a, 0x00, 0x1f, "zen5-server" },
   { 0, 0, 0, "zen5" },
};

static const models of_intel[] = {
   { 6, 0x55, 0x55, "cascade-lake" },    { 6, 0x6a, 0x6a, "ice-lake-server" },
   { 6, 0x6c, 0x6c, "ice-lake-server" }, { 6, 0x7d, 0x7e, "ice-lake-server" },
   { 6, 0x8c, 0x8d, "ice-lake-server" }, { 6, 0xa7, 0xa7, "ice-lake-server" },
   { 6, 0x8f, 0x8f, "sapphire-rapids" }, { 6, 0xcf, 0xcf, "sapphire-rapids" },
   { 6, 0xad, 0xae, "sapphire-rapids" }, { 6, 0x97, 0x9a, "alder-lake" },
   { 6, 0xaa, 0xac, "alder-lake" },      { 6, 0xb5, 0xc6, "alder-lake" },
   { 0, 0, 0, "coffee-lake" },
};

static const char *preset_of_model(const models *row, const uint32_t signature[4])
{
   uint32_t family = signature[EAX] >> 8 & 0xf, model = signature[EAX] >> 4 & 0xf;
   if (family == 0xf)
      family += signature[EAX] >> 20 & 0xff;
   if (family == 6 || family >= 0xf)
      model |= signature[EAX] >> 12 & 0xf0;
   while (row->family != 0
          && (row->family != family || model < row->first || model > row->last))
      row++;
   return row->preset;
}

static uint64_t size_of(const cs_host_cache *list, uint32_t n, cs_host_type type,
                        uint32_t level)
{
   for (uint32_t i = 0; i < n; i++)
      if (list[i].type == type && list[i].level == level)
         return list[i].geometry.size_B;
   return 0;
}

/* Does the preset have these sizes of D1 and L2? */
static bool fits_preset(const char *preset, uint64_t d1_B, uint64_t l2_B)
{
   cs_machine m;
   return cs_preset_find(preset, &m) && m.d1.geometry.size_B == d1_B
          && m.levels[0].geometry.size_B == l2_B;
}

/* A walk in a virtual machine walks the tables of the hypervisor, too: 72 to 124 cycles
   were measured in those of EPYCs of Zen 4 and 5, whose own take about 30. */
enum { NESTED_WALK = 3 };

static bool is_virtual(const uint32_t signature[4])
{
   return signature[ECX] >> 31 != 0;
}

const char *cs_host_preset(cs_cpuid cpuid, void *context)
{
   uint32_t vendor[4], signature[4];
   cs_host_cache list[CS_HOST_CACHES_MAX];
   cpuid(context, LEAF_VENDOR, 0, vendor);
   cpuid(context, LEAF_MODEL, 0, signature);
   const models *rows = cs_host_is_amd(vendor) ? of_amd : of_intel;
   const char *preset = preset_of_model(rows, signature);
   if (!is_virtual(signature))
      return preset;
   uint32_t n = cs_host_list(cpuid, context, list);
   uint64_t d1_B = size_of(list, n, CS_HOST_DATA, 1);
   uint64_t l2_B = size_of(list, n, CS_HOST_UNIFIED, 2);
   for (; rows->family != 0 && !fits_preset(preset, d1_B, l2_B); rows++)
      if (fits_preset(rows->preset, d1_B, l2_B))
         preset = rows->preset;
   return preset;
}

/* ---- Caches ---------------------------------------------------------- */

/* Gives a level the shape that is reported. */
static void take_shape(cs_level_shape *level, const cs_host_cache *cache)
{
   level->geometry = cache->geometry;
   if (level->policy == CS_TREE_PLRU && !cs_is_power_of_2(cache->geometry.assoc))
      level->policy = CS_LRU;
}

/* A level that the preset lacks is about twice as far away as the one before it. */
static void add_level(cs_machine *m, const cs_host_cache *cache)
{
   cs_level_shape *before = cs_machine_last(m);
   m->levels[m->n_levels++] = (cs_level_shape){
      .policy = CS_LRU,
      .seed = 1,
      .is_shared = cache->n_sharing > 2,
      .inclusion = cache->is_inclusive ? CS_INCLUSIVE : CS_NEITHER,
      .latency_cycles = 2 * before->latency_cycles,
   };
}

/* Prefetchers of levels that are not there go. */
static void drop_prefetchers(cs_machine *m)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < m->n_prefetchers; i++)
      if (m->prefetchers[i].level <= m->n_levels + 1)
         m->prefetchers[n++] = m->prefetchers[i];
   m->n_prefetchers = n;
}

/* Gives all levels the shapes that are reported; false if one is missing. */
static bool take_caches(cs_machine *m, const cs_host_cache *list, uint32_t n)
{
   uint32_t found = 0, highest = 0; /* bits of levels; I1 is bit 0 */
   for (uint32_t i = 0; i < n; i++) {
      const cs_host_cache *c = &list[i];
      bool is_unified = c->type == CS_HOST_UNIFIED && c->level >= 2;
      if (c->type == CS_HOST_INSTRUCTION && c->level == 1) {
         take_shape(&m->i1, c);
         found |= 1;
      } else if (c->type == CS_HOST_DATA && c->level == 1) {
         take_shape(&m->d1, c);
         found |= 2;
      } else if (is_unified && c->level <= CS_LEVELS_MAX) {
         while (m->n_levels + 1 < c->level)
            add_level(m, c);
         take_shape(&m->levels[c->level - 2], c);
         found |= 1u << c->level;
         highest = c->level > highest ? c->level : highest;
      }
   }
   if (highest < 2 || found != (2u << highest) - 1)
      return false;
   m->n_levels = highest - 1;
   drop_prefetchers(m);
   return cs_machine_error(m) == NULL;
}

/* ---- TLBs ------------------------------------------------------------ */

/* Takes the shape if it can be simulated. */
static void take_tlb(cs_tlb_shape *tlb, uint32_t n_entries, uint32_t assoc)
{
   if (n_entries > 0 && assoc > 0 && n_entries % assoc == 0
       && cs_is_power_of_2(n_entries / assoc)) {
      tlb->n_entries = n_entries;
      tlb->assoc = assoc;
   }
}

static void take_amd_tlb(cs_tlb_shape *tlb, uint32_t n_entries, uint32_t assoc)
{
   take_tlb(tlb, n_entries, assoc == 0xff ? n_entries : assoc);
}

static void read_amd_tlbs(cs_cpuid cpuid, void *context, cs_machine *m)
{
   uint32_t r[4];
   cpuid(context, LEAF_EXT_MAX, 0, r);
   if (r[EAX] < LEAF_AMD_L2_L3)
      return;
   cpuid(context, LEAF_AMD_L1, 0, r);
   take_amd_tlb(&m->dtlb[0], r[EBX] >> 16 & 0xff, r[EBX] >> 24);
   take_amd_tlb(&m->itlb[0], r[EBX] & 0xff, r[EBX] >> 8 & 0xff);
   cpuid(context, LEAF_AMD_L2_L3, 0, r);
   uint32_t n_data = r[EBX] >> 16 & 0xfff, n_code = r[EBX] & 0xfff;
   if (n_data >= SECOND_LEAST * m->dtlb[0].n_entries)
      take_tlb(&m->dtlb[1], n_data, cs_host_amd_assoc(r[EBX] >> 28, n_data));
   if (n_code >= SECOND_LEAST * m->itlb[0].n_entries)
      take_tlb(&m->itlb[1], n_code, cs_host_amd_assoc(r[EBX] >> 12 & 0xf, n_code));
}

/* Leaf 18H: one TLB in each subleaf.  Loads have the larger one. */
static void read_intel_tlbs(cs_cpuid cpuid, void *context, cs_machine *m)
{
   enum { DATA = 1, CODE = 2, UNIFIED = 3, LOADS = 4 };
   uint32_t r[4], last;
   cpuid(context, LEAF_VENDOR, 0, r);
   if (r[EAX] < LEAF_INTEL_TLBS)
      return;
   cpuid(context, LEAF_INTEL_TLBS, 0, r);
   last = r[EAX] < MAX_TLBS ? r[EAX] : MAX_TLBS - 1;
   for (uint32_t sub = 0; sub <= last; sub++) {
      cpuid(context, LEAF_INTEL_TLBS, sub, r);
      uint32_t type = r[EDX] & 0x1f, level = r[EDX] >> 5 & 7;
      bool has_4K = r[EBX] & 1;
      if (!has_4K || level == 0 || level > CS_TLB_LEVELS)
         continue;
      uint32_t ways = r[EBX] >> 16, n = ways * r[ECX];
      if (type == DATA || type == LOADS || type == UNIFIED)
         take_tlb(&m->dtlb[level - 1], n, ways);
      if (type == CODE || type == UNIFIED)
         take_tlb(&m->itlb[level - 1], n, ways);
   }
}

/* ---- The whole ------------------------------------------------------- */

static void set_name(cs_machine *m)
{
   static const char prefix[] = "host-";
   char name[CS_MACHINE_NAME_B];
   size_t n = 0;
   for (const char *c = prefix; *c != '\0'; c++)
      name[n++] = *c;
   for (const char *c = m->name; *c != '\0' && n + 1 < sizeof name; c++)
      name[n++] = *c;
   name[n] = '\0';
   for (size_t i = 0; i <= n; i++)
      m->name[i] = name[i];
}

static void read_tlbs(cs_cpuid cpuid, void *context, cs_machine *m)
{
   uint32_t vendor[4];
   cs_machine read = *m;
   cpuid(context, LEAF_VENDOR, 0, vendor);
   if (cs_host_is_amd(vendor))
      read_amd_tlbs(cpuid, context, &read);
   else
      read_intel_tlbs(cpuid, context, &read);
   if (read.has_unified_tlb)
      read.itlb[1] = read.dtlb[1];
   if (cs_machine_error(&read) == NULL)
      *m = read;
}

bool cs_host_machine(cs_cpuid cpuid, void *context, cs_machine *machine)
{
   cs_host_cache list[CS_HOST_CACHES_MAX];
   cs_machine preset = cs_machine_default;
   cs_preset_find(cs_host_preset(cpuid, context), &preset);
   cs_machine m = preset;
   bool found = take_caches(&m, list, cs_host_list(cpuid, context, list));
   *machine = found ? m : preset;
   read_tlbs(cpuid, context, machine);
   set_name(machine);
   return found;
}

void cs_host_share(cs_cpuid cpuid, void *context, cs_machine *machine)
{
   enum { THIRD = 3 };
   uint32_t signature[4], n_sharing = 0;
   cs_host_cache list[CS_HOST_CACHES_MAX];
   cpuid(context, LEAF_MODEL, 0, signature);
   uint32_t n = cs_host_list(cpuid, context, list);
   for (uint32_t i = 0; i < n; i++)
      if (list[i].type == CS_HOST_UNIFIED && list[i].level == THIRD)
         n_sharing = list[i].n_sharing;
   cs_level_shape *last = cs_machine_last(machine);
   if (is_virtual(signature)) {
      machine->walk_cycles *= NESTED_WALK;
      machine->far_walk_cycles = machine->walk_cycles + machine->memory_cycles;
   }
   if (!is_virtual(signature) || n_sharing == 0 || machine->n_levels + 1 != THIRD)
      return;
   uint64_t share_B = (uint64_t)CS_HOST_SHARE_B * n_sharing;
   while (last->geometry.size_B > share_B && cs_geometry_sets(&last->geometry) % 2 == 0)
      last->geometry.size_B /= 2;
}
