import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

const file = 'test-results/processor-time.txt'
const shown = 10

/** Notes what a test file has cost its worker, in milliseconds of processor time; the database's and the browser's is beside it. */
export function noteCost(path: string, milliseconds: number): void {
  mkdirSync('test-results', { recursive: true })
  appendFileSync(file, `${milliseconds.toFixed(0)} ${path}\n`)
}

/** Names the test files that took most processor time at the end of a run. */
export default class DearestFiles implements Reporter {
  onInit(): void {
    rmSync(file, { force: true })
  }

  onTestRunEnd(): void {
    if (!existsSync(file)) return
    const costs = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ ms: Number.parseInt(line, 10), path: line.slice(line.indexOf(' ') + 1) }))
      .toSorted((one, other) => other.ms - one.ms)
    const lines = costs
      .slice(0, shown)
      .map(({ ms, path }) => `${(ms / 1_000).toFixed(1).padStart(9)} s  ${path}`)
    process.stdout.write(`the dearest files, by processor time of their tests\n${lines.join('\n')}\n\n`)
  }
}
