/* an_export_json.c -- a profile of counts as JSON: functions, inlined code, arcs and call
   paths, which refer to each other by index (docs/quern.schema.json).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "base/an_json_out.h"
#include "counts/ac_layout.h"
#include "counts/ac_machine.h"
#include "counts/ac_objects.h"
#include "counts/ac_owners.h"

#define LABEL "an.json"

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
   if (counts == NULL) {
      an_json_put_null(&p->json, key);
      return;
   }
   an_json_put_open(&p->json, key, '[');
   for (size_t i = 0; i < p->show->n; i++) {
      const ac_metric *metric = p->show->metrics[i];
      an_json_put_number(&p->json, NULL, ac_metric_value(metric, counts),
                         ac_metric_is_whole(metric));
   }
   an_json_put_close(&p->json, ']');
}

/* Puts an index; null if there is none. */
static void put_index(page *p, const char *key, uint32_t index)
{
   an_json_put_known(&p->json, key, index, index != AC_NO_CALL);
}

/* Where a call is; null if that is unknown. */
static void put_place(page *p, const char *file, uint32_t line)
{
   an_json_put_text(&p->json, "call_file", file);
   an_json_put_known(&p->json, "call_line", line, line > 0);
}

static void open_item(page *p)
{
   an_json_open_line(&p->json, " ", NULL, '{');
}

static void close_item(page *p)
{
   an_json_put_close(&p->json, '}');
}

/* ---- The header ---- */

static void put_metrics(page *p)
{
   an_json_open_line(&p->json, "", "metrics", '[');
   for (size_t i = 0; i < p->show->n; i++) {
      an_json_put_open(&p->json, NULL, '{');
      an_json_put_text(&p->json, "name", p->show->metrics[i]->name);
      an_json_put_text(&p->json, "formula", p->show->metrics[i]->formula_text);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_objects(page *p)
{
   an_json_open_line(&p->json, "", "objects", '[');
   for (size_t i = 0; i < ac_objects_count(p->profile); i++) {
      const an_object *object = ac_objects_at(p->profile, i);
      open_item(p);
      an_json_put_text(&p->json, "path", object->path);
      if (*object->build_id != '\0')
         an_json_put_text(&p->json, "build_id", object->build_id);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_header(page *p)
{
   const ac_texts *descs = ac_profile_texts(p->profile, AC_DESC);
   an_state state = ac_profile_state_of_sum(p->profile);
   an_json_put_text(&p->json, "schema", "cs_export");
   an_json_put_int(&p->json, "version", JSON_VERSION);
   an_json_put_line(&p->json, "");
   an_json_put_text(&p->json, "command", ac_profile_command(p->profile));
   an_json_open_line(&p->json, "", "description", '[');
   for (size_t i = 0; i < descs->n; i++)
      an_json_put_text(&p->json, NULL, descs->text[i]);
   an_json_put_close(&p->json, ']');
   ac_machine_put_json(&p->json, ac_profile_machine(p->profile));
   ac_layout_put_json(&p->json, "layout", ac_profile_layout(p->profile, 0));
   an_state_put_members(&p->json, &state);
   put_metrics(p);
   an_json_put_line(&p->json, "");
   put_values(p, "totals", ac_profile_totals(p->profile));
   an_json_put_line(&p->json, "");
   an_json_put_bool(&p->json, "has_calls", p->calls != &no_calls);
   put_objects(p);
}

/* ---- Functions and calls ---- */

static void put_functions(page *p, int64_t *sums)
{
   an_json_open_line(&p->json, "", "functions", '[');
   for (size_t i = 0; i < p->owners.n; i++) {
      const ac_owner *owner = &p->owners.of[i];
      const ac_called *called = i < p->calls->n_functions ? &p->calls->functions[i]
                                                          : NULL;
      open_item(p);
      an_json_put_text(&p->json, "name", owner->name);
      an_json_put_text(&p->json, "file", owner->file);
      an_json_put_known(&p->json, "object", (int64_t)owner->object,
                        owner->object != SIZE_MAX);
      an_json_put_known(&p->json, "calls", called == NULL ? 0 : called->n_calls,
                        called != NULL);
      ac_owner_self(p->profile, owner, sums);
      put_values(p, "self", sums);
      put_values(p, "inclusive", called == NULL ? NULL : called->inclusive);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_inlined(page *p)
{
   an_json_open_line(&p->json, "", "inlined", '[');
   for (uint32_t i = 0; i < p->calls->n_inlined; i++) {
      const ac_inlined *one = &p->calls->inlined[i];
      open_item(p);
      an_json_put_int(&p->json, "function", one->function);
      put_index(p, "parent", one->parent);
      an_json_put_text(&p->json, "name", one->name);
      an_json_put_text(&p->json, "file", one->file);
      put_place(p, one->call_file, one->call_line);
      put_values(p, "self", one->self);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_arcs(page *p)
{
   an_json_open_line(&p->json, "", "arcs", '[');
   for (uint32_t i = 0; i < p->calls->n_arcs; i++) {
      const ac_arc *arc = &p->calls->arcs[i];
      open_item(p);
      put_index(p, "caller", arc->caller);
      put_index(p, "inlined", arc->inlined);
      an_json_put_int(&p->json, "callee", arc->callee);
      put_place(p, arc->file, arc->line);
      an_json_put_int(&p->json, "calls", arc->n_calls);
      put_values(p, "inclusive", arc->inclusive);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_rest(page *p)
{
   an_json_open_line(&p->json, "", "arcs_left_out", '[');
   for (uint32_t i = 0; i < p->calls->n_arcs_pruned; i++) {
      const ac_call_rest *rest = &p->calls->arcs_pruned[i];
      open_item(p);
      put_index(p, "caller", rest->function);
      put_index(p, "inlined", rest->inlined);
      an_json_put_int(&p->json, "arcs", rest->n);
      an_json_put_int(&p->json, "calls", rest->n_calls);
      put_values(p, "inclusive", rest->counts);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
}

static void put_paths(page *p)
{
   static const char *const kinds[] = {
      [AC_CALL_PATH] = "path",
      [AC_CALL_INLINED] = "inlined",
      [AC_CALL_FOLDED] = "recursive",
      [AC_CALL_PRUNED] = "left out",
   };
   an_json_open_line(&p->json, "", "paths", '[');
   for (uint32_t i = 0; i < p->calls->n_nodes; i++) {
      const ac_call_node *node = &p->calls->nodes[i];
      open_item(p);
      an_json_put_text(&p->json, "kind", kinds[node->kind]);
      put_index(p, "parent", node->parent);
      if (node->what != AC_NO_CALL)
         put_index(p, node->kind == AC_CALL_INLINED ? "inlined" : "arc", node->what);
      if (node->kind == AC_CALL_PRUNED)
         an_json_put_int(&p->json, "paths", node->n_calls);
      else if (node->kind != AC_CALL_INLINED)
         an_json_put_int(&p->json, "calls", node->n_calls);
      if (node->kind != AC_CALL_FOLDED)
         put_values(p, "self", node->self);
      close_item(p);
   }
   an_json_put_close(&p->json, ']');
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
   int64_t *sums = tk_get(alloc, LABEL, ac_profile_n_events(profile) * sizeof *sums);
   ac_owners_open(&p.owners, alloc, profile);
   an_json_put_open(&p.json, NULL, '{');
   put_header(&p);
   put_functions(&p, sums);
   put_inlined(&p);
   put_arcs(&p);
   put_rest(&p);
   put_paths(&p);
   an_json_put_close(&p.json, '}');
   putc('\n', out);
   ac_owners_close(&p.owners);
   tk_put(alloc, sums);
}
