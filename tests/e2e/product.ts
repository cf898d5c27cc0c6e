import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runningEmbedded } from '#db/embedded.ts'
import { freePorts } from '#tests/support/run/free-ports.ts'
import { layFontsInto } from './own-font.ts'

/** Starts the product with its demo data for all stories, and lays out the font they are set in; ends both after them. */
export default async function product(): Promise<() => Promise<void>> {
  // of `npm test`, which removes it when a run is interrupted before this could
  const dataDir = process.env.E2E_DATA_DIR || (await mkdtemp(join(tmpdir(), 'lunas-e2e-')))
  const port = await freePorts(3)
  const main = `localhost:${port}`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', './app/start/end-with-parent.ts', 'app/start.ts'],
    {
      env: {
        ...process.env,
        APP_ENV: 'demo',
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
  try {
    await layFontsInto(join(dataDir, 'fonts'))
    await ready(child, port, () => output)
  } catch (error) {
    await stop(child, dataDir)
    throw error
  }
  process.env.LUNAS_E2E_MAIN = main
  process.env.LUNAS_E2E_DATABASE = (await runningEmbedded(join(dataDir, 'postgres')))!.ownerUrl()
  return () => stop(child, dataDir)
}

/** Minutes without a word from it after which it hangs: a busy machine alone takes four for a single step. */
const patience = 10

async function ready(child: ChildProcess, port: number, output: () => string) {
  let [said, since] = [0, Date.now()]
  while (Date.now() - since < patience * 60_000) {
    if (output().length > said) [said, since] = [output().length, Date.now()]
    if (child.exitCode !== null) throw new Error(`The product ended before it was ready:\n${output()}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok && /superadmin@demo\.test/.test(output())) return
    await wait(200)
  }
  throw new Error(`The product was not ready and said nothing for ${patience} minutes:\n${output()}`)
}

async function stop(child: ChildProcess, dataDir: string) {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
}
