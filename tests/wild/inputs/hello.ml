(* hello.ml -- closures, exceptions, a map.  SPDX-License-Identifier: GPL-2.0-or-later *)
module M = Map.Make (Int)
exception Stop of int
let () =
  let m = List.fold_left (fun m i -> M.add (i * 7919 mod 1009) i m) M.empty (List.init 5000 Fun.id) in
  Printf.printf "%d %d\n" (M.cardinal m) (M.fold (fun k v s -> s + k * v) m 0);
  (try M.iter (fun k _ -> if k > 100 then raise (Stop k)) m with Stop k -> Printf.printf "stop %d\n" k);
  exit 14
