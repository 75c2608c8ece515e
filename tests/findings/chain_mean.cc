// chain_mean.cc -- the mean of temperatures: every addition waits for the one before;
// the twin has four sums.  All values are whole, so no addition rounds.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <vector>

namespace
{

class Series
{
 public:
   explicit Series(size_t n)
   {
      uint32_t seed = 59;
      values_.reserve(n);
      for (size_t i = 0; i < n; i++) {
         seed = seed * 1664525 + 1013904223;
         values_.push_back(static_cast<double>(seed >> 22));
      }
   }

   double sum() const
   {
#ifdef CURED
      double sums[4] = { 0, 0, 0, 0 };
      for (size_t i = 0; i + 3 < values_.size(); i += 4) {
         sums[0] += values_[i];
         sums[1] += values_[i + 1];
         sums[2] += values_[i + 2];
         sums[3] += values_[i + 3];
      }
      return sums[0] + sums[1] + sums[2] + sums[3];
#else
      double sum = 0;
      for (double value : values_)
         sum += value; // FAULT: slow-chain
      return sum;
#endif
   }

   // Work of another kind: the counts by ten degrees.
   uint64_t count_tens() const
   {
      uint64_t tens[128] = {}, sum = 0;
      for (double value : values_)
         tens[static_cast<int>(value) >> 3]++;
      for (uint64_t n : tens)
         sum = sum * 3 + n;
      return sum;
   }

 private:
   std::vector<double> values_;
};

} // namespace

int main()
{
   const Series series(100000);
   uint64_t sum = 0;
   for (int day = 0; day < 24; day++) {
      sum = sum * 3 + static_cast<uint64_t>(series.sum());
      if (day % 4 == 0)
         sum += series.count_tens();
   }
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
