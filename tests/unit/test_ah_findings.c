/* test_ah_findings.c -- each kind of finding, and cases just below it.
   SPDX-License-Identifier: GPL-2.0-or-later */

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
static ah_profile profile_of(ah_site *site)
{
   static const uint32_t path[] = { 1 };
   ah_profile p = {
      .mode = "heap", .time_unit = "instrs", .is_heapprof = true,
      .has_lifetimes = true, .has_accesses = true, .frames = frames,
      .n_frames = sizeof frames / sizeof frames[0], .sites = site,
      .n_sites = 1,
      .totals = { .peak = { 10000, 10 }, .total = { 50000, 100 },
                  .end_time = 100000 },
   };
   if (site->frames == NULL) {
      site->frames = path;
      site->n_frames = 1;
   }
   return p;
}

/* NULL, but in some tests. */
static const ty_type *common_type;

static const ty_type *type_of(ty_types *types, const ah_profile *profile,
                              const ah_site *site)
{
   (void)types, (void)profile, (void)site;
   return common_type;
}

static ah_findings find_in(const ah_profile *profile,
                           const ah_criteria *thresholds)
{
   ah_findings findings;
   ah_groups groups;
   assert_true(ah_groups_make(&groups, an_alloc_malloc(), profile, type_of, NULL));
   assert_true(ah_findings_find(&findings, an_alloc_malloc(), profile, &groups,
                                thresholds));
   ah_groups_free(&groups);
   return findings;
}

static void check_none_in(const ah_profile *profile)
{
   ah_findings found = find_in(profile, &ah_criteria_default);
   if (found.n > 0)
      fail_msg("found %s", ah_finding_name(found.findings[0].kind));
   ah_findings_free(&found);
}

static void check_none(ah_site site)
{
   ah_profile profile = profile_of(&site);
   check_none_in(&profile);
}

static ah_finding only_in(const ah_profile *profile, ah_finding_kind kind)
{
   ah_findings found = find_in(profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   ah_finding finding = found.findings[0];
   ah_findings_free(&found);
   assert_int_equal(finding.kind, kind);
   return finding;
}

static void check_in(const ah_profile *profile, ah_finding_kind kind, int64_t bytes,
                     int64_t blocks)
{
   ah_finding finding = only_in(profile, kind);
   assert_int_equal(finding.saves.bytes, bytes);
   assert_int_equal(finding.saves.blocks, blocks);
}

static void check(ah_site site, ah_finding_kind kind, int64_t bytes, int64_t blocks)
{
   ah_profile profile = profile_of(&site);
   check_in(&profile, kind, bytes, blocks);
}

/* ---- Accesses ---- */

/* 10 blocks of 100 bytes. */
#define TEN .total = { 1000, 10 }, .min_size = 100, .max_size = 100

static void untouched(void **state)
{
   (void)state;
   check((ah_site){ TEN, RARE(.never_touched = { 1000, 10 },
                              .never_read = { 1000, 10 }) },
         AH_UNTOUCHED, 1000, 10);
   /* Three blocks, and ten bytes of each other block. */
   check((ah_site){ TEN, RARE(.never_touched = { 370, 3 }, .never_read = { 370, 3 }) },
         AH_UNTOUCHED, 300, 3);
   /* Ten bytes of each block, or too few blocks. */
   check_none((ah_site){ TEN, RARE(.never_touched = { 100, 0 },
                                   .never_read = { 100, 0 }) });
   check_none((ah_site){ .total = { 210, 10 }, .min_size = 21,
                         .max_size = 21, RARE(.never_touched = { 63, 3 },
                                              .never_read = { 63, 3 }) });
   /* Zeros that were only read. */
   check_none((ah_site){ TEN, RARE(.never_written = { 1000, 10 }) });
}

/* Blocks that were not watched for their whole life are evidence of nothing. */
static void partly_watched(void **state)
{
   (void)state;
   /* Twenty blocks of 100 bytes. */
   ah_site site = { .total = { 2000, 20 }, .min_size = 100, .max_size = 100,
                    RARE(.partly = { 2000, 20 }) };
   check_none(site);
   site.rare->partly = (ah_amount){ 1000, 10 };
   check_none(site);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 1000, 10 };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_UNTOUCHED);
   assert_int_equal(finding.saves.blocks, 10);
   assert_int_equal(finding.saves.bytes, 1000);
   assert_int_equal(finding.not_judged, 10);
   assert_int_equal(ah_finding_of_blocks(&finding), 10);
   /* Written after, read before. */
   site.rare->never_touched = (ah_amount){ 0, 0 };
   check(site, AH_UNREAD, 1000, 10);
   /* What is alive at the end is so. */
   site = (ah_site){ .total = { 2000, 20 }, .min_size = 100, .max_size = 100,
                     .at_end = { 2000, 20 }, RARE(.partly = { 2000, 20 }) };
   check(site, AH_LEAKED, 2000, 20);
   profile = profile_of(&site);
   assert_int_equal(only_in(&profile, AH_LEAKED).not_judged, 0);
}

/* The bytes of a field are only counted in blocks that were watched. */
static void partly_watched_fields(void **state)
{
   (void)state;
   int64_t reads[1000] = { 0 }, writes[1000] = { 0 };
   for (int i = 0; i < 1000; i++) {
      reads[i] = 10;
      writes[i] = i < 100 ? 10 : 0;
   }
   ah_heat heat = { .unit_B = 1, .n = 1000, .reads = reads, .writes = writes,
                    .sum = reads };
   ah_site site = { .total = { 12000, 12 }, .at_peak = { 12000, 12 },
                    .min_size = 1000, .max_size = 1000,
                    RARE(.reads = 10000, .writes = 1000, .heat = &heat,
                         .never_written = { 10800, 0 }) };
   check(site, AH_FIELDS, 10800, 12);
   site.rare->partly = (ah_amount){ 12000, 12 };
   site.rare->never_written = (ah_amount){ 0, 0 };
   check_none(site);
   site.rare->partly = (ah_amount){ 2000, 2 };
   check(site, AH_FIELDS, 9000, 10);
}

/* With blocks of several sizes, the least that the sums allow. */
static void untouched_bounds(void **state)
{
   (void)state;
   ah_site site = { .total = { 5000, 10 }, .min_size = 300, .max_size = 900,
                    RARE(.never_touched = { 2000, 2 }, .never_read = { 2000, 2 }) };
   check(site, AH_UNTOUCHED, 600, 2);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 4600, 9 };
   check(site, AH_UNTOUCHED, 3700, 9); /* one block has at most 900 bytes */
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 5000, 10 };
   check(site, AH_UNTOUCHED, 5000, 10);
   site.min_size = 0;
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 700, 1 };
   check_none(site);
}

static void unread(void **state)
{
   (void)state;
   check((ah_site){ TEN, RARE(.never_read = { 1000, 10 }) }, AH_UNREAD, 1000, 10);
   check((ah_site){ TEN, RARE(.never_read = { 440, 4 }) }, AH_UNREAD, 400, 4);
   check_none((ah_site){ TEN, RARE(.never_read = { 990, 0 }) });
   check_none((ah_site){ .total = { 210, 10 }, .min_size = 21,
                         .max_size = 21, RARE(.never_read = { 63, 3 }) });
   /* One finding of each kind. */
   ah_site both = { TEN, RARE(.never_read = { 1000, 10 }, .never_touched = { 300, 3 }) };
   ah_profile profile = profile_of(&both);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].kind, AH_UNTOUCHED);
   assert_int_equal(found.findings[0].saves.bytes, 300);
   assert_int_equal(found.findings[1].kind, AH_UNREAD);
   assert_int_equal(found.findings[1].saves.bytes, 700);
   ah_findings_free(&found);
}

static void empty(void **state)
{
   (void)state;
   ah_site site = { TEN, RARE(.never_touched = { 750, 0 }) };
   check(site, AH_EMPTY, 750, 10);
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_EMPTY);
   assert_true(finding.touched_percent == 25);
   assert_true(finding.size_B == 100);
   check_none((ah_site){ TEN, RARE(.never_touched = { 749, 0 }) });
   /* Blocks of 64 bytes, and of 63. */
   check((ah_site){ .total = { 640, 10 }, .min_size = 64, .max_size = 64,
                    RARE(.never_touched = { 480, 0 }) },
         AH_EMPTY, 480, 10);
   check_none((ah_site){ .total = { 630, 10 }, .min_size = 63,
                         .max_size = 63, RARE(.never_touched = { 600, 0 }) });
   /* Nothing was read: that is the only finding. */
   check((ah_site){ TEN, RARE(.never_touched = { 750, 0 }, .never_read = { 1000, 10 }) },
         AH_UNREAD, 1000, 10);
   /* A block of a kilobyte. */
   check((ah_site){ .total = { 1000, 1 }, .min_size = 1000,
                    .max_size = 1000, RARE(.never_touched = { 900, 0 }) },
         AH_EMPTY, 900, 1);
   check_none((ah_site){ .total = { 80, 1 }, .min_size = 80,
                         .max_size = 80, RARE(.never_touched = { 63, 0 }) });
}

/* Untouched blocks do not count as mostly empty. */
static void empty_beside_untouched(void **state)
{
   (void)state;
   ah_site site = { TEN, RARE(.never_touched = { 600, 2 }, .never_read = { 600, 2 }) };
   ah_profile profile = profile_of(&site);
   profile.totals.peak.bytes = 30000; /* two blocks are too few */
   check_none_in(&profile); /* 400 of 800 bytes */
   site.rare->never_touched.bytes = site.rare->never_read.bytes = 850;
   check_in(&profile, AH_EMPTY, 650, 8);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 1000, 10 };
   check(site, AH_UNTOUCHED, 1000, 10);
}

/* Only the last size of a block that grew counts: at most the largest. */
static void empty_grown(void **state)
{
   (void)state;
   ah_site site = { .total = { 15 * 1024, 4 }, .min_size = 1024, .max_size = 8192,
                    RARE(.reallocs = 3, .never_touched = { 4000, 0 }) };
   check_none(site);
   site.rare->never_touched.bytes = 6144;
   check(site, AH_EMPTY, 6144, 1);
}

static void by_dhat(void **state)
{
   (void)state;
   int64_t sums[100] = { [0] = 1, [24] = 65535 };
   for (int i = 1; i < 24; i++)
      sums[i] = 7;
   ah_heat heat = { .unit_B = 1, .n = 100, .sum = sums };
   ah_site site = { .total = { 1000, 10 }, RARE(.reads = 5, .writes = 5, .heat = &heat) };
   ah_profile profile = profile_of(&site);
   profile.is_heapprof = false;
   check_in(&profile, AH_EMPTY, 750, 10);
   /* One more byte can have had accesses that DHAT lost. */
   site.rare->reads = 65535 + 65535 + 162;
   check_none_in(&profile);
   site.rare->reads = 5;
   sums[25] = 1;
   check_none_in(&profile);
   site.rare->reads = 0;
   check_in(&profile, AH_UNREAD, 1000, 10);
   site.rare->writes = 0;
   check_in(&profile, AH_UNTOUCHED, 1000, 10);
   site.rare->reads = 1;
   site.rare->heat = NULL;
   check_none_in(&profile);
}

/* ---- Lives ---- */

/* 1000 blocks, one at a time, each live for 80 instructions. */
static ah_site hot(void)
{
   return (ah_site){ .total = { 16000, 1000 }, .min_size = 16, .max_size = 16,
                     .max = { 16, 1 }, .freed_blocks = 1000,
                     .freed_lifetime = 80000 };
}

static void short_lived(void **state)
{
   (void)state;
   ah_site site = hot();
   check(site, AH_SHORT, 0, 999);
   site.freed_blocks = 999;
   check_none(site);
   site = hot();
   site.freed_lifetime = 1000 * 1000; /* 1 % of the run each */
   check(site, AH_SHORT, 0, 999);
   site.freed_lifetime++;
   check_none(site);
   site = hot();
   site.max.blocks = 100;
   check(site, AH_SHORT, 0, 900);
   site.max.blocks = 101;
   check_none(site);
}

/* The lives of blocks from before the last zero began at an unknown time. */
static void short_lived_after_zero(void **state)
{
   (void)state;
   ah_site site = hot();
   site.rare = &(ah_rare){ .old_freed = 1000, .old_lifetime = 80000 };
   site.rare->old = (ah_amount){ 16000, 1000 };
   check_none(site);
   site.total.blocks = site.freed_blocks = 1500;
   site.freed_lifetime = 120000; /* 500 new ones, each 80 */
   check_none(site);
   site.total.blocks = site.freed_blocks = 2000;
   site.freed_lifetime = 160000;
   check(site, AH_SHORT, 0, 999);
   /* 1 % of the time that was watched. */
   site.freed_lifetime = 80000 + 1000 * 500;
   ah_profile profile = profile_of(&site);
   profile.counting = (tk_counting){ .restarted = 1, .counted = 50000 };
   check_in(&profile, AH_SHORT, 0, 999);
   site.freed_lifetime++;
   check_none_in(&profile);
   profile.counting.counted = 100000;
   check_in(&profile, AH_SHORT, 0, 999);
}

/* Allocations must be a large enough part of the run. */
static void hot_enough(void **state)
{
   (void)state;
   ah_site site = hot();
   ah_profile profile = profile_of(&site);
   profile.totals.end_time = 50000 * 1000;
   check_in(&profile, AH_SHORT, 0, 999);
   profile.totals.end_time++;
   check_none_in(&profile);
   profile.time_unit = "ms";
   check_in(&profile, AH_SHORT, 0, 999);
   profile = profile_of(&site);
   profile.totals.end_time = 50000 * 1000;
   site.freed_lifetime = 50000 * 1000LL;
   check_in(&profile, AH_SHORT, 0, 999);
   site.freed_lifetime++;
   check_none_in(&profile);
   site = hot();
   profile = profile_of(&site);
   profile.totals.total.blocks = 99900;
   check_in(&profile, AH_SHORT, 0, 999);
   profile.totals.total.blocks = 99901;
   check_none_in(&profile);
   profile.totals.total.blocks = 1000;
   profile.is_heapprof = profile.has_accesses = false;
   check_none_in(&profile);
}

/* From 16 to 1600 bytes in 99 steps. */
static ah_site grown_site(void)
{
   static ah_rare rare;
   rare = (ah_rare){ .reallocs = 99, .moved = { 5000, 50 } };
   return (ah_site){ .total = { 80000, 100 }, .min_size = 16, .max_size = 1600,
                     .rare = &rare };
}

static void grown(void **state)
{
   (void)state;
   ah_site site = grown_site();
   check(site, AH_GROWN, 5000, 99);
   site.rare->moved = (ah_amount){ 0, 0 };
   check(site, AH_GROWN, 0, 99);
   site.total.blocks = 110; /* 11 blocks, 9 times each */
   check_none(site);
   site = (ah_site){ .total = { 9000, 4 }, .min_size = 300, .max_size = 3000,
                     RARE(.reallocs = 2, .moved = { 9000, 2 }) };
   check_none(site);
   /* 21 steps of 25 %: from 16 to 1600 bytes with rounding; and one more. */
   site = grown_site();
   site.total.blocks = 22;
   site.rare->reallocs = 21;
   check_none(site);
   site.total.blocks = 23;
   site.rare->reallocs = 22;
   check(site, AH_GROWN, 5000, 22);
   /* Ten times the same size. */
   check((ah_site){ .total = { 11000, 11 }, .min_size = 1000,
                    .max_size = 1000, RARE(.reallocs = 10, .moved = { 100, 1 }) },
         AH_GROWN, 100, 10);
   check_none((ah_site){ .total = { 10000, 10 }, .min_size = 1000,
                         .max_size = 1000, RARE(.reallocs = 9, .moved = { 100, 1 }) });
}

/* Nothing is copied, and the reallocations are a small share. */
static void grown_little(void **state)
{
   (void)state;
   ah_site site = grown_site();
   site.rare->moved = (ah_amount){ 63, 1 };
   ah_profile profile = profile_of(&site);
   profile.totals.total.blocks = 9900;
   check_in(&profile, AH_GROWN, 63, 99);
   profile.totals.total.blocks = 9901;
   check_none_in(&profile);
   site.rare->moved.bytes = 100;
   check_in(&profile, AH_GROWN, 100, 99);
}

static void leaked(void **state)
{
   (void)state;
   check((ah_site){ TEN, .at_end = { 100, 2 } }, AH_LEAKED, 100, 2);
   check_none((ah_site){ TEN, .at_end = { 99, 2 } }); /* of 10,000 */
   ah_site site = { TEN, .at_end = { 1000, 10 } };
   ah_profile profile = profile_of(&site);
   profile.totals.peak.bytes = 100000;
   check_in(&profile, AH_LEAKED, 1000, 10);
   profile.totals.peak.bytes = 100001;
   check_none_in(&profile);
   profile.totals.peak.bytes = 0;
   site.at_end = (ah_amount){ 64, 1 };
   check_in(&profile, AH_LEAKED, 64, 1);
   site.at_end.bytes--;
   check_none_in(&profile);
   site.at_end.bytes++;
   profile.has_lifetimes = false;
   check_none_in(&profile);
}

/* ---- Several sites ---- */

/* Eight sites with 60 bytes each at the end: too few alone. */
static void check_together(const uint32_t *const paths[8], size_t n_found,
                           size_t n_sites)
{
   ah_site sites[8];
   for (int i = 0; i < 8; i++)
      sites[i] = (ah_site){ TEN, .at_end = { 60, 2 }, .frames = paths[i],
                            .n_frames = 2 };
   ah_profile profile = profile_of(sites);
   profile.n_sites = 8;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, n_found);
   if (n_found > 0) {
      assert_int_equal(found.findings[0].n_sites, n_sites);
      assert_int_equal(found.findings[0].saves.bytes, 60 * n_sites);
      assert_int_equal(ah_findings_blocks(&found.findings[0].of), 10 * n_sites);
   }
   ah_findings_free(&found);
}

static void together(void **state)
{
   (void)state;
   static const uint32_t of_work[] = { 1, 5 }, of_f[] = { 5, 1 };
   static const uint32_t of_g[] = { 6, 1 };
   const uint32_t *same[8], *different[8];
   for (int i = 0; i < 8; i++) {
      same[i] = of_work;
      different[i] = i < 1 ? of_f : i < 7 ? of_work : of_g;
   }
   check_together(same, 1, 8);
   check_together(different, 1, 6);
   static const ty_type node = { "node", 100, NULL, 0 };
   common_type = &node;
   check_together(different, 1, 8);
   common_type = NULL;
   different[1] = different[2] = different[3] = of_f;
   different[4] = different[5] = different[6] = of_g;
   check_together(different, 2, 4); /* one of each */
}

/* A site that is a finding alone is not in the other. */
static void alone(void **state)
{
   (void)state;
   ah_site sites[] = { { TEN, .at_end = { 60, 2 } }, { TEN, .at_end = { 900, 9 } },
                       { TEN, .at_end = { 50, 1 } }, { TEN } };
   ah_profile profile = profile_of(&sites[0]);
   for (int i = 1; i < 4; i++) {
      sites[i].frames = sites[0].frames;
      sites[i].n_frames = 1;
   }
   profile.n_sites = 4;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].saves.bytes, 900);
   assert_int_equal(found.findings[0].n_sites, 1);
   assert_int_equal(found.findings[1].saves.bytes, 110);
   assert_int_equal(found.findings[1].n_sites, 2); /* one has no leak */
   ah_findings_free(&found);
}

/* ---- Fields ---- */

static const ty_field token_fields[] = {
   { .offset = 0, .size_B = 8, .name = "next", .type = "token *" },
   { .offset = 8, .size_B = 4, .name = "line", .type = "int" },
   { .offset = 16, .size_B = 8, .name = "at._M_p", .type = "char *" },
   { .offset = 24, .size_B = 16, .name = "name[16]", .type = "char[16]",
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

static tokens *new_tokens(void)
{
   static tokens t;
   t = (tokens){ .site = { .total = { 480, 12 }, .at_peak = { 400, 10 },
                           .min_size = 40, .max_size = 40 },
                 .rare = { .reads = 80, .writes = 200, .heat = &t.heat } };
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

static void check_unused(const ah_finding *f, size_t i, ah_never never,
                         int64_t offset, int64_t size_B, const char *name)
{
   assert_true(i < f->n_unused);
   const ah_unused *u = &f->unused[i];
   assert_int_equal(u->never, never);
   assert_int_equal(u->offset, offset);
   assert_int_equal(u->size_B, size_B);
   if (name == NULL)
      assert_null(u->field);
   else
      assert_string_equal(u->field->name, name);
}

static void fields(void **state)
{
   (void)state;
   ah_profile profile = profile_of(&new_tokens()->site);
   common_type = &token;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   const ah_finding *f = &found.findings[0];
   assert_int_equal(f->kind, AH_FIELDS);
   assert_int_equal(f->saves.bytes, (4 + 10) * 10);
   assert_int_equal(f->saves.blocks, 10);
   assert_int_equal(f->n_unused, 2);
   check_unused(f, 0, AH_NEVER_READ, 8, 4, "line");
   check_unused(f, 1, AH_NEVER_TOUCHED, 30, 10, "name[16]");
   ah_findings_free(&found);
   common_type = NULL;
   found = find_in(&profile, &ah_criteria_default);
   f = &found.findings[0];
   assert_int_equal(f->n_unused, 2);
   check_unused(f, 0, AH_NEVER_READ, 8, 22, NULL);
   check_unused(f, 1, AH_NEVER_TOUCHED, 30, 10, NULL);
   ah_findings_free(&found);
}

static void fields_below(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   ah_profile profile = profile_of(&t->site);
   profile.totals.peak.bytes = 14000;
   check_in(&profile, AH_FIELDS, 14 * 10, 10);
   profile.totals.peak.bytes = 14001;
   check_none_in(&profile);
   /* One block has no byte read: that is another finding, and too small. */
   t->site.rare->never_read = (ah_amount){ 40, 1 };
   check(t->site, AH_FIELDS, 14 * 10, 10);
   t->site.rare->never_read.blocks = 12;
   check_none(t->site);
   t->site.rare->never_read.blocks = 0;
   t->reads[9] = 1; /* of "line" */
   for (int i = 0; i < 40; i++)
      t->sum[i] = t->reads[i] + t->writes[i];
   check(t->site, AH_FIELDS, 10 * 10, 10);
   /* The end of a name, in few blocks. */
   t->site.at_peak.blocks = 9;
   profile = profile_of(&t->site);
   profile.totals.peak.bytes = 1000;
   check_none_in(&profile);
   common_type = NULL;
}

/* Zeros that are only read. */
static void fields_never_written(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   for (int i = 24; i < 40; i++) {
      t->reads[i] = t->sum[i] = 5;
      t->writes[i] = 0;
   }
   ah_profile profile = profile_of(&t->site);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   check_unused(&found.findings[0], 1, AH_NEVER_WRITTEN, 24, 16, "name[16]");
   assert_int_equal(found.findings[0].saves.bytes, 20 * 10);
   ah_findings_free(&found);
   common_type = NULL;
}

/* The blocks of two sites have one field that is not read in either; arrays of five
   count as five. */
static void fields_of_sites(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   static int64_t used[200];
   ah_heat heat = { 1, 200, used, used, used };
   ah_site sites[2] = { t->site, t->site };
   for (int i = 8; i < 200; i++)
      used[i] = i % 40 >= 24;
   ah_rare rare = t->rare;
   rare.heat = &heat;
   sites[1].rare = &rare;
   sites[1].min_size = sites[1].max_size = 200;
   sites[1].total = (ah_amount){ 2400, 12 };
   ah_profile profile = profile_of(&sites[0]);
   profile.n_sites = 2;
   sites[1].frames = sites[0].frames;
   sites[1].n_frames = 1;
   common_type = &token;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   assert_int_equal(found.findings[0].n_sites, 2);
   assert_int_equal(found.findings[0].n_unused, 1);
   check_unused(&found.findings[0], 0, AH_NEVER_READ, 8, 4, "line");
   assert_int_equal(found.findings[0].saves.bytes, 4 * (10 + 5 * 10));
   ah_findings_free(&found);
   common_type = NULL;
}

/* ---- Memory ---- */

static bool finds(const tk_alloc *alloc, const ah_profile *profile)
{
   ah_findings found;
   ah_groups groups;
   if (!ah_groups_make(&groups, alloc, profile, type_of, NULL))
      return false;
   bool ok = ah_findings_find(&found, alloc, profile, &groups,
                              &ah_criteria_default);
   if (ok)
      ah_findings_free(&found);
   ah_groups_free(&groups);
   return ok;
}

static void no_memory(void **state)
{
   (void)state;
   ah_site site = new_tokens()->site;
   site.at_end = (ah_amount){ 200, 5 };
   ah_profile profile = profile_of(&site);
   bool ok = false;
   size_t n = 0;
   while (!ok) {
      test_heap heap = { .fail_at = ++n };
      tk_alloc alloc = test_alloc(&heap);
      ok = finds(&alloc, &profile);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(n > 10);
}

/* ---- Which sites and profiles ---- */

/* A site with this path; its blocks are untouched, and all live at the end. */
static void check_path(const uint32_t *path, size_t n, size_t n_found)
{
   ah_site site = { TEN, .at_end = { 1000, 10 }, .frames = path,
                    .n_frames = n, RARE(.never_touched = { 1000, 10 },
                                        .never_read = { 1000, 10 }) };
   ah_profile profile = profile_of(&site);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, n_found);
   if (n_found > 0)
      assert_int_equal(found.findings[n_found - 1].kind, AH_LEAKED);
   ah_findings_free(&found);
}

/* By the owner (test_ah_owner.c): of the program's blocks all, of shared ones leaks. */
static void whose(void **state)
{
   (void)state;
   check_path((const uint32_t[]){ 1 }, 1, 2);
   check_path((const uint32_t[]){ 1 }, 0, 2); /* unknown */
   check_path((const uint32_t[]){ 2, 1 }, 2, 2);
   check_path((const uint32_t[]){ 3, 1 }, 2, 1);
   check_path((const uint32_t[]){ 4, 1 }, 2, 0);
}

static void known(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_end = { 1000, 10 } };
   ah_profile profile = profile_of(&site);
   for (int i = 0; i < AH_N_KINDS; i++)
      assert_null(ah_finding_lacks((ah_finding_kind)i, &profile));
   profile.has_accesses = false;
   assert_non_null(ah_finding_lacks(AH_EMPTY, &profile));
   assert_null(ah_finding_lacks(AH_SHORT, &profile));
   profile.is_heapprof = false;
   assert_non_null(ah_finding_lacks(AH_GROWN, &profile));
   assert_null(ah_finding_lacks(AH_LEAKED, &profile));
   profile.mode = "pages";
   assert_non_null(ah_finding_lacks(AH_LEAKED, &profile));
   check_none_in(&profile);
}

/* ---- The list ---- */

static void order(void **state)
{
   (void)state;
   static const uint32_t path[] = { 1 };
#define SITE(bytes, blocks) { TEN, .at_end = { bytes, blocks }, \
                              .frames = path, .n_frames = 1 }
   ah_site sites[20] = { SITE(500, 1), SITE(700, 1), SITE(500, 2),
                         SITE(500, 1) };
   for (int i = 4; i < 20; i++)
      sites[i] = (ah_site)SITE(300, 1);
   sites[3].rare = &(ah_rare){ .never_read = { 1000, 10 } };
   ah_profile profile = profile_of(sites);
   profile.n_sites = 20;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   const uint32_t expected[] = { 3, 1, 2, 0, 3, 4 };
   assert_int_equal(found.n, 21);
   for (size_t i = 0; i < 6; i++)
      assert_int_equal(found.findings[i].site, expected[i]);
   assert_int_equal(found.findings[0].kind, AH_UNREAD);
   assert_int_equal(found.findings[20].site, 19);
   ah_findings_free(&found);
#undef SITE
}

/* ---- Thresholds ---- */

/* With a step of 0 any growth counts. */
static void no_step(void **state)
{
   (void)state;
   ah_criteria t = ah_criteria_default;
   ah_site site = grown_site();
   ah_profile profile = profile_of(&site);
   t.step = 0;
   ah_findings found = find_in(&profile, &t);
   assert_int_equal(found.n, 0);
   ah_findings_free(&found);
   site.min_size = site.max_size;
   found = find_in(&profile, &t);
   assert_int_equal(found.n, 1);
   ah_findings_free(&found);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(untouched),
      cmocka_unit_test(partly_watched),
      cmocka_unit_test(partly_watched_fields),
      cmocka_unit_test(short_lived_after_zero),
      cmocka_unit_test(untouched_bounds),
      cmocka_unit_test(unread),
      cmocka_unit_test(empty),
      cmocka_unit_test(empty_beside_untouched),
      cmocka_unit_test(empty_grown),
      cmocka_unit_test(by_dhat),
      cmocka_unit_test(short_lived),
      cmocka_unit_test(hot_enough),
      cmocka_unit_test(grown),
      cmocka_unit_test(grown_little),
      cmocka_unit_test(leaked),
      cmocka_unit_test(together),
      cmocka_unit_test(alone),
      cmocka_unit_test(fields),
      cmocka_unit_test(fields_below),
      cmocka_unit_test(fields_never_written),
      cmocka_unit_test(fields_of_sites),
      cmocka_unit_test(no_memory),
      cmocka_unit_test(whose),
      cmocka_unit_test(known),
      cmocka_unit_test(order),
      cmocka_unit_test(no_step),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
