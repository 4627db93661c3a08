import { cellGain, cellResult, hasWordings } from '../../analysis/draws/gain.ts';
import { ONE, SPREAD } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Block, type Section, tableBlock, texts } from '../document.ts';
import { percent, plural, pointsWithInterval, pValueText } from '../figures.ts';
import { attributionTables } from '../tables/attribution-tables.ts';
import { drawTables } from '../tables/draw-tables.ts';
import { modelPairsTable, varianceTable } from '../tables/models-table.ts';
import { robustnessTables } from '../tables/mutation-tables.ts';
import { groupTables, varianceTables } from '../tables/pass-rate-tables.ts';
import { type Table, withoutRunColumn } from '../tables/table.ts';
import { callsSection } from './calls-section.ts';
import { confidenceSection } from './confidence-section.ts';
import { costSection } from './cost-section.ts';
import { failuresSection } from './failures-section.ts';
import { mutationsSection } from './mutations-section.ts';
import { overviewSection } from './overview-section.ts';
import { runSection } from './run-section.ts';
import { tasksSection } from './tasks-section.ts';

function notesSection({ heading }: Study): Section | null {
  return heading?.notes === undefined
    ? null
    : { id: 'notes', title: 'Notes', blocks: [{ kind: 'notes', text: heading.notes }] };
}

/** The result of all runs with samples of several variants. */
export function variantsHeadline({ runs }: Study): string | null {
  const own = runs.filter(hasWordings);
  const gain = cellGain(own, SPREAD, ONE);
  const [one, spread] = [cellResult(own, ONE), cellResult(own, SPREAD)];
  if (!gain || !one || !spread) return null;
  const { low, high } = gain.difference;
  const verdict = (low > 0 || high < 0) && gain.pValue < 0.05 ? 'a finding' : 'not a finding';
  const over = own.length === 1 ? '' : `, mean over ${own.length} runs`;
  return `${plural(spread.size, 'sample')} of ${plural(spread.wordings, 'variant')} against as many of one: ${pointsWithInterval(gain.difference)}, ${verdict}. ${percent(one.value.value)} for one variant, ${percent(spread.value.value)} for several, over ${plural(gain.tasks, 'task')}${over}; sign-flip test, ${pValueText(gain.pValue)}.`;
}

function tablesSection(id: string, title: string, tables: readonly Table[], name = title): Section | null {
  return tables.length === 0 ? null : { id, title, name, blocks: tables.map(tableBlock) };
}

function variantsSection(study: Study): Section | null {
  const section = tablesSection('variants', 'One variant against several', drawTables(study), 'Variants');
  return section && { ...section, blocks: [...texts([variantsHeadline(study)], 'note'), ...section.blocks] };
}

function modelsSection(study: Study): Section | null {
  const tables = [varianceTable(study), modelPairsTable(study), ...varianceTables(study)];
  return tablesSection(
    'models',
    study.runs.length > 1 ? 'Models' : 'Variance',
    tables.filter((table) => table !== null),
  );
}

/** The sections of a report, in the order of a page. */
export function reportSections(study: Study): readonly Section[] {
  const sections = [
    notesSection(study),
    variantsSection(study),
    overviewSection(study),
    modelsSection(study),
    tablesSection('groups', 'By label and date', groupTables(study), 'Labels'),
    tablesSection('robustness', 'Robustness', robustnessTables(study)),
    mutationsSection(study),
    failuresSection(study),
    tablesSection('attribution', 'Where a gain comes from', attributionTables(study), 'Attribution'),
    tasksSection(study),
    confidenceSection(study),
    callsSection(study),
    costSection(study),
    runSection(study),
  ].filter((section) => section !== null);
  if (study.runs.length > 1) return sections;
  const withoutRun = (block: Block) => (block.kind === 'table' ? tableBlock(withoutRunColumn(block.table)) : block);
  return sections.map((section) => ({ ...section, blocks: section.blocks.map(withoutRun) }));
}

/** Sections whose tables list tasks, calls and settings. */
const LISTS = new Set(['tasks', 'calls', 'cost', 'run']);

/** The tables of a report for a paper. */
export function paperTables(study: Study): readonly Table[] {
  const sections = reportSections(study).filter(({ id }) => !LISTS.has(id));
  return sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : [])));
}
