import { ConfigError, DatasetError } from '../../../core/errors.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { wilsonInterval } from '../../../statistics/wilson.ts';

/** One line of a sheet's key. */
export interface KeyLine {
  readonly item: number;
  readonly mutator: string;
  readonly set: string;
  readonly task: string;
  readonly planted: string | null;
}

/** What one judge wrote of one item. */
export interface Judgement {
  readonly item: number;
  readonly kept: boolean;
  readonly fluent: boolean;
  readonly reason: string;
}

/** A sheet with its judgements, by the judges' names. */
export interface ReadSheet {
  readonly sheet: string;
  readonly key: readonly KeyLine[];
  readonly judgements: Readonly<Record<string, readonly Judgement[]>>;
}

/** Judges must find this share of a sheet's planted mutants, or the sheet does not count. */
const FOUND_NEEDED = 0.9;

/** A count of items with its 95 % Wilson interval. */
export interface Rate extends Estimate {
  readonly n: number;
  readonly count: number;
}

export interface MutatorScore {
  readonly mutator: string;
  readonly n: number;
  /** Judged right by every judge. */
  readonly kept: Rate;
  readonly fluent: Rate;
}

export interface ReadingScore {
  /** By judge: planted mutants judged as changed meaning, of all that the judge read. */
  readonly planted: Readonly<Record<string, Rate>>;
  readonly sheets: readonly {
    readonly sheet: string;
    readonly counts: boolean;
    readonly found: Readonly<Record<string, Rate>>;
  }[];
  /** Of the sheets that count. */
  readonly mutators: readonly MutatorScore[];
  readonly overall: MutatorScore;
  /** Items of the sheets that count whose meaning a judge says is changed, or whose language is faulty. */
  readonly wrong: readonly (KeyLine & {
    readonly sheet: string;
    readonly fault: 'meaning' | 'fluency';
    readonly judges: readonly string[];
    readonly reasons: readonly string[];
  })[];
}

const rate = (flags: readonly boolean[]): Rate => {
  const count = flags.filter(Boolean).length;
  return { n: flags.length, count, ...wilsonInterval(count, flags.length) };
};

const ANSWERS: Readonly<Record<string, boolean>> = { yes: true, y: true, no: false, n: false };

/** Lines of `item<TAB>yes|no<TAB>yes|no<TAB>reason`. @throws DatasetError naming the line that is none */
export function parseJudgements(text: string, file: string): Judgement[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || /^item\t/i.test(line)) return [];
    const [item = '', kept = '', fluent = '', ...reason] = line.split('\t').map((cell) => cell.trim());
    const [meaning, language] = [ANSWERS[kept.toLowerCase()], ANSWERS[fluent.toLowerCase()]];
    if (!/^\d+$/.test(item) || meaning === undefined || language === undefined) {
      throw new DatasetError(
        'judgement-invalid',
        { file, line: index + 1 },
        `is not a judgement: "${line.slice(0, 80)}"`,
        {
          mend: 'Write the item, yes or no, yes or no, and a reason, separated by tabs.',
        },
      );
    }
    return [{ item: Number(item), kept: meaning, fluent: language, reason: reason.join(' ') }];
  });
}

const incomplete = (problem: string) =>
  new ConfigError('judgement-incomplete', problem, { mend: 'Each item of a sheet is judged once.' });

/** @throws ConfigError where a judge left an item out or judged it twice */
function byItem({ sheet, key }: ReadSheet, judge: string, judgements: readonly Judgement[]): Map<number, Judgement> {
  const found = new Map(judgements.map((judgement) => [judgement.item, judgement]));
  const missing = key.filter(({ item }) => !found.has(item)).map(({ item }) => item);
  if (missing.length > 0) throw incomplete(`sheet ${sheet}: ${judge} left out item ${missing.join(', ')}`);
  if (found.size < judgements.length) throw incomplete(`sheet ${sheet}: ${judge} judged an item twice`);
  return found;
}

function readSheet(sheet: ReadSheet, fewest: number) {
  const judges = Object.entries(sheet.judgements).map(
    ([judge, judgements]) => [judge, byItem(sheet, judge, judgements)] as const,
  );
  const items = sheet.key.map((line) => ({
    line,
    sheet: sheet.sheet,
    answers: judges.map(([judge, answers]) => ({ judge, ...(answers.get(line.item) as Judgement) })),
  }));
  const planted = items.filter(({ line }) => line.planted !== null);
  const found = Object.fromEntries(
    judges.map(([judge]) => [
      judge,
      rate(planted.map(({ answers }) => answers.some((answer) => answer.judge === judge && !answer.kept))),
    ]),
  );
  const counts =
    judges.length >= fewest && Object.values(found).every(({ n, value }) => n === 0 || value >= FOUND_NEEDED);
  return { sheet: sheet.sheet, items, found, counts };
}

type ReadItem = ReturnType<typeof readSheet>['items'][number];

function scoreOf(mutator: string, items: readonly ReadItem[]): MutatorScore {
  return {
    mutator,
    n: items.length,
    kept: rate(items.map(({ answers }) => answers.every(({ kept }) => kept))),
    fluent: rate(items.map(({ answers }) => answers.every(({ fluent }) => fluent))),
  };
}

/**
 * Shares of mutants whose meaning is kept and whose language is sound, in the eyes of every judge; a sheet counts only
 * if each of its judges found 90 % of what was planted in it.
 *
 * @param fewest judges that a sheet needs
 */
export function scoreReadings(sheets: readonly ReadSheet[], fewest = 1): ReadingScore {
  const read = sheets.map((sheet) => readSheet(sheet, fewest));
  const names = [...new Set(sheets.flatMap(({ judgements }) => Object.keys(judgements)))].sort();
  const planted = names.map((judge) => {
    const flags = read.flatMap(({ items }) =>
      items
        .filter(({ line }) => line.planted !== null)
        .flatMap(({ answers }) => answers.filter((answer) => answer.judge === judge).map(({ kept }) => !kept)),
    );
    return [judge, rate(flags)] as const;
  });
  const real = read
    .filter(({ counts }) => counts)
    .flatMap(({ items }) => items.filter(({ line }) => line.planted === null));
  const mutators = [...new Set(real.map(({ line }) => line.mutator))].sort();
  const faults = [
    ['meaning', (answer: Judgement) => !answer.kept],
    ['fluency', (answer: Judgement) => !answer.fluent],
  ] as const;
  return {
    planted: Object.fromEntries(planted),
    sheets: read.map(({ sheet, counts, found }) => ({ sheet, counts, found })),
    mutators: mutators.map((name) =>
      scoreOf(
        name,
        real.filter(({ line }) => line.mutator === name),
      ),
    ),
    overall: scoreOf('all', real),
    wrong: faults.flatMap(([fault, isFault]) =>
      real.flatMap(({ line, sheet, answers }) => {
        const blamed = answers.filter(isFault);
        if (blamed.length === 0) return [];
        return [
          {
            ...line,
            sheet,
            fault,
            judges: blamed.map(({ judge }) => judge),
            reasons: blamed.map(({ reason }) => reason),
          },
        ];
      }),
    ),
  };
}
