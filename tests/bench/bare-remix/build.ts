import { resolve } from 'node:path'
import { runTool } from '#tests/support/run/tool.ts'

/** Where its configuration builds the bare app to: beside the product's build, which git does not see. */
export const bareBuild = resolve('build/bare-remix')

/** Builds the bare app with the product's own tools. */
export async function buildBareRemix(signal: AbortSignal): Promise<void> {
  const { code, said } = await runTool(
    '@remix-run/dev/dist/cli.js',
    ['vite:build', '--config', 'tests/bench/bare-remix/vite.config.js'],
    { env: { NODE_ENV: 'production' }, signal },
  )
  if (code !== 0) throw new Error(`the bare Remix app could not be built:\n${said.slice(-2_000)}`)
}
