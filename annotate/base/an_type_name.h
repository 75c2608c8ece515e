/* an_type_name.h -- types as people call them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* What people call the type that debug information calls `name`: without arguments of
   templates that are defaults, such as allocators; "std::string"; and of blocks that the
   standard library makes around values of the program, what they are of: "Customer" for
   the block of a shared_ptr<Customer> or Arc<Customer>, "node of map<int, Customer>".
   If it shows more than n_most bytes, "..." is for arguments, the innermost first.  On
   the heap. */
char *an_type_name(const char *name, size_t n_most);
