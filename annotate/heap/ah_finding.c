/* ah_finding.c -- kinds of findings, and the list of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings_private.h"

#include "base/tk_array.h"

#include <string.h>

typedef enum {
   NEEDS_ACCESSES,
   NEEDS_LOOK,    /* at the end */
   NEEDS_LOOKS,   /* so many that growth shows */
   NEEDS_NO_LOOK, /* but lifetimes: with a look, more is known */
   NEEDS_FATES,   /* in other profiles a reallocation is a block like any other */
} needs;

static const struct {
   const char *name, *title, *cure;
   needs needs;
} kinds[AH_N_KINDS] = {
#define X(kind, ...) [AH_##kind] = { __VA_ARGS__ },
   AH_FINDING_KINDS(X)
#undef X
};

const char *ah_finding_name(ah_finding_kind kind)
{
   return kinds[kind].name;
}

const char *ah_finding_title(ah_finding_kind kind)
{
   return kinds[kind].title;
}

const char *ah_finding_cure(ah_finding_kind kind)
{
   return kinds[kind].cure;
}

static const struct {
   const char *name, *text;
} whens[AH_N_WHENS] = {
#define X(when, ...) [AH_WHEN_##when] = { __VA_ARGS__ },
   AH_WHENS(X)
#undef X
};

const char *ah_when_name(ah_when when)
{
   return whens[when].name;
}

const char *ah_when_text(ah_when when)
{
   return whens[when].text;
}

const char *ah_finding_lacks(ah_finding_kind kind, const ah_profile *profile)
{
   if (strcmp(profile->mode, "heap") != 0)
      return "the profile is not of a heap";
   switch (kinds[kind].needs) {
   case NEEDS_ACCESSES:
      return profile->has_accesses ? NULL
                                   : "the profile has no accesses; run heapprof with "
                                     "--accesses=yes";
   case NEEDS_LOOK:
      return ah_look_at_end(profile) != NULL
                ? NULL
                : "the profile has no owner snapshot at the end; run "
                  "heapprof with --owners=end";
   case NEEDS_LOOKS:
      return profile->n_looks > 1
                ? NULL
                : "the profile has no owner snapshots to compare; take some "
                  "with --owners=auto, HEAPPROF_OWNERS or vgdb";
   case NEEDS_NO_LOOK:
      return ah_look_at_end(profile) != NULL ? "the profile says what is lost: use lost"
             : profile->has_lifetimes        ? NULL
                                             : "the profile has no lifetimes";
   default:
      return ah_profile_has_fates(profile) ? NULL : "only heapprof's profiles show it";
   }
}

bool ah_finding_needs_accesses(ah_finding_kind kind)
{
   return kinds[kind].needs == NEEDS_ACCESSES;
}

/* ---- The list ---- */

void ah_search_add(ah_search *s, ah_finding finding)
{
   ah_findings *found = s->found;
   TK_ARRAY_ADD(found->alloc, AN_LABEL, found->findings, found->n, s->capacity, finding);
}

void ah_search_keep_rare(ah_search *s, ah_finding *f)
{
   f->rare = tk_get(s->found->alloc, AN_LABEL, sizeof *f->rare);
   *f->rare = *f->of.rare;
   f->of.rare = f->rare;
}

ah_when ah_search_when(const ah_search *s, const ah_finding *f)
{
   ah_when when = 0;
   for (; when < AH_WHEN_RUN; when++) {
      /* What an owner keeps can grow without more blocks. */
      ah_amount saved = f->saves[when];
      if ((saved.blocks > 0 || saved.bytes > 0) && saved.bytes >= s->least_bytes)
         break;
   }
   return when;
}
