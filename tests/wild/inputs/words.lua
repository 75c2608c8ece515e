-- words.lua -- tables, patterns, coroutines, errors caught.
-- SPDX-License-Identifier: GPL-2.0-or-later
local counts, file = {}, assert(io.open(arg[1]))
for word in file:read("a"):gmatch("%a+") do
   counts[word] = (counts[word] or 0) + 1
end
local words = {}
for word in pairs(counts) do words[#words + 1] = word end
table.sort(words, function(a, b)
   if counts[a] ~= counts[b] then return counts[a] > counts[b] end
   return a < b
end)
for i = 1, 8 do print(words[i], counts[words[i]]) end
local gen = coroutine.wrap(function()
   for i = 1, 1000 do coroutine.yield(i * i % 17) end
end)
local sum = 0
for _ = 1, 1000 do sum = sum + gen() end
print(sum, pcall(error, "caught", 0))
os.exit(7)
