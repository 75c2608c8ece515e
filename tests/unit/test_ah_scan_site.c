/* test_ah_scan_site.c -- sites as heapprof and DHAT write them, read without a tree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_scan_site.h"

/* What the profile has. */
enum { LIFETIMES = 1, OWN = 2, ACCESSES = 4 };

typedef struct {
   an_error error;
   ah_reader r;
   ah_scan scan;
   ah_site site;
   size_t n_B;
} fixture;

/* Scans the text into a profile of three frames; close_scan afterwards. */
static bool scan(fixture *f, const char *text, unsigned has)
{
   f->r = (ah_reader){ .alloc = test_alloc(),
                       .profile = ah_profile_new(test_alloc()),
                       .json = { .error = &f->error } };
   if (f->r.profile == NULL)
      return false;
   f->r.profile->has_lifetimes = (has & LIFETIMES) != 0;
   f->r.profile->has_accesses = (has & ACCESSES) != 0;
   f->r.profile->n_frames = 3;
   json_t *own = json_object();
   f->r.own = (has & OWN) != 0 ? own : NULL;
   bool ok = ah_scan_site(&f->r, &f->scan, text, &f->site, &f->n_B);
   json_decref(own);
   return ok;
}

static void close_scan(fixture *f)
{
   ah_scan_free(&f->r, &f->scan);
}

#define LIVES "\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,\"gbk\":2,\"eb\":3,\"ebk\":4"
#define BARE "\"tb\":10,\"tbk\":3,\"fs\":[1,2]"
#define WHOLE "\"tb\":10,\"tbk\":3," LIVES ",\"fs\":[1,2]"

/* ---- Good ones ---- */

static void takes_a_whole_site(void **state)
{
   (void)state;
   static const char text[] =
      "{" WHOLE ",\"tmp\":[1,2],\"size\":[0,6],\"hist\":[[0,1],[64,2]],"
      "\"life\":[2,5,9,14],\"re\":2,\"mv\":[2,11],\"fail\":[3,12],"
      "\"thr\":[[1,1,4],[4294967295,2,6]],\"cut\":true}";
   fixture f = { .n_B = 0 };
   assert_true(scan(&f, text, LIFETIMES | OWN));
   const ah_site *s = &f.site;
   assert_int_equal(f.n_B, sizeof text - 1);
   assert_amount(s->total, 10, 3);
   assert_int_equal(s->lifetime, 30);
   assert_amount(s->max, 8, 1);
   assert_amount(s->at_peak, 7, 2);
   assert_amount(s->at_end, 3, 4);
   assert_int_equal(s->n_frames, 2);
   assert_int_equal(s->frames[0], 1);
   assert_int_equal(s->frames[1], 2);
   assert_amount(s->temporary, 2, 1);
   assert_int_equal(s->min_size, 0);
   assert_int_equal(s->max_size, 6);
   assert_int_equal(s->sizes.n, 2);
   assert_int_equal(s->sizes.of[0].number, 0);
   assert_int_equal(s->sizes.of[1].number, 64);
   assert_int_equal(s->sizes.of[1].blocks, 2);
   assert_int_equal(s->freed_blocks, 2);
   assert_int_equal(s->shortest, 5);
   assert_int_equal(s->longest, 9);
   assert_int_equal(s->freed_lifetime, 14);
   assert_int_equal(s->rare->reallocs, 2);
   assert_amount(s->rare->moved, 11, 2);
   assert_amount(s->rare->failed, 12, 3);
   assert_int_equal(s->rare->n_threads, 2);
   assert_int_equal(s->rare->threads[0].thread, 1);
   assert_true(s->rare->threads[1].thread == UINT32_MAX);
   assert_amount(s->rare->threads[1].total, 6, 2);
   assert_true(s->is_cut);
   close_scan(&f);
}

/* Blanks, any order, and what follows the site. */
static void takes_forms(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      unsigned has;
      size_t n_B; /* 0: all but the NUL */
   } cases[] = {
      { "{" BARE "}", 0, 0 },
      { "{" BARE "}", OWN, 0 },
      { "{" WHOLE "}", LIFETIMES, 0 },
      { "{" BARE "},{\"tb\":1}", 0, sizeof "{" BARE "}" - 1 },
      { "{" BARE "}]", 0, sizeof "{" BARE "}" - 1 },
      { "{ \"fs\" :\t[ 2 , 0 ]\r\n, \"tbk\" : 3,\"tb\":0}", 0, 0 },
      { "{\"tb\":999999999999999999,\"tbk\":0,\"fs\":[0]}", 0, 0 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      fixture f = { .n_B = 0 };
      if (!scan(&f, cases[i].text, cases[i].has))
         fail_msg("not understood: %s", cases[i].text);
      assert_int_equal(f.n_B, cases[i].n_B == 0 ? strlen(cases[i].text) : cases[i].n_B);
      assert_null(f.site.rare);
      close_scan(&f);
   }
}

/* Longer lists than the room that the last site left. */
static void lists_grow(void **state)
{
   (void)state;
   fixture f = { .n_B = 0 };
   char text[8192], *at = text;
   at += sprintf(at, "{\"tb\":1,\"tbk\":1,\"fs\":[");
   for (int i = 0; i < 500; i++)
      at += sprintf(at, "%s%d", i == 0 ? "" : ",", i % 3);
   at += sprintf(at, "],\"thr\":[");
   for (int i = 0; i < 300; i++)
      at += sprintf(at, "%s[%d,1,%d]", i == 0 ? "" : ",", i + 1, i);
   sprintf(at, "]}");
   assert_true(scan(&f, text, OWN));
   assert_int_equal(f.site.n_frames, 500);
   assert_int_equal(f.site.frames[499], 1);
   assert_int_equal(f.site.rare->n_threads, 300);
   assert_int_equal(f.site.rare->threads[299].total.bytes, 299);
   ah_site first = f.site, second;
   json_t *own = json_object();
   f.r.own = own;
   assert_true(
      ah_scan_site(&f.r, &f.scan, "{" BARE ",\"thr\":[[2,1,1]]}", &second, &f.n_B));
   assert_int_equal(second.n_frames, 2);
   assert_int_equal(second.rare->n_threads, 1);
   assert_int_equal(first.frames[0], 0); /* not shared with the second */
   assert_int_equal(first.rare->threads[0].thread, 1);
   json_decref(own);
   close_scan(&f);
}

/* ---- What a tree is made of ---- */

static void leaves_the_rest(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      unsigned has;
   } cases[] = {
      { "", 0 },
      { "7", 0 },
      { "{}", 0 },
      { "[" BARE "]", 0 },
      { "{" BARE, 0 },
      { "{" BARE ",}", 0 },
      { "{" BARE "]", 0 },
      { "{" BARE "}", LIFETIMES },
      { "{" WHOLE "}", 0 },
      { "{" WHOLE "}", LIFETIMES | ACCESSES },
      { "{" BARE ",\"re\":0}", 0 },
      { "{" BARE ",\"re\":1,\"re\":1}", OWN },
      { "{" BARE ",\"old\":[0,0,0,0]}", OWN },
      { "{" BARE ",\"t\":0}", OWN },
      { "{" BARE ",tmp\":[1,1]}", OWN },
      { "{" BARE ",\"re\"0}", OWN },
      { "{\"tb\":10,\"tbk\":3}", 0 },
      { "{\"tb\":10,\"fs\":[0]}", 0 },
      { "{\"tbk\":3,\"fs\":[0]}", 0 },
      { "{\"tb\":1,\"tbk\":1,\"fs\":[]}", 0 },
      { "{\"tb\":1,\"tbk\":1,\"fs\":[3]}", 0 },
      { "{\"tb\":1,\"tbk\":1,\"fs\":[0,]}", 0 },
      { "{\"tb\":1,\"tbk\":1,\"fs\":[0 1]}", 0 },
      { "{\"tb\":1,\"tbk\":1,\"fs\":0}", 0 },
      { "{\"tb\":1000000000000000000,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":-1,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":01,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":1.5,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":1e5,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":\"1\",\"tbk\":1,\"fs\":[0]}", 0 },
      { "{\"tb\":,\"tbk\":1,\"fs\":[0]}", 0 },
      { "{" BARE ",\"size\":[1]}", OWN },
      { "{" BARE ",\"size\":[1,2,3]}", OWN },
      { "{" BARE ",\"size\":1}", OWN },
      { "{" BARE ",\"hist\":[]}", OWN },
      { "{" BARE ",\"hist\":[[65,1]]}", OWN },
      { "{" BARE ",\"hist\":[[3,1],[3,1]]}", OWN },
      { "{" BARE ",\"hist\":[[4,1],[3,1]]}", OWN },
      { "{" BARE ",\"hist\":[[4,1]}", OWN },
      { "{" BARE ",\"hist\":[4,1]}", OWN },
      { "{" BARE ",\"thr\":[]}", OWN },
      { "{" BARE ",\"thr\":[[4294967296,1,1]]}", OWN },
      { "{" BARE ",\"thr\":[[2,1,1],[2,1,1]]}", OWN },
      { "{" BARE ",\"thr\":[[2,1,1]}", OWN },
      { "{" BARE ",\"thr\":[[2,1]]}", OWN },
      { "{" BARE ",\"cut\":false}", OWN },
      { "{" BARE ",\"cut\":tru}", OWN },
      { "{" BARE ",\"re\":1,\"mv\":[2,5]}", OWN },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      fixture f = { .n_B = 0 };
      if (scan(&f, cases[i].text, cases[i].has))
         fail_msg("understood: %s", cases[i].text);
      close_scan(&f);
   }
}

/* A text cut anywhere is left, too. */
static void leaves_cut_text(void **state)
{
   (void)state;
   static const char text[] = "{" BARE ",\"hist\":[[0,1],[3,2]],"
                              "\"thr\":[[1,1,4],[3,2,6]],\"cut\":true}";
   for (size_t n = 0; n < sizeof text - 1; n++) {
      fixture f = { .n_B = 0 };
      char *cut = strndup(text, n); /* of just this size: no byte behind is read */
      assert_false(scan(&f, cut, OWN));
      free(cut);
      close_scan(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_a_whole_site), cmocka_unit_test(takes_forms),
      cmocka_unit_test(lists_grow),         cmocka_unit_test(leaves_the_rest),
      cmocka_unit_test(leaves_cut_text),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
