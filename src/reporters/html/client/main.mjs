import { byId } from './dom.mjs';
import { setUpTaskList } from './task-list.mjs';
import { route } from './task-view.mjs';

/** @type {string[]} */
const runNames = JSON.parse(byId('run-names').textContent ?? '[]');

setUpTaskList();
addEventListener('hashchange', () => void route(runNames));
void route(runNames);
