/* table_choice.js -- the choice of columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { chosenMetrics } from './table_rows.js';
import { visible } from './format.js';

/** {root, update(state)}: a list of the metrics, of which those ticked have columns. */
export function columnChoice(ctx) {
   const { model } = ctx;
   const boxes = model.metrics.map((metric) => h('input', { type: 'checkbox',
      value: metric.name }));
   const choose = () => {
      const names = boxes.filter((box) => box.checked).map((box) => box.value);
      ctx.go({ 'tables.columns': names.join(',') || 'none' });
   };
   const list = h('div', { class: 'columns-list', change: choose },
      model.metrics.map((metric, i) => h('label', { title: visible(metric.meaning) },
         boxes[i], ' ', visible(metric.title))));
   const root = h('details', { class: 'columns' }, h('summary', {}, 'Columns'), list);
   root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
         root.open = false;
         root.firstChild.focus();
      }
   });
   addEventListener('click', (event) => {
      if (!root.contains(event.target)) {
         root.open = false;
      }
   });
   return {
      root,
      update: (state) => {
         const shown = model.metric(state);
         const chosen = chosenMetrics(model, state);
         boxes.forEach((box, i) => {
            box.checked = i === shown || chosen.includes(i);
            box.disabled = i === shown;
         });
      },
   };
}
