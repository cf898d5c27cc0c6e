import { readdirSync, readFileSync } from 'node:fs'

/**
 * Megabytes that a process group really holds: what its processes share is counted once (PSS, Linux). Undefined where
 * the system does not tell.
 */
export function memoryOfGroup(group: number): number | undefined {
  let kilobytes = 0
  for (const pid of processesOf(group)) {
    const rollup = read(`/proc/${pid}/smaps_rollup`)
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes > 0 ? kilobytes / 1_000 : undefined
}

function processesOf(group: number): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
  } catch {
    return []
  }
}

/** The fifth field; the second is the program's name in brackets and may itself hold brackets and spaces. */
function groupOf(pid: string): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')
  return Number(fields[2])
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
