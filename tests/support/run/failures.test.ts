import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest, failureTable } from './failures.ts'

const folder = mkdtempSync(join(tmpdir(), 'lunas-failures-'))
afterAll(() => rmSync(folder, { recursive: true }))

function kept(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a failed test is named with its file and the beginning of why, a file that was not loaded by itself', () => {
  const report = kept({
    testResults: [
      {
        name: resolve('app/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          {
            fullName: 'rounds',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
          },
        ],
      },
      { name: resolve('app/b.test.ts'), status: 'failed', message: 'no such file', assertionResults: [] },
      { name: resolve('app/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(failureTable(failuresOfVitest(report))).toBe(
    [
      'FAILED app/a.test.ts › rounds',
      '  expected 1',
      '  to be 2',
      'FAILED app/b.test.ts',
      '  no such file',
    ].join('\n'),
  )
})

test('a story is named in whatever suites it stands, and what went wrong outside of all too', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'pay.spec.ts',
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
  })
  const report = kept({
    errors: [{ message: 'the product did not start' }],
    suites: [
      {
        specs: [spec('pays', 'expected'), spec('waits', 'flaky', 'once')],
        suites: [{ specs: [spec('declines', 'unexpected', 'no button')] }],
      },
    ],
  })
  expect(failuresOfPlaywright(report)).toEqual([
    { test: 'tests/e2e', why: 'the product did not start' },
    { test: 'tests/e2e/pay.spec.ts › waits', why: 'once' },
    { test: 'tests/e2e/pay.spec.ts › declines', why: 'no button' },
  ])
})

test('of a long message the beginning is said, and of a run without a report nothing', () => {
  const message = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
  const report = kept({ errors: [{ message }] })
  expect(failuresOfPlaywright(report)[0]!.why.split('\n')).toHaveLength(15)
  expect(failuresOfVitest(join(folder, 'none.json'))).toEqual([])
  expect(failuresOfPlaywright(join(folder, 'none.json'))).toEqual([])
})
