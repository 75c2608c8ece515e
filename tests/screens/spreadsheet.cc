// spreadsheet.cc -- a sheet of numbers, read from text: rows of 36 columns, their sums.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace
{

using Row = std::vector<double>;

Row parse(const std::string &line)
{
   Row row;
#ifdef FIXED
   row.reserve(size_t(std::count(line.begin(), line.end(), ',')) + 1); // CURED
#endif
   const char *text = line.c_str();
   for (char *end; *text != '\0'; text = *end == '\0' ? end : end + 1)
      row.push_back(std::strtod(text, &end)); // FAULT CURED
   return row;
}

class Sheet
{
 public:
   void load(const std::string &line)
   {
      rows_.push_back(parse(line)); // FAULT CURED
   }

   std::vector<double> sums() const
   {
      std::vector<double> sums(36);
      for (const Row &row : rows_)
         for (size_t i = 0; i < row.size(); i++)
            sums[i] += row[i];
      return sums;
   }

 private:
   std::vector<Row> rows_;
};

std::string make_line(int number)
{
   std::string line;
   for (int i = 0; i < 36; i++)
      line += std::to_string(number * 31 % 977 + i) + (i < 35 ? "," : "");
   return line;
}

} // namespace

int main()
{
   Sheet sheet;
   for (int i = 0; i < 2500; i++)
      sheet.load(make_line(i));
   double total = 0;
   for (const double sum : sheet.sums())
      total += sum;
   std::printf("%.0f\n", total);
   return 0;
}
