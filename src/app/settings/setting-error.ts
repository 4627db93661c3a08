import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  record: 'a JSON object',
  object: 'a JSON object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
};

/** A wrong setting in the words of a user; undefined for an issue whose own message serves. */
export function settingError(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day such as 2025-01-31' : undefined;
    default:
      return undefined;
  }
}
