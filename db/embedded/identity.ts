import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in the system's own terms. */
  started: string
}

export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { pid, started }
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim() || undefined
      )
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name, in brackets, may hold spaces; the state follows it, the start in ticks since boot is the 20th after it
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}
