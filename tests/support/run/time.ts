import { existsSync, readFileSync } from 'node:fs'
import { seconds } from '#app/start/steps.ts'
import type { FileDuration } from './durations-reporter.ts'

/** What a part of a run has taken, in milliseconds; of files that ran side by side it is the sum. */
export interface Spent {
  part: string
  ms: number
  files: { file: string; ms: number }[]
}

/** Parts and files of Vitest, from what the reporter has written; none when it has not run. */
export function spentByVitest(report: string): Spent[] {
  return byPart(read<FileDuration[]>(report) ?? [])
}

interface PlaywrightSuite {
  file?: string
  suites?: PlaywrightSuite[]
  specs?: { tests: { results: { duration: number }[] }[] }[]
}

/** The same of the browser tests. */
export function spentByPlaywright(report: string): Spent[] {
  const suites = read<{ suites: PlaywrightSuite[] }>(report)?.suites ?? []
  return byPart(suites.map((suite) => ({ part: 'e2e', file: `tests/e2e/${suite.file}`, ms: sumOf(suite) })))
}

function sumOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  )
  return [...own, ...suites.map(sumOf)].reduce((sum, ms) => sum + ms, 0)
}

function byPart(all: FileDuration[]): Spent[] {
  return [...new Set(all.map(({ part }) => part))].map((part) => {
    const files = all.filter((one) => one.part === part)
    return { part, ms: files.reduce((sum, { ms }) => sum + ms, 0), files }
  })
}

/** A line for each part (files that ran side by side are summed), then the ten files that took longest. */
export function timeTable(spent: Spent[]): string {
  const line = (ms: number, what: string) => `${seconds(ms).padStart(9)}  ${what}`
  const parts = spent.map(({ part, ms, files }) =>
    line(ms, files.length > 0 ? `${part}, ${files.length} files` : part),
  )
  const slowest = spent
    .flatMap(({ files }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ file, ms }) => line(ms, file))
  return [
    '',
    'where the time went',
    ...parts,
    ...(slowest.length > 0 ? ['', 'the slowest files', ...slowest] : []),
  ].join('\n')
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
