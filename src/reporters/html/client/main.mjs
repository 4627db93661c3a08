import { redrawPictures } from './agreement.mjs';
import { byId } from './dom.mjs';
import { setUpPanels } from './panels.mjs';
import { setUpSectionNav } from './section-nav.mjs';
import { setUpTaskList } from './task-list.mjs';
import { route } from './task-view.mjs';
import { setUpThemeSwitch } from './theme-switch.mjs';

/** @type {string[]} */
const runNames = JSON.parse(byId('run-names').textContent ?? '[]');

setUpThemeSwitch(redrawPictures);
setUpTaskList();
setUpPanels();
setUpSectionNav();
addEventListener('hashchange', () => void route(runNames));
addEventListener('resize', redrawPictures);
void route(runNames);
