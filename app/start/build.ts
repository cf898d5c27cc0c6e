import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { StartError } from './sentence.ts'

const sources = [
  'app/**/*',
  'db/**/*',
  'jobs/**/*',
  'public/**/*',
  'remix.config.js',
  'package-lock.json',
  'tsconfig.json',
]
const stamp = 'build/.sources'

/** Builds the pages when a source has changed since the last build; says whether it did. */
export async function buildWhenStale(signal?: AbortSignal): Promise<boolean> {
  const now = hashOfSources()
  if (readStamp() === now) return false
  await build(now, signal)
  return true
}

/**
 * Runs Vite over client and server. The stamp goes first and comes back last, so an interrupted build is stale.
 * Refuses (StartError) with the words of Vite when it fails.
 */
export async function build(hash = hashOfSources(), signal?: AbortSignal): Promise<void> {
  rmSync(stamp, { force: true })
  const remix = 'node_modules/@remix-run/dev/dist/cli.js'
  const child = spawn(process.execPath, [remix, 'vite:build', '--config', 'remix.config.js'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-50_000)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new StartError(`The pages could not be built:\n\n${telling(said)}`)
  writeFileSync(stamp, hash)
}

/** Vite's message, without the stack and the lists of files that follow it. */
function telling(said: string): string {
  const lines = stripVTControlCharacters(said).trim().split('\n')
  const failed = lines.findIndex((line) => line.includes('Build failed'))
  if (failed < 0) return lines.slice(-20).join('\n')
  const rest = lines.slice(failed + 1)
  const stack = rest.findIndex((line) => line.startsWith('    at '))
  return rest.slice(0, stack < 0 ? 20 : Math.min(stack, 20)).join('\n')
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|db\.test|http\.test)\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
