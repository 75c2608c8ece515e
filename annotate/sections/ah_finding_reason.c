/* ah_finding_reason.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_finding_reason.h"

#include "base/an_alloc.h"
#include "base/an_text.h"
#include "base/an_said.h"
#include "sections/ah_looks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_COLUMNS = 30 };

enum { REASON_FULL = 3 * AH_TEXT_B }; /* then no more fields are named */

/* "10 of 1,000 blocks", or `all` if these are all of the sites' blocks. */
static void put_of(char *to, const ah_finding *f, const char *all)
{
   int64_t n = ah_finding_of_blocks(f), n_bad = f->saves[AH_WHEN_RUN].blocks;
   if (n_bad >= n && f->not_judged == 0)
      strcpy(to, all);
   else
      snprintf(to, AH_FINDING_REASON_B, "%s of %s block%s", AH_SHORT(n_bad), AH_SHORT(n),
               n == 1 ? "" : "s");
}

/* "397k of 400k blocks; half live less than 512 instr". */
static void put_temporary(char *to, const ah_profile *profile, const ah_finding *f)
{
   snprintf(to, AH_FINDING_REASON_B, "%s of %s blocks; half live less than %s",
            AH_SHORT(f->n_bad), AH_SHORT(ah_finding_of_blocks(f)),
            AH_TIME(profile, f->median));
}

/* "holds 288 B of 512 B". */
static void put_used(char *to, const ah_profile *profile, const ah_finding *f)
{
   const char *used = AH_BYTES(profile, f->used_B), *size = AH_BYTES(profile, f->size_B);
   const char *count = AH_SHORT(ah_finding_saved(f).blocks);
   if (f->kind == AH_KEPT_PART && strcmp(count, "1") == 0)
      snprintf(to, AH_FINDING_REASON_B, "%s kept for %s of it", size, used);
   else if (f->kind == AH_KEPT_PART)
      snprintf(to, AH_FINDING_REASON_B, "%s kept for %s of it, %s times", size, used,
               count);
   else if (f->kind == AH_SLACK)
      snprintf(to, AH_FINDING_REASON_B, "holds %s of %s", used, size);
   else
      snprintf(to, AH_FINDING_REASON_B, "%s of %s read", used, size);
}

/* "2,908 of 3,000 blocks last read long before". */
static void put_last_read(char *to, const ah_finding *f)
{
   snprintf(to, AH_FINDING_REASON_B, "%s of %s block%s last read long before",
            AH_SHORT(f->saves[AH_WHEN_PEAK].blocks), AH_SHORT(f->n_bad),
            f->n_bad == 1 ? "" : "s");
}

static void put_grown(char *to, const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &f->of;
   int n = snprintf(to, AH_FINDING_REASON_B, "%s to %s",
                    AH_BYTES(profile, site->min_size), AH_BYTES(profile, site->max_size));
   int64_t n_moves = ah_site_rare(site)->moved.blocks;
   if (ah_site_rare(site)->outgrown.blocks > 0) {
      int64_t steps = (f->saves[AH_WHEN_RUN].blocks + f->n_bad / 2) / f->n_bad;
      snprintf(to + n, (size_t)(AH_FINDING_REASON_B - n), ", %s step%s, %s times",
               AH_SHORT(steps), steps == 1 ? "" : "s", AH_SHORT(f->n_bad));
   } else if (n_moves > 0) {
      snprintf(to + n, (size_t)(AH_FINDING_REASON_B - n), ", %s move%s",
               AH_SHORT(n_moves), n_moves == 1 ? "" : "s");
   }
}

/* "line", or "bytes 8-15", or "name[20] from 4". */
static void put_field(char *to, size_t size_B, const ah_unused *u)
{
   const ty_field *field = u->field;
   if (field == NULL)
      snprintf(to, size_B, "bytes %" PRId64 "-%" PRId64, u->offset,
               u->offset + u->size_B - 1);
   else if (u->size_B == field->size_B)
      snprintf(to, size_B, "%s", field->name);
   else
      snprintf(to, size_B, "%" PRId64 " bytes of %s", u->size_B, field->name);
}

/* "12 of 40 bytes: line, column never read; spare never touched". */
static void put_fields(char *to, const ah_finding *f)
{
   char field[AH_TEXT_B];
   size_t n_left = f->n_unused;
   int n = snprintf(to, AH_FINDING_REASON_B, "%" PRId64 " of %.0f bytes", f->unused_B,
                    f->size_B);
   for (int never = 0; never < AH_N_NEVER; never++) {
      const char *before = n_left == f->n_unused ? ": " : "; ";
      size_t n_shown = 0;
      for (size_t i = 0; i < f->n_unused; i++) {
         if (f->unused[i].never != (ah_never)never || n > REASON_FULL)
            continue;
         put_field(field, sizeof field, &f->unused[i]);
         n += snprintf(to + n, (size_t)(AH_FINDING_REASON_B - n), "%s%s",
                       n_shown > 0 ? ", " : before, field);
         n_shown++;
         n_left--;
      }
      if (n_shown > 0)
         n += snprintf(to + n, (size_t)(AH_FINDING_REASON_B - n), " %s",
                       ah_never_text((ah_never)never));
   }
   if (n_left > 0)
      snprintf(to + n, (size_t)(AH_FINDING_REASON_B - n), "; %zu more: --json", n_left);
}

/* "Node.parent"; "a pointer" if the field is unknown.  On the heap. */
static char *ring_field(const ah_ring_name *ring)
{
   char *text;
   if (ring->field == NULL)
      return an_strdup("a pointer");
   char *type = an_said(ring->type->name, AN_SAID_TYPE, TYPE_COLUMNS);
   an_asprintf(&text, "%s.%.*s", type, ring->field_n, ring->field);
   free(type);
   return text;
}

/* "1,499 rings, closed by Node.parent -> Node". */
static void put_cycle(char *to, const ah_finding *f)
{
   char *field = ring_field(&f->ring);
   char *type = f->ring.to == NULL
                   ? NULL
                   : an_said(f->ring.to->name, AN_SAID_TYPE, TYPE_COLUMNS);
   snprintf(to, AH_FINDING_REASON_B, "%s ring%s, closed by %s%s%s", AH_SHORT(f->n_cycles),
            f->n_cycles == 1 ? "" : "s", field, type == NULL ? "" : " -> ",
            type == NULL ? "" : type);
   free(field);
   free(type);
}

void ah_finding_cure_of(char *to, const ah_finding *f)
{
   static const char *const weak[] = {
      [AH_COUNTING_CPP] = "std::weak_ptr", [AH_COUNTING_RUST] = "Weak"
   };
   if (f->kind != AH_CYCLE || f->ring.field == NULL) {
      snprintf(to, AH_FINDING_REASON_B, "%s", ah_finding_cure(f->kind));
      return;
   }
   char *field = ring_field(&f->ring);
   if (f->ring.counting == AH_COUNTING_UNKNOWN)
      snprintf(to, AH_FINDING_REASON_B,
               "free all of the ring before the last pointer to it is dropped");
   else
      snprintf(to, AH_FINDING_REASON_B, "make %s a %s", field, weak[f->ring.counting]);
   free(field);
}

/* "3 blocks, and 57 that only they keep; in a ring". */
static void put_lost(char *to, const ah_profile *profile, const ah_finding *f)
{
   const ah_look *look = ah_look_at_end(profile);
   int64_t n = 0, rings = 0;
   for (size_t i = 0; i < look->n_leak_sites; i++)
      if (f->n_sites == 1 && look->leak_sites[i].site == f->site
          && look->leak_sites[i].leak == AH_LEAK_DEFINITE) {
         n = look->leak_sites[i].amount.blocks;
         rings = look->leak_sites[i].rings;
      }
   const char *kept = AH_SHORT(f->saves[f->when].blocks - n);
   int length = snprintf(to, AH_FINDING_REASON_B, "%s block%s",
                         n == 0 ? kept : AH_SHORT(n), n == 1 ? "" : "s");
   if (n > 0 && f->saves[f->when].blocks > n)
      length += snprintf(to + length, (size_t)(AH_FINDING_REASON_B - length),
                         ", and %s that only %s", kept,
                         n == 1 ? "it keeps" : "they keep");
   if (rings > 0)
      snprintf(to + length, (size_t)(AH_FINDING_REASON_B - length), "; in a ring");
}

/* "kept by cache (a.c:7), 1.00 MiB to 4.20 MiB over 4 snapshots". */
static void put_growing(char *to, const ah_profile *profile, const ah_finding *f)
{
   char *owner = ah_looks_keeper_text(f->keeper);
   snprintf(to, AH_FINDING_REASON_B, "kept by %.*s, %s to %s over %zu snapshots",
            AH_FINDING_REASON_B / 2, owner, AH_BYTES(profile, f->before.bytes),
            AH_BYTES(profile, f->up_to_B), f->n_looks);
   free(owner);
}

static void put_reason(char *to, const ah_profile *profile, const ah_finding *f)
{
   switch (f->kind) {
   case AH_UNTOUCHED: put_of(to, f, "all its blocks"); break;
   case AH_UNREAD:
      if (f->used_B > 0)
         put_used(to, profile, f);
      else
         put_of(to, f, "all its blocks");
      break;
   case AH_SLACK:
   case AH_KEPT_PART: put_used(to, profile, f); break;
   case AH_FIELDS: put_fields(to, f); break;
   case AH_TEMPORARY: put_temporary(to, profile, f); break;
   case AH_GROWN: put_grown(to, profile, f); break;
   case AH_CYCLE: put_cycle(to, f); break;
   case AH_LOST: put_lost(to, profile, f); break;
   case AH_GROWING: put_growing(to, profile, f); break;
   case AH_IDLE: put_last_read(to, f); break;
   default: put_of(to, f, "never freed");
   }
}

/* Adds "; 10 more were not watched for their whole life". */
static void put_not_judged(char *to, const ah_finding *f)
{
   size_t n = strlen(to);
   if (f->not_judged > 0)
      snprintf(to + n, AH_FINDING_REASON_B - n,
               "; %s more %s not watched for %s whole life", AH_SHORT(f->not_judged),
               f->not_judged == 1 ? "was" : "were", f->not_judged == 1 ? "its" : "their");
}

void ah_finding_reason(char *to, const ah_profile *profile, const ah_finding *f)
{
   put_reason(to, profile, f);
   put_not_judged(to, f);
}
