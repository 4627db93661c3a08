import { expect, test } from 'vitest';
import { junitCounts } from '../../../src/sandbox/repositories/junit-report.ts';

/** As pytest 8 writes it. */
const REPORT = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="1" failures="2" skipped="1" tests="5">
<testcase classname="a.b" name="test_one[x &lt; 1]" time="0.1" />
<testcase classname="a.b" name="test_two" time="0.1"><failure message="AssertionError: no">long &#27; text</failure></testcase>
<testcase classname="a.b" name="test_three" time="0.1"><error message="failed on setup">x</error></testcase>
<testcase classname="a.b" name="test_four" time="0.1"><skipped type="pytest.skip" message="why">x</skipped></testcase>
<testcase classname="" name="0123abcd" time="0.1"><failure message="AssertionError: 0123abcd">x</failure></testcase>
</testsuite></testsuites>`;

test('counts tests by what became of them, without the one that must fail', () => {
  expect(junitCounts(REPORT, '0123abcd')).toEqual({ passed: 1, failed: 2, skipped: 1 });
  expect(junitCounts(REPORT)).toEqual({ passed: 1, failed: 3, skipped: 1 });
});

test('one test, and none', () => {
  const one = '<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>';
  expect(junitCounts(one)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(junitCounts('<testsuites><testsuite tests="0"></testsuite></testsuites>')).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
});

test('what is not a report counts nothing', () => {
  expect(junitCounts('')).toBeNull();
  expect(junitCounts('<html></html>')).toBeNull();
});
