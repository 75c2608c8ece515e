/* ac_data_types.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_data_types.h"

#include "paths/an_name.h"

static an_frame frame_of(const ac_data *data, const ac_data_frame *frame)
{
   return (an_frame){
      .function = frame->function == NULL ? AN_UNKNOWN : frame->function,
      .file = frame->file,
      .line = frame->line,
      .address = frame->address,
      .object = frame->binary == AC_NO_DATA ? NULL : data->binaries[frame->binary].path,
      .is_in_file = frame->address != 0,
   };
}

void ac_data_types_open(ac_data_types *of, const tk_alloc *alloc, const ac_data *data,
                        ty_types *types)
{
   *of = (ac_data_types){
      .types = types,
      .frames = tk_get(alloc, AN_LABEL, (data->n_frames + 1) * sizeof *of->frames),
      .files = tk_get(alloc, AN_LABEL, (data->n_binaries + 1) * sizeof *of->files),
      .n_files = data->n_binaries,
   };
   for (size_t i = 0; i < data->n_frames; i++)
      of->frames[i] = frame_of(data, &data->frames[i]);
   for (size_t i = 0; i < data->n_binaries; i++)
      of->files[i] = (an_object){ .path = data->binaries[i].path,
                                  .build_id = data->binaries[i].build_id };
}

static ac_data_known know_heap(ac_data_types *of, const ac_datum *datum)
{
   const ty_program program = { .frames = of->frames,
                                .files = of->files,
                                .n_files = of->n_files };
   an_path path = { datum->frames, datum->n_frames };
   size_t start = an_name_start(of->frames, path, AN_SKIP_VALGRIND);
   const ty_blocks blocks = { { path.frames + start, path.n - start },
                              datum->min_B,
                              datum->max_B };
   return (ac_data_known){ .type = ty_types_find(of->types, &program, &blocks) };
}

ac_data_known ac_data_types_know(void *context, const ac_data *data,
                                 const ac_datum *datum)
{
   ac_data_types *of = context;
   ty_variable variable;
   (void)data;
   if (datum->kind == AC_DATA_HEAP)
      return know_heap(of, datum);
   if (datum->binary == AC_NO_DATA
       || !ty_types_variable(of->types, &of->files[datum->binary],
                             datum->kind == AC_DATA_TLS, datum->start, &variable))
      return (ac_data_known){ .type = NULL };
   return (ac_data_known){ variable.type, variable.name, variable.file, variable.n_rows };
}
