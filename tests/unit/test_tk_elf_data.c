/* test_tk_elf_data.c -- tk_elf_data: the variables of ELF files, also of damaged ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_elf_data.h"
#include "unit_alloc.h"

/* ---- A file in memory ------------------------------------------------ */

typedef struct {
   uint8_t *bytes;
   size_t size_B;
} image;

static bool fetch(void *context, uint64_t offset, void *to, size_t size_B)
{
   const image *i = context;
   assert_true(offset <= i->size_B && size_B <= i->size_B - offset);
   memcpy(to, i->bytes + offset, size_B);
   return true;
}

static image load(const char *path)
{
   image i = { 0 };
   FILE *file = fopen(path, "rb");
   assert_non_null(file);
   fseek(file, 0, SEEK_END);
   i.size_B = (size_t)ftell(file);
   rewind(file);
   i.bytes = malloc(i.size_B);
   assert_int_equal(fread(i.bytes, 1, i.size_B, file), i.size_B);
   fclose(file);
   return i;
}

static bool read_image(tk_elf_data *data, image *i, unit_alloc *u)
{
   tk_elf_file file = { .fetch = fetch, .context = i, .size_B = i->size_B };
   return tk_elf_data_read(data, &file, &u->alloc);
}

static const tk_elf_symbol *symbol_named(const struct tk_elf_symbols *symbols,
                                         const char *name)
{
   for (size_t i = 0; i < symbols->n; i++)
      if (strcmp(symbols->list[i].name, name) == 0)
         return &symbols->list[i];
   return NULL;
}

/* ---- This program ---------------------------------------------------- */

extern const char __ehdr_start[]; /* by the linker */

char elf_data_zeros[4000];
static int elf_data_numbers[30] = { 1 };
const char *const elf_data_constant[5] = { "a" };
__thread char elf_data_mine[24];
static __thread int elf_data_own = 5;

static void assert_static(const tk_elf_data *data, const char *name, const void *at,
                          size_t size_B, bool is_global)
{
   const tk_elf_symbol *s = symbol_named(&data->statics, name);
   assert_non_null(s);
   assert_int_equal(s->addr, (uintptr_t)at - (uintptr_t)__ehdr_start);
   assert_int_equal(s->size_B, size_B);
   assert_int_equal(s->is_global, is_global);
   assert_true(s->section_end >= s->addr + size_B);
}

static void test_this_program(void **state)
{
   (void)state;
   unit_alloc u;
   tk_elf_data data;
   image i = load("/proc/self/exe");
   unit_alloc_init(&u);
   assert_true(read_image(&data, &i, &u));
   assert_true(data.is_complete);
   assert_static(&data, "elf_data_zeros", elf_data_zeros, 4000, true);
   assert_static(&data, "elf_data_numbers", elf_data_numbers, 120, false);
   assert_static(&data, "elf_data_constant", elf_data_constant, 40, true);
   assert_null(symbol_named(&data.statics, "main"));
   assert_null(symbol_named(&data.statics, "__bss_start"));
   assert_null(symbol_named(&data.statics, "elf_data_mine"));
   const tk_elf_symbol *mine = symbol_named(&data.tls, "elf_data_mine"),
                       *own = symbol_named(&data.tls, "elf_data_own");
   assert_non_null(mine);
   assert_non_null(own);
   assert_int_equal(mine->size_B, 24);
   assert_int_equal(mine->addr - own->addr,
                    (uintptr_t)elf_data_mine - (uintptr_t)&elf_data_own);
   assert_true(data.tls_segment.end >= mine->addr + 24);
   for (size_t k = 0; k + 1 < data.n_sections; k++)
      assert_true(data.sections[k].start <= data.sections[k + 1].start);
   tk_elf_data_free(&data);
   free(i.bytes);
   assert_int_equal(u.n_live, 0);
}

/* ---- The C library --------------------------------------------------- */

static int find_libc(struct dl_phdr_info *info, size_t size_B, void *to)
{
   (void)size_B;
   if (strstr(info->dlpi_name, "/libc.so") == NULL)
      return 0;
   *(struct dl_phdr_info *)to = *info;
   return 1;
}

/* 0 where the relocations are none that are read. */
static uintptr_t thread_pointer(void)
{
   uintptr_t tp = 0;
#if defined(__x86_64__)
   __asm__("mov %%fs:0, %0" : "=r"(tp));
#elif defined(__i386__)
   __asm__("mov %%gs:0, %0" : "=r"(tp));
#endif
   return tp;
}

/* The word that the dynamic linker wrote leads to errno. */
static void test_tls_of_a_library(void **state)
{
   (void)state;
   struct dl_phdr_info libc = { 0 };
   if (dl_iterate_phdr(find_libc, &libc) == 0)
      skip();
   unit_alloc u;
   tk_elf_data data;
   image i = load(libc.dlpi_name);
   unit_alloc_init(&u);
   assert_true(read_image(&data, &i, &u));
   assert_int_equal(data.tls_word, TK_ELF_TLS_OFFSET);
   const tk_elf_symbol *symbol = symbol_named(&data.tls, "errno");
   assert_non_null(symbol);
   uintptr_t word = *(const uintptr_t *)(libc.dlpi_addr + data.tls_word_addr);
   uintptr_t segment = thread_pointer() + word - data.tls_addend;
   assert_int_equal(segment + symbol->addr, (uintptr_t)&errno);
   assert_non_null(symbol_named(&data.statics, "environ"));
   tk_elf_data_free(&data);
   free(i.bytes);
   assert_int_equal(u.n_live, 0);
}

/* ---- Damage ---------------------------------------------------------- */

static size_t section_headers(const image *i)
{
   uintptr_t at;
   memcpy(&at, i->bytes + (sizeof at == 8 ? 40 : 32), sizeof at);
   return at;
}

static unit_random numbers;

static size_t below(size_t n)
{
   return (size_t)unit_random_below(&numbers, n);
}

/* Damages the headers more often than the rest. */
static void damage(image *i)
{
   size_t headers = section_headers(i);
   for (size_t n = 1 + below(4); n > 0; n--) {
      size_t at = below(3) == 0   ? below(64)
                  : below(2) == 0 ? headers + below(2560)
                                  : below(i->size_B);
      if (at >= i->size_B)
         continue;
      i->bytes[at] = (uint8_t)(below(2) == 0 ? 0xff : below(256));
   }
}

static void assert_sound(const tk_elf_data *data)
{
   const struct tk_elf_symbols *both[] = { &data->statics, &data->tls };
   for (size_t k = 0; k < 2; k++)
      for (size_t i = 0; i < both[k]->n; i++) {
         const tk_elf_symbol *s = &both[k]->list[i];
         assert_true(s->name >= data->names && s->name < data->names + data->names_B);
         assert_true(s->name[0] != '\0' && strchr(s->name, '@') == NULL);
         assert_true(s->addr + s->size_B >= s->addr);
      }
   for (size_t i = 0; i < data->n_sections; i++)
      assert_true(data->sections[i].start < data->sections[i].end);
}

static void read_damaged(image *i, unit_alloc *u)
{
   tk_elf_data data;
   if (!read_image(&data, i, u))
      return;
   tk_elf_file again = { .fetch = fetch, .context = i, .size_B = i->size_B };
   assert_sound(&data);
   data.is_complete = false;
   tk_elf_data_complete(&data, &again);
   assert_sound(&data);
   tk_elf_data_free(&data);
}

static void test_damage(void **state)
{
   (void)state;
   unit_alloc u;
   image good = load("/proc/self/exe"), bad = { malloc(good.size_B), good.size_B };
   unit_alloc_init(&u);
   numbers = unit_random_from(19);
   for (int n = 0; n < 1500; n++) {
      memcpy(bad.bytes, good.bytes, good.size_B);
      damage(&bad);
      read_damaged(&bad, &u);
   }
   memcpy(bad.bytes, good.bytes, good.size_B);
   for (size_t n = 0; n < good.size_B; n += n < 100 ? 1 : 4001) {
      bad.size_B = n;
      read_damaged(&bad, &u);
   }
   assert_int_equal(u.n_live, 0);
   free(good.bytes);
   free(bad.bytes);
}

int main(void)
{
   if (thread_pointer() == 0)
      cmocka_set_skip_filter("test_tls_of_a_library");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_this_program),
      cmocka_unit_test(test_tls_of_a_library),
      cmocka_unit_test(test_damage),
   };
   elf_data_mine[0] = (char)elf_data_own;
   elf_data_zeros[elf_data_numbers[0]] = elf_data_constant[0][0];
   return cmocka_run_group_tests(tests, NULL, NULL);
}
