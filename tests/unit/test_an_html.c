/* test_an_html.c -- the frame of a page: text as HTML, the document's size, the page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "page/an_html.h"
#include "page/an_html_text.h"

#include <jansson.h>

/* ---- Text ---- */

static void check_text(const char *text, const char *expected)
{
   char *html;
   size_t length;
   FILE *out = open_memstream(&html, &length);
   assert_non_null(out);
   an_html_text(out, text);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(html, expected);
   free(html);
}

static void test_escapes(void **state)
{
   (void)state;
   check_text("", "");
   check_text("std::map<int, int>&", "std::map&lt;int, int&gt;&amp;");
   check_text("</script><script>alert(1)</script>",
              "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
   check_text("\" onload='x'", "&quot; onload=&#39;x&#39;");
   check_text("&lt;", "&amp;lt;");
   check_text("a\x1b[31mb\nc\xff\xc3\xa4", "a\\x1b[31mb\\x0ac\\xff\xc3\xa4");
   check_text("\xe2\x80\xae"
              "evil",
              "\\xe2\\x80\\xae"
              "evil");
}

/* ---- Pages ---- */

enum { ROW_B = 1000 };

typedef struct {
   size_t bytes; /* of the document */
   double until; /* from this threshold on it is small */
   unsigned n_made;
   const char *text; /* a member */
} content;

static void put_members(const void *context, an_json_out *json, double threshold,
                        an_html_left_out *left_out)
{
   enum { QUOTES_AND_COMMA = 3 };
   content *c = (content *)context;
   char row[ROW_B - QUOTES_AND_COMMA + 1] = "";
   size_t n = c->until > 0 && threshold >= c->until ? 1000 : c->bytes;
   c->n_made++;
   an_json_put_text(json, "text", c->text);
   an_json_open_line(json, "", "rows", '[');
   memset(row, 'x', sizeof row - 1);
   for (size_t i = 0; i < n / ROW_B; i++)
      an_json_put_utf8(json, NULL, row);
   an_json_put_close(json, ']');
   left_out->lines = c->bytes / ROW_B - n / ROW_B;
}

static void put_tables(const void *context, an_json_out *json)
{
   an_json_put_text(json, NULL, ((const content *)context)->text);
}

static void put_static(const void *context, FILE *out)
{
   an_html_put(out, "p", ((const content *)context)->text);
}

static char *file_names[] = { "a.out", "<b>.out" };

/* The page or its document; the caller frees it. */
static char *written(content *c, bool is_html)
{
   const an_html_page page = {
      .alloc = test_alloc(),
      .command = "cs_annotate",
      .tool = "cachesim",
      .title = "</title><script>",
      .files = file_names,
      .n_files = 2,
      .context = c,
      .put_members = put_members,
      .put_tables = put_tables,
      .put_static = put_static,
   };
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   (is_html ? an_html_write : an_html_write_json)(&page, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static char *good(content *c, bool is_html)
{
   return written(c, is_html);
}

static json_t *parsed(const char *text)
{
   json_error_t error;
   json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
   if (json == NULL)
      fail_msg("%d: %s", error.line, error.text);
   return json;
}

/* The text between two others, cut out of `text`. */
static char *between(char *text, const char *before, const char *after)
{
   char *at = strstr(text, before);
   assert_non_null(at);
   at += strlen(before);
   char *end = strstr(at, after);
   assert_non_null(end);
   *end = '\0';
   return at;
}

static size_t count(const char *text, const char *part)
{
   size_t n = 0;
   for (; (text = strstr(text, part)) != NULL; text += strlen(part))
      n++;
   return n;
}

static void test_page(void **state)
{
   (void)state;
   content c = { .bytes = 3000, .text = "</script><!-- <script> --><b>" };
   char *html = good(&c, true), *text = good(&c, false);
   assert_int_equal(strncmp(html, "<!DOCTYPE html>\n", 16), 0);
   assert_int_equal(count(html, "<script"), 3);
   assert_int_equal(count(html, "</script>"), 3);
   assert_int_equal(count(html, "<title>&lt;/title&gt;&lt;script&gt;</title>"), 1);
   assert_int_equal(count(html, "Content-Security-Policy"), 1);
   assert_int_equal(count(html, "style="), 0);
   assert_non_null(strstr(html, "<p>&lt;/script&gt;"));
   const char *tables = between(html, "id=\"quern-tables\">\n", "</script>");
   assert_string_equal(tables,
                       "\"\\u003c/script>\\u003c!-- \\u003cscript> -->\\u003cb>\"\n");
   char *data = between(html, "id=\"quern-data\">\n", "</script>");
   assert_int_equal(count(data, "<"), 0);
   json_t *of_page = parsed(data), *of_json = parsed(text);
   assert_true(json_equal(of_page, of_json));
   assert_string_equal(json_string_value(json_object_get(of_json, "text")), c.text);
   assert_string_equal(json_string_value(json_object_get(of_json, "schema")), "page");
   assert_int_equal(json_array_size(json_object_get(of_json, "files")), 2);
   json_decref(of_page);
   json_decref(of_json);
   free(html);
   free(text);
}

/* ---- Sizes ---- */

static void check_size(content *c, unsigned n_made, double threshold)
{
   char *text = good(c, false);
   json_t *json = parsed(text);
   json_t *left_out = json_object_get(json, "left_out");
   double found = json_number_value(json_object_get(left_out, "threshold_percent"));
   assert_true(found == threshold);
   assert_int_equal(json_integer_value(json_object_get(left_out, "lines"))
                       + (json_int_t)json_array_size(json_object_get(json, "rows")),
                    c->bytes / ROW_B);
   assert_int_equal(c->n_made, n_made);
   json_decref(json);
   free(text);
}

static void test_sizes(void **state)
{
   (void)state;
   enum { LARGE = AN_HTML_ORDINARY_B + 1000, LARGEST = AN_HTML_MOST_B + 1000 };
   check_size(&(content){ .bytes = AN_HTML_ORDINARY_B - 1000 }, 1, 0);
   check_size(&(content){ .bytes = LARGE, .until = 0.001 }, 2, 0.001);
   check_size(&(content){ .bytes = LARGE, .until = 0.01 }, 5, 0.01);
   /* From 0.1 % on it may be large. */
   check_size(&(content){ .bytes = LARGE }, 8, 0.1);
   check_size(&(content){ .bytes = LARGEST, .until = 0.2 }, 9, 0.2);
   /* What does not become smaller is written all the same. */
   check_size(&(content){ .bytes = LARGEST }, 17, 100);
}

/* ---- Failing ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_page),
      cmocka_unit_test(test_sizes),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
