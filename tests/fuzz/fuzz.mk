# fuzz.mk -- make fuzz and its like, with what only GNU make knows.
# SPDX-License-Identifier: GPL-2.0-or-later

include Makefile

.PHONY: do-fuzz do-fuzz-all do-fuzz-corpus fuzz-target

fuzz_cflags = -std=gnu11 -g -O1 -fsanitize=address,undefined \
	-fno-sanitize-recover=all
fuzz_cppflags = $(base_cppflags) $(CAPSTONE_CFLAGS) -I$(srcdir)/tests -I$(srcdir)/tests/unit
fuzz_work = tests/fuzz/work
fuzz_objects = $(patsubst %.c,$(fuzz_work)/%.o,\
	$(sort $(filter %.c,$(tests_libchecked_a_SOURCES) \
	  $(nodist_tests_libchecked_a_SOURCES))))
fuzz_sources = $(addprefix $(srcdir)/,$(filter-out %/replay.c,\
	$(filter %.c,$(tests_fuzz_replay_$(FUZZ)_SOURCES))))
fuzz_dict = $(wildcard $(srcdir)/tests/fuzz/$(FUZZ).dict)
fuzz_learnt = $(fuzz_work)/corpus/$(FUZZ)
fuzz_corpus = $(srcdir)/tests/fuzz/corpus/$(FUZZ)

# What is tested, once for all targets; those that need but some of it get no more.
$(fuzz_objects): $(fuzz_work)/%.o: %.c \
		$(filter %.h,$(tests_libchecked_a_SOURCES))
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(CLANG) $(fuzz_cflags) \
	  -fsanitize=fuzzer-no-link $(DEFS) $(fuzz_cppflags) -D_GNU_SOURCE -c -o $@ $<

$(fuzz_work)/libfuzzed.a: $(fuzz_objects)
	$(AM_V_AR)rm -f $@ && $(AR) cr $@ $(fuzz_objects)

fuzz-target: $(fuzz_work)/libfuzzed.a
	$(MKDIR_P) $(fuzz_learnt) tests/fuzz/found
	$(CLANG) $(fuzz_cflags) -fsanitize=fuzzer $(fuzz_cppflags) \
	  -o $(fuzz_work)/fuzz_$(FUZZ) $(fuzz_sources) $(fuzz_work)/libfuzzed.a \
	  $(EXPORT_LIBS) $(ANNOTATE_LIBS) $(TYPES_LIBS) $(CAPSTONE_LIBS)

do-fuzz: fuzz-target
	$(fuzz_work)/fuzz_$(FUZZ) -max_total_time=$(FUZZ_SECONDS) -timeout=20 \
	  -artifact_prefix=tests/fuzz/found/$(FUZZ)- -print_final_stats=1 \
	  $(fuzz_dict:%=-dict=%) $(FUZZ_FLAGS) $(fuzz_learnt) $(fuzz_corpus)

do-fuzz-all:
	$(SHELL) $(srcdir)/tests/fuzz/all.sh "$(MAKE)" $(FUZZ_SECONDS) \
	  $(fuzz_targets)

do-fuzz-corpus: fuzz-target
	$(SHELL) $(srcdir)/tests/fuzz/corpus.sh $(fuzz_work)/fuzz_$(FUZZ) \
	  $(fuzz_learnt) $(fuzz_corpus)
