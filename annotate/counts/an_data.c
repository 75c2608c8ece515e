/* an_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_data.h"

#include "counts/an_sharing.h"

const an_data *an_profile_data(const an_profile *profile)
{
   (void)profile;
   return NULL;
}

const an_sharing *an_profile_sharing(const an_profile *profile)
{
   (void)profile;
   return NULL;
}
