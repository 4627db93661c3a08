import { contendersOf, partingInputs } from '../../../agreement/rivals/contenders.ts';
import { rivals } from '../../../agreement/rivals/index.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Rival } from '../../core/rival.ts';
import type { ContenderRules } from '../../pipeline/deps.ts';
import type { SharedSettings } from '../settings/config.ts';

/** Probes of arms that ask about them, where the run's rule looks at none. */
const PROBES = 40;

/** The rivals among the arms of a study. */
export function rivalsOf(config: SharedSettings): readonly Rival[] {
  const { arms, samplesFile, adaptive, probes, variants, samples } = config;
  const named = rivals.filter(({ name }) => arms.includes(name));
  const [first] = named;
  if (!first) return [];
  if (samplesFile !== undefined || adaptive) {
    const other = adaptive ? '--adaptive (arms must spend alike)' : 'samples that exist (they cannot be asked about)';
    throw new ConfigError('rival-arms', `the arm ${first.name} does not go with ${other}`, {
      hint: 'Leave that out, or run the --arms baseline, self-agreement and mutation-ensemble alone.',
    });
  }
  if (probes === 0 && named.some(({ needs, name }) => needs === 'probes' && name !== 'judge')) {
    throw new ConfigError('rival-arms', `the arm ${first.name} asks about probes, and --probes is 0`, {
      hint: 'Leave --probes out, or give a number such as 40.',
    });
  }
  const small = named.find(({ least }) => least > variants * samples);
  if (small) {
    const needed = `the arm ${small.name} needs at least ${small.least} samples per task`;
    throw new ConfigError('rival-budget', `${needed}, and arms have ${variants * samples}`, {
      hint: 'Raise --variants or --samples.',
    });
  }
  return named;
}

/** Settings of the stages for a run's rivals. */
export function rivalSettings(named: readonly Rival[]) {
  const contenders: ContenderRules = { contendersOf, partingInputs };
  return {
    plan: named.length > 0 ? { rivals: named } : {},
    probes: named.some(({ needs }) => needs === 'probes') ? PROBES : 0,
    givenExamples: named.some(({ needs }) => needs === 'examples'),
    contenders,
  };
}
