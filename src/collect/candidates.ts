import { type FoundTest, findTests, functionsOf, isTestFile, targetName, testLinks } from './link-tests.ts';
import type { Project } from './project.ts';
import type { Definition } from './read-module.ts';

export interface CandidateRules {
  readonly leastTests: number;
  readonly leastWords: number;
  readonly leastStatements: number;
  /** Functions between a test and it, at most, plus one. */
  readonly distance: number;
  /** Words, in lower case, of which path and docstring must hold two; null takes every function. */
  readonly subject: ReadonlySet<string> | null;
}

const words = (text: string | null) => text?.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Decorators of functions that a candidate cannot replace: properties, overloads, abstract or nested definitions. */
const REFUSED_DECORATOR =
  /^(?:typing\.|t\.)?overload\b|abstractmethod|\.(?:setter|deleter|getter|register)\b|^(?:cached_)?property\b/;
const isPlain = ({ decorators, className, name }: Definition) =>
  !decorators.some((text) => REFUSED_DECORATOR.test(text)) &&
  !className?.includes('.') &&
  (!/^__.*__$/.test(name) || ['__init__', '__call__'].includes(name));

/** Distinct words of the subject that path and docstring must contain: one may be a coincidence. */
const SUBJECT_WORDS = 2;

/** The name of the package's own folder is not informative about its functions. */
function serves(subject: ReadonlySet<string>, { module, docstring }: Definition): boolean {
  const place = module.path.replace(/^(?:src\/)?[^/]*\//, '').replace(/[/_.]/g, ' ');
  const spoken = words(`${place} ${docstring ?? ''}`.toLowerCase()).filter((word) => subject.has(word));
  return new Set(spoken).size >= Math.min(SUBJECT_WORDS, subject.size);
}

/** Functions of its own module that it calls. */
function helpersOf({ module, name: own, mentions }: Definition): string[] {
  return mentions.names.filter((name) => name !== own && module.definitions.get(name)?.kind === 'function').sort();
}

function testsByTarget(tests: readonly FoundTest[], project: Project, distance: number) {
  const linksOf = testLinks(project);
  const found = new Map<string, Map<string, number>>();
  let links = 0;
  for (const test of tests) {
    for (const link of linksOf(test, distance)) {
      links++;
      const nodes = found.get(link.target) ?? new Map<string, number>();
      nodes.set(link.node, Math.min(link.distance, nodes.get(link.node) ?? Number.POSITIVE_INFINITY));
      found.set(link.target, nodes);
    }
  }
  return { found, links };
}

/**
 * Functions of a repository that its own tests can judge, with the counts of every step.
 *
 * Source: DL-Bench (arXiv 2502.18726), appendices C to E: test files by name, their functions, the functions these call
 * inside the repository, at least three tests; the paper's manual criteria as rules as far as possible.
 */
export function findCandidates(project: Project, rules: CandidateRules) {
  const tests = findTests(project);
  const { found, links } = testsByTarget(tests, project, rules.distance);
  const { subject } = rules;
  const count = (each: Definition) => found.get(targetName(each))?.size ?? 0;
  const steps: readonly (readonly [string, (each: Definition) => boolean])[] = [
    ['run by a test', (each) => count(each) > 0],
    [`run by ${rules.leastTests} tests`, (each) => count(each) >= rules.leastTests],
    ['plain functions and methods', isPlain],
    [`docstring of ${rules.leastWords} words`, ({ docstring }) => words(docstring).length >= rules.leastWords],
    [`${rules.leastStatements} statements`, ({ statements }) => statements >= rules.leastStatements],
    ...(subject === null ? [] : [['serves the subject', (each: Definition) => serves(subject, each)] as const]),
  ];
  let left = project.modules.filter(({ path }) => !isTestFile(path)).flatMap(functionsOf);
  const funnel = [{ step: 'functions', functions: left.length }];
  for (const [step, keeps] of steps) {
    left = left.filter(keeps);
    funnel.push({ step, functions: left.length });
  }
  const candidates = left.map((each) => {
    const target = targetName(each);
    const nodes = [...(found.get(target) ?? new Map<string, number>())];
    return {
      /** `path::A.f`. */
      target,
      path: each.module.path,
      functionName: each.name,
      className: each.className,
      docstring: each.docstring ?? '',
      /** pytest's ids, the nearest tests first. */
      nodes: nodes.sort(([, a], [, b]) => a - b).map(([node]) => node),
      /** Names that a prompt should tell. */
      helpers: helpersOf(each),
    };
  });
  return { funnel, candidates, tests: tests.length, links };
}

export type Candidate = ReturnType<typeof findCandidates>['candidates'][number];
