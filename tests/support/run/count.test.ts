import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { add, countPlaywright, countVitest, nothing, summary } from './count.ts'

const folder = mkdtempSync(join(tmpdir(), 'lunas-count-'))
const report = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true }))

const vitest = (more: object) =>
  writeFileSync(
    report,
    JSON.stringify({
      numPassedTests: 5,
      numFailedTests: 0,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [],
      ...more,
    }),
  )

test('the line that ends a run', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summary(add({ passed: 1, failed: 2, skipped: 0 }, { passed: 1, failed: 0, skipped: 3 }))).toBe(
    '2 passed, 2 failed, 3 skipped',
  )
})

test('tests that ran', () => {
  vitest({})
  expect(countVitest(report, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a file that could not be loaded is a failure, one with failed tests is counted by these', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  vitest({ numFailedTests: 1, testResults })
  expect(countVitest(report, 1).failed).toBe(2)
})

test('an end with an error that no test accounts for is a failure', () => {
  vitest({})
  expect(countVitest(report, 1).failed).toBe(1)
})

test('no report is a failure', () => {
  expect(countVitest(join(folder, 'none.json'), 0)).toEqual({ ...nothing, failed: 1 })
  expect(countPlaywright(join(folder, 'none.json'), 0)).toEqual({ ...nothing, failed: 1 })
})

test('a browser test that passed only when tried again is a failure', () => {
  writeFileSync(report, JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }))
  expect(countPlaywright(report, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})
