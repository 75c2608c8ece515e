/* test_ac_data_view.h -- data objects for unit tests, made by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_DATA_VIEW_H
#define TEST_AC_DATA_VIEW_H

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "advice/ac_data_view.h"
#include "types/ty_types.h"

static const char *const data_events[] = { "D1mr", "DLmr", "D1mw", "DLmw" };

static const ty_field node_fields[] = {
   { .offset = 0, .size_B = 8, .name = "key", .type = "long" },
   { .offset = 8, .size_B = 8, .name = "next", .type = "struct node *" },
   { .offset = 16,
     .size_B = 24,
     .name = "text[24]",
     .type = "char[24]",
     .has_parts = true },
   { .offset = 40, .size_B = 4, .name = "used", .type = "int" },
};

/* 48 bytes; the last 4 are padding. */
static const ty_type node_type = { "struct node", 48, node_fields, 4 };

/* Gives heap data and variables the type that the context points to. */
static inline ac_data_known know_type(void *context, const ac_data *data,
                                      const ac_datum *datum)
{
   (void)data, (void)datum;
   return (ac_data_known){ .type = context };
}

#endif
