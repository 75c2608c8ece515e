// threads.go -- goroutines on several threads, channels, a panic recovered, garbage.
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"sort"
	"sync"
)

func recovered() (err error) {
	defer func() { err = fmt.Errorf("recovered: %v", recover()) }()
	var none []int
	return fmt.Errorf("%d", none[len(os.Args)])
}

func main() {
	var wait sync.WaitGroup
	sums := make(chan string)
	for i := 0; i < 20; i++ {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			sum := sha256.Sum256(make([]byte, 2000*n))
			runtime.Gosched()
			sums <- fmt.Sprintf("%02d %x", n, sum[:4])
		}(i)
	}
	go func() { wait.Wait(); close(sums) }()
	var all []string
	for sum := range sums {
		all = append(all, sum)
	}
	sort.Strings(all)
	fmt.Println(len(all), all[3], all[19])
	fmt.Fprintln(os.Stderr, recovered())
	runtime.GC()
	os.Exit(15)
}
