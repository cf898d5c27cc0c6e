import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Ticks of the kernel's clock in a millisecond; on Linux a second has a hundred, whatever the machine. */
const msPerTick = 10

/**
 * Milliseconds of processor time that a Postgres on this machine has used, with all of its processes, those that have
 * ended included. Only on Linux, in steps of ten milliseconds.
 */
export async function postgresCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]!.pid)[1]!
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const own = statOf(postmaster)
  return msPerTick * children.reduce((sum, pid) => sum + ticksOf(Number(pid)), own[13]! + own[14]!)
}

/** The fields of a process from its state on, as `man proc_pid_stat` numbers them from 3: [1] is the parent. */
function statOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** One that has ended meanwhile is in its parent's sum from the next time on. */
function ticksOf(pid: number): number {
  try {
    const stat = statOf(pid)
    return stat[11]! + stat[12]!
  } catch {
    return 0
  }
}
