import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { kindOf } from './kinds.ts'

export const vitestDurations = 'test-results/durations.json'

/** What one test file has cost, with its imports and hooks, which Vitest's own JSON leaves out. */
export interface FileDuration {
  part: string
  file: string
  ms: number
}

/** Writes down how long each test file took. */
export default class DurationsReporter implements Reporter {
  readonly #files: FileDuration[] = []

  onTestModuleEnd(module: TestModule): void {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
      module.diagnostic()
    const ms = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
    const file = module.relativeModuleId
    this.#files.push({ part: kindOf(file), file, ms })
  }

  onTestRunEnd(): void {
    mkdirSync(dirname(vitestDurations), { recursive: true })
    writeFileSync(vitestDurations, JSON.stringify(this.#files))
  }
}
