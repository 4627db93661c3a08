import { findNamed } from '../src/core/errors.ts';
import type { Scorer } from '../src/core/matrix.ts';
import { b4FixedScorer } from './b4-fixed-scorer.ts';
import { b4Scorer } from './b4-scorer.ts';
import { codetScorer } from './codet-scorer.ts';
import { evidenceScorer } from './evidence-scorer.ts';
import { fusionScorer } from './fusion-scorer.ts';
import { maxPassScorer } from './max-pass-scorer.ts';
import { mbrExecScorer } from './mbr-exec-scorer.ts';
import { patternPassScorer } from './pattern-pass-scorer.ts';
import { pluralityScorer } from './plurality-scorer.ts';
import { srankScorer } from './srank-scorer.ts';

/** Every scorer, one file each, in the order of tables; `evidence` is the default. */
export const scorers: readonly Scorer[] = [
  fusionScorer,
  evidenceScorer,
  codetScorer,
  b4Scorer,
  b4FixedScorer,
  srankScorer,
  maxPassScorer,
  pluralityScorer,
  mbrExecScorer,
  patternPassScorer,
];

/** @throws ConfigError `unknown-scorer`, with the nearest name. */
export const findScorer = (name: string): Scorer => findNamed('scorer', scorers, name);
