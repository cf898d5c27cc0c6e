import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spentByPlaywright, spentByVitest, timeTable } from './time.ts'

const folder = mkdtempSync(join(tmpdir(), 'lunas-time-'))
afterAll(() => rmSync(folder, { recursive: true }))

function kept(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('files are summed by part, and the slowest are named, longest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({
    part: n < 6 ? 'unit' : 'db',
    file: `file-${n}.test.ts`,
    ms: 1_000 * (n + 1),
  }))
  const spent = spentByVitest(kept(files))
  expect(spent.map(({ part, ms }) => [part, ms])).toEqual([
    ['unit', 21_000],
    ['db', 57_000],
  ])
  const lines = timeTable([{ part: 'types', ms: 500, files: [] }, ...spent]).split('\n')
  expect(lines).toContain('   21.0 s  unit, 6 files')
  expect(lines.filter((line) => line.includes('file-'))).toHaveLength(10)
  expect(lines.at(-1)).toContain('file-2.test.ts')
})

test('browser tests are summed by file, in whatever suites they stand', () => {
  const spec = (...times: number[]) => ({ tests: [{ results: times.map((duration) => ({ duration })) }] })
  const suites = [{ file: 'pay.spec.ts', specs: [spec(100, 200)], suites: [{ specs: [spec(300)] }] }]
  expect(spentByPlaywright(kept({ suites }))).toEqual([
    { part: 'e2e', ms: 600, files: [{ part: 'e2e', file: 'tests/e2e/pay.spec.ts', ms: 600 }] },
  ])
})

test('what has not run has taken nothing', () => {
  expect(spentByVitest(join(folder, 'none.json'))).toEqual([])
  expect(spentByPlaywright(join(folder, 'none.json'))).toEqual([])
})
