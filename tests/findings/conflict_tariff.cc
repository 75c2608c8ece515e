// conflict_tariff.cc -- bisects 4,096 records of 1 KiB each: the keys in the middle, at
// the quarters and so on meet in the same sets of the caches; the twin's records have
// four bytes more.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace
{

struct Record {
   uint32_t key;
   uint32_t price;
#ifdef CURED
   char terms[1016 + 4];
#else
   char terms[1016];
#endif
};

class Tariff
{
 public:
   Tariff()
   {
      records_ = static_cast<Record *>(std::aligned_alloc(1 << 20, 5 << 20));
      if (records_ == nullptr)
         throw std::bad_alloc();
      for (uint32_t i = 0; i < n_records; i++) {
         records_[i].key = i * 1000;
         records_[i].price = i * 2654435761u >> 22;
      }
   }
   ~Tariff()
   {
      std::free(records_);
   }
   Tariff(const Tariff &) = delete;
   Tariff &operator=(const Tariff &) = delete;

   // The price of the last record whose key is at most this one.
   uint32_t price(uint32_t key) const
   {
      const Record *base = records_;
      for (uint32_t half = n_records / 2; half > 0; half /= 2) {
         const bool is_right = base[half].key <= key; // FAULT: conflict
         base += is_right * half;                     // FAULT: conflict
      }
      return base->price;
   }

 private:
   static constexpr uint32_t n_records = 4096;
   Record *records_;
};

uint32_t seed = 41;
uint32_t next_random()
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

// Work of another kind: rounds a sum as invoices do.
uint64_t round_up(uint64_t sum)
{
   for (int digit = 0; digit < 12; digit++)
      sum = (sum << 1) ^ (sum >> 9) ^ uint64_t(digit);
   return sum;
}

} // namespace

int main()
{
   const Tariff tariff;
   uint64_t sum = 0;
   for (int i = 0; i < 60000; i++)
      sum = round_up(sum + tariff.price(next_random() % (4096 * 1000)));
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
