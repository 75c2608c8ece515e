// drawing.cc -- which shapes of a drawing are touched by a pointer that moves; a thread
// saves the drawing now and then.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace
{

struct Shape {
   int left, top, right, bottom;
   int n_touched = 0;

   bool contains(int x, int y) const
   {
      return x >= left && x < right && y >= top && y < bottom;
   }
};

using ShapePtr = std::shared_ptr<Shape>;

class Drawing
{
 public:
   void add(int x, int y)
   {
      shapes_.push_back(std::make_shared<Shape>(Shape{ x, y, x + 90, y + 60 }));
   }

   void touch(int x, int y)
   {
#ifdef FIXED
      for (const ShapePtr &shape : shapes_) // CURED
#else
      for (ShapePtr shape : shapes_) // FAULT
#endif
         if (shape->contains(x, y)) // CURED
            shape->n_touched++;
   }

   long n_touched() const
   {
      long n = 0;
      for (const ShapePtr &shape : shapes_)
         n += shape->n_touched;
      return n;
   }

 private:
   std::vector<ShapePtr> shapes_;
};

} // namespace

int main()
{
   Drawing drawing;
   for (int i = 0; i < 600; i++)
      drawing.add(i * 37 % 1000, i * 91 % 700);
   std::atomic<int> n_saved = 0;
   std::thread saver([&] { n_saved++; });
   for (int i = 0; i < 6000; i++)
      drawing.touch(i * 13 % 1090, i * 29 % 760);
   saver.join();
   std::printf("%ld touched, %d saved\n", drawing.n_touched(), n_saved.load());
   return 0;
}
