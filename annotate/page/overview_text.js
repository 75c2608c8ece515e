/* overview_text.js -- what a run was and how it went, as words; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { full, plural, shortBytes } from './format.js';

const SIGNALS = { 1: 'SIGHUP', 2: 'SIGINT', 3: 'SIGQUIT', 4: 'SIGILL', 5: 'SIGTRAP',
   6: 'SIGABRT', 7: 'SIGBUS', 8: 'SIGFPE', 9: 'SIGKILL', 11: 'SIGSEGV', 13: 'SIGPIPE',
   14: 'SIGALRM', 15: 'SIGTERM', 24: 'SIGXCPU', 25: 'SIGXFSZ', 31: 'SIGSYS' };

/** How a run ended, as {text, isGood}; null if the profile does not say. */
export function endOf(state) {
   if (!state) {
      return null;
   }
   switch (state.how) {
   case 'exited':
      return { text: `Exited with status ${state.status}`, isGood: state.status === 0 };
   case 'killed':
      return { text: `Killed by signal ${state.signal}` +
         (SIGNALS[state.signal] ? ` (${SIGNALS[state.signal]})` : ''), isGood: false };
   case 'replaced':
      return { text: `Became ${state.by || 'another program'} by exec`, isGood: true };
   case 'dumped':
      return { text: 'Written while the program ran', isGood: true };
   default:
      return { text: 'Partial: what came ' + (Number.isFinite(state.ms)
         ? `after ${full(state.ms / 1000)} s` : 'later') + ' is missing', isGood: false };
   }
}

/** Which part of a run was counted, in a sentence; null if all was. */
export function countedPart(counting) {
   if (!counting) {
      return null;
   }
   const parts = [
      [counting.late, 'counting began late'],
      [counting.restarted, 'counts were set to zero'],
      [counting.stopped, 'counting was stopped for a time'],
      [counting.toggled, 'only some functions were counted'],
   ].filter(([n]) => n > 0).map(([, text]) => text);
   return `Only a part of the run is counted: ${parts.join(', ') || 'see the profile'}.`;
}

/** The description of a profile of counts, as [{name, text}]: "I1 cache" and
   "32 KiB, 8-way, lines of 64 B". A line of another form has no name. */
export function machineOf(description) {
   return (description || []).map((line) => {
      const [, name, text] = /^([^:]{1,40}):\s+(.*)$/.exec(line) || [null, '', line];
      const cache = /^(\d+) B, (\d+) B, (\d+)-way associative$/.exec(text);
      return { name, text: cache
         ? `${shortBytes(Number(cache[1])).replace(/\.0+ /, ' ')}, ${cache[3]}-way, ` +
           `lines of ${cache[2]} B` : text };
   });
}

/** What each kind of finding is called, and what helps. */
export const FINDINGS = {
   untouched: ['Never touched', 'Allocate when needed, or not at all.'],
   unread: ['Written, never read', 'The data was not needed.'],
   empty: ['Mostly empty', 'Allocate less, or let it grow.'],
   fields: ['Fields never read, or never written',
      'Leave them out. The saving is at most this, at the peak.'],
   short: ['Short-lived and hot', 'Use the stack, a pool, or one block again and again.'],
   grown: ['Grown by small reallocations',
      'Grow by a factor, or once. The figures are bytes copied and calls.'],
   leaked: ['Alive at the end', 'Leaked, unless still in use.'],
};

/** Why a finding is one, in a few words. */
export function reasonOf(finding) {
   const n = finding.of_sites;
   const sites = n > 1 ? `${plural(n, 'site')}` : '';
   const of = `${full(finding.saved_blocks)} of ${plural(finding.of_blocks, 'block')}`;
   const words = {
      untouched: of, unread: of, leaked: of,
      empty: plural(finding.saved_blocks, 'block'),
      short: `${plural(finding.saved_blocks, 'block')}, one after the other`,
      grown: plural(finding.saved_blocks, 'reallocation'),
      fields: fieldsText(finding.fields || []),
   }[finding.fault] || of;
   const parts = [words, finding.type || '', sites];
   if (finding.partly_watched_blocks) {
      parts.push(`${full(finding.partly_watched_blocks)} more were not always watched`);
   }
   return parts.filter((part) => part).join('; ');
}

function fieldsText(fields) {
   const named = fields.slice(0, 6).map((field) => `${field.name ||
      `bytes ${field.offset} to ${field.offset + field.bytes - 1}`} ${field.why}`);
   const more = fields.length - named.length;
   return named.join(', ') + (more > 0 ? `, ${more} more` : '');
}

const USUAL = ['Ir', 'D1mr', 'DLmr', 'Bcm', 'CEst'];

/** The indices of the metrics that a small table has: some usual ones, and the one that
   is chosen. */
export function usualMetrics(metrics, chosen) {
   return metrics.map((_, i) => i)
      .filter((i) => i === chosen || USUAL.includes(metrics[i].name));
}
