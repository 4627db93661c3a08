import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { reportSettings } from '../../app/settings/verb-settings.ts';
import { printJson } from '../io.ts';
import { verb } from '../verb.ts';

const listed = (paths: readonly string[]) => paths.map((path) => `  ${path}\n`).join('');

export const reportVerb = verb({
  name: 'report',
  summary: 'Rebuild the reports of a run from its directory alone',
  settings: { dir: setting(z.string(), 'Run directory', { argument: true }), ...reportSettings },
  examples: [
    'mutagree report runs/study',
    'mutagree report runs/study --json',
    'mutagree report runs/study --out paper --title "Four models" --notes notes.md',
  ],
  act: async ({ dir, json, ...settings }, io) => {
    const { report } = await import('../../app/report-runs.ts');
    const { study, runs, reports } = await report(dir, { ...settings, ...io.use });
    if (json) {
      const { name: _, ...first } = runs[0] as (typeof runs)[number];
      printJson(io, { ...first, runs, reports });
      return;
    }
    const { renderStudySummary } = await import('../../reporters/terminal-summary.ts');
    const own = reports.length / (1 + (study.folders?.length ?? 0));
    const more = study.folders ? `  and the same for each run: ${study.folders.join(', ')}\n` : '';
    io.stdout(`${renderStudySummary(study, { color: io.stdoutIsTerminal })}\n${listed(reports.slice(0, own))}${more}`);
  },
});
