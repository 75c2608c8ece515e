/* overview_verdict.js -- what a heap's report says first: how the program ended, who held
   its memory, and what would save most, in the report's words.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { heapTable } from './overview_findings.js';
import { reasonOf } from './overview_text.js';
import { lineLink } from './places.js';

const SHOWN = 5;

/** The first section of a single heap profile; null of others. */
export function verdict(ctx) {
   const { model, format } = ctx;
   const said = model.isHeap && !model.isPair ? model.report.verdict : null;
   if (!said) {
      return null;
   }
   const first = (model.report.findings || []).slice(0, SHOWN);
   return h('section', { class: 'findings verdict' },
      h('h2', {}, format.visible(said.run)), held(ctx, said), first.length === 0 ? null
         : heapTable(ctx, 'verdict', first, (finding) => what(ctx, finding)));
}

/* "At the peak: 4.20 MiB Grid, 1.13 MiB others. At the end: nothing." */
function held({ format }, said) {
   const others = said.others_bytes > 0 ? [{ bytes: said.others_bytes, name: 'others' }]
      : [];
   const names = said.at_peak.length === 0 ? [] : [...said.at_peak, ...others]
      .map(({ bytes, name }) => `${format.short(bytes, 'bytes')} ${name}`);
   const text = [names.length ? `At the peak: ${names.join(', ')}.` : '',
      said.at_end ? `At the end: ${said.at_end}.` : ''].filter((part) => part).join(' ');
   return text ? h('p', { class: 'muted' }, format.visible(text)) : null;
}

function what(ctx, finding) {
   const { model, format: { visible } } = ctx;
   const frame = finding.frame === null ? null : model.report.frames[finding.frame];
   const place = visible(finding.place);
   return [h('strong', {}, visible(finding.kind)), ' ',
      frame && frame.file ? lineLink(ctx, frame.file, frame.line, place) : place,
      h('span', { class: 'muted place' },
         visible(`${reasonOf(finding)}: ${finding.cure}`))];
}
