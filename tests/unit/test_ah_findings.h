/* test_ah_findings.h -- findings of a profile of one site.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AH_FINDINGS_H
#define TEST_AH_FINDINGS_H

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_findings.h"

/* ---- A profile of one site ---- */

static an_frame frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .function = "work", .file = "src/a.c", .line = 7 },
   { .function = "strdup", .object = "/usr/lib/libc.so.6" },
   { .function = "opendir", .file = "opendir.c" },
   { .function = "_IO_file_doallocate", .file = "filedoalloc.c" },
   { .function = "f", .object = "/home/me/libmine.so" },
   { .function = "g", .object = "/usr/lib/app/app" },
};

/* A run of 100,000 instructions, 10,000 bytes at the peak and 100 blocks. */
static inline ah_profile profile_of(ah_site *site)
{
   static const uint32_t path[] = { 1 };
   ah_profile p = {
      .mode = "heap",
      .time_unit = "instrs",
      .is_heapprof = true,
      .has_lifetimes = true,
      .has_accesses = true,
      .frames = frames,
      .n_frames = sizeof frames / sizeof frames[0],
      .sites = site,
      .n_sites = 1,
      .totals = { .peak = { 10000, 10 }, .total = { 50000, 100 }, .end_time = 100000 },
   };
   if (site->frames == NULL) {
      site->frames = path;
      site->n_frames = 1;
   }
   return p;
}

/* NULL, but in some tests. */
static const ty_type *common_type;

static inline const ty_type *type_of(ty_types *types, const ah_profile *profile,
                                     const ah_site *site)
{
   (void)types, (void)profile, (void)site;
   return common_type;
}

/* NULL, but in some tests. */
static const ah_keepers *keepers_of_looks;

static inline ah_findings find_in(const ah_profile *profile,
                                  const ah_criteria *thresholds)
{
   ah_findings findings;
   ah_groups groups;
   ah_groups_make(&groups, an_alloc_malloc(), profile, type_of, NULL);
   ah_findings_find(&findings, an_alloc_malloc(), profile, &groups, keepers_of_looks,
                    thresholds);
   return findings;
}

static inline void check_none_in(const ah_profile *profile)
{
   ah_findings found = find_in(profile, &ah_criteria_default);
   if (found.n > 0)
      fail_msg("found %s", ah_finding_name(found.findings[0].kind));
}

static inline void check_none(ah_site site)
{
   ah_profile profile = profile_of(&site);
   check_none_in(&profile);
}

static inline ah_finding only_in(const ah_profile *profile, ah_finding_kind kind)
{
   ah_findings found = find_in(profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   ah_finding finding = found.findings[0];
   assert_int_equal(finding.kind, kind);
   return finding;
}

static inline void check_in(const ah_profile *profile, ah_finding_kind kind,
                            int64_t bytes, int64_t blocks)
{
   ah_finding finding = only_in(profile, kind);
   assert_int_equal(ah_finding_saved(&finding).bytes, bytes);
   assert_int_equal(ah_finding_saved(&finding).blocks, blocks);
}

static inline void check(ah_site site, ah_finding_kind kind, int64_t bytes,
                         int64_t blocks)
{
   ah_profile profile = profile_of(&site);
   check_in(&profile, kind, bytes, blocks);
}

/* 10 blocks of 100 bytes. */
#define TEN .total = { 1000, 10 }, .min_size = 100, .max_size = 100

/* A member that says how the blocks were used, over the run and at the peak. */
#define NEED(...) RARE(.need = { __VA_ARGS__ }, .need_at_peak = { __VA_ARGS__ })

/* ---- Blocks with fields ---- */

static const ty_field token_fields[] = {
   { .offset = 0, .size_B = 8, .name = "next", .type = "token *" },
   { .offset = 8, .size_B = 4, .name = "line", .type = "int" },
   { .offset = 16, .size_B = 8, .name = "at._M_p", .type = "char *" },
   { .offset = 24,
     .size_B = 16,
     .name = "name[16]",
     .type = "char[16]",
     .has_parts = true },
};
static const ty_type token = { "token", 40, token_fields, 4 };

/* Twelve blocks of 40 bytes, 10 of them at the peak: "next" is used, the others were
   written but never read, of "name" 6 bytes. */
typedef struct {
   int64_t reads[40], writes[40], sum[40];
   ah_heat heat;
   ah_rare rare;
   ah_site site;
} tokens;

static inline tokens *new_tokens(void)
{
   static tokens t;
   t = (tokens){ .site = { .total = { 480, 12 },
                           .at_peak = { 400, 10 },
                           .min_size = 40,
                           .max_size = 40 },
                 .rare = { .reads = 80,
                           .writes = 200,
                           .heat = &t.heat,
                           .need = { .read = { 480, 12 } },
                           .need_at_peak = { .read = { 400, 10 } } } };
   for (int i = 0; i < 30; i++)
      t.writes[i] = 10;
   for (int i = 0; i < 8; i++)
      t.reads[i] = 10;
   for (int i = 0; i < 40; i++)
      t.sum[i] = t.reads[i] + t.writes[i];
   t.heat = (ah_heat){ 1, 40, t.reads, t.writes, t.sum };
   t.site.rare = &t.rare;
   return &t;
}

#endif
