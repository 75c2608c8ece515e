/* test_ac_layout.h -- a profile of a layout, and that as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_LAYOUT_H
#define TEST_AC_LAYOUT_H

#include "test_ac_data.h"

#include "counts/ac_layout.h"

#define LAYOUT_DESC "desc: Layout:           my.layout\n"
#define LAYOUT_RULES \
   "#: lr 3 type struct node: hot key; cold rest\n" \
   "#: lr 5 static table: align 64\n"
#define LAYOUT_COUNTS "#: lc 1 11 9240 2 70 1\n#: lc 2 1 512 0 0 0\n"
#define LAYOUT_DATA "#: ld 1 1\n#: ld 2 3\n"
#define LAYOUT_NOTES LAYOUT_RULES LAYOUT_COUNTS LAYOUT_DATA
/* DATA_FILE of a layout, up to its notes; and all of it. */
#define LAYOUT_TO_NOTES \
   LAYOUT_DESC DATA_HEAD DATA_BODY DATA_OBJECTS DATA_NAMES DATA_DATA DATA_ENTRIES \
      DATA_USE DATA_SETS
#define LAYOUT_FILE LAYOUT_TO_NOTES LAYOUT_NOTES DATA_SHARING DATA_END

/* "my.layout\n3 type struct node: pool: 11 9240 2 70 1\n", and "0: 1" for each datum that
   follows a rule; "none". */
static inline void layout_as_text(const ac_profile *profile, size_t side,
                                  char text[DATA_TEXT_B])
{
   const ac_layout *layout = ac_profile_layout(profile, side);
   const ac_data *data = ac_profile_data(profile);
   data_text t = { profile, text, text + DATA_TEXT_B };
   data_put(&t, "%s\n", layout->file == NULL ? "none" : layout->file);
   for (size_t i = 0; i < layout->n; i++) {
      data_put(&t, "%u %s:", layout->rules[i].line, layout->rules[i].text);
      data_put_counts(&t, layout->rules[i].counts, AC_LAYOUT_COUNTS);
   }
   for (size_t i = 0; data != NULL && i < data->n_data; i++)
      if (data->data[i].rule != AC_NO_RULE)
         data_put(&t, "%zu: %u\n", i, data->data[i].rule);
}

/* The layout of the sum of the files, NULL after the last. */
static inline void layout_check(const char *const *files, const ac_reading *reading,
                                const char *expected)
{
   size_t n = 0;
   while (files[n] != NULL)
      n++;
   ac_profile *profile = test_sum_of(files, n, reading);
   char text[DATA_TEXT_B];
   layout_as_text(profile, 0, text);
   assert_string_equal(text, expected);
}

#endif
