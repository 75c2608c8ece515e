// heap_names.cpp -- functions that compilers inline, in all kinds of scopes; each
// allocates once.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdlib>

#define INLINED inline __attribute__((always_inline))

static void *volatile kept;

static INLINED void keep(std::size_t size_B)
{
   kept = std::malloc(size_B);
}

namespace outer {

namespace inner {
INLINED void in_namespace() { keep(1); }
}

struct shape {
   INLINED shape() { keep(2); }
   INLINED void in_class() const { keep(3); }
   INLINED void in_class(int) const { keep(4); }
   static INLINED void in_static() { keep(5); }
   INLINED shape &operator+=(int) { keep(6); return *this; }
   void by_lambda();
};

template <typename T> struct box {
   INLINED void in_template(T) { keep(7); }
   template <int N> INLINED void in_both() { keep(8); }
};

// The call operator is inlined in the function that the lambda is in.
void __attribute__((noinline)) shape::by_lambda()
{
   auto lambda = [](int n) __attribute__((always_inline)) { keep(9 + n); };
   lambda(0);
}

}

namespace {
INLINED void in_nameless() { keep(10); }
}

static INLINED void in_file() { keep(11); }

static __attribute__((noinline)) void call_all()
{
   outer::inner::in_namespace();
   outer::shape shape;
   shape.in_class();
   shape.in_class(1);
   outer::shape::in_static();
   shape += 1;
   outer::box<int>().in_template(1);
   outer::box<int>().in_both<2>();
   in_nameless();
   in_file();
   shape.by_lambda();
   kept = nullptr;
}

int main()
{
   call_all();
}
