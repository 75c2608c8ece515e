// calls_throw.cpp -- exceptions: caught near and far, thrown again, out of constructors
// and destructors' functions, out of callbacks.  Prints its calls; see calls.h.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "calls.h"

static volatile long n_leaves;

static void leaf()
{
   ENTERED()
   n_leaves = n_leaves + 1;
}

static void clean_up()
{
   ENTERED()
   CALL(leaf);
}

struct guard {
   ~guard();
};

guard::~guard()
{
   ENTERED()
   CALL(clean_up);
}

static void dive(int depth)
{
   ENTERED()
   guard g;
   CALL(leaf);
   if (depth == 0)
      throw std::runtime_error("far");
   CALL(dive, depth - 1);
   CALL(leaf); // never
}

static void catch_here(int depth)
{
   ENTERED()
   try {
      CALL(dive, depth);
   } catch (const std::exception &) {
      CALL(leaf);
   }
   CALL(leaf);
}

static void throw_again(int depth)
{
   ENTERED()
   try {
      CALL(dive, depth);
   } catch (const std::exception &) {
      CALL(leaf);
      throw;
   }
}

static void throw_other(int depth)
{
   ENTERED()
   try {
      CALL(throw_again, depth);
   } catch (const std::exception &) {
      CALL(leaf);
      throw depth;
   }
}

static void nested(int depth)
{
   ENTERED()
   try {
      guard g;
      CALL(throw_other, depth);
   } catch (int) {
      CALL(catch_here, depth); // while the first is handled
      CALL(leaf);
   }
}

static bool less(int a, int b)
{
   ENTERED()
   CALL(leaf);
   if (a == 7 && b != 7)
      throw std::logic_error("seven");
   return a < b;
}

static void sort_badly()
{
   ENTERED()
   int numbers[] = { 5, 9, 1, 8, 7, 3, 2, 6 };
   try {
      std::sort(numbers, numbers + 8, less);
   } catch (const std::logic_error &) {
      CALL(leaf);
   }
   CALL(leaf);
}

[[noreturn]] static void fail(int n)
{
   ENTERED()
   CALL(leaf);
   throw n;
}

static int sum(int n)
{
   ENTERED()
   int total = 0;
   for (int i = 0; i < n; i++)
      try {
         if (i % 3 == 0)
            CALL(fail, i);
         CALL(leaf);
      } catch (int thrown) {
         total += thrown;
         CALL(leaf);
      }
   return total;
}

int main()
{
   for (int i = 0; i < 20; i++) {
      CALL(catch_here, i);
      CALL(nested, i);
      CALL(sort_badly);
      CALL(sum, i);
   }
   calls_print();
}
