/* main.js -- starts the page: reads the document, shows the view that the address says.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { makeModel } from './data.js';
import { formatter } from './format.js';
import * as states from './state.js';
import { h, fill } from './dom.js';
import { makeFrame } from './frame.js';
import { listenToKeys } from './keyboard.js';
import * as overview from './overview.js';
import * as flame from './flame.js';
import * as callGraph from './call_graph.js';
import * as source from './source.js';
import * as asm from './asm.js';
import * as tables from './tables.js';
import * as dataObjects from './data_objects.js';
import * as sharing from './sharing.js';
import * as curves from './curves.js';
import * as layout from './layout.js';
import * as heap from './heap.js';
import * as owners from './owners.js';
import * as ownerPairs from './owner_pairs.js';
import * as sites from './sites.js';
import * as fields from './fields.js';

/* In the order of the tabs; no page has both views of owners. */
const VIEWS = [overview, layout, flame, callGraph, source, asm, tables, dataObjects,
   sharing, curves, heap, owners, ownerPairs, sites, fields];

function readDocument() {
   const read = (id) => JSON.parse(document.getElementById(id).textContent);
   return { ...read('quern-data'), tables: read('quern-tables') };
}

/* The views' context, whose members state and format follow the address. */
function makeContext(app) {
   return {
      model: app.model,
      get state() {
         return app.state;
      },
      get format() {
         return formatter(app.state);
      },
      go: (patch, how = {}) => go(app, patch, how),
      href: (patch) => states.write(target(app, patch)),
      announce: (text) => app.frame.announce(text),
      views: app.views,
   };
}

/* The state after `patch`: another view keeps what is shared, and gets back its own. */
function target(app, patch) {
   const view = patch.view || app.state.view;
   if (view === app.state.view) {
      return states.merge(app.state, patch);
   }
   const own = app.remembered.get(view) || {};
   return states.merge({ ...states.shared(app.state), ...own, view }, patch);
}

function go(app, patch, { replace = false } = {}) {
   const next = target(app, patch);
   if (states.isEqual(next, app.state)) {
      return;
   }
   const address = states.write(next);
   if (replace) {
      history.replaceState(null, '', address);
   } else {
      history.pushState(null, '', address);
   }
   show(app, next);
}

function show(app, state) {
   const view = app.views.find((v) => v.id === state.view) || app.views[0];
   app.remembered.set(app.state.view, states.personal(app.state));
   app.state = states.merge(state, { view: view.id });
   if (!app.mounted.has(view.id)) {
      const root = h('div', { class: `view ${view.id}` });
      app.mounted.set(view.id, { root, handle: view.mount(root, app.context) });
   }
   const { root, handle } = app.mounted.get(view.id);
   if (app.shown !== view.id) {
      app.shown = view.id;
      fill(app.frame.view, root);
      app.frame.view.setAttribute('data-view', view.id);
      app.frame.announce(view.title);
   }
   app.frame.update(app.state, view);
   handle.update(app.state);
   requestAnimationFrame(() => markReady(app));
}

/* Tests wait for this: how often a view has drawn. */
function markReady(app) {
   app.drawn++;
   if (app.drawn === 1) {
      performance.mark('quern-ready');
   }
   document.documentElement.dataset.ready = app.drawn;
}

function start() {
   const app = { model: makeModel(readDocument()), mounted: new Map(),
      remembered: new Map(), state: states.parse(''), shown: null, drawn: 0 };
   app.views = VIEWS.filter((view) => view.mount && view.isThere(app.model));
   app.context = makeContext(app);
   app.frame = makeFrame(app.context);
   listenToKeys(app.context, app.frame);
   document.body.append(app.frame.root);
   const follow = () => show(app, states.parse(location.hash));
   addEventListener('popstate', follow);
   follow();
   /* Last, so that a page whose script fails can still be read. */
   document.getElementById('static').hidden = true;
}

performance.mark('quern-start');
start();
