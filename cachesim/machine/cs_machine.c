/* cs_machine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_machine.h"

#include "machine/cs_prefetch.h"
#include "machine/cs_tlb.h"

/* The core is about that of a server of the late 2010s; docs/MACHINES.md lists it. */
const cs_machine cs_machine_default = {
   .name = "classic",
   .n_levels = 1,
   .page_B = 4096,
   .predictor = CS_PREDICTOR_CLASSIC,
   .width = 4, .window = 224, .n_misses = 12, .n_walkers = 2, .mispredict_cycles = 16,
   .jump_history = 200,
   .forward_cycles = 5, .n_stores = 1,
   .walk_cycles = 30, .memory_cycles = 250, .line_cycles = 6,
   .op_cycles = {
      [CS_OP_SIMPLE] = 1, [CS_OP_MUL] = 3, [CS_OP_DIV] = 26,
      [CS_OP_FP_ADD] = 4, [CS_OP_FP_MUL] = 4, [CS_OP_FP_DIV] = 13,
      [CS_OP_FP_SQRT] = 18, [CS_OP_CONVERT] = 5,
      [CS_OP_LOCKED] = 18, [CS_OP_FENCE] = 33,
   },
};

/* Limits of the text, too; far beyond what processors have. */
enum {
   PAGE_MAX_B = 1 << 30,
   PAGE_MIN_B = 256,
   WAYS_MAX = 64, /* of caches that are more than plain */
};

/* ---- Parts ----------------------------------------------------------- */

static const char *name_error(const cs_machine *m)
{
   const char *c = m->name;
   while (*c > ' ' && *c <= '~' && *c != '\\')
      c++;
   return c > m->name && *c == '\0'
             ? NULL
             : "expected a name of printable ASCII characters, without spaces "
               "and backslashes";
}

static const char *level_error(const cs_level_shape *level, const cs_machine *m)
{
   const char *problem = cs_geometry_error(&level->geometry);
   if (problem != NULL)
      return problem;
   if (level->policy == CS_TREE_PLRU && !cs_is_power_of_2(level->geometry.assoc))
      return "policy=plru needs a number of ways that is a power of two";
   if (cs_machine_is_plain(m))
      return NULL;
   if (level->geometry.assoc > WAYS_MAX)
      return "at most 64 ways, unless the machine has only I1, D1 and L2, all lru";
   if (level->geometry.line_size_B != m->d1.geometry.line_size_B)
      return "all caches need lines of the same size, unless the machine has only I1, "
             "D1 and L2, all lru";
   return NULL;
}

static const char *first_level_error(const cs_level_shape *level, const cs_machine *m)
{
   if (level->inclusion != CS_NEITHER)
      return "a first-level cache has no levels before it to include or exclude";
   return level_error(level, m);
}

static const char *prefetcher_error(const cs_prefetcher_shape *p, const cs_machine *m)
{
   if (p->level == 0 || p->level > m->n_levels + 1)
      return "the machine has no cache of this level";
   if (p->of_code && p->level != 1)
      return "only a prefetcher of the first level is of code or of data";
   if (p->of_code && p->kind == CS_STRIDE)
      return "kind=stride follows the addresses of data, so it cannot be at I1";
   const char *problem = cs_prefetch_error(p);
   if (problem != NULL || (p->kind != CS_STREAM && p->kind != CS_STRIDE))
      return problem;
   return p->distance < p->degree ? "distance must be from the degree to 256" : NULL;
}

static const char *page_error(const cs_machine *m)
{
   if (!cs_is_power_of_2(m->page_B) || m->page_B < PAGE_MIN_B || m->page_B > PAGE_MAX_B)
      return "the page size must be a power of two from 256 to 1G";
   bool holds_lines = m->page_B >= m->i1.geometry.line_size_B
                      && m->page_B >= m->d1.geometry.line_size_B;
   for (uint32_t i = 0; i < m->n_levels; i++)
      holds_lines &= m->page_B >= m->levels[i].geometry.line_size_B;
   return holds_lines || cs_machine_is_plain(m)
             ? NULL
             : "a page must be at least a line of the caches";
}

static const char *tlb_error(const cs_tlb_shape tlb[CS_TLB_LEVELS], int level)
{
   const cs_tlb_shape *t = &tlb[level];
   const char *problem = cs_tlb_error(t);
   if (problem != NULL || t->n_entries == 0)
      return problem;
   if (!cs_is_power_of_2(t->n_entries / t->assoc))
      return "entries must be <ways> times a power of two";
   if (level > 0 && tlb[0].n_entries == 0)
      return "a second level needs a first one";
   return NULL;
}

/* ---- The whole ------------------------------------------------------- */

static const char *caches_error(const cs_machine *m, cs_machine_part *part)
{
   const char *problem;
   *part = CS_PART_L2;
   if (m->n_levels == 0 || m->n_levels >= CS_LEVELS_MAX)
      return "the machine needs I1, D1, and L2, at most up to L4";
   *part = CS_PART_D1;
   if ((problem = first_level_error(&m->d1, m)) != NULL)
      return problem;
   *part = CS_PART_I1;
   if ((problem = first_level_error(&m->i1, m)) != NULL)
      return problem;
   for (uint32_t i = 0; i < m->n_levels; i++) {
      *part = (cs_machine_part)(CS_PART_L2 + i);
      if ((problem = level_error(&m->levels[i], m)) != NULL)
         return problem;
   }
   return NULL;
}

static const char *tlbs_error(const cs_machine *m, cs_machine_part *part)
{
   static const cs_machine_part parts[][CS_TLB_LEVELS] = {
      { CS_PART_ITLB, CS_PART_ITLB2 },
      { CS_PART_DTLB, CS_PART_DTLB2 },
   };
   for (int is_data = 0; is_data < 2; is_data++)
      for (int level = 0; level < CS_TLB_LEVELS; level++) {
         *part = parts[is_data][level];
         const char *problem = tlb_error(is_data ? m->dtlb : m->itlb, level);
         if (problem != NULL)
            return problem;
      }
   return NULL;
}

static const char *core_error(const cs_machine *m)
{
   return m->width == 0 || m->window == 0 || m->n_misses == 0 || m->n_walkers == 0
                || m->n_stores == 0
             ? "width, window, misses, walkers and stores must be at least 1"
             : NULL;
}

const char *cs_machine_faulty_part(const cs_machine *m, cs_machine_part *part)
{
   cs_machine_part p = CS_PART_NAME;
   const char *problem = name_error(m);
   if (problem == NULL)
      problem = caches_error(m, &p);
   if (problem == NULL && (p = CS_PART_PREFETCH, m->n_prefetchers > CS_PREFETCHERS_MAX))
      problem = "a machine has at most 8 prefetchers";
   for (uint32_t i = 0; problem == NULL && i < m->n_prefetchers; i++) {
      p = (cs_machine_part)(CS_PART_PREFETCH + i);
      problem = prefetcher_error(&m->prefetchers[i], m);
   }
   if (problem == NULL && (problem = page_error(m)) != NULL)
      p = CS_PART_PAGE;
   if (problem == NULL)
      problem = tlbs_error(m, &p);
   if (problem == NULL && (problem = core_error(m)) != NULL)
      p = CS_PART_CORE;
   if (problem != NULL)
      *part = p;
   return problem;
}

const char *cs_machine_error(const cs_machine *m)
{
   cs_machine_part part;
   return cs_machine_faulty_part(m, &part);
}

static bool is_plain_level(const cs_level_shape *level)
{
   return level->policy == CS_LRU && level->inclusion == CS_NEITHER
          && !level->writes_through && !level->no_write_allocate;
}

bool cs_machine_is_plain(const cs_machine *m)
{
   return m->n_levels == 1 && is_plain_level(&m->i1) && is_plain_level(&m->d1)
          && is_plain_level(&m->levels[0]) && m->n_prefetchers == 0
          && m->itlb[0].n_entries == 0 && m->dtlb[0].n_entries == 0;
}

/* ---- Fetches --------------------------------------------------------- */

/* How far from a fetch, in lines, it can make prefetchers of code bring a line: one asks
   for what another looks up.  `is_all`: those of further levels, too.  UINT32_MAX:
   anywhere, as strides of data can go on with it. */
static uint32_t reach_of_fetches(const cs_machine *m, bool is_all)
{
   uint32_t n_lines = 0;
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      const cs_prefetcher_shape *p = &m->prefetchers[i];
      if (p->level > 1 ? !is_all : !p->of_code)
         continue;
      if (p->kind == CS_STRIDE)
         return UINT32_MAX;
      n_lines += p->kind == CS_ADJACENT    ? 1
                 : p->kind == CS_NEXT_LINE ? p->degree
                                           : p->degree + p->distance;
   }
   return n_lines;
}

/* A line that is near the one fetched is in another set.  The second reference to a line
   changes what SRRIP knows of it. */
cs_fetch_rule cs_machine_fetches(const cs_machine *m)
{
   uint32_t reach = reach_of_fetches(m, false), far_reach = reach_of_fetches(m, true);
   cs_fetch_rule rule = CS_FETCH_LINES;
   if (m->i1.policy == CS_SRRIP || cs_geometry_sets(&m->i1.geometry) <= reach)
      return CS_FETCH_EACH;
   for (uint32_t i = 0; i < m->n_levels; i++) {
      if (m->levels[i].inclusion != CS_INCLUSIVE)
         continue;
      rule = CS_FETCH_AFTER_DATA;
      if (cs_geometry_sets(&m->levels[i].geometry) <= far_reach)
         return CS_FETCH_EACH;
   }
   return rule;
}

/* ---- Events ----------------------------------------------------------- */

/* The event of a level, 1 for the first; `first` is that of the first level. */
static cs_event of_level(const cs_machine *m, cs_event first, uint32_t level)
{
   return level == m->n_levels + 1 ? first + CS_LEVELS_MAX - 1 : first + level - 1;
}

void cs_machine_add_columns(const cs_machine *m, cs_columns *columns)
{
   for (uint32_t level = 2; level <= m->n_levels; level++)
      cs_columns_add(columns, CS_I2MR + (level - 2) * (CS_I3MR - CS_I2MR),
                     CS_I3MR - CS_I2MR);
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      uint32_t level = m->prefetchers[i].level;
      cs_columns_add(columns, of_level(m, CS_PF1, level), 1);
      cs_columns_add(columns, of_level(m, CS_PU1, level), 1);
   }
   for (uint32_t level = 1; level <= m->n_levels + 1; level++)
      cs_columns_add(columns, of_level(m, CS_WB1, level), 1);
   cs_columns_add(columns, CS_CX, CS_CB - CS_CX);
   if (cs_columns_have(columns, CS_BC))
      cs_columns_add(columns, CS_CB, 1);
   if (m->itlb[0].n_entries > 0)
      cs_columns_add(columns, CS_ITM, CS_DTM - CS_ITM);
   if (m->dtlb[0].n_entries > 0)
      cs_columns_add(columns, CS_DTM, CS_LCOLD - CS_DTM);
}
