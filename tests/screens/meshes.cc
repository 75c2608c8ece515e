// meshes.cc -- reads the meshes of a model, each with its number of corners in front.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace
{

struct Corner {
   float x, y, z;
   uint32_t colour;
};

using Mesh = std::vector<Corner>;

class Reader
{
 public:
   explicit Reader(const std::vector<uint32_t> &words) : words_(words) {}

   bool at_end() const
   {
      return position_ >= words_.size();
   }

   Mesh read()
   {
      const uint32_t n_corners = words_[position_++];
      Mesh mesh;
#ifdef FIXED
      mesh.reserve(n_corners); // CURED
#endif
      for (uint32_t i = 0; i < n_corners; i++)
         mesh.push_back(corner(words_[position_++])); // FAULT CURED
      return mesh;
   }

 private:
   static Corner corner(uint32_t word)
   {
      return { float(word & 1023), float(word >> 10 & 1023), float(word >> 20), word };
   }

   const std::vector<uint32_t> &words_;
   size_t position_ = 0;
};

std::vector<uint32_t> make_model()
{
   std::vector<uint32_t> words;
   uint32_t seed = 12;
   for (int i = 0; i < 1500; i++) {
      const uint32_t n_corners = 65 + uint32_t(i) * 31 % 60;
      words.push_back(n_corners);
      for (uint32_t k = 0; k < n_corners; k++)
         words.push_back(seed = seed * 1664525 + 1013904223);
   }
   return words;
}

} // namespace

int main()
{
   const std::vector<uint32_t> words = make_model();
   float highest = 0;
   size_t n_corners = 0;
   for (Reader reader(words); !reader.at_end();) {
      const Mesh mesh = reader.read(); // FAULT CURED
      n_corners += mesh.size();
      for (const Corner &corner : mesh)
         highest = std::max(highest, corner.x + corner.y - corner.z);
   }
   std::printf("%zu corners, %.0f\n", n_corners, double(highest));
   return 0;
}
