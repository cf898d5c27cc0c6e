import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { buildWhenStale } from '#app/start/building/build.ts'
import { say } from '#app/start/sentence.ts'
import { seconds } from '#app/start/steps.ts'
import { variables } from '#app/start/variables.ts'
import { sweepThrowAway } from '#db/throw-away.ts'
import { gatheredHere } from './support/jobs/gathered.ts'
import { add, type Count, countPlaywright, countVitest, nothing, summary } from './support/run/count.ts'
import { vitestDurations } from './support/run/durations-reporter.ts'
import { failuresOfPlaywright, failuresOfVitest, failureTable } from './support/run/failures.ts'
import { figuresFile } from './support/run/figure.ts'
import { filesOf, kinds } from './support/run/kinds.ts'
import { type Spent, spentByPlaywright, spentByVitest, timeTable } from './support/run/time.ts'
import { runTool } from './support/run/tool.ts'

/**
 * `npm test`: everything. `npm test -- unit` (or types, lint, build, db, http, apart, e2e) runs a part, any other word is a
 * pattern of test files. `npm run soak` runs the files that try a share of something in `npm test`, and all of it here.
 * Ends with where the time went, the figures, what failed and why, and one line that counts checks and tests.
 */
const parts = ['types', 'lint', 'build', ...kinds, 'e2e'] as const
const e2eReport = 'test-results/e2e.json'
const vitestReport = 'test-results/vitest.json'

type Part = (typeof parts)[number]

const isSoak = process.argv[2] === 'soak'
const words = isSoak ? ['build', ...soakFiles()] : process.argv.slice(2)
const patterns = words.filter((word) => !parts.includes(word as Part))
const named = words.filter((word): word is Part => parts.includes(word as Part))
const wanted = new Set<Part>(words.length === 0 ? parts : named)

// what somebody has set for a product of theirs must not reach the tests, its database least of all
for (const name of Object.keys(variables)) if (name !== 'CHROMIUM_PATH') delete process.env[name]

process.env.SOAK = isSoak ? 'yes' : 'no'
// a report of an earlier run must not be taken for this one's
for (const file of [figuresFile, vitestDurations, vitestReport, e2eReport]) rmSync(file, { force: true })
rmSync(gatheredHere, { recursive: true, force: true })

const began = performance.now()
/** What each check took, by its name. */
const checked: Spent[] = []
let total = nothing
try {
  total = add(await checks(), ...(await Promise.all([vitest(), playwright()])))
} finally {
  await sweepThrowAway()
}
say(timeTable([...checked, ...spentByVitest(vitestDurations), ...spentByPlaywright(e2eReport)]))
if (existsSync(figuresFile)) say(`\nfigures\n${readFileSync(figuresFile, 'utf8').trimEnd()}`)
const failed = failureTable([...failuresOfVitest(vitestReport), ...failuresOfPlaywright(e2eReport)])
if (failed) say(`\n${failed}`)
say(`\n${seconds(performance.now() - began)} in all\n${summary(total)}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** Types, lint and build, side by side: each uses one core for most of its time. */
async function checks(): Promise<Count> {
  const counts = await Promise.all([
    check('types', () =>
      // one thread: several check shared types several times over, and others want the second core
      runTool('typescript-native/bin/tsc', ['--noEmit', '-p', '.', '--singleThreaded']),
    ),
    check('lint', () => runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off'])),
    check('build', async () => {
      await buildWhenStale()
      return { code: 0, said: '' }
    }),
  ])
  return add(...counts)
}

async function check(part: Part, work: () => Promise<{ code: number; said: string }>): Promise<Count> {
  if (!wanted.has(part)) return nothing
  const start = performance.now()
  const { code, said } = await work().catch((error: Error) => ({ code: 1, said: error.message }))
  checked.push({ part, ms: performance.now() - start, files: [] })
  const time = seconds(performance.now() - start)
  say(code === 0 ? `${part}: ok (${time})` : `${part}: FAILED (${time})\n\n${said.trim()}\n`)
  return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

async function vitest(): Promise<Count> {
  const asked = kinds.filter((kind) => wanted.has(kind))
  const names = patterns.filter((pattern) => !isSpec(pattern))
  if (asked.length === 0 && names.length === 0) return nothing
  const what = [...asked, ...names].join(' ')
  const isNarrowed = asked.length > 0 && asked.length < kinds.length
  const isNamed = (file: string) => names.length === 0 || names.some((name) => file.includes(name))
  const filters = isNarrowed ? filesOf(asked).filter(isNamed) : names
  if (isNarrowed && filters.length === 0) {
    say(`${what}: no such test file`)
    return { ...nothing, failed: 1 }
  }
  const start = performance.now()
  const { code } = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      '--reporter=tests/support/run/durations-reporter.ts',
      ...filters,
    ],
    { show: true },
  )
  const count = countVitest(vitestReport, code)
  say(`${what}: ${summary(count)} (${seconds(performance.now() - start)})`)
  return count
}

/** Beside the others it has one core less, and says what it has to say when it is done. */
async function playwright(): Promise<Count> {
  const filters = patterns.filter(isSpec)
  if (!wanted.has('e2e') && filters.length === 0) return nothing
  const start = performance.now()
  const alone = wanted.size <= 1 && filters.length === patterns.length
  const { code, said } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...(alone ? [] : ['--workers=1']), ...filters],
    { show: alone, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport } },
  )
  if (said) say(said.trim())
  const count = countPlaywright(e2eReport, code)
  say(`e2e: ${summary(count)} (${seconds(performance.now() - start)})`)
  return count
}

/** Test files that ask whether this is a soak, or look at the clock. */
function soakFiles(): string[] {
  return globSync('{app,db,jobs,tests}/**/*.{test,spec}.{ts,tsx}').filter((file) =>
    /\/(soak|stopwatch)\.ts'/.test(readFileSync(file, 'utf8')),
  )
}

function isSpec(pattern: string): boolean {
  return pattern.includes('.spec') || pattern.includes('e2e')
}
