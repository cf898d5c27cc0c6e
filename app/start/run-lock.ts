import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderError } from '#db/embedded/error.ts'
import { identityOf, isAlive, type ProcessIdentity } from '#db/embedded/identity.ts'
import { StartError } from './sentence.ts'

interface Run extends ProcessIdentity {
  address: string
  children: ProcessIdentity[]
}

export interface RunLock {
  /** Notes the processes that this run has started, so that the next one can end them should this one be killed. */
  note(pids: number[]): void
  release(): void
}

/**
 * Makes this process the only `npm start` of a data folder. Refuses (StartError) while another one lives; the lock of
 * one that was killed is taken over after its processes have ended, which are ended after `ms` if they have not.
 * @param address where this run will be found, for the sentence that the next one gets
 */
export async function takeRunLock(dataDir: string, address: string, ms = 8_000): Promise<RunLock> {
  const file = join(dataDir, 'run.json')
  const found = readRun(file)
  if (found && isAlive(found)) {
    throw new StartError(
      `Lunas already runs in this folder (process ${found.pid}, ${found.address}): stop it first, or choose other values for DATA_DIR and PORT.`,
    )
  }
  if (found) await endAll(found.children, ms)
  const run: Run = { ...(identityOf(process.pid) as ProcessIdentity), address, children: [] }
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(run), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  try {
    mkdirSync(dataDir, { recursive: true })
    write()
  } catch (error) {
    throw folderError(error, dataDir)
  }
  return {
    note(pids) {
      run.children = pids.map(identityOf).filter((child) => child !== undefined)
      write()
    },
    release: () => rmSync(file, { force: true }),
  }
}

function readRun(file: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Run
  } catch {
    return undefined
  }
}

async function endAll(processes: ProcessIdentity[], ms: number) {
  const end = performance.now() + ms
  for (let left = processes.filter(isAlive); left.length > 0; left = left.filter(isAlive)) {
    if (performance.now() > end) for (const { pid } of left) process.kill(pid, 'SIGKILL')
    await sleep(50)
  }
}
