import { readFileSync } from 'node:fs'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 }

export function add(...counts: Count[]): Count {
  return counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    nothing,
  )
}

/** "12 passed, 0 failed", with ", 1 skipped" when something was. */
export function summary({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that could not be loaded is one failure, and so is an end with an error that no test accounts for. */
export function countVitest(report: string, code: number): Count {
  const found = readReport<VitestReport>(report)
  if (!found) return { ...nothing, failed: 1 }
  const unloaded = found.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = found.numFailedTests + unloaded.length
  return {
    passed: found.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: found.numPendingTests + found.numTodoTests,
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A test that passed only when tried again is a failure. */
export function countPlaywright(report: string, code: number): Count {
  const stats = readReport<PlaywrightReport>(report)?.stats
  if (!stats) return { ...nothing, failed: 1 }
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: stats.skipped }
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
