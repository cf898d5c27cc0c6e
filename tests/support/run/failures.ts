import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test that failed, and the beginning of why; a file that could not be loaded stands for its tests. */
export interface Failure {
  test: string
  why: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What Vitest's JSON report says has failed; nothing when there is none. */
export function failuresOfVitest(report: string): Failure[] {
  return (read<VitestReport>(report)?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [{ test: file, why: beginning(message) }]
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${file} › ${fullName}`,
        why: beginning(failureMessages.join('\n')),
      }))
    },
  )
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}

/** The same of Playwright's, whose errors may also belong to no test. */
export function failuresOfPlaywright(report: string): Failure[] {
  const found = read<{ suites?: PlaywrightSuite[]; errors?: { message?: string }[] }>(report)
  const outside = (found?.errors ?? []).map(({ message = '' }) => ({
    test: 'tests/e2e',
    why: beginning(message),
  }))
  return [...outside, ...(found?.suites ?? []).flatMap(failuresOfSuite)]
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        test: `tests/e2e/${file} › ${title}`,
        why: beginning(
          results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n'),
        ),
      })),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/** Said last of all: whoever sees only the end of a long run still reads what to mend. */
export function failureTable(failures: readonly Failure[]): string {
  return failures.map(({ test, why }) => `FAILED ${test}\n${why.replace(/^/gm, '  ')}`).join('\n')
}

const mostLines = 15

function beginning(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, mostLines)
    .join('\n')
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
