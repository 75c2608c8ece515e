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
   "32 KiB, 8-way, lines of 64 B". A line of another form has no name. Of a machine, all
   its levels, from the text of the report's `machine`. */
export function machineOf(description, machine) {
   const rows = (description || []).map((line) => {
      const [, name, text] = /^([^:]{1,40}):\s+(.*)$/.exec(line) || [null, '', line];
      const cache = /^(\d+) B, (\d+) B, (\d+)-way associative$/.exec(text);
      return { name, text: cache ? cacheText(shortBytes(Number(cache[1])), cache[3],
         cache[2]) : text };
   });
   return machine ? rows.filter(({ name }) => !/^(I1|D1|LL) cache$/.test(name))
      .concat({ name: 'Machine', text: machine.name }, partsOf(machine.text)) : rows;
}

function cacheText(size, ways, line) {
   return `${size.replace(/\.0+ /, ' ')}, ${ways}-way, lines of ${line} B`;
}

/* "L2 size=1M ways=8 line=64 latency=14" as {name: "L2 cache", text: "1 MiB, 8-way, lines
   of 64 B, 14 cycles"}; the TLBs, and how many prefetchers there are. */
function partsOf(lines) {
   const parts = lines.map((line) => {
      const [key, ...values] = line.split(' ');
      return { key, ...Object.fromEntries(values.map((value) => value.split('='))) };
   });
   const n = parts.filter(({ key }) => key === 'prefetch').length;
   return [
      ...parts.filter(({ key }) => /^([ID]1|L[2-4])$/.test(key)).map((part) => ({
         name: `${part.key} cache`, text: cacheText(
            part.size.replace(/([KMG])$/, ' $1iB'), part.ways, part.line || 64)
            + cyclesOf(part) })),
      ...parts.filter(({ key }) => /TLB/.test(key)).map((part) => ({ name: part.key,
         text: plural(Number(part.entries), 'page') + cyclesOf(part) })),
      ...n > 0 ? [{ name: 'Prefetchers', text: full(n) }] : [],
   ];
}

function cyclesOf({ latency }) {
   return latency ? `, ${plural(Number(latency), 'cycle')}` : '';
}

/** Why a finding is one, in a few words. */
export function reasonOf(finding) {
   const n = finding.of_sites;
   return [finding.reason, finding.type || '', n > 1 ? plural(n, 'site') : '']
      .filter((part) => part).join('; ');
}

const SAVED_OF = { peak: 'of the peak', end: 'of the end', run: 'over the run' };

/** What gets smaller by a finding's saving. */
export function savedOf(finding) {
   return SAVED_OF[finding.of];
}

const USUAL = ['Ir', 'D1mr', 'DLmr', 'Bcm', 'CEst'];

/** The indices of the metrics that a small table has: some usual ones, and the one that
   is chosen. */
export function usualMetrics(metrics, chosen) {
   return metrics.map((_, i) => i)
      .filter((i) => i === chosen || USUAL.includes(metrics[i].name));
}
