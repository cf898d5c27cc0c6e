import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What Postgres writes about itself into the lock file of its folder. */
export interface Postmaster {
  pid: number
  port: number
  /** 'starting', 'ready', 'stopping'; empty while the file is being written. */
  status: string
}

/** The postmaster named by the lock file, alive or not; undefined without a lock file. */
export function readPostmaster(folder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(lines[0]))
    if (!Number.isInteger(pid) || pid < 2) return undefined
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Whether the process is a live Postgres that works in this folder. A number in a lock file proves nothing: after a
 * crash or a reboot it may belong to any process.
 */
export function isPostmasterOf(folder: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return worksIn(realpathSync(folder), pid)
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(folder)
  } catch {
    return false
  }
}

/**
 * Clears the way after a postmaster that was killed. Its lock file also guards against backends that outlived it, so
 * these are awaited (they notice soon) and ended if need be; the file is removed only when its number now belongs to
 * some other process, which Postgres would take for a rival.
 */
export async function forgetPostmaster(folder: string, pid: number, ms = 5_000): Promise<void> {
  const end = performance.now() + ms
  for (let left = backendsOf(folder); left.length > 0; left = backendsOf(folder)) {
    if (performance.now() > end) for (const backend of left) send(backend, 'SIGKILL')
    await sleep(50)
  }
  if (send(pid, 0)) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

function backendsOf(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const real = realpathSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(real, Number(name)))
    .map(Number)
}

function worksIn(folder: string, pid: number): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === folder
    )
  } catch {
    return false
  }
}

/** False when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Waits until that postmaster takes connections; false when `gaveUp` says so first, or after `ms`. */
export async function postmasterIsReady(
  folder: string,
  pid: number,
  gaveUp: () => boolean,
  ms: number,
): Promise<boolean> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const found = readPostmaster(folder)
    if (found?.pid === pid && found.status === 'ready') return true
    if (gaveUp()) return false
    await sleep(10)
  }
  return false
}

/**
 * Ends a postmaster: fast first (open transactions are rolled back, the rest is written), at once if that takes
 * longer than `ms`; the next start then repairs it from the log.
 */
export async function stopPostmaster(folder: string, pid: number, ms = 5_000): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isPostmasterOf(folder, pid)) return
    send(pid, signal)
    if (await postmasterIsGone(folder, pid, ms)) return
  }
}

async function postmasterIsGone(folder: string, pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (isPostmasterOf(folder, pid)) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}
