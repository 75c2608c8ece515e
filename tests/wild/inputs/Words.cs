// Words.cs -- collections, threads and exceptions.
// SPDX-License-Identifier: GPL-2.0-or-later
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

public static class Words
{
   static int Deep(int n)
   {
      if (n == 0) throw new InvalidOperationException("the bottom");
      return Deep(n - 1) + 1;
   }

   public static int Main(string[] args)
   {
      var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
      foreach (var word in File.ReadAllText(args[0]).Split(' ', '\n', '\t')) {
         int n;
         counts.TryGetValue(word, out n);
         counts[word] = n + 1;
      }
      long check = 0;
      foreach (var pair in counts) check = (check * 31 + pair.Value) % 1000003;
      Console.WriteLine(counts.Count + " " + check);
      long sum = 0;
      var threads = new Thread[4];
      for (int t = 0; t < threads.Length; t++) {
         threads[t] = new Thread(() => {
            for (int i = 0; i < 2000; i++) Interlocked.Add(ref sum, i);
         });
         threads[t].Start();
      }
      foreach (var thread in threads) thread.Join();
      Console.WriteLine(sum);
      try {
         Deep(100);
      } catch (InvalidOperationException e) {
         Console.Error.WriteLine(e.Message);
      }
      return 6;
   }
}
