import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

/** Names the test files that took longest at the end of a run, with their imports and hooks. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, ms: msOf(module) }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, shown)
    const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(9)} s  ${file}`)
    process.stdout.write(`the slowest files\n${lines.join('\n')}\n\n`)
  }
}

function msOf(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  return prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
}
