/* test_an_table_out.c -- tables made by hand, as JSON and CSV, and for a page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_made_table.h"

#include <stdlib.h>

/* ---- Writing ---- */

typedef enum { JSON, CSV, PAGE } form;

/* What is written of the tables; the caller
   frees it.  `after`: of a pair, else NULL. */
static char *text_of(const an_table *tables, size_t n, form as, const char *after)
{
   test_section s;
   char *text;
   size_t length;
   section_read(&s, made_profile, after == NULL ? NULL : "Ir:change Dr:old Dr:change");
   if (after != NULL) {
      s.profile = test_good_pair(made_profile, after);
      s.scope.profile = s.profile;
      s.request.is_pair = true;
   }
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   made_set(tables, n);
   if (as == JSON) {
      an_json_out json = { .out = out };
      an_json_put_open(&json, NULL, '{');
      an_tables_put_json(&json, "of", made_open, &s.scope);
      an_json_put_close(&json, '}');
   } else if (as == PAGE) {
      an_json_out json = { .out = out };
      an_json_put_open(&json, NULL, '[');
      an_tables_put_page(&json, "made", made_open, &s.scope);
      an_json_put_close(&json, ']');
   } else {
      an_tables_put_csv(out, made_open, &s.scope);
   }
   assert_false(made.is_open);
   assert_int_equal(made.is_for, as == JSON  ? AN_FOR_JSON
                                 : as == CSV ? AN_FOR_CSV
                                             : AN_FOR_PEOPLE);
   assert_true(made.n_rows == 0 || made.room == SIZE_MAX);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

/* In what is expected of JSON, ' stands for ". */
static void check_of(const an_table *tables, size_t n, form as, const char *after,
                     const char *expected)
{
   char *text = text_of(tables, n, as, after);
   for (char *at = text; as != CSV && *at != '\0'; at++)
      *at = *at == '"' ? '\'' : *at;
   assert_string_equal(text, expected);
   free(text);
}

static void check(const an_table *tables, size_t n, form as, const char *expected)
{
   check_of(tables, n, as, NULL, expected);
}

/* ---- Cells ---- */

static const an_column each_kind[] = {
   COLUMN(COUNT, ALL, "a", NULL),
   COLUMN(VALUE, ALL, "b", NULL, .whole = 2000),
   COLUMN(SHORT, ALL, "c", NULL),
   COLUMN(NUMBER, ALL, "d", NULL),
   COLUMN(PERCENT, ALL, "e", NULL),
   COLUMN(TEXT, ALL, "f", NULL),
   COLUMN(PATH, ALL, "g", NULL, .is_last = true), /* the last for people alone */
   COLUMN(FLAG, ALL, "h", NULL),
   COLUMN(INTS, JSON, "i", NULL),
   COLUMN(TEXT, PEOPLE, "j", "for people"),
};

static void kinds(void **state)
{
   (void)state;
   const made_row rows[] = {
      { ROW(NUMBER(1234), NUMBER(1.5L), NUMBER(5000000), NUMBER(2.25L), NUMBER(34.5L),
            TEXT("text"), TEXT("/p"), NUMBER(2), COUNTS(1, -2), TEXT("x")) },
      { ROW(NUMBER(0x1p62L), NUMBER(0), NUMBER(-0x1p62L), NUMBER(0x1p70L), NUMBER(0),
            TEXT(""), TEXT(""), NUMBER(0), COUNTS(7)) },
      { ROW(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY) },
   };
   const an_table table = TABLE_OF(each_kind, rows);
   check(&table, 1, JSON,
         "{\n'of':{\n'rows':["
         "\n {'a':1234,'b':1.5,'c':5000000,'d':2.25,'e':34.5,'f':'text','g':'/p',"
         "'h':true,'i':[1,-2]},"
         "\n {'a':4611686018427387904,'b':0,'c':-4611686018427387904,"
         "'d':1.1805916207174113e+21,'e':0,'f':'','g':'','h':false,'i':[7]},"
         "\n {'a':null,'b':null,'c':null,'d':null,'e':null,'f':null,'g':null,'h':null,"
         "'i':[]}]}}");
   check(&table, 1, CSV,
         "a,b,c,d,e,f,g,h\r\n"
         "1234,1.5,5000000,2.25,34.5,text,/p,yes\r\n"
         "4611686018427387904,0,-4611686018427387904,"
         "1.1805916207174113e+21,0,,,no\r\n"
         ",,,,,,,\r\n");
}

/* A page has what people see, as numbers; as text, what a column writes in a way of its
   own. */
static const char *write_own(const an_page *page, long double number, char *to)
{
   (void)page;
   snprintf(to, AN_TEXT_NUMBER_B, "no. %.0Lf", number);
   return to;
}

static void in_page(void **state)
{
   (void)state;
   const an_column columns[] = {
      COLUMN(COUNT, ALL, "a", NULL, .unit = "bytes"),
      COLUMN(VALUE, ALL, "b", "label", .whole = 2000),
      COLUMN(COUNT, PEOPLE, NULL, "own", .write = write_own),
      COLUMN(PERCENT, ALL, "e", NULL),
      COLUMN(RIGHT, PEOPLE, NULL, "times"),
      COLUMN(FLAG, ALL, "h", NULL),
      COLUMN(INTS, JSON, "i", NULL),
      COLUMN(MEASURES, ALL, "values", NULL),
      COLUMN(TEXT, JSON, "k", NULL),
      COLUMN(TEXT, ALL, "f", "name"),
   };
   made_row rows[] = {
      { ROW(NUMBER(1234), NUMBER(1.5L), NUMBER(7), NUMBER(34.5L), TEXT("1 -> 2"),
            NUMBER(1), COUNTS(1, -2), COUNTS(1000, 30), TEXT("x"), TEXT("</a>")) },
      { ROW(EMPTY, EMPTY, EMPTY, EMPTY, NUMBER(3), EMPTY, EMPTY, EMPTY, EMPTY, EMPTY) },
   };
   rows[0].depth = 2;
   an_table table = TABLE_OF(columns, rows);
   table.heading = "Made";
   check(&table, 1, PAGE,
         "[\n{'name':'made','title':'Made','left_out':0,"
         "\n 'columns':[{'kind':'number','key':'a','label':'a','unit':'bytes'},"
         "{'kind':'number','key':'b','label':'label','whole':2000},"
         "{'kind':'right','label':'own'},{'kind':'percent','key':'e','label':'e'},"
         "{'kind':'right','label':'times'},{'kind':'flag','key':'h','label':'h'},"
         "{'kind':'measures','key':'values','label':'values','metrics':['Ir','Dr']},"
         "{'kind':'text','key':'f','label':'name'}],"
         "\n 'rows':["
         "\n [1234,1.5,'no. 7',34.5,'1 -> 2',true,{'values':[1000,30]},'\\u003c/a>',"
         "{'depth':2}],"
         "\n [null,null,'no. nan',null,3,null,{'values':null},null]]}]");
   table.is_for = AN_FOR_PROGRAMS;
   check(&table, 1, PAGE, "[]");
}

static void hostile(void **state)
{
   (void)state;
   static const an_column columns[] = { COLUMN(TEXT, ALL, "a,b", NULL),
                                        COLUMN(PATH, ALL, "c", NULL) };
   static const made_row rows[] = {
      { ROW(TEXT("\xe6\x97\xa5\x1b[2J\n"), TEXT("\xff</a>\\x41")) },
      { ROW(TEXT("=1+1"), TEXT("a \"b\", c")) },
   };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, 1, JSON,
         "{\n'of':{\n'rows':["
         "\n {'a,b':'\xe6\x97\xa5\\\\x1b[2J\\\\x0a','c':'\\\\xff\\u003c/a>\\\\x5cx41'},"
         "\n {'a,b':'=1+1','c':'a \\'b\\', c'}]}}");
   check(&table, 1, CSV,
         "\"a,b\",c\r\n"
         "\xe6\x97\xa5\\x1b[2J\\x0a,\\xff</a>\\x5cx41\r\n"
         "\\x3d1+1,\"a \"\"b\"\", c\"\r\n");
}

static const an_column spot_column = COLUMN(SPOT, ALL, NULL, NULL, .is_last = true);

/* The row of the whole program has no spot. */
static void spots(void **state)
{
   (void)state;
   const an_column columns[] = { spot_column, COLUMN(MEASURES, ALL, "values", NULL) };
   static const ac_spot spots[] = { { .kind = AC_SPOT_FUNCTION },
                                    { .kind = AC_SPOT_LINE, .line = 7 },
                                    { .kind = AC_SPOT_OBJECT, .label = "node, a" } };
   const made_row total = { ROW(EMPTY, COUNTS(1000, 30)) };
   const made_row row = { ROW(EMPTY, COUNTS(900, 30)) };
   made_row rows[AC_N_SPOT_KINDS][2];
   an_table tables[AC_N_SPOT_KINDS];
   for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++) {
      made_row *of = rows[kind];
      of[0] = total;
      of[1] = row;
      of[1].spot = &spots[kind];
      tables[kind] = (an_table)TABLE_OF(columns, rows[kind]);
      tables[kind].context = of + 1;
      tables[kind].n = 1;
      tables[kind].key = ac_spot_kind_key((ac_spot_kind)kind);
   }
   tables[0].totals = AN_FOR_JSON;
   tables[1].totals = AN_FOR_CSV;
   tables[2].totals = AN_FOR_PEOPLE;
   check(tables, 3, JSON,
         "{\n'of':{\n'total':{'values':[1000,30]},"
         "\n'functions':[\n {'file':'dir/a.c','function':'f','values':[900,30]}],"
         "\n'lines':[\n {'file':'dir/a.c','function':'f','line':7,'values':[900,30]}],"
         "\n'objects':[\n {'object':'node, a','values':[900,30]}]}}");
   check(tables, 3, CSV,
         "of,file,function,line,object,Ir,Dr\r\n"
         "function,dir/a.c,f,,,900,30\r\n"
         "program,,,,,1000,30\r\n"
         "line,dir/a.c,f,7,,900,30\r\n"
         "object,,,,\"node, a\",900,30\r\n");
}

/* Both sides of each metric of a pair are written, whatever else of it is shown. */
static void pairs(void **state)
{
   (void)state;
   static const an_column columns[] = { COLUMN(MEASURES, ALL, "values", NULL),
                                        COLUMN(COUNT, ALL, "n", NULL) };
   const made_row rows[] = { { ROW(COUNTS(900, 30, 500, 20), NUMBER(1)) } };
   const an_table table = TABLE_OF(columns, rows);
   check_of(&table, 1, JSON, made_profile,
            "{\n'of':{\n'rows':[\n {'old':[900,30],'new':[500,20],'n':1}]}}");
   check_of(&table, 1, CSV, made_profile,
            "Ir old,Ir new,Dr old,Dr new,n\r\n900,500,30,20,1\r\n");
}

/* ---- JSON ---- */

/* Neighbours of one key are one array, even with one left out between them. */
static void arrays(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(COUNT, ALL, "a", NULL, .array = "x"),
      COLUMN(COUNT, ALL, "b", NULL, .array = "x", .omits_empty = true),
      COLUMN(COUNT, PEOPLE, "c", "c"),
      COLUMN(TEXT, ALL, "d", NULL, .array = "x"),
      COLUMN(COUNT, ALL, "e", NULL, .array = "y"),
      COLUMN(COUNT, ALL, "f", NULL),
      COLUMN(FLAG, ALL, "g", NULL, .array = "z"),
   };
   static const made_row rows[] = {
      { ROW(NUMBER(1), NUMBER(2), NUMBER(3), TEXT("d"), NUMBER(5), NUMBER(6),
            NUMBER(7)) },
      { ROW(NUMBER(1), EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, NUMBER(0)) },
   };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, 1, JSON,
         "{\n'of':{\n'rows':["
         "\n {'x':[1,2,'d'],'y':[5],'f':6,'z':[true]},"
         "\n {'x':[1,null],'y':[null],'f':null,'z':[false]}]}}");
   check(&table, 1, CSV, "a,b,d,e,f,g\r\n1,2,d,5,6,yes\r\n1,,,,,no\r\n");
}

/* A cell with anything is not empty. */
static void omits_empty(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(COUNT, ALL, "a", NULL, .omits_empty = true),
      COLUMN(TEXT, ALL, "b", NULL, .omits_empty = true),
      COLUMN(FLAG, ALL, "c", NULL, .omits_empty = true),
      COLUMN(INTS, JSON, "d", NULL, .omits_empty = true),
   };
   const made_row rows[] = {
      { ROW(NUMBER(0), TEXT(""), NUMBER(0),
            { .number = NAN, .counts = (const int64_t[]){ 1 }, .n = 0 }) },
      { ROW(EMPTY, TEXT("b"), EMPTY, EMPTY) },
      { ROW(EMPTY, EMPTY, EMPTY, EMPTY) },
   };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, 1, JSON,
         "{\n'of':{\n'rows':[\n {'a':0,'b':'','c':false,'d':[]},"
         "\n {'b':'b'},\n {}]}}");
   check(&table, 1, CSV, "a,b,c\r\n0,,no\r\n,b,\r\n,,\r\n");
}

static const an_column a_number[] = { COLUMN(COUNT, ALL, "n", NULL) };
static const made_row two[] = { { ROW(NUMBER(1)) }, { ROW(NUMBER(2)) } };

static void put_head(const an_table *table, an_json_out *json)
{
   an_json_put_int(json, "rows", (int64_t)table->n);
}

/* Neighbours of one group are members of one object; the head of a table is before it. */
static void groups(void **state)
{
   (void)state;
   const struct {
      const char *key, *group;
      unsigned is_for;
   } of[] = { { "a", NULL, AN_FOR_ALL },   { "b", "g", AN_FOR_JSON },
              { "c", "x", AN_FOR_PEOPLE }, { "d", "g", AN_FOR_ALL },
              { "e", "h", AN_FOR_ALL },    { "f", NULL, AN_FOR_PROGRAMS } };
   enum { N = sizeof of / sizeof of[0] };
   an_table tables[N];
   for (size_t i = 0; i < N; i++) {
      an_table table = TABLE_OF(a_number, two);
      table.n = i == 5 ? 0 : 1;
      table.key = of[i].key;
      table.group = of[i].group;
      table.is_for = of[i].is_for;
      tables[i] = table;
   }
   tables[0].put_head = tables[3].put_head = put_head;
   check(tables, N, JSON,
         "{\n'of':{'rows':1,\n'a':[\n {'n':1}],"
         "\n'g':{\n'b':[\n {'n':1}],'rows':1,\n'd':[\n {'n':1}]},"
         "\n'h':{\n'e':[\n {'n':1}]},\n'f':[]}}");
   check(tables, N - 1, JSON,
         "{\n'of':{'rows':1,\n'a':[\n {'n':1}],"
         "\n'g':{\n'b':[\n {'n':1}],'rows':1,\n'd':[\n {'n':1}]},"
         "\n'h':{\n'e':[\n {'n':1}]}}}"); /* the last is closed */
}

/* A table without a key is the member; a section without one for JSON has none. */
static void members(void **state)
{
   (void)state;
   an_table of_people = TABLE_OF(a_number, two);
   of_people.is_for = AN_FOR_PEOPLE | AN_FOR_CSV;
   of_people.key = NULL;
   an_table of_all = TABLE_OF(a_number, two);
   of_all.key = NULL;
   of_all.put_head = put_head;
   check(&of_people, 1, JSON, "{}");
   check(NULL, 0, JSON, "{}");
   check((an_table[]){ of_people, of_all }, 2, JSON, "{\n'of':[\n {'n':1},\n {'n':2}]}");
   of_all.n = 0;
   check(&of_all, 1, JSON, "{\n'of':[]}");
   of_all.key = "all";
   check((an_table[]){ of_people, of_all }, 2, JSON, "{\n'of':{'rows':0,\n'all':[]}}");
}

/* ---- CSV ---- */

/* The columns of the first table that is for CSV; where another lacks one, nothing. */
static void subsets(void **state)
{
   (void)state;
   static const an_column first[] = {
      COLUMN(COUNT, JSON, "x", NULL), COLUMN(COUNT, ALL, "a", NULL),
      COLUMN(TEXT, ALL, "b", NULL),   COLUMN(MEASURES, ALL, "values", NULL),
      COLUMN(FLAG, CSV, "c", NULL),
   };
   static const an_column second[] = { COLUMN(FLAG, ALL, "c", NULL),
                                       COLUMN(COUNT, ALL, "b", NULL), /* another kind */
                                       COLUMN(COUNT, ALL, "a", NULL) };
   static const an_column third[] = { COLUMN(MEASURES, ALL, "values", NULL),
                                      COLUMN(COUNT, JSON, "a", NULL), /* not for CSV */
                                      COLUMN(TEXT, ALL, "b", NULL) };
   const made_row of_first[] = { { ROW(NUMBER(9), NUMBER(1), TEXT("b"), COUNTS(10, 20),
                                       NUMBER(1)) } };
   const made_row of_second[] = { { ROW(NUMBER(0), NUMBER(5), NUMBER(2)) },
                                  { ROW(EMPTY, EMPTY, NUMBER(3)) } };
   const made_row of_third[] = { { ROW(COUNTS(30, 40), NUMBER(7), TEXT("t")) } };
   an_table tables[] = { TABLE_OF(a_number, two), TABLE_OF(first, of_first),
                         TABLE_OF(second, of_second), TABLE_OF(third, of_third) };
   tables[0].is_for = AN_FOR_PEOPLE | AN_FOR_JSON;
   check(tables, 3, CSV, "a,b,Ir,Dr,c\r\n1,b,10,20,yes\r\n2,,,no\r\n3,,,\r\n");
   tables[2] = tables[3];
   check(tables, 3, CSV, "a,b,Ir,Dr,c\r\n1,b,10,20,yes\r\n,t,30,40,\r\n");
}

static void of_nothing(void **state)
{
   (void)state;
   an_table table = TABLE_OF(a_number, two);
   table.n = 0;
   check(&table, 1, CSV, "n\r\n");
   table.is_for = AN_FOR_PEOPLE;
   check(&table, 1, CSV, "");
   check(NULL, 0, CSV, "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds),       cmocka_unit_test(in_page),
      cmocka_unit_test(hostile),     cmocka_unit_test(spots),
      cmocka_unit_test(pairs),       cmocka_unit_test(arrays),
      cmocka_unit_test(omits_empty), cmocka_unit_test(groups),
      cmocka_unit_test(members),     cmocka_unit_test(subsets),
      cmocka_unit_test(of_nothing),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
