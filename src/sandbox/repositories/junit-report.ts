import { XMLParser } from 'fast-xml-parser';

/** What a junit file says of its tests. */
export interface JunitCounts {
  readonly passed: number;
  /** Failed, or ended in an error. */
  readonly failed: number;
  readonly skipped: number;
}

interface TestCase {
  readonly name?: string;
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

/**
 * Counts the tests of a junit file as pytest writes it.
 *
 * @param leftOut name of a test that does not count
 * @returns null where the text is not a junit file
 */
export function junitCounts(xml: string, leftOut = ''): JunitCounts | null {
  let parsed: { testsuites?: { testsuite?: { testcase?: TestCase[] }[] } };
  try {
    parsed = parser.parse(xml);
  } catch {
    return null;
  }
  const suites = parsed.testsuites?.testsuite;
  if (!suites) return null;
  const cases = suites.flatMap(({ testcase }) => testcase ?? []).filter(({ name }) => name !== leftOut);
  const failed = cases.filter((each) => each.failure !== undefined || each.error !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  return { passed: cases.length - failed - skipped, failed, skipped };
}
