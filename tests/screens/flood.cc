// flood.cc -- how far each place of a town is from the river: a breadth-first search.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <deque>
#include <unordered_map>

namespace
{

struct Point {
   int x, y;

   bool operator==(const Point &other) const
   {
      return x == other.x && y == other.y;
   }
};

struct PointHash {
   size_t operator()(const Point &p) const
   {
#ifdef FIXED
      return (uint64_t(uint32_t(p.x)) << 32 | uint32_t(p.y)) * 0x9E3779B97F4A7C15u >> 20;
#else
      return std::hash<int>()(p.x) ^ std::hash<int>()(p.y); // FAULT
#endif
   }
};

class Town
{
 public:
   // A wall is where a house stands.
   static bool is_free(Point p)
   {
      return p.x >= 0 && p.x < 160 && p.y >= 0 && p.y < 160
         && (p.x * 7 + p.y * 13) % 11 != 0;
   }

   void spread(Point start)
   {
      distances_[start] = 0;
      std::deque<Point> border = { start };
      while (!border.empty()) {
         const Point p = border.front();
         border.pop_front();
         const int distance = distances_[p] + 1; // FAULT CURED
         for (const Point next : { Point{ p.x + 1, p.y }, Point{ p.x - 1, p.y },
                                   Point{ p.x, p.y + 1 }, Point{ p.x, p.y - 1 } })
            if (is_free(next)
                && distances_.try_emplace(next, distance).second) // FAULT CURED
               border.push_back(next);
      }
   }

   void print() const
   {
      long sum = 0;
      for (const auto &[point, distance] : distances_)
         sum += distance;
      std::printf("%zu places, %.2f on average\n", distances_.size(),
                  double(sum) / double(distances_.size()));
   }

 private:
   std::unordered_map<Point, int, PointHash> distances_;
};

} // namespace

int main()
{
   Town town;
   town.spread({ 80, 81 });
   town.print();
   return 0;
}
