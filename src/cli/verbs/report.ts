import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { reportSettings } from '../../app/settings/verb-settings.ts';
import { useVerb } from '../verb.ts';

export const reportVerb = useVerb({
  name: 'report',
  summary: 'Rebuild the reports of a run from its directory alone',
  settings: { dir: setting(z.string(), 'Run directory', { argument: true }), ...reportSettings },
  examples: [
    'mutagree report runs/study',
    'mutagree report runs/study --json',
    'mutagree report runs/study --out paper --title "Four models" --notes notes.md',
  ],
  use: async () => {
    const { report } = await import('../../app/report-runs.ts');
    return ({ dir, ...settings }, options) => report(dir, { ...settings, ...options });
  },
  document: ({ runs, reports }) => {
    const { name: _, ...first } = runs[0] as (typeof runs)[number];
    return { ...first, runs, reports };
  },
  text: async ({ study, reports }, _, { stdoutIsTerminal: color }) => {
    const { renderStudySummary } = await import('../../reporters/terminal-summary.ts');
    const own = reports.slice(0, reports.length / (1 + (study.folders?.length ?? 0)));
    const more = study.folders ? `  and the same for each run: ${study.folders.join(', ')}\n` : '';
    return `${renderStudySummary(study, { color })}\n${own.map((path) => `  ${path}\n`).join('')}${more}\n`;
  },
});
