import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costOfBuild } from '#app/start/building/build.ts'
import { processorSeconds } from '#app/start/building/processor-time.ts'
import { say } from '#app/start/sentence.ts'
import { seconds } from '#app/start/steps.ts'
import { listenForStop } from '#app/start/stop-signals.ts'
import { variables } from '#app/start/variables.ts'
import { sweepThrowAway } from '#db/throw-away.ts'
import { gatheredHere } from './support/jobs/gathered.ts'
import { add, type Count, countPlaywright, countVitest, nothing, summary } from './support/run/count.ts'
import { figuresFile } from './support/run/figure.ts'
import { type Tier, taggedForCommit } from './support/run/tiers.ts'
import { runProgram, runTool } from './support/run/tool.ts'

/**
 * `npm test` runs what every commit runs, `npm run test:all` everything once (support/run/tiers.ts says which is which;
 * with `-- rest` what `npm test` leaves), and `npm run soak` the files that try a share of something, with whole counts, and
 * the planted mistakes; with patterns only those files. `npm test -- unit` (or types, lint, build, db, http, e2e) runs a part, any other word is a pattern of
 * test files. Vitest and Playwright say themselves what failed and why; then come the figures, a line for each part, and one
 * that counts all checks and tests.
 */
const kinds = ['unit', 'db', 'http'] as const
const parts = ['types', 'lint', 'build', ...kinds, 'e2e'] as const
const vitestReport = 'test-results/vitest.json'
const e2eReport = 'test-results/e2e.json'

type Part = (typeof parts)[number]

const asked = process.argv.slice(2)
const tier = tierOf(asked)
const words =
  tier === 'soak'
    ? ['build', ...soakFiles(asked.slice(1))]
    : asked.filter((word) => word !== 'all' && word !== 'rest')
const patterns = words.filter((word) => !parts.includes(word as Part))
const wanted = words.length > 0 ? parts.filter((part) => words.includes(part)) : partsOf(tier)

// what somebody has set for a product of theirs must not reach the tests, its database least of all
for (const name of Object.keys(variables)) if (name !== 'CHROMIUM_PATH') delete process.env[name]

process.env.TIER = tier
// a report of an earlier run must not be taken for this one's
for (const file of [figuresFile, vitestReport, e2eReport]) rmSync(file, { force: true })
rmSync(gatheredHere, { recursive: true, force: true })

// however often it is told: it takes seconds, and what it did not end would stay behind
const { signal } = listenForStop(Number.POSITIVE_INFINITY)
const began = performance.now()
const lines: string[] = []
let total = nothing
try {
  // side by side: each uses one core for most of its time
  await Promise.all([
    // one thread: several check shared types several times over, and others want the second core
    check('types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.', '--singleThreaded']),
    check('lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off']),
    checkBuild(),
  ])
  const [, stories] = await Promise.all([vitest(), playwright()])
  if (stories) say(stories)
  if (tier === 'soak' && asked.length === 1) await plantFaults()
} finally {
  await sweepThrowAway()
}
if (signal.aborted) process.exit(130)
if (existsSync(figuresFile)) say(`figures\n${readFileSync(figuresFile, 'utf8').trimEnd()}\n`)
say(['', ...lines, `${seconds(performance.now() - began)} in all`, ...cost(), '', summary(total)].join('\n'))
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** What `npm test` leaves has neither types nor lint. */
function partsOf(tier: Tier): readonly Part[] {
  return tier === 'rest' ? parts.filter((part) => part !== 'types' && part !== 'lint') : parts
}

/** What is asked for by name is looked for everywhere. */
function tierOf([size, ...others]: readonly string[]): Tier {
  if (size === undefined) return 'commit'
  if (size === 'soak') return 'soak'
  return size === 'all' && others[0] === 'rest' ? 'rest' : 'all'
}

/** Processor time of the run and of the build, where the system says it: the one measure that a busy machine leaves alone. */
function cost(): string[] {
  const [all, build] = [processorSeconds(), costOfBuild()]
  if (!all || !build || words.length > 0) return []
  return [
    `${all.toFixed(0)} s of processor time, ${(all / build).toFixed(1)} times the ${build.toFixed(1)} s of npm run build`,
  ]
}

async function check(part: Part, tool: string, args: string[]): Promise<void> {
  if (!wanted.includes(part)) return
  const start = performance.now()
  const { code, said, cost } = await runTool(tool, args, { signal })
  checked(part, start, cost, code === 0 ? undefined : said)
}

async function checkBuild(): Promise<void> {
  if (!wanted.includes('build')) return
  const start = performance.now()
  // in a process of its own, which knows what it has cost
  const program = ['--import', 'tsx', '--import', './app/start/plain-errors.ts', 'app/start/command/build.ts']
  const { code, said, cost } = await runProgram(program, { signal })
  checked('build', start, cost, code === 0 ? undefined : said)
}

function checked(part: Part, start: number, cost: number, complaint: string | undefined): void {
  if (signal.aborted) return
  const isOk = complaint === undefined
  say(isOk ? `${part}: ok` : `${part}: FAILED\n\n${complaint.trim()}\n`)
  record(part, { ...nothing, [isOk ? 'passed' : 'failed']: 1 }, start, cost)
}

function record(what: string, count: Count, start: number, cost = 0): void {
  total = add(total, count)
  const took = `${seconds(performance.now() - start)}, ${cost.toFixed(0)} s of processor time`
  lines.push(`${what}: ${summary(count)} (${took})`)
}

async function vitest(): Promise<void> {
  const some = kinds.filter((kind) => wanted.includes(kind))
  const names = patterns.filter((pattern) => !isSpec(pattern))
  if (some.length === 0 && names.length === 0) return
  const start = performance.now()
  const isNarrowed = some.length > 0 && some.length < kinds.length
  const files = isNarrowed ? testFiles(some, names) : names
  if (isNarrowed && files.length === 0) {
    say(`No test file is of the kind ${some.join(' or ')} and called ${names.join(' or ')}.`)
    return record('vitest', { ...nothing, failed: 1 }, start)
  }
  // a build takes longer than most of the other tests
  const isBuildNeeded = files.length === 0 || testFiles(['http'], files).length > 0
  const { code, cost } = await runTool(
    'vitest/vitest.mjs',
    [
      ...['run', '--reporter=default', '--reporter=tests/support/run/dearest-files.ts'],
      ...['--reporter=json', `--outputFile.json=${vitestReport}`, ...files],
    ],
    { show: true, env: isBuildNeeded ? {} : { WITHOUT_BUILD: 'true' }, signal },
  )
  record('vitest', countVitest(vitestReport, code), start, cost)
}

/** Whether each planted mistake is found; it takes as long as all other soaks together. */
async function plantFaults(): Promise<void> {
  if (signal.aborted) return
  const start = performance.now()
  const program = [
    '--import',
    'tsx',
    '--import',
    './app/start/plain-errors.ts',
    'tests/faults/faults-command.ts',
  ]
  const { code, cost } = await runProgram(program, { show: true, signal })
  record('faults', { ...nothing, [code === 0 ? 'passed' : 'failed']: 1 }, start, cost)
}

/** Beside the others it has one core less, and gives what it has to say when it is done. */
async function playwright(): Promise<string> {
  const specs =
    { commit: [`--grep=${taggedForCommit}`], rest: [`--grep-invert=${taggedForCommit}`] }[tier as string] ??
    patterns.filter(isSpec)
  if (!wanted.includes('e2e') && specs.length === 0) return ''
  const start = performance.now()
  const isAlone = tier === 'all' && wanted.length <= 1 && specs.length === patterns.length
  const dataDir = mkdtempSync(join(tmpdir(), 'lunas-e2e-'))
  const { code, said, cost } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...(isAlone ? [] : ['--workers=1']), ...specs],
    { show: isAlone, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport, E2E_DATA_DIR: dataDir }, signal },
  )
  rmSync(dataDir, { recursive: true, force: true })
  record('e2e', countPlaywright(e2eReport, code), start, cost)
  return said.trim()
}

/** The files of these kinds whose paths hold one of the names. */
function testFiles(some: readonly (typeof kinds)[number][], names: readonly string[]): string[] {
  return globSync('{app,db,jobs,tests}/**/*.test.{ts,tsx}').filter((file) => {
    const kind = kinds.find((name) => file.includes(`.${name}.test.`)) ?? 'unit'
    return some.includes(kind) && (names.length === 0 || names.some((name) => file.includes(name)))
  })
}

/** Test files that ask whether this is a soak, or look at the clock; of these the ones whose paths hold one of the names. */
function soakFiles(names: readonly string[]): string[] {
  const files = globSync('{app,db,jobs,tests}/**/*.{test,spec}.{ts,tsx}').filter(
    (file) =>
      (names.length === 0 || names.some((name) => file.includes(name))) &&
      /\/(soak|stopwatch)\.ts'/.test(readFileSync(file, 'utf8')),
  )
  if (files.length > 0) return files
  say(`No file of the soak is called ${names.join(' or ')}.`)
  return process.exit(1)
}

function isSpec(pattern: string): boolean {
  return pattern.includes('.spec') || pattern.includes('e2e')
}
