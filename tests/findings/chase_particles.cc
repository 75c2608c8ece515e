// chase_particles.cc -- particles are sorted by energy once, then moved step by step;
// sorting a std::list leaves its nodes where they were.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <list>
#include <vector>

namespace
{

struct Particle {
   int64_t energy;
   int64_t x, y;
   int64_t vx, vy;
};

#ifdef CURED
using Particles = std::vector<Particle>;
#else
using Particles = std::list<Particle>;
#endif

bool has_less(const Particle &a, const Particle &b)
{
   return a.energy < b.energy;
}

void sort_by_energy(Particles &particles)
{
#ifdef CURED
   std::sort(particles.begin(), particles.end(), has_less);
#else
   particles.sort(has_less); // FAULT: pointer-chase
#endif
}

Particles emit(int n)
{
   Particles particles;
   uint32_t seed = 11;
   for (int i = 0; i < n; i++) {
      seed = seed * 1664525 + 1013904223;
      particles.push_back({ int64_t(seed) << 16 | i, i, -i, seed >> 28, seed >> 27 & 7 });
   }
   return particles;
}

int64_t move(Particles &particles)
{
   int64_t farthest = 0;
   for (Particle &p : particles) { // FAULT: pointer-chase
      p.x += p.vx;                 // FAULT: pointer-chase
      p.y += p.vy;
      farthest = std::max(farthest, p.x + p.y);
   }
   return farthest;
}

// Work of another kind: the field that moves them.
int64_t bend(std::vector<int64_t> &field)
{
   for (int pass = 0; pass < 8; pass++)
      for (size_t i = 1; i + 1 < field.size(); i++)
         field[i] = (field[i - 1] + 2 * field[i] + field[i + 1] + 3) >> 2;
   return field[field.size() / 2];
}

} // namespace

int main()
{
   Particles particles = emit(30000);
   sort_by_energy(particles);
   std::vector<int64_t> field(60000, 1);
   field[0] = 1000000;
   int64_t sum = 0;
   for (int step = 0; step < 16; step++)
      sum = sum * 3 + move(particles) + bend(field);
   std::printf("%lld\n", static_cast<long long>(sum));
   return 0;
}
