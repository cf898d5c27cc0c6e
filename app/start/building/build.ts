import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { StartError } from '../sentence.ts'
import { builds, compiled, currentBuild, pointer } from './built.ts'
import { processorSeconds } from './processor-time.ts'
import { gather, programs } from './programs.ts'

const sources = [
  'app/**/*',
  'db/**/*',
  'jobs/**/*',
  'public/**/*',
  'remix.config.js',
  'package-lock.json',
  'tsconfig.json',
]
/** Milliseconds for which a build stays after the next one: a process reads all of its build as it starts. */
const memoize = 3_600_000

/** Builds the pages and the programs when a source has changed since the last build; says whether it did. */
export async function buildWhenStale(signal?: AbortSignal): Promise<boolean> {
  const now = hashOfSources()
  if (isBuilt(now)) {
    if (currentBuild() !== now) pointTo(now)
    return false
  }
  await build(now, signal)
  return true
}

/**
 * Runs Vite over client and server and gathers the programs, into a folder that is called by the sources and is only there
 * once it is whole: who reads another build meanwhile goes on with that one, and two who build at once do not meet.
 * Refuses (StartError) with the words of Vite when it fails.
 */
export async function build(hash = hashOfSources(), signal?: AbortSignal): Promise<void> {
  const making = `${builds}/making-${process.pid}`
  mkdirSync(builds, { recursive: true })
  try {
    // in this order: Remix begins with an empty folder
    await runVite(making, { signal })
    await gather(programs, `${making}/programs`)
    // all of it, since what builds is a process of its own: `npm run build`
    writeFileSync(`${making}/${costFile}`, String(processorSeconds() ?? ''))
    // of sources that changed meanwhile it is neither the old build nor the new one: the next to ask builds anew
    const name = hashOfSources() === hash ? hash : `${hash}-changed`
    put(making, name)
    pointTo(name)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  sweep()
}

const costFile = 'processor-seconds'

/** Seconds of processor time that the current build has cost; undefined where nobody has measured it. */
export function costOfBuild(): number | undefined {
  const file = `${builds}/${currentBuild()}/${costFile}`
  return (existsSync(file) && Number(readFileSync(file, 'utf8'))) || undefined
}

interface ViteOptions {
  signal?: AbortSignal | undefined
  /** Of another app than the product. */
  config?: string
  /** What the configuration shall know of this build alone. */
  variables?: Record<string, string>
}

/** What `remix vite:build` does, without its command line, which loads the compiler that Remix had before Vite. */
const remixBuild = (config: string) => `
  import remix from '@remix-run/dev/dist/vite/build.js'
  const failed = (error) => [console.error(error), process.exit(1)]
  await remix.build(process.cwd(), { config: ${JSON.stringify(config)} }).catch(failed)
  process.exit()`

/** Builds into this folder, whatever is there. Refuses (StartError) with the words of Vite when it fails. */
export async function runVite(folder: string, options: ViteOptions = {}): Promise<void> {
  const { signal, config = 'remix.config.js', variables } = options
  const child = spawn(process.execPath, ['--input-type=module', '--eval', remixBuild(config)], {
    env: { ...process.env, ...variables, NODE_ENV: 'production', BUILD_FOLDER: folder },
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
}

const isBuilt = (name: string) => existsSync(`${builds}/${name}`)

/** Gives a whole build its name; one of the same sources that is there already is as good, and may be read. */
function put(folder: string, name: string): void {
  try {
    renameSync(folder, `${builds}/${name}`)
  } catch (error) {
    if (!isBuilt(name)) throw error
  }
}

/** From here on, whoever asks gets this build: before it the one before, and never half a name. */
function pointTo(name: string): void {
  const before = currentBuild()
  if (before && before !== name && isBuilt(before)) {
    const now = new Date()
    utimesSync(`${builds}/${before}`, now, now)
  }
  const next = `${pointer}-${process.pid}`
  writeFileSync(next, name)
  renameSync(next, pointer)
}

/**
 * Removes builds that nobody can be reading any more, what builders left that were killed, and with any of these what was
 * compiled: Node keeps that of each build and never lets go of it. The next start compiles what it still needs.
 */
function sweep(): void {
  const current = currentBuild()
  const over = readdirSync(builds).filter((name) => {
    if (name === current || !/^([0-9a-f]{64}(-changed)?|making-\d+)$/.test(name)) return false
    const left = statSync(`${builds}/${name}`, { throwIfNoEntry: false })
    return left && Date.now() - left.mtimeMs > memoize
  })
  for (const name of over) rmSync(`${builds}/${name}`, { recursive: true, force: true })
  if (over.length > 0) rmSync(compiled, { recursive: true, force: true })
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
