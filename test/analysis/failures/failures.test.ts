import { describe, expect, it } from 'vitest';
import { failingSamples, failureExamples } from '../../../src/analysis/failures/failing-samples.ts';
import { failureKinds } from '../../../src/analysis/failures/failure-kinds.ts';
import { sharedMisreadings } from '../../../src/analysis/failures/shared-misreadings.ts';
import type { FailureKind } from '../../../src/core/explanation.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { studyOf } from '../../../src/records/study.ts';
import { explainedRun } from '../../fakes/explained-run.ts';
import { gathered, syntheticRun } from '../../fakes/run-record.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

/** A program with the replies that it came from, such as `o#0`: the first sample of the variant o of its task. */
interface Program {
  readonly task: string;
  readonly id: string;
  readonly from: readonly string[];
  /** Unless given, it failed; null: it was not judged. */
  readonly passed?: boolean | null;
  /** Unless given, it has none; null: the failure was not explained. */
  readonly kinds?: readonly FailureKind[] | null;
  readonly behaviour?: string | null;
  readonly returned?: string | null;
  readonly traceback?: string | null;
  readonly by?: string;
  /** Without the test that it failed. */
  readonly untold?: boolean;
}

interface Wording {
  readonly task: string;
  readonly id: string;
  readonly mutator: string | null;
  readonly prompt?: string;
  readonly edits?: readonly { readonly start: number; readonly end: number; readonly replacement: string }[];
}

const mutation = { family: 'lexical', preserves: 'exact-meaning', seed: 0, renames: {} } as const;
const { manifest } = syntheticRun({ tasks: 1 });

/** Wordings are the originals unless given. */
function recordOf({
  programs,
  tasks = ['t', 'u'],
  wordings = tasks.map((task) => ({ task, id: 'o', mutator: null })),
  model = 'm',
  arms = [],
}: {
  readonly wordings?: readonly Wording[];
  readonly programs: readonly Program[];
  readonly tasks?: readonly string[];
  readonly model?: string;
  readonly arms?: readonly (readonly [task: string, arm: 'baseline' | 'self-agreement', from: readonly string[]])[];
}): RunRecord {
  const originOf = (task: string) => (text: string) => {
    const [variant, sample] = text.split('#');
    return { variantId: `${task}::${variant}`, sample: Number(sample) };
  };
  return {
    ...gathered([]),
    manifest: { ...manifest, model: { ...manifest.model, id: model } },
    tasks: tasks.map((taskId) => {
      return { taskId, promptText: '', entryPoint: 'f', labels: taskId === 't' ? { stage: 'Training' } : {} };
    }),
    variants: wordings.map(({ task, id, mutator, prompt = '', edits = [] }) => {
      const made = mutator === null ? null : { ...mutation, mutator, edits };
      return { id: `${task}::${id}`, taskId: task, prompt, mutation: made };
    }),
    candidates: programs.map(({ task, id, from }) => {
      return { id, taskId: task, code: `# ${id}`, origins: from.map(originOf(task)) };
    }),
    armSamples: arms.map(([taskId, arm, from]) => ({ taskId, arm, samples: from.map(originOf(taskId)) })),
    official: programs.flatMap(({ task, id, passed = false, behaviour = null, returned = null, untold }) => {
      const failed = { id: 'x', test: 'a', expected: '1', returned, behaviour };
      const row = { taskId: task, candidateId: id, detail: null, ...(passed || untold ? {} : { failed }) };
      return passed === null ? [] : [{ ...row, passed, verdict: passed ? ('pass' as const) : ('fail' as const) }];
    }),
    explanations: programs.flatMap(({ task, id, kinds = [], traceback = null, by = 'rules' }) =>
      kinds === null ? [] : [{ taskId: task, candidateId: id, kinds, evidence: [], traceback, by }],
    ),
  };
}

const A: FailureKind = { label: 3, name: 'A', subKind: 'x' };
const W: FailureKind = { label: 3, name: 'A', subKind: 'w' };
const B: FailureKind = { label: 2, name: 'B', subKind: 'y' };
const C: FailureKind = { label: 1, name: 'C' };

const WORDINGS: readonly Wording[] = [
  { task: 't', id: 'l', mutator: 'lex' },
  { task: 't', id: 's', mutator: 'syn' },
  { task: 't', id: 'o', mutator: null },
  { task: 'u', id: 'o', mutator: null },
];

const PROGRAMS: readonly Program[] = [
  { task: 't', id: 'z', from: ['l#3'], kinds: [W] },
  { task: 't', id: 'q', from: ['s#0', 's#1', 'gone#0'], kinds: [B, C], by: 'model' },
  { task: 't', id: 'p', from: ['o#0', 'o#1', 's#2'], kinds: [A] },
  { task: 't', id: 'right', from: ['o#2'], passed: true },
  { task: 't', id: 'unexplained', from: ['o#3'], kinds: null },
  { task: 't', id: 'unjudged', from: ['o#4'], passed: null, kinds: [A] },
  { task: 'u', id: 'p', from: ['o#0'], kinds: [] },
  { task: 'nowhere', id: 'n', from: ['o#0'], kinds: [A] },
];

const whole = () =>
  recordOf({
    wordings: [...WORDINGS, { task: 'nowhere', id: 'o', mutator: null }],
    programs: PROGRAMS,
    arms: [
      ['t', 'baseline', ['o#0', 'o#1']],
      ['t', 'self-agreement', ['o#0']],
      ['u', 'self-agreement', ['o#0']],
    ],
  });

describe('failing samples, by hand', () => {
  it('are the replies of programs that failed and were explained, each with its arms', () => {
    const found = failingSamples(whole()).map(({ candidate, variant, sample, arms, explained }) =>
      [candidate.id, `${variant.id}#${sample}`, explained.kinds.map(({ name }) => name).join(''), ...arms].join(' '),
    );
    expect(found).toEqual([
      ...['z t::l#3 A', 'q t::s#0 BC', 'q t::s#1 BC', 'p t::o#0 A baseline self-agreement'],
      ...['p t::o#1 A baseline', 'p t::s#2 A', 'p u::o#0  self-agreement'],
    ]);
  });

  it('are none where the run kept no explanations', () => {
    const { explanations: _, ...old } = whole();
    expect(failingSamples(old)).toEqual([]);
    expect(failureKinds(studyOf(old))).toEqual([]);
    expect(failingSamples({ ...whole(), explanations: [] })).toEqual([]);
  });
});

describe('kinds of failures, by hand', () => {
  it('are counted over all, by arm, wording and stage', () => {
    const [kinds, ...others] = failureKinds(studyOf(whole()));
    expect(others).toEqual([]);
    const kind = (label: number, name: string, failures: number) => ({ label, name, failures });
    const group = (name: string, failures: number, undecided: number, ...own: ReturnType<typeof kind>[]) => ({
      name,
      failures,
      undecided,
      kinds: own,
    });
    const [fourA, twoC, twoB] = [kind(3, 'A', 4), kind(1, 'C', 2), kind(2, 'B', 2)];
    expect(kinds).toEqual({
      model: 'm',
      temperature: 0.6,
      programs: 4,
      by: ['rules', 'model'],
      all: group('all', 7, 1, fourA, twoC, twoB),
      subKinds: [kind(2, 'y', 2), kind(3, 'x', 3), kind(3, 'w', 1)],
      byArm: [group('baseline', 2, 0, kind(3, 'A', 2)), group('self-agreement', 2, 1, kind(3, 'A', 1))],
      byMutator: [
        group('original', 3, 1, kind(3, 'A', 2)),
        group('syn', 3, 0, twoC, twoB, kind(3, 'A', 1)),
        group('lex', 1, 0, kind(3, 'A', 1)),
      ],
      byStage: [group('Training', 6, 0, fourA, twoC, twoB)],
    });
  });

  it('models are apart, and one without a failure is left out', () => {
    const right = { task: 't', id: 'r', from: ['o#0'], passed: true };
    const runs = [
      recordOf({ wordings: WORDINGS, programs: [right], model: 'good' }),
      whole(),
      { ...whole(), manifest: { ...whole().manifest, model: { id: 'm2', endpoint: 'e' } } },
    ] as const;
    expect(failureKinds({ runs }).map(({ model, all }) => `${model} ${all.failures}`)).toEqual(['m 7', 'm2 7']);
  });
});

const kindOf = (name: string): readonly FailureKind[] => [{ label: 1, name }];

describe('examples of failures, by hand', () => {
  const shown = (record: RunRecord) =>
    failureExamples(studyOf(record)).map(
      ({ kind, sample, reference }) => `${kind} ${sample.candidate.id} ${reference}`,
    );

  it('come from the commonest kind on, two of each, of different tasks, those that tell most first', () => {
    const tasks = ['a', 'b', 'c', 'd'];
    const record = recordOf({
      tasks,
      programs: [
        { task: 'a', id: 'rare', from: ['o#0'], kinds: kindOf('rare') },
        { task: 'a', id: 'mute', from: ['o#1'], kinds: kindOf('common') },
        { task: 'b', id: 'traced', from: ['o#0'], kinds: kindOf('common'), traceback: 'T' },
        { task: 'c', id: 'both', from: ['o#0'], kinds: kindOf('common'), traceback: 'T', returned: '3' },
        { task: 'c', id: 'same task', from: ['o#1'], kinds: kindOf('common'), traceback: 'T', returned: '3' },
        { task: 'd', id: 'valued', from: ['o#0'], kinds: kindOf('common'), returned: '3' },
        { task: 'd', id: 'undecided', from: ['o#1', 'o#2', 'o#3', 'o#4', 'o#5', 'o#6'], kinds: [] },
      ],
    });
    const solutions = [
      { taskId: 'b', code: 'reference of b' },
      { taskId: 'c', code: 'reference of c' },
    ];
    expect(shown({ ...record, solutions })).toEqual([
      ...['common both reference of c', 'common traced reference of b', 'rare rare null'],
    ]);
    expect(shown(record)).toEqual(['common both null', 'common traced null', 'rare rare null']);
  });

  it('a value tells as much as a traceback, and more than neither', () => {
    const tasks = ['a', 'b', 'c'];
    const programs = [
      { task: 'a', id: 'mute', from: ['o#0'], kinds: kindOf('k'), untold: true },
      { task: 'b', id: 'valued', from: ['o#0'], kinds: kindOf('k'), returned: '3' },
      { task: 'c', id: 'traced', from: ['o#0'], kinds: kindOf('k'), traceback: 'T', untold: true },
    ];
    expect(shown(recordOf({ tasks, programs }))).toEqual(['k valued null', 'k traced null']);
  });

  it('are at most twelve', () => {
    const tasks = ['a', 'b', 'c'];
    const programs = Array.from({ length: 7 }, (_, kind) =>
      tasks.map((task) => ({ task, id: `${kind}`, from: [`o#${kind}`], kinds: kindOf(`k${kind}`) })),
    ).flat();
    const kinds = shown(recordOf({ tasks, programs })).map((line) => line.split(' ')[0]);
    expect(kinds).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((kind) => `k${kind}`));
  });
});

describe('shared misreadings, by hand', () => {
  const wrong = (id: string, from: readonly string[], more: Partial<Program> = {}): Program => ({
    task: 't',
    id,
    from,
    behaviour: 'three',
    returned: '3',
    ...more,
  });
  const right = (from: readonly string[], task = 't'): Program => ({ task, id: 'right', from, passed: true });

  it('wordings: the original first, then those that show it most, with what they changed', () => {
    const record = recordOf({
      wordings: [
        { task: 't', id: 'never asked', mutator: 'lex' },
        { task: 't', id: 'half', mutator: 'lex', edits: [{ start: 0, end: 3, replacement: 'Let' }] },
        { task: 't', id: 'most', mutator: 'syn' },
        { task: 't', id: 'o', mutator: null, prompt: 'Get the maximum. Get it.' },
        {
          task: 't',
          id: 'twice',
          mutator: 'lex',
          edits: [
            { start: 0, end: 3, replacement: 'Take' },
            { start: 17, end: 20, replacement: 'Take' },
            { start: 8, end: 15, replacement: 'top' },
          ],
        },
      ],
      programs: [
        wrong('a', ['o#0', 'half#0', 'most#0', 'most#1', 'most#2']),
        wrong('b', ['o#1'], { traceback: 'T' }),
        right(['o#2', 'o#3', 'half#1', 'most#3', 'twice#0', 'twice#1']),
        { task: 't', id: 'unjudged', from: ['o#4', 'twice#2'], passed: null },
      ],
    });
    const seen = (id: string, mutator: string | null, [showing, samples]: readonly number[], ...changes: string[]) => ({
      variantId: `t::${id}`,
      mutator,
      showing,
      samples,
      changes: changes.map((change) => ({ before: change.split('>')[0], after: change.split('>')[1] })),
    });
    const twice = seen('twice', 'lex', [0, 2], 'Get>Take', 'maximum>top');
    expect(sharedMisreadings(studyOf(record))).toEqual([
      {
        taskId: 't',
        programs: 2,
        samples: 6,
        models: ['m'],
        program: '# a',
        traceback: null,
        failed: { id: 'x', test: 'a', expected: '1', returned: '3', behaviour: 'three' },
        wordings: [seen('o', null, [2, 4]), seen('most', 'syn', [3, 4]), seen('half', 'lex', [1, 2], 'Get>Let'), twice],
        hangsOn: [twice],
      },
    ]);
  });

  const LEX: readonly Wording[] = [
    { task: 't', id: 'o', mutator: null },
    { task: 't', id: 'l', mutator: 'lex' },
  ];
  /** Whether it hangs on `lex`, by how often original and `lex` show it and do not. */
  it.each([
    [2, 0, 0, 2, true],
    [2, 0, 0, 1, false],
    [1, 1, 0, 2, false],
    [0, 2, 2, 0, true],
    [0, 1, 2, 0, false],
    [1, 1, 2, 0, false],
    [0, 2, 1, 1, false],
    [2, 0, 1, 1, false],
    [2, 5, 0, 2, true],
    [0, 3, 2, 5, true],
  ])('original shows it %i times and not %i, lex %i and not %i: hangs on lex, %s', (shows, not, lex, lexNot, hangs) => {
    const times = (variant: string, count: number, at: number) =>
      Array.from({ length: count }, (_, sample) => `${variant}#${at + sample}`);
    const [first = '', ...showing] = [...times('o', shows, 0), ...times('l', lex, 0)];
    const rest = right([...times('o', not, 50), ...times('l', lexNot, 50)]);
    const wordings = [...LEX, { task: 't', id: 'extra', mutator: 'syn' }];
    const record = recordOf({ wordings, programs: [wrong('a', [...showing, 'extra#0']), wrong('b', [first]), rest] });
    const [found] = sharedMisreadings(studyOf(record));
    expect(found?.hangsOn.map(({ mutator }) => mutator)).toEqual(hangs ? ['lex'] : []);
  });

  it('hangs on nothing where there is no original', () => {
    const record = recordOf({
      wordings: LEX.slice(1),
      programs: [wrong('a', ['l#0']), wrong('b', ['l#1', 'gone#0'])],
    });
    expect(sharedMisreadings(studyOf(record))).toMatchObject([{ samples: 2, hangsOn: [], wordings: [{ showing: 2 }] }]);
  });

  it('programs of other values, that raised, or whose test is not known share nothing', () => {
    const record = recordOf({
      wordings: LEX,
      programs: [
        wrong('a', ['o#0']),
        wrong('b', ['o#1'], { behaviour: 'four' }),
        wrong('c', ['o#2'], { behaviour: null }),
        wrong('d', ['o#3'], { behaviour: null }),
        wrong('e', ['o#4'], { untold: true }),
        wrong('f', ['o#5'], { untold: true }),
      ],
    });
    expect(sharedMisreadings(studyOf(record))).toEqual([]);
  });

  it('the commonest first: by programs, then samples, then task', () => {
    const tasks = ['b', 'a', 'c', 'd'];
    const of = (task: string, froms: readonly (readonly string[])[]) =>
      froms.map((from, at) => wrong(`${at}`, from, { task }));
    const record = recordOf({
      tasks,
      programs: [
        ...of('b', [['o#0'], ['o#1']]),
        ...of('a', [['o#0'], ['o#1']]),
        ...of('c', [['o#0', 'o#2'], ['o#1']]),
        ...of('d', [['o#0'], ['o#1'], ['o#2']]),
      ],
    });
    expect(sharedMisreadings(studyOf(record)).map(({ taskId }) => taskId)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('over all models, with the program that was written most', () => {
    const one = recordOf({ wordings: LEX, programs: [wrong('a', ['o#0']), right(['l#0'])] });
    const programs = [wrong('b', ['o#0', 'o#1'], { traceback: 'T' }), right(['l#0'])];
    const two = recordOf({ wordings: LEX, programs, model: 'm2' });
    expect(sharedMisreadings({ runs: [one, two, one] })).toMatchObject([
      {
        programs: 2,
        samples: 4,
        models: ['m', 'm2'],
        program: '# b',
        traceback: 'T',
        wordings: [
          { mutator: null, showing: 4, samples: 4 },
          { mutator: 'lex', showing: 0, samples: 3 },
        ],
        hangsOn: [{ mutator: 'lex' }],
      },
    ]);
  });

  it('grows with the study and not with its square', () => {
    const measured = (tasks: number, enough: number) => {
      const study = studyOf(explainedRun({ tasks, samples: 10 }));
      const found = sharedMisreadings(study).length;
      // Copies, since what is found in a run or study is remembered.
      const ask = () => sharedMisreadings({ ...study, runs: [{ ...study.runs[0] }] });
      return { found, ms: leastCpuMs(ask, enough) };
    };
    const small = measured(20, 0);
    const most = 8 * 4 * Math.max(small.ms, 1);
    const large = measured(160, most);
    expect(large.found).toBeGreaterThan(5 * small.found);
    expect(large.ms).toBeLessThan(most);
  });
});
