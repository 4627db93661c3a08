import { AGREEMENT } from './agreement.ts';
import { DOM } from './dom.ts';
import { MATRIX_PICTURE } from './matrix-picture.ts';
import { PROMPTS } from './prompts.ts';
import { TASK_LIST } from './task-list.ts';
import { TASK_VIEW } from './task-view.ts';

/** The page's script, in the order in which its parts build on each other. */
export const CLIENT_SCRIPT = `(() => {\n'use strict';\n${[DOM, TASK_LIST, PROMPTS, MATRIX_PICTURE, AGREEMENT, TASK_VIEW].join('')}})();\n`;
