;; words.scm -- lists, hash tables, continuations, big numbers.
;; SPDX-License-Identifier: GPL-2.0-or-later
(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))
(display (modulo (fact 500) 1000000007)) (newline)
(define table (make-hash-table))
(do ((i 0 (+ i 1))) ((= i 3000))
  (hash-set! table (modulo (* i 7919) 1009)
             (+ 1 (hash-ref table (modulo (* i 7919) 1009) 0))))
(display (hash-fold (lambda (k v sum) (+ sum (* k v))) 0 table)) (newline)
(display (call/cc (lambda (k) (for-each (lambda (n) (if (> n 10) (k n))) '(1 5 20 3)) 'none)))
(newline)
(catch #t (lambda () (vector-ref (vector 1 2) 5))
  (lambda (key . args) (display key (current-error-port)) (newline (current-error-port))))
(exit 3)
