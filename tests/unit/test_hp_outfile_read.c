/* test_hp_outfile_read.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_outfile.h"

#include "base/an_alloc.h"
#include "heap/ah_read.h"

#include <stdio.h>
#include <string.h>

typedef long long ll;

static void put_classes(FILE *out, const ah_classes *classes)
{
   for (size_t i = 0; i < classes->n; i++)
      if (classes->of[i].blocks != 0)
         fprintf(out, " %u:%lld", classes->of[i].number, (ll)classes->of[i].blocks);
}

static void put_site(FILE *out, const ah_profile *p, const ah_site *s)
{
   const ah_rare *rare = ah_site_rare(s);
   fprintf(out,
           "site %lld %lld %lld max %lld %lld peak %lld %lld end %lld "
           "%lld tmp %lld %lld fail %lld %lld re %lld",
           (ll)s->total.bytes, (ll)s->total.blocks, (ll)s->lifetime, (ll)s->max.bytes,
           (ll)s->max.blocks, (ll)s->at_peak.bytes, (ll)s->at_peak.blocks,
           (ll)s->at_end.bytes, (ll)s->at_end.blocks, (ll)s->temporary.blocks,
           (ll)s->temporary.bytes, (ll)rare->failed.blocks, (ll)rare->failed.bytes,
           (ll)rare->reallocs);
   fprintf(out, " life %lld %lld %lld %lld size %lld %lld hist", (ll)s->freed_blocks,
           (ll)s->shortest, (ll)s->longest, (ll)s->freed_lifetime, (ll)s->min_size,
           (ll)s->max_size);
   put_classes(out, &s->sizes);
   fprintf(out, " lives");
   put_classes(out, &s->lives);
   fprintf(out, " og %lld %lld", (ll)rare->outgrown.blocks, (ll)rare->outgrown.bytes);
   fprintf(out, " thr");
   for (size_t i = 0; i < rare->n_threads; i++)
      fprintf(out, " %u:%lld:%lld", rare->threads[i].thread,
              (ll)rare->threads[i].total.blocks, (ll)rare->threads[i].total.bytes);
   for (size_t i = 0; i < s->n_frames; i++)
      fprintf(out, " <%s>", p->frames[s->frames[i]].text);
   fprintf(out, "\n");
}

static void put_totals(FILE *out, const ah_profile *p)
{
   const ah_totals *t = &p->totals;
   fprintf(out,
           "totals %lld %lld peak %lld %lld %lld %lld end %lld %lld %lld "
           "tmp %lld %lld freed %lld %lld\n",
           (ll)t->total.bytes, (ll)t->total.blocks, (ll)t->peak.bytes, (ll)t->peak.blocks,
           (ll)t->peak_time, (ll)t->peak_overhead, (ll)t->end.bytes, (ll)t->end.blocks,
           (ll)t->end_time, (ll)t->temporary.blocks, (ll)t->temporary.bytes,
           (ll)t->freed.blocks, (ll)t->freed.bytes);
   fprintf(out, "counts %lld %lld %lld %lld %lld %lld %lld\n", (ll)t->most_blocks,
           (ll)t->zero_blocks, (ll)t->reallocs, (ll)t->failed, (ll)t->invalid_frees,
           (ll)t->threads, (ll)t->most_stack);
}

static void put_over_time(FILE *out, const ah_profile *p)
{
   for (size_t i = 0; i < p->n_timeline; i++) {
      const ah_bucket *b = &p->timeline[i];
      fprintf(out, "bucket %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld\n",
              (ll)b->end, (ll)b->min, (ll)b->max, (ll)b->max_at, (ll)b->last,
              (ll)b->max_blocks, (ll)b->max_overhead, (ll)b->max_stack,
              (ll)b->last_blocks, (ll)b->last_overhead);
   }
   for (size_t i = 0; i < p->n_snapshots; i++) {
      const ah_snapshot *s = &p->snapshots[i];
      fprintf(out, "snapshot %lld %s %lld %lld %lld %lld rest %lld %lld %lld",
              (ll)s->time, s->asked ? "asked" : "periodic", (ll)s->live.bytes,
              (ll)s->live.blocks, (ll)s->overhead, (ll)s->stack, (ll)s->n_rest,
              (ll)s->rest.bytes, (ll)s->rest.blocks);
      for (size_t k = 0; k < s->n_sites; k++)
         fprintf(out, " %u:%lld:%lld", s->sites[k].site, (ll)s->sites[k].amount.bytes,
                 (ll)s->sites[k].amount.blocks);
      fprintf(out, "\n");
   }
}

static void put_profile(FILE *out, const ah_profile *p)
{
   fprintf(out, "%s, %s, %s %s, <%s> %lld <%s>\n", p->mode, p->verb, p->time_unit,
           p->mega_time_unit, p->command, (ll)p->pid, p->creator);
   fprintf(out, "depth %lld admin %lld exit %lld stacks %d pages %d\n", (ll)p->depth,
           (ll)p->heap_admin_B, (ll)p->exit_code, p->has_stacks, p->has_pages);
   for (size_t i = 0; i < p->n_sites; i++)
      put_site(out, p, &p->sites[i]);
   put_totals(out, p);
   for (size_t i = 0; i < p->n_frames; i++)
      fprintf(out, "frame <%s>\n", p->frames[i].text);
   put_over_time(out, p);
}

static ptrdiff_t read_text(void *context, char *to, size_t size_B)
{
   const char **at = context;
   size_t n = strnlen(*at, size_B);
   memcpy(to, *at, n);
   *at += n;
   return (ptrdiff_t)n;
}

char *test_hp_outfile_read(const char *text)
{
   char *dump;
   size_t size;
   FILE *out = open_memstream(&dump, &size);
   an_source_of_bytes from = { .read = read_text, .context = &text };
   an_error error;
   ah_profile *profile = ah_read(an_alloc_malloc(), from, &error);
   if (profile == NULL)
      fprintf(out, "line %zu: %s\n", error.line, error.message);
   else
      put_profile(out, profile);
   fclose(out);
   return dump;
}
