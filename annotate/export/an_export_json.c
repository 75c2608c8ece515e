/* an_export_json.c -- a profile of counts as JSON: functions, inlined code, arcs and call
   paths, which refer to each other by index (docs/quern.schema.json).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "base/an_json_members.h"
#include "counts/ac_layout.h"
#include "counts/ac_machine.h"
#include "counts/ac_objects.h"
#include "counts/ac_owners.h"

enum { JSON_VERSION = 1 };

static const ac_calls no_calls;

typedef struct {
   const ac_profile *profile;
   const ac_choice *show;
   const ac_calls *calls;
   ac_owners owners;
   an_json_out json;
} page;

/* ---- Values ---- */

/* Puts an array of values; null if there are no counts. */
static void put_values(page *p, const char *key, const int64_t *counts)
{
   if (counts == NULL)
      return an_json_put_null(&p->json, key);
   an_json_put_open(&p->json, key, '[');
   for (size_t i = 0; i < p->show->n; i++) {
      const ac_metric *metric = p->show->metrics[i];
      an_json_put_number(&p->json, NULL, ac_metric_value(metric, counts),
                         ac_metric_is_whole(metric));
   }
   an_json_put_close(&p->json, ']');
}

/* An index; null if there is none. */
#define AN_JSON_INDEX(key, index) AN_JSON_KNOWN(key, index, (index) != AC_NO_CALL)

/* Where a call is; null if that is unknown. */
static void put_place(page *p, const char *file, uint32_t line)
{
   AN_JSON_PUT(&p->json, AN_JSON("call_file", file),
               AN_JSON_KNOWN("call_line", line, line > 0));
}

/* ---- The header ---- */

static void put_metric(page *p, const ac_metric *metric)
{
   AN_JSON_PUT_OBJECT(&p->json, NULL, NULL, AN_JSON("name", metric->name),
                      AN_JSON("formula", metric->formula_text));
}

static void put_object(page *p, const an_object *object)
{
   AN_JSON_PUT_OBJECT(
      &p->json, " ", NULL, AN_JSON("path", object->path),
      AN_JSON_IF("build_id", object->build_id, *object->build_id != '\0'));
}

static void put_header(page *p)
{
   const ac_texts *descs = ac_profile_texts(p->profile, AC_DESC);
   an_state state = ac_profile_state_of_sum(p->profile);
   AN_JSON_PUT(&p->json, AN_JSON("schema", "cs_export"),
               AN_JSON_INT("version", JSON_VERSION), AN_JSON_LINE(""),
               AN_JSON("command", ac_profile_command(p->profile)));
   AN_JSON_PUT_ARRAY(&p->json, "", "description", i, descs->n,
                     AN_JSON(NULL, descs->text[i]));
   ac_machine_put_json(&p->json, ac_profile_machine(p->profile));
   ac_layout_put_json(&p->json, "layout", ac_profile_layout(p->profile, 0));
   an_state_put_members(&p->json, &state);
   AN_JSON_PUT_ARRAY(&p->json, "", "metrics", i, p->show->n,
                     put_metric(p, p->show->metrics[i]));
   AN_JSON_PUT(&p->json, AN_JSON_LINE(""),
               put_values(p, "totals", ac_profile_totals(p->profile)), AN_JSON_LINE(""),
               an_json_put_bool(&p->json, "has_calls", p->calls != &no_calls),
               AN_JSON_IF_TRUE("estimated", p->calls->is_estimated));
   AN_JSON_PUT_ARRAY(&p->json, "", "objects", i, ac_objects_count(p->profile),
                     put_object(p, ac_objects_at(p->profile, i)));
}

/* ---- Functions and calls ---- */

static void put_function(page *p, size_t i, int64_t *sums)
{
   const ac_owner *owner = &p->owners.of[i];
   const ac_called *called = i < p->calls->n_functions ? &p->calls->functions[i] : NULL;
   ac_owner_self(p->profile, owner, sums);
   AN_JSON_PUT_OBJECT(
      &p->json, " ", NULL, AN_JSON("name", owner->name), AN_JSON("file", owner->file),
      AN_JSON_KNOWN("object", owner->object, owner->object != SIZE_MAX),
      AN_JSON_KNOWN("calls", called->n_calls, called != NULL),
      put_values(p, "self", sums),
      put_values(p, "inclusive", called == NULL ? NULL : called->inclusive));
}

static void put_inlined(page *p, const ac_inlined *one)
{
   AN_JSON_PUT_OBJECT(&p->json, " ", NULL, AN_JSON("function", one->function),
                      AN_JSON_INDEX("parent", one->parent), AN_JSON("name", one->name),
                      AN_JSON("file", one->file),
                      put_place(p, one->call_file, one->call_line),
                      put_values(p, "self", one->self));
}

static void put_arc(page *p, const ac_arc *arc)
{
   AN_JSON_PUT_OBJECT(&p->json, " ", NULL, AN_JSON_INDEX("caller", arc->caller),
                      AN_JSON_INDEX("inlined", arc->inlined),
                      AN_JSON("callee", arc->callee), put_place(p, arc->file, arc->line),
                      AN_JSON("calls", arc->n_calls),
                      put_values(p, "inclusive", arc->inclusive));
}

static void put_rest(page *p, const ac_call_rest *rest)
{
   AN_JSON_PUT_OBJECT(&p->json, " ", NULL, AN_JSON_INDEX("caller", rest->function),
                      AN_JSON_INDEX("inlined", rest->inlined), AN_JSON("arcs", rest->n),
                      AN_JSON("calls", rest->n_calls),
                      put_values(p, "inclusive", rest->counts));
}

static void put_path(page *p, const ac_call_node *node)
{
   static const char *const kinds[] = {
      [AC_CALL_PATH] = "path",
      [AC_CALL_INLINED] = "inlined",
      [AC_CALL_FOLDED] = "recursive",
      [AC_CALL_PRUNED] = "left out",
   };
   bool is_inlined = node->kind == AC_CALL_INLINED;
   AN_JSON_PUT_OBJECT(
      &p->json, " ", NULL, AN_JSON("kind", kinds[node->kind]),
      AN_JSON_INDEX("parent", node->parent),
      AN_JSON_IF(is_inlined ? "inlined" : "arc", node->what, node->what != AC_NO_CALL),
      AN_JSON_IF(node->kind == AC_CALL_PRUNED ? "paths" : "calls", node->n_calls,
                 !is_inlined),
      AN_JSON_WHEN(node->kind != AC_CALL_FOLDED, put_values(p, "self", node->self)));
}

static void put_calls(page *p, const ac_calls *calls)
{
   AN_JSON_PUT_ARRAY(&p->json, "", "inlined", i, calls->n_inlined,
                     put_inlined(p, &calls->inlined[i]));
   AN_JSON_PUT_ARRAY(&p->json, "", "arcs", i, calls->n_arcs, put_arc(p, &calls->arcs[i]));
   AN_JSON_PUT_ARRAY(&p->json, "", "arcs_left_out", i, calls->n_arcs_pruned,
                     put_rest(p, &calls->arcs_pruned[i]));
   AN_JSON_PUT_ARRAY(&p->json, "", "paths", i, calls->n_nodes,
                     put_path(p, &calls->nodes[i]));
}

void an_export_json(const ac_profile *profile, const tk_alloc *alloc,
                    const ac_choice *show, FILE *out)
{
   page p = { .profile = profile,
              .show = show,
              .calls = ac_profile_calls(profile),
              .json = { .out = out } };
   if (p.calls == NULL)
      p.calls = &no_calls;
   int64_t *sums = tk_get(alloc, AN_LABEL, ac_profile_n_events(profile) * sizeof *sums);
   ac_owners_open(&p.owners, alloc, profile);
   an_json_put_open(&p.json, NULL, '{');
   put_header(&p);
   AN_JSON_PUT_ARRAY(&p.json, "", "functions", i, p.owners.n, put_function(&p, i, sums));
   put_calls(&p, p.calls);
   an_json_put_close(&p.json, '}');
   putc('\n', out);
}
