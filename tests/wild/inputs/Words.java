// Words.java -- collections, streams, threads and exceptions.
// SPDX-License-Identifier: GPL-2.0-or-later
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicLong;

public class Words {
   static int deep(int n) {
      if (n == 0) throw new IllegalStateException("the bottom");
      return deep(n - 1) + 1;
   }

   public static void main(String[] args) throws Exception {
      TreeMap<String, Integer> counts = new TreeMap<>();
      for (String word : Files.readString(Path.of(args[0])).split("[^A-Za-z_]+"))
         counts.merge(word, 1, Integer::sum);
      counts.entrySet().stream()
         .sorted(Map.Entry.<String, Integer>comparingByValue().reversed()
                 .thenComparing(Map.Entry.comparingByKey()))
         .limit(8).forEach(System.out::println);

      AtomicLong sum = new AtomicLong();
      Thread[] threads = new Thread[4];
      for (int t = 0; t < threads.length; t++) {
         final int n = t;
         threads[t] = new Thread(() -> {
            for (int i = 0; i < 20000; i++) sum.addAndGet(i ^ n);
         });
         threads[t].start();
      }
      for (Thread thread : threads) thread.join();
      System.out.println(sum);
      try {
         deep(500);
      } catch (IllegalStateException e) {
         System.err.println(e.getMessage() + " " + e.getStackTrace().length);
      }
      System.exit(4);
   }
}
