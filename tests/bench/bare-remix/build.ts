import { resolve } from 'node:path'
import { runVite } from '#app/start/building/build.ts'

/** Where the bare app is built to: beside the product's build, which git does not see. */
export const bareBuild = resolve('build/bare-remix')

/** Builds the bare app with the product's own tools. */
export function buildBareRemix(signal: AbortSignal): Promise<void> {
  return runVite(bareBuild, { config: 'tests/bench/bare-remix/vite.config.js', signal })
}
