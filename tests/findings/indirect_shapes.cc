// indirect_shapes.cc -- shapes of five classes come in random order, and each is asked
// for its area by a virtual call; in the twin they are grouped by class.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace
{

struct Shape {
   explicit Shape(uint32_t s) : size(s)
   {
   }
   virtual ~Shape() = default;
   virtual uint64_t area() const = 0;
   uint32_t size;
};

struct Square : Shape {
   using Shape::Shape;
   uint64_t area() const override
   {
      return uint64_t(size) * size;
   }
};

struct Bar : Shape {
   using Shape::Shape;
   uint64_t area() const override
   {
      return uint64_t(size) * 3;
   }
};

struct Cross : Shape {
   using Shape::Shape;
   uint64_t area() const override
   {
      return uint64_t(size) * 5 + 1;
   }
};

struct Step : Shape {
   using Shape::Shape;
   uint64_t area() const override
   {
      return uint64_t(size) * (size + 1) / 2;
   }
};

struct Dot : Shape {
   using Shape::Shape;
   uint64_t area() const override
   {
      return 1;
   }
};

using Shapes = std::vector<std::unique_ptr<Shape>>;

std::unique_ptr<Shape> make(uint32_t kind, uint32_t size)
{
   switch (kind) {
   case 0: return std::make_unique<Square>(size);
   case 1: return std::make_unique<Bar>(size);
   case 2: return std::make_unique<Cross>(size);
   case 3: return std::make_unique<Step>(size);
   default: return std::make_unique<Dot>(size);
   }
}

Shapes draw(uint32_t n)
{
   Shapes shapes;
#ifdef CURED
   for (uint32_t kind = 0; kind < 5; kind++)
#endif
   {
      uint32_t seed = 43;
      for (uint32_t i = 0; i < n; i++) {
         seed = seed * 1664525 + 1013904223;
         const uint32_t drawn = uint32_t(uint64_t(seed) * 5 >> 32);
#ifdef CURED
         if (drawn != kind)
            continue;
#endif
         shapes.push_back(make(drawn, seed >> 8 & 255));
      }
   }
   return shapes;
}

uint64_t cover(const Shapes &shapes, uint64_t margin)
{
   uint64_t covered = 0;
   for (const auto &shape : shapes)
      covered += shape->area() ^ margin; // FAULT: indirect
   return covered;
}

} // namespace

int main()
{
   const Shapes shapes = draw(40000);
   uint64_t sum = 0;
   for (uint64_t layer = 0; layer < 10; layer++)
      sum += cover(shapes, layer);
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
