import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { reportSettings } from '../../app/settings/verb-settings.ts';
import { ConfigError } from '../../core/errors.ts';
import { printJson, printResult } from '../io.ts';
import { verb } from '../verb.ts';

const listed = (paths: readonly string[]) => paths.map((path) => `  ${path}\n`).join('');

export const reportVerb = verb({
  name: 'report',
  summary: 'Rebuild the reports of a run from its directory alone',
  settings: {
    dir: setting(z.string().optional(), 'Run directory', { argument: true }),
    ...reportSettings,
    outcomes: setting(z.string().optional(), "Another harness's outcomes (JSONL) instead of a run", 'file'),
  },
  examples: [
    'mutagree report runs/study',
    'mutagree report runs/study --json',
    'mutagree report runs/study --out paper --title "Four models" --notes notes.md',
    'mutagree report --outcomes results.jsonl --out tables',
  ],
  act: async ({ dir, outcomes, json, ...settings }, io) => {
    if ((dir === undefined) === (outcomes === undefined)) {
      throw new ConfigError('report-source', 'report takes a run directory or --outcomes FILE, one of the two', {
        hint: 'Name the folder that "mutagree run" printed, such as runs/starter-….',
      });
    }
    const { report, reportOutcomes } = await import('../../app/report-runs.ts');
    const { out, title, notes } = settings;
    if (outcomes !== undefined) {
      if (title !== undefined || notes !== undefined) {
        throw new ConfigError(
          'report-heading',
          '--title and --notes are for the reports of a run, not for --outcomes',
          {
            hint: 'Leave them out, or name a run directory.',
          },
        );
      }
      const { tables, markdown, reports } = await reportOutcomes(outcomes, { out, ...io.use });
      printResult(io, json, { tables, reports }, () => (out === undefined ? markdown : listed(reports)));
      return;
    }
    const { study, runs, reports } = await report(dir as string, { ...settings, ...io.use });
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
