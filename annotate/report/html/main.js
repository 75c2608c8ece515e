/* main.js -- starts the page.  SPDX-License-Identifier: GPL-2.0-or-later */

import { hierarchy } from 'd3-hierarchy';

const page = JSON.parse(document.getElementById('quern-data').textContent);
document.documentElement.dataset.ready = String(hierarchy(page).depth);
