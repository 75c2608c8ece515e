// expenses.cc -- a table of expenses as CSV: sums by department.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <array>
#include <charconv>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

namespace
{

constexpr int n_departments = 12;

struct Expense {
   int department = 0;
   long cents = 0;
   std::string purpose;
};

// A line is "department;purpose;cents".
Expense parse(const std::string &line)
{
   Expense expense;
#ifdef FIXED
   const std::string_view text = line;
   const size_t first = text.find(';'), second = text.find(';', first + 1); // CURED
   std::from_chars(text.data(), text.data() + first, expense.department);   // CURED
   expense.purpose = text.substr(first + 1, second - first - 1);            // CURED
   std::from_chars(text.data() + second + 1, text.data() + text.size(), // CURED
                   expense.cents);                                      // CURED
#else
   std::istringstream in(line);                // FAULT
   std::string department, cents;
   std::getline(in, department, ';');          // FAULT
   std::getline(in, expense.purpose, ';');     // FAULT
   std::getline(in, cents);                    // FAULT
   std::istringstream(department) >> expense.department; // FAULT
   std::istringstream(cents) >> expense.cents;           // FAULT
#endif
   return expense;
}

std::string make_line(int i)
{
   static const char *const purposes[] = { "a train", "paper", "lamp", "telephone" };
   return std::to_string(i * 7 % n_departments) + ';' + purposes[i % 4] + ';'
      + std::to_string(150 + i * 7919L % 90000);
}

} // namespace

int main()
{
   std::array<long, n_departments> sums = {};
   size_t longest = 0;
   for (int i = 0; i < 12000; i++) {
      const Expense expense = parse(make_line(i));
      sums[size_t(expense.department)] += expense.cents;
      longest = std::max(longest, expense.purpose.size());
   }
   for (int i = 0; i < n_departments; i++)
      std::printf("%2d %10ld.%02ld\n", i, sums[size_t(i)] / 100, sums[size_t(i)] % 100);
   std::printf("%zu\n", longest);
   return 0;
}
