/* an_sarif.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* get_current_dir_name */
#endif

#include "sections/an_sarif.h"

#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/an_text.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOT "%SRCROOT%" /* what GitHub and others call the repository's root */

/* ---- Places ---- */

/* Cuts the directory down to the one around it that has a .git; false: none has. */
static bool climb_to_repository(char *directory)
{
   char *text = NULL;
   for (char *end; (end = strrchr(directory, '/')) != NULL; *end = '\0') {
      bool is_there = access(an_text_form(&text, "%s/.git", directory), F_OK) == 0;
      free(text);
      text = NULL;
      if (is_there)
         return true;
   }
   return false;
}

static char *find_root(void)
{
   char *here = get_current_dir_name(),
        *real = here == NULL ? NULL : realpath(here, NULL);
   char *root = real == NULL ? NULL : an_strdup(real);
   if (root != NULL && !climb_to_repository(root))
      strcpy(root, real);
   free(here);
   free(real);
   return root;
}

/* Without the root in front; NULL: the path is not below it. */
static const char *strip_root(const an_sarif *sarif, const char *path)
{
   size_t n = sarif->root == NULL ? 0 : strlen(sarif->root);
   if (*path != '/')
      return path;
   return n > 1 && strncmp(path, sarif->root, n) == 0 && path[n] == '/' ? path + n + 1
                                                                        : NULL;
}

/* A path as in a URI (RFC 3986). */
static void put_uri(an_json_out *json, const char *path, const char *before,
                    const char *behind)
{
   static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                               "0123456789-._~/";
   char *uri = NULL;
   size_t size_B;
   FILE *out = an_memstream(&uri, &size_B);
   fputs(before, out);
   for (const char *at = path; *at != '\0'; at++)
      fprintf(out, strchr(plain, *at) != NULL ? "%c" : "%%%02X", (unsigned char)*at);
   fputs(behind, out);
   an_memstream_close(out);
   an_json_put_utf8(json, "uri", uri);
   free(uri);
}

/* A file that is there has the path that leads to it without links: the same in each
   checkout. */
static void put_artifact(an_sarif *sarif, const char *path)
{
   char *real = realpath(path, NULL);
   const char *whole = real == NULL ? path : real, *below = strip_root(sarif, whole);
   AN_JSON_PUT_OBJECT(&sarif->json, NULL, "artifactLocation",
                      put_uri(&sarif->json, below == NULL ? whole : below,
                              below == NULL ? "file://" : "", ""),
                      AN_JSON_IF("uriBaseId", ROOT, below != NULL));
   free(real);
}

static bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

/* In units of UTF-16, as SARIF counts columns unless it says otherwise. */
static int64_t columns_of(const char *text, size_t n)
{
   int64_t columns = 0;
   for (size_t i = 0; i < n; i++)
      columns += (((unsigned char)text[i] & 0xc0) != 0x80) /* begins a character */
                 + ((unsigned char)text[i] >= 0xf0);       /* of two units */
   return columns;
}

/* Of a line without text, its beginning. */
static void put_region(an_json_out *json, const an_sarif_result *result)
{
   size_t first = 0, end = result->source == NULL ? 0 : result->source_B;
   while (end > 0 && is_blank(result->source[end - 1]))
      end--;
   while (first < end && is_blank(result->source[first]))
      first++;
   AN_JSON_PUT_OBJECT(
      json, NULL, "region", AN_JSON("startLine", result->line),
      AN_JSON("startColumn", first + 1), AN_JSON("endLine", result->line),
      AN_JSON("endColumn", end == 0 ? 1 : columns_of(result->source, end) + 1));
}

/* ---- What tells results apart ---- */

/* Returns its number. */
static size_t find_rule(an_sarif *sarif, const an_sarif_rule *rule)
{
   for (size_t i = 0; i < sarif->n_rules; i++)
      if (strcmp(sarif->rules[i].id, rule->id) == 0)
         return i;
   TK_ARRAY_ROOM(sarif->alloc, AN_LABEL, sarif->rules, sarif->n_rules,
                 sarif->rules_capacity);
   sarif->rules[sarif->n_rules] = *rule;
   return sarif->n_rules++;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
   return text == NULL ? hash : tk_hash_word(hash ^ tk_hash_bytes(text, strlen(text)));
}

/* Of the rule, the file, the function and the line's text, without blanks: it stays the
   same though the line moves. */
static uint64_t hash_of(const an_sarif_result *result)
{
   const char *name = strrchr(result->path, '/');
   uint64_t hash = hash_text(0, result->rule.id);
   hash = hash_text(hash, name == NULL ? result->path : name + 1);
   hash = hash_text(hash, result->function);
   for (size_t i = 0; result->source != NULL && i < result->source_B; i++)
      if (!is_blank(result->source[i]))
         hash = tk_hash_word(hash ^ (unsigned char)result->source[i]);
   return hash;
}

/* The hash, and how many results with the same one there are up to this. */
static void put_fingerprint(an_sarif *sarif, const an_sarif_result *result)
{
   char text[48];
   uint64_t hash = hash_of(result);
   size_t n = 1;
   for (size_t i = 0; i < sarif->n_prints; i++)
      n += sarif->prints[i] == hash;
   TK_ARRAY_ADD(sarif->alloc, AN_LABEL, sarif->prints, sarif->n_prints,
                sarif->prints_capacity, hash);
   snprintf(text, sizeof text, "%016" PRIx64 ":%zu", hash, n);
   AN_JSON_PUT_OBJECT(&sarif->json, NULL, "partialFingerprints",
                      AN_JSON("quernLine/v1", text));
}

/* ---- Results ---- */

/* Whoever made the text has escaped names in it. */
#define AN_JSON_WORDS(key, words) AN_JSON_OBJECT(key, AN_JSON_UTF8("text", words))

static const char *const levels[] = { "note", "warning", "error" };

static void put_location(an_sarif *sarif, const an_sarif_result *result)
{
   AN_JSON_PUT_OBJECT(
      &sarif->json, NULL, NULL,
      AN_JSON_OBJECT("physicalLocation", put_artifact(sarif, result->path),
                     put_region(&sarif->json, result)),
      AN_JSON_WHEN(result->function != NULL,
                   AN_JSON_ARRAY("logicalLocations",
                                 AN_JSON_OBJECT(
                                    NULL, AN_JSON("fullyQualifiedName", result->function),
                                    AN_JSON("kind", "function")))));
}

void an_sarif_put(an_sarif *sarif, const an_sarif_result *result)
{
   long double percent = result->percent;
   AN_JSON_PUT_OBJECT(
      &sarif->json, " ", NULL, AN_JSON("ruleId", result->rule.id),
      AN_JSON("ruleIndex", find_rule(sarif, &result->rule)),
      AN_JSON("level", levels[result->level]), AN_JSON_WORDS("message", result->text),
      AN_JSON_ARRAY("locations", put_location(sarif, result)),
      put_fingerprint(sarif, result),
      AN_JSON_WHEN(percent >= 0, AN_JSON_NUMBER("rank", percent < 100 ? percent : 100),
                   AN_JSON_OBJECT("properties", AN_JSON_NUMBER("percent", percent))));
}

/* ---- The log ---- */

void an_sarif_open(an_sarif *sarif, const tk_alloc *alloc, const char *command, FILE *out)
{
   *sarif = (an_sarif){
      .alloc = alloc, .json = { .out = out }, .command = command, .root = find_root()
   };
   sarif->remarks_out = an_memstream(&sarif->remarks, &sarif->remarks_B);
   an_json_out *json = &sarif->json;
   an_json_put_open(json, NULL, '{');
   an_json_put_text(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
   an_json_put_text(json, "version", "2.1.0");
   an_json_put_open(json, "runs", '[');
   an_json_put_open(json, NULL, '{');
   an_json_put_open(json, "results", '[');
}

FILE *an_sarif_remarks(an_sarif *sarif)
{
   return sarif->remarks_out;
}

static void put_rule(an_json_out *json, const an_sarif_rule *rule, const char *command)
{
   char *help = NULL;
   an_text_form(&help, "%s%sSee %s(1).", rule->cure == NULL ? "" : rule->cure,
                rule->cure == NULL ? "" : ". ", command);
   AN_JSON_PUT_OBJECT(
      json, " ", NULL, AN_JSON("id", rule->id),
      AN_JSON_WORDS("shortDescription", rule->says),
      AN_JSON_WORDS("fullDescription", rule->says), AN_JSON_WORDS("help", help),
      AN_JSON_OBJECT("properties", AN_JSON_ARRAY("tags", AN_JSON(NULL, "performance"))));
   free(help);
}

/* Its name has the command: of one tool, an upload to GitHub takes another's place. */
static void put_tool(an_sarif *sarif)
{
   char *name = NULL;
   an_text_form(&name, "Quern %s", sarif->command);
   AN_JSON_PUT_OBJECT(
      &sarif->json, "", "tool",
      AN_JSON_OBJECT(
         "driver", AN_JSON("name", name), AN_JSON("version", PACKAGE_VERSION),
         AN_JSON("semanticVersion", PACKAGE_VERSION),
         AN_JSON_IF("informationUri", PACKAGE_URL, *PACKAGE_URL != '\0'),
         AN_JSON_EACH("rules", i, sarif->n_rules,
                      put_rule(&sarif->json, &sarif->rules[i], sarif->command))));
   free(name);
}

static void put_remarks(an_json_out *json, char *rest)
{
   for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';)
      AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("level", "note"),
                         AN_JSON_WORDS("message", line));
}

static void put_run(an_sarif *sarif)
{
   an_memstream_close(sarif->remarks_out);
   AN_JSON_PUT(
      &sarif->json, AN_JSON_LINE(""),
      AN_JSON_ARRAY(
         "invocations",
         AN_JSON_OBJECT(NULL, AN_JSON_BOOL("executionSuccessful", true),
                        AN_JSON_ARRAY("toolExecutionNotifications",
                                      put_remarks(&sarif->json, sarif->remarks)))));
   free(sarif->remarks);
}

void an_sarif_close(an_sarif *sarif)
{
   an_json_out *json = &sarif->json;
   an_json_put_close(json, ']');
   put_tool(sarif);
   put_run(sarif);
   AN_JSON_PUT(
      json, AN_JSON("columnKind", "utf16CodeUnits"),
      AN_JSON_WHEN(sarif->root != NULL,
                   AN_JSON_OBJECT(
                      "originalUriBaseIds",
                      AN_JSON_OBJECT(ROOT, put_uri(json, sarif->root, "file://", "/")))));
   an_json_put_close(json, '}');
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
   putc('\n', json->out);
   free(sarif->root);
   tk_put(sarif->alloc, sarif->rules);
   tk_put(sarif->alloc, sarif->prints);
}
