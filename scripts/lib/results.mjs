import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number}} Counts */

/**
 * Test counts of a run of vitest, from its JSON report. A file that could not be loaded counts as a failed test;
 * a run that left no report too.
 * @param {string} report file
 * @returns {Counts}
 */
export function countsOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults, success } = JSON.parse(readFileSync(report, 'utf8'));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) };
}
