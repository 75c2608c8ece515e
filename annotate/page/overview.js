/* overview.js -- what ran, its totals, and what to look at first.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { limitsTable } from './limits.js';
import { hottestData, sharingNote } from './overview_data.js';
import { findings } from './overview_findings.js';
import { notes, threads } from './overview_more.js';
import { layoutFacts } from './layout_rules.js';
import { countedPart, endOf, machineOf } from './overview_text.js';
import { changes, hottest, topLists } from './overview_top.js';
import { totalCards } from './overview_totals.js';
import { overviewTimeline, verdict } from './overview_verdict.js';
import { reportTables } from './report_tables.js';

export const id = 'overview';
export const title = 'Overview';

/** Every document has an overview. */
export function isThere() {
   return true;
}

/** See main.js. */
export function mount(root, ctx) {
   const timeline = overviewTimeline(ctx);
   return {
      update: (state) => {
         const metric = ctx.model.metric(state);
         const isAny = ctx.model.metrics.length > 0;
         fill(root, heading(ctx), verdict(ctx, timeline), changes(ctx), findings(ctx),
            limitsTable(ctx), totalCards(ctx),
            isAny ? hottest(ctx, metric) : null, hottestData(ctx), sharingNote(ctx),
            isAny ? topLists(ctx, metric) : null,
            reportTables(ctx, metric), threads(ctx), notes(ctx), simulated(ctx));
         if (timeline !== null) {
            timeline.update({ from: null, to: null, series: 'bytes' });
         }
      },
   };
}

function heading({ model, format }) {
   const old = model.oldCommand && model.oldCommand !== model.command;
   return h('section', { class: 'run' },
      h('p', { class: 'run-title mono' },
         format.visible(model.command || 'Unknown command')),
      old ? h('p', { class: 'muted' }, 'compared with ',
         h('code', {}, format.visible(model.oldCommand))) : null,
      facts(format, [...ends(model), ...about(model, format),
         ...layoutFacts(model.report, model.isPair)]));
}

/* What nobody needs to know first: the tool, and the machine. */
function simulated({ model, format }) {
   const { creator, description, machine } = model.report;
   const all = [...creator ? [{ name: 'Tool', text: creator }] : [],
      ...machineOf(description, machine)];
   return all.length === 0 ? null : h('section', {},
      h('h2', {}, model.isHeap ? 'Tool' : 'Machine'), facts(format, all));
}

function facts(format, all) {
   return h('dl', { class: 'facts-of-run' }, all.map(({ name, text, isGood }) =>
      h('div', {}, h('dt', {}, name || 'Note'),
         h('dd', { class: isGood === false ? 'worse' : null }, format.visible(text)))));
}

function ends({ report }) {
   const states = report.states ? [['Old ended', report.states.old],
      ['New ended', report.states.new]] : [['Ended', report.state]];
   return states.map(([name, state]) => ({ name, ...endOf(state) }))
      .filter((end) => end.text);
}

function about(model, format) {
   const { report } = model;
   const counting = report.counting && ('old' in report.counting
      ? report.counting.new || report.counting.old : report.counting);
   return [
      ['Counting', countedPart(counting)],
      ['Before exec', report.predecessor], ['Title', report.title],
      ['Threads', report.totals && report.totals.threads > 1
         ? format.full(report.totals.threads) : null],
   ].filter(([, text]) => text).map(([name, text]) => ({ name, text }));
}
