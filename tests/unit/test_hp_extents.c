/* test_hp_extents.c -- extents of functions by the tables for unwinding: of an
   image made here, whole and damaged, and of this program.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "strmem/hp_extents.h"

/* Offsets in the image. */
enum {
   PHDRS = sizeof(ElfW(Ehdr)),
   HDR = 0x200,
   CIE = 0x300,
   FDES = 0x340,
   FDE_B = 24,
   TEXT = 0x400,
   IMAGE_B = 0x800,
   N_FUNCTIONS = 3,
};
static const uint32_t starts[N_FUNCTIONS] = { TEXT, TEXT + 0x40, TEXT + 0x100 };
static const uint32_t sizes[N_FUNCTIONS] = { 0x40, 0x30, 0x80 };

static unsigned char image[IMAGE_B];
static uintptr_t first_vaddr;

static void put32(size_t at, uint32_t value)
{
   memcpy(&image[at], &value, sizeof value);
}

static void put_cie(const char *augmentation, const unsigned char *data, size_t data_B)
{
   size_t at = CIE + 9;
   put32(CIE, 0x30);
   put32(CIE + 4, 0);
   image[CIE + 8] = 1;
   strcpy((char *)&image[at], augmentation);
   at += strlen(augmentation) + 1;
   image[at++] = 1;    /* alignment of code */
   image[at++] = 0x78; /* of data */
   image[at++] = 16;   /* the return address */
   image[at++] = (unsigned char)data_B;
   memcpy(&image[at], data, data_B);
}

static void put_functions(void)
{
   put32(HDR + 8, N_FUNCTIONS);
   for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
      uint32_t fde = FDES + i * FDE_B;
      put32(HDR + 12 + 8 * i, starts[i] - HDR);
      put32(HDR + 16 + 8 * i, fde - HDR);
      put32(fde, FDE_B - 4);
      put32(fde + 4, fde + 4 - CIE);
      put32(fde + 8, starts[i] - (fde + 8));
      put32(fde + 12, sizes[i]);
   }
}

static void make_image(void)
{
   static const unsigned char usual[] = { 0x1b };
   ElfW(Ehdr) header = {
      .e_ident = { 0x7f, 'E', 'L', 'F',
                   sizeof(uintptr_t) == 8 ? ELFCLASS64 : ELFCLASS32 },
      .e_phoff = PHDRS,
      .e_phentsize = sizeof(ElfW(Phdr)),
      .e_phnum = 2,
   };
   ElfW(Phdr) segments[2] = {
      { .p_type = PT_LOAD, .p_offset = 0, .p_vaddr = first_vaddr },
      { .p_type = PT_GNU_EH_FRAME, .p_offset = HDR, .p_vaddr = first_vaddr + HDR },
   };
   memset(image, 0, sizeof image);
   memcpy(image, &header, sizeof header);
   memcpy(&image[PHDRS], segments, sizeof segments);
   memcpy(&image[HDR], "\x01\x1b\x03\x3b", 4);
   put_cie("zR", usual, sizeof usual);
   put_functions();
}

static bool read_image(void *context, uintptr_t address, void *to, size_t size_B)
{
   size_t at = address - (uintptr_t)image;
   (void)context;
   if (at > IMAGE_B || size_B > IMAGE_B - at)
      return false;
   memcpy(to, &image[at], size_B);
   return true;
}

static const hp_extents_memory memory = { .read = read_image };

static bool find(uint32_t at, hp_extent *extent)
{
   return hp_extents_find(&memory, (uintptr_t)image, (uintptr_t)image + at, extent);
}

static void expect(uint32_t at, int function)
{
   hp_extent extent;
   bool found = find(at, &extent);
   assert_int_equal(found, function >= 0);
   if (!found)
      return;
   assert_int_equal(extent.start - (uintptr_t)image, starts[function]);
   assert_int_equal(extent.end - extent.start, sizes[function]);
}

static void expect_all(void)
{
   expect(TEXT - 1, -1);
   expect(TEXT, 0);
   expect(TEXT + 0x3f, 0);
   expect(TEXT + 0x40, 1);
   expect(TEXT + 0x6f, 1);
   expect(TEXT + 0x70, -1); /* between functions */
   expect(TEXT + 0xff, -1);
   expect(TEXT + 0x100, 2);
   expect(TEXT + 0x17f, 2);
   expect(TEXT + 0x180, -1);
}

static void test_extents(void **state)
{
   (void)state;
   first_vaddr = 0;
   make_image();
   expect_all();
   first_vaddr = 0x400000; /* as of a program with a place of its own */
   make_image();
   expect_all();
   first_vaddr = 0;
}

static void test_augmentations(void **state)
{
   (void)state;
   make_image();
   put_cie("zPLR", (const unsigned char[]){ 0x9b, 1, 2, 3, 4, 0x1b, 0x1b }, 7);
   expect_all();
   put_cie("zPLR", (const unsigned char[]){ 0x9c, 1, 2, 3, 4, 0x1b, 0x1b }, 7);
   expect(TEXT, -1); /* a personality of 8 bytes */
   put_cie("zR", (const unsigned char[]){ 0x1c }, 1);
   expect(TEXT, -1); /* other pointers */
   put_cie("zS", (const unsigned char[]){ 0x1b }, 1);
   expect(TEXT, -1);
   put_cie("", (const unsigned char[]){ 0x1b }, 1);
   expect(TEXT, -1);
   put_cie("zBBBBBBBBBBBR", (const unsigned char[]){ 0x1b }, 1);
   expect(TEXT, -1);
}

static void test_other_forms(void **state)
{
   (void)state;
   const size_t known[] = { 0, 4, HDR, HDR + 1, HDR + 2, HDR + 3 };
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
      make_image();
      image[known[i]]++;
      expect(TEXT, -1);
   }
   make_image();
   put32(HDR + 8, 0);
   expect(TEXT, -1);
   make_image();
   put32(FDES, UINT32_MAX); /* 64-bit DWARF */
   expect(TEXT, -1);
   make_image();
   put32(FDES + 8, 77); /* not what the table says */
   expect(TEXT, -1);
}

/* Whatever is damaged, nothing beyond the image is read, and an extent that is
   found has the address in it. */
static void test_damage(void **state)
{
   (void)state;
   srand(1);
   for (int i = 0; i < 20000; i++) {
      hp_extent extent;
      uint32_t at = TEXT + (uint32_t)rand() % 0x200;
      make_image();
      for (int n = 1 + rand() % 4; n > 0; n--)
         image[rand() % TEXT] = (unsigned char)rand();
      if (find(at, &extent)) {
         assert_true(extent.start <= (uintptr_t)image + at);
         assert_true(extent.end > (uintptr_t)image + at);
      }
   }
}

/* ---- This program ---- */

static bool read_own(void *context, uintptr_t address, void *to, size_t size_B)
{
   (void)context;
   memcpy(to, (const void *)address, size_B);
   return true;
}

static int take_first(struct dl_phdr_info *info, size_t size_B, void *context)
{
   (void)size_B;
   for (int i = 0; i < info->dlpi_phnum; i++)
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_offset == 0)
         *(uintptr_t *)context = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
   return 1;
}

static void test_own(void **state)
{
   static const hp_extents_memory own = { .read = read_own };
   uintptr_t start = 0, self = (uintptr_t)test_own;
   hp_extent extent, again;
   (void)state;
   dl_iterate_phdr(take_first, &start);
   assert_true(hp_extents_find(&own, start, self, &extent));
   assert_int_equal(extent.start, self);
   assert_true(extent.end - extent.start > 20);
   assert_true(hp_extents_find(&own, start, extent.end - 1, &again));
   assert_memory_equal(&extent, &again, sizeof extent);
   assert_false(hp_extents_find(&own, start, start, &extent));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_extents),     cmocka_unit_test(test_augmentations),
      cmocka_unit_test(test_other_forms), cmocka_unit_test(test_damage),
      cmocka_unit_test(test_own),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
