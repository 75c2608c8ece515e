/* cs_host.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_host.h"

#include "machine/cs_cpuid.h"

#define ECX_TOPOLOGY_EXTENSIONS (1u << 22)

const cs_host_caches cs_host_default = {
   .i1 = { 32768, 8, 64 },
   .d1 = { 32768, 8, 64 },
   .ll = { 8388608, 16, 64 },
   .ll_level = 0,
};

static bool is_complete(const cs_host_caches *c)
{
   return c->ll_level >= 2 && cs_geometry_error(&c->i1) == NULL
          && cs_geometry_error(&c->d1) == NULL && cs_geometry_error(&c->ll) == NULL;
}

/* Leaf 4 and leaf 0x8000001D have the same layout: one cache in each subleaf. */
static uint32_t list_caches(cs_cpuid cpuid, void *context, uint32_t leaf,
                            cs_host_cache list[CS_HOST_CACHES_MAX])
{
   for (uint32_t sub = 0; sub < CS_HOST_CACHES_MAX; sub++) {
      uint32_t r[4];
      cpuid(context, leaf, sub, r);
      cs_host_cache *c = &list[sub];
      *c = (cs_host_cache){
         .type = (cs_host_type)(r[EAX] & 0x1f),
         .level = r[EAX] >> 5 & 7,
         .n_sharing = (r[EAX] >> 14 & 0xfff) + 1,
         .is_inclusive = r[EDX] >> 1 & 1,
         .geometry = { .line_size_B = (r[EBX] & 0xfff) + 1, .assoc = (r[EBX] >> 22) + 1 },
      };
      if (c->type == CS_HOST_NONE)
         return sub;
      uint64_t sets = (uint64_t)r[ECX] + 1;
      uint32_t partitions = (r[EBX] >> 12 & 0x3ff) + 1;
      c->geometry.size_B = sets * c->geometry.assoc * partitions
                           * c->geometry.line_size_B;
   }
   return CS_HOST_CACHES_MAX;
}

static void read_list(cs_cpuid cpuid, void *context, uint32_t leaf,
                      cs_host_caches *caches)
{
   cs_host_cache list[CS_HOST_CACHES_MAX];
   uint32_t n = list_caches(cpuid, context, leaf, list);
   for (uint32_t i = 0; i < n; i++) {
      const cs_host_cache *c = &list[i];
      if (c->level == 1 && c->type == CS_HOST_DATA)
         caches->d1 = c->geometry;
      else if (c->level == 1 && c->type == CS_HOST_INSTRUCTION)
         caches->i1 = c->geometry;
      else if (c->type == CS_HOST_UNIFIED && c->level > caches->ll_level) {
         caches->ll = c->geometry;
         caches->ll_level = c->level;
      }
   }
}

uint32_t cs_host_amd_assoc(uint32_t code, uint64_t lines)
{
   static const uint8_t ways[16] = {
      0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0
   };
   return code == 15 ? (uint32_t)lines : ways[code];
}

static cs_geometry amd_l1(uint32_t reg)
{
   cs_geometry g = { .size_B = (uint64_t)(reg >> 24) * 1024,
                     .assoc = reg >> 16 & 0xff,
                     .line_size_B = reg & 0xff };
   if (g.assoc == 0xff && g.line_size_B != 0) /* fully associative */
      g.assoc = (uint32_t)(g.size_B / g.line_size_B);
   return g;
}

/* CPUID 0x80000006: L2 and L3.  Fields that CPUID leaves out stay 0, which is_complete()
   checks. */
static void amd_outer(uint64_t size_B, uint32_t reg, uint32_t level, cs_host_caches *c)
{
   cs_geometry g = { .size_B = size_B, .line_size_B = reg & 0xff };
   if (g.line_size_B != 0)
      g.assoc = cs_host_amd_assoc(reg >> 12 & 0xf, g.size_B / g.line_size_B);
   c->ll = g;
   c->ll_level = level;
}

static void read_amd_legacy(cs_cpuid cpuid, void *context, cs_host_caches *c)
{
   uint32_t r[4];
   cpuid(context, LEAF_AMD_L1, 0, r);
   c->d1 = amd_l1(r[ECX]);
   c->i1 = amd_l1(r[EDX]);
   cpuid(context, LEAF_AMD_L2_L3, 0, r);
   uint64_t l2_B = (uint64_t)(r[ECX] >> 16) * 1024;
   uint64_t l3_B = (uint64_t)(r[EDX] >> 18) * 512 * 1024;
   if (l3_B > 0)
      amd_outer(l3_B, r[EDX], 3, c);
   else
      amd_outer(l2_B, r[ECX], 2, c);
}

bool cs_host_is_amd(const uint32_t vendor[4])
{
   return (vendor[EBX] == 0x68747541 /* "Auth" */
           && vendor[ECX] == 0x444d4163 /* "cAMD" */)
          || (vendor[EBX] == 0x6f677948 /* "Hygo" */
              && vendor[ECX] == 0x656e6975 /* "uine" */);
}

/* Does leaf 0x8000001D exist? */
static bool has_amd_list(cs_cpuid cpuid, void *context, uint32_t *ext_max)
{
   uint32_t r[4];
   cpuid(context, LEAF_EXT_MAX, 0, r);
   *ext_max = r[EAX];
   cpuid(context, LEAF_EXT_FEATURES, 0, r);
   return *ext_max >= LEAF_AMD_CACHES && (r[ECX] & ECX_TOPOLOGY_EXTENSIONS);
}

static void read_amd(cs_cpuid cpuid, void *context, cs_host_caches *c)
{
   uint32_t ext_max;
   if (has_amd_list(cpuid, context, &ext_max))
      read_list(cpuid, context, LEAF_AMD_CACHES, c);
   if (!is_complete(c) && ext_max >= LEAF_AMD_L2_L3) {
      *c = (cs_host_caches){ 0 };
      read_amd_legacy(cpuid, context, c);
   }
}

bool cs_host_detect(cs_cpuid cpuid, void *context, cs_host_caches *caches)
{
   uint32_t vendor[4];
   cs_host_caches c = { 0 };

   cpuid(context, LEAF_VENDOR, 0, vendor);
   if (cs_host_is_amd(vendor))
      read_amd(cpuid, context, &c);
   else if (vendor[EAX] >= LEAF_INTEL_CACHES)
      read_list(cpuid, context, LEAF_INTEL_CACHES, &c);

   bool found = is_complete(&c);
   *caches = found ? c : cs_host_default;
   return found;
}

uint32_t cs_host_list(cs_cpuid cpuid, void *context,
                      cs_host_cache list[CS_HOST_CACHES_MAX])
{
   uint32_t vendor[4], ext_max;
   cpuid(context, LEAF_VENDOR, 0, vendor);
   if (cs_host_is_amd(vendor))
      return has_amd_list(cpuid, context, &ext_max)
                ? list_caches(cpuid, context, LEAF_AMD_CACHES, list)
                : 0;
   return vendor[EAX] >= LEAF_INTEL_CACHES
             ? list_caches(cpuid, context, LEAF_INTEL_CACHES, list)
             : 0;
}
