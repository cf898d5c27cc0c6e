import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { say } from '#app/start/sentence.ts'
import { listenForStop } from '#app/start/stop-signals.ts'
import { isInCommit } from '../support/run/tiers.ts'
import { runProgram } from '../support/run/tool.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'

/**
 * `npm run faults` plants each fault into a copy of the project, runs the tests that are about it, and says whether they
 * turned red, and whether a test did that `npm test` runs. `npm run faults -- money` takes one theme, any other word those
 * whose sentence or file holds it. Ends with 1 when a fault stays green or does not fit the source any more.
 */
const words = process.argv.slice(2)
const chosen = Object.entries(faults).flatMap(([theme, list]) =>
  list.filter(
    ({ about, file }) =>
      words.length === 0 ||
      words.some((word) => word === theme || about.includes(word) || file.includes(word)),
  ),
)

const { signal } = listenForStop(Number.POSITIVE_INFINITY)
const copies: string[] = []
process.once('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

const counts = { commit: 0, all: 0, green: 0 }
const waiting = chosen.values()
// each in a copy of its own; a run of few tests keeps no more than one core busy
await Promise.all(Array.from({ length: availableParallelism() }, () => plantIn(copyProject())))
if (signal.aborted) process.exit(130)
const red = counts.commit + counts.all
say(
  `\n${red} of ${chosen.length} faults are found, ${counts.commit} of them by npm test; ${counts.green} stay green.`,
)
process.exit(counts.green > 0 || chosen.length === 0 ? 1 : 0)

/** Plants one fault after another into this copy, as long as there are any. */
async function plantIn(copy: string): Promise<void> {
  for (const fault of waiting) {
    if (signal.aborted) return
    const found = await plant(fault, copy)
    if (signal.aborted) return
    counts[found]++
    const said = { commit: 'red', all: 'red, in test:all alone', green: 'GREEN' }[found]
    say(`${said.padEnd(24)}${fault.about} (${fault.file})`)
  }
}

/** Sources as they are in the folder, changes that nobody has committed among them; what is big or made is shared. */
function copyProject(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'lunas-faults-')))
  copies.push(copy)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
  for (const file of listed.split('\0'))
    if (file && existsSync(file)) cpSync(file, join(copy, file), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

async function plant(
  { file, find, replace, tests, about }: Fault,
  copy: string,
): Promise<keyof typeof counts> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`"${about}": its text is ${places} times in ${file}, not once.`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const failed = await failedFiles(tests, copy)
    if (failed.some(isInCommit)) return 'commit'
    return failed.length > 0 ? 'all' : 'green'
  } finally {
    writeFileSync(path, source)
  }
}

/** The test files that fail, from the root of the project; a run that breaks off counts as all of those asked for. */
async function failedFiles(tests: readonly string[], copy: string): Promise<string[]> {
  const report = join(copy, 'test-results/vitest.json')
  rmSync(report, { force: true })
  await runProgram(['app/bootstrap.mjs', 'test', ...tests], { signal, cwd: copy })
  if (signal.aborted) return []
  if (!existsSync(report)) throw new Error(`No test ran for ${tests.join(', ')}.`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[]
  }
  if (testResults.length === 0) throw new Error(`No test file is called ${tests.join(' or ')}.`)
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name))
}
