/* test_ac_data.h -- a profile with notes on data objects and sharing, and their model as
   text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_DATA_H
#define TEST_AC_DATA_H

#include "test_an_common.h"

#include "counts/ac_sharing.h"

#define DATA_CMD "cmd: ./app\nevents: Ir D1mr DLmr D1mw DLmw\n#: cachesim 1\n"
#define DATA_HEAD DATA_CMD "#: data 1024 D1mr DLmr D1mw DLmw\n"
#define DATA_BODY \
   "fl=/src/a.c\n" \
   "fn=find\n3 10 5 1 0 0\n4 20 2 0 1 1\n" \
   "fn=make\n8 100 0 0 3 0\n9 5 0 0 0 0\n" \
   "fl=???\n" \
   "fn=???\n0 25 4 4 0 0\n" \
   "summary: 160 11 5 4 1\n"
#define DATA_OBJECTS \
   "#: object 01 /bin/app\n#: object-counts 135 7 1 4 1\n" \
   "#: object - /lib/libfoo.so\n#: object-counts 25 4 4 0 0\n#: code 0x1000 25 4 4 0 0\n"
#define DATA_NAMES \
   "#: ds make\n#: ds /src/a.c\n#: ds main\n#: ds table\n#: ds /tmp/\\x0arows\n" \
   "#: db 01 /bin/app\n#: db - /lib/libfoo.so\n" \
   "#: df 0x80 1 1 2 8\n#: df 0x0 0 3 0 0\n"
#define DATA_DATA \
   "#: dh 10 240 24 24 1 2\n" /* 1 */ \
   "#: dh 1 9000 9000 9000 1 ...\n" \
   "#: dv s 1 0x4040 512 4\n" /* 3 */ \
   "#: dv t 2 0x10 0 0\n" \
   "#: dk 1 2\n" /* 5 */ \
   "#: dm 5\n#: dm 0\n" \
   "#: dr brk\n#: dr unknown\n" /* 8, 9 */
#define DATA_ENTRIES \
   "#: dn 1\n#: d 3 1 8 3 1\n#: d 3 3 0%8 2\n#: d 4 1 0 1\n#: d 4 5 - 1 0 1 1\n" \
   "#: dn 2\n#: d 8 2 16%48 0 0 3\n" \
   "#: dn 2:0x1000\n#: d 0 6 - 3 3\n#: d 0 9 - 1 1\n"
#define DATA_USE "#: du 1 4 96 40\n#: du 2 3 192 48\n"
#define DATA_SETS "#: de 1 3*1 1\n#: de 2 3 3*0\n"
#define DATA_LOOKS \
   "#: looks 64\n" \
   "#: dl 1 3 0 wf\n#: dl 1 1 -48 ff000000000000 3c\n#: dl 2 1 128 2*0 w8001 2*f0\n"
#define DATA_SHARING \
   "#: sharing 64 3\n" \
   "#: sl 12\n" \
   "#: sa 1 4 1 3 0 0xff 100 7\n#: sa 1 4 2 3 0 0xff00 90 0 own\n" \
   "#: sl 40\n" \
   "#: sa 2:0x1000 0 2 1 -16 0xf0000 0 9\n#: sa 2 8 3 1 -16 0xf0000 5 5\n" \
   "#: sr 2 30\n"
#define DATA_END "#: end 5\n"
#define DATA_NOTES \
   DATA_NAMES DATA_DATA DATA_ENTRIES DATA_USE DATA_SETS DATA_LOOKS DATA_SHARING
#define DATA_FILE DATA_HEAD DATA_BODY DATA_OBJECTS DATA_NOTES DATA_END

/* Another run of that program, with fewer data, in another order. */
#define DATA_OTHER \
   DATA_HEAD \
   "fl=/src/a.c\nfn=find\n3 8 7 0 0 0\nfn=late\n1 5 1 1 1 1\n" \
   "summary: 13 8 1 1 1\n" \
   "#: object 01 /bin/app\n#: object-counts 13 8 1 1 1\n" \
   "#: ds /src/a.c\n#: ds table\n#: ds make\n#: ds main\n" \
   "#: db 01 /bin/app\n#: dv s 1 0x4040 512 2\n#: dr unknown\n" \
   "#: df 0x0 0 4 0 0\n#: df 0x80 1 3 1 8\n#: dh 5 100 8 32 2 1\n#: dv s 0 0x0 0 4\n" \
   "#: dn 2\n#: d 1 2 - 0 1 1 1\n#: d 1 4 0 1\n" \
   "#: dn 1\n#: d 3 1 0%16 2\n#: d 3 1 0%8 1\n#: d 3 3 8 4\n" \
   "#: du 3 4 96 10\n#: de 3 4 3*0\n#: looks 64\n#: dl 3 4 0 wf\n" \
   "#: sharing 64 2\n#: sl 12\n#: sa 2 1 2 4 0 0x1 1 1\n#: sa 1 3 1 4 0 0x1 1 1\n" \
   "#: sr 1 10\n#: end 2\n"

/* One function with one line; a datum; and the end. */
#define DATA_F_BODY(counts) "fl=a\nfn=f\n1 " counts "\nsummary: " counts "\n"
#define DATA_F_BRK "#: dr brk\n#: dn 1\n#: d 1 1 - 2\n"
#define DATA_F_END "#: end 1\n"

/* ---- The model as text ---- */

enum { DATA_TEXT_B = 8192 };

typedef struct {
   const ac_profile *profile;
   char *at, *end;
} data_text;

__attribute__((format(printf, 2, 3))) static inline void data_put(data_text *t,
                                                                  const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   t->at += vsnprintf(t->at, (size_t)(t->end - t->at), format, arguments);
   va_end(arguments);
   assert_true(t->at < t->end);
}

static inline void data_put_counts(data_text *t, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      data_put(t, " %lld", (long long)counts[i]);
   data_put(t, "\n");
}

static inline const char *data_or_none(const char *text)
{
   return text == NULL ? "-" : text;
}

static inline void data_put_datum(data_text *t, const ac_data *data, const ac_datum *d)
{
   static const char *const kinds[] = { "heap", "static", "tls",    "stack",
                                        "map",  "brk",    "unknown" };
   data_put(t, "%s %s in %s of %d at 0x%llx, %lld B", kinds[d->kind],
            data_or_none(d->name), data_or_none(d->file), (int)d->binary,
            (unsigned long long)d->start, (long long)d->size_B);
   if (d->kind == AC_DATA_HEAP)
      data_put(t, ", %lld blocks %lld B, %lld to %lld, by", (long long)d->n_blocks,
               (long long)d->bytes, (long long)d->min_B, (long long)d->max_B);
   for (size_t i = 0; i < d->n_frames; i++)
      data_put(t, " %u", d->frames[i]);
   data_put(t, "%s:", d->is_cut ? "..." : "");
   data_put_counts(t, d->counts, data->n_events);
   if (d->n_lines_fetched > 0)
      data_put(t, " use %lld %lld %lld\n", (long long)d->n_lines_fetched,
               (long long)d->inside_B, (long long)d->used_B);
   if (d->by_set != NULL) {
      data_put(t, " sets");
      data_put_counts(t, d->by_set, d->n_sets);
   }
   for (size_t i = 0; i < d->n_looks; i++) {
      const ac_data_look *look = &d->looks[i];
      data_put(t, " look %lld at %lld:", (long long)look->count, (long long)look->offset);
      for (uint32_t k = 0; k < look->n_lines; k++)
         data_put(t, " %llx", (unsigned long long)look->used[k]);
      data_put(t, "\n");
   }
}

static inline void data_put_objects(data_text *t, const ac_data *data)
{
   data_put(t, "limit %lld, %zu events\n", (long long)data->limit_B, data->n_events);
   if (data->look_line_B != 0)
      data_put(t, "looks at lines of %lld B\n", (long long)data->look_line_B);
   for (size_t i = 0; i < data->n_binaries; i++)
      data_put(t, "b%zu %s %s\n", i, data->binaries[i].path,
               data_or_none(data->binaries[i].build_id));
   for (size_t i = 0; i < data->n_frames; i++) {
      const ac_data_frame *f = &data->frames[i];
      data_put(t, "f%zu %s %s:%u in %d at 0x%llx\n", i, data_or_none(f->function),
               data_or_none(f->file), f->line, (int)f->binary,
               (unsigned long long)f->address);
   }
   for (size_t i = 0; i < data->n_data; i++) {
      data_put(t, "%zu ", i);
      data_put_datum(t, data, &data->data[i]);
   }
}

static inline const char *data_function(const data_text *t, size_t function)
{
   return ac_profile_function(t->profile, function)->name;
}

static inline void data_put_entries(data_text *t, const ac_data *data)
{
   for (size_t i = 0; i < data->n_entries; i++) {
      const ac_data_entry *e = &data->entries[i];
      data_put(t, "%s:%u on %u at %lld%%%lld:", data_function(t, e->function), e->line,
               e->datum, (long long)e->place.offset, (long long)e->place.stride);
      data_put_counts(t, e->counts, data->n_events);
   }
}

static inline void data_put_sharing(data_text *t, const ac_sharing *sharing)
{
   data_put(t, "sharing %lld %u, left out %lld %lld\n", (long long)sharing->line_B,
            sharing->n_threads, (long long)sharing->left_out_lines,
            (long long)sharing->left_out_accesses);
   for (size_t i = 0; i < sharing->n_lines; i++) {
      const ac_shared_line *line = &sharing->lines[i];
      data_put(t, "line %lld\n", (long long)line->transfers);
      for (size_t k = 0; k < line->n_accesses; k++) {
         const ac_shared_access *a = &sharing->accesses[line->first_access + k];
         data_put(t, " %u %s:%u on %u at %lld 0x%llx: %lld %lld%s\n", a->thread,
                  data_function(t, a->function), a->line, a->datum, (long long)a->offset,
                  (unsigned long long)a->mask, (long long)a->reads, (long long)a->writes,
                  a->is_own ? " own" : "");
      }
   }
}

/* "none" if the profile has none. */
static inline void data_as_text(const ac_profile *profile, char text[DATA_TEXT_B])
{
   const ac_data *data = ac_profile_data(profile);
   data_text t = { profile, text, text + DATA_TEXT_B };
   if (data == NULL) {
      assert_null(ac_profile_sharing(profile));
      strcpy(text, "none");
      return;
   }
   data_put_objects(&t, data);
   data_put_entries(&t, data);
   const ac_sharing *sharing = ac_profile_sharing(profile);
   if (sharing != NULL)
      data_put_sharing(&t, sharing);
   if (sharing != NULL && sharing->old != NULL)
      data_put_sharing(&t, sharing->old);
}

/* ---- Sums ---- */

/* Checks the sum's model. */
static inline void data_check(const char *const *files, size_t n,
                              const ac_reading *reading, const char *expected)
{
   ac_profile *profile = test_sum_of(files, n, reading);
   char text[DATA_TEXT_B];
   data_as_text(profile, text);
   assert_string_equal(text, expected);
}

#endif
