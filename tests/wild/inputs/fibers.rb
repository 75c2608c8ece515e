# fibers.rb -- fibers, threads, exceptions, garbage.
# SPDX-License-Identifier: GPL-2.0-or-later
numbers = Fiber.new do
  a, b = 0, 1
  loop { Fiber.yield a; a, b = b, a + b }
end
puts Array.new(30) { numbers.resume }.join(" ")
squares = Enumerator.new { |y| (1..).each { |n| y << n * n } }
puts squares.lazy.select(&:even?).first(10).sum
puts (1..200).map { |n| Fiber.new { Fiber.yield n; -n } }
       .map { |f| f.resume; f.resume }.sum
mutex, total = Mutex.new, 0
4.times.map { |t| Thread.new { 500.times { |i| mutex.synchronize { total += i ^ t } } } }
       .each(&:join)
puts total
def deep(n) = n.zero? ? raise(ArgumentError, "bottom") : deep(n - 1)
begin
  deep(200)
rescue ArgumentError => e
  warn "#{e.message} #{e.backtrace.size}"
end
counts = Hash.new(0)
File.read(ARGV[0]).scan(/\w+/) { |w| counts[w] += 1 }
p counts.sort_by { |w, n| [-n, w] }.first(5)
GC.start
exit 8
