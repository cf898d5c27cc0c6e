import { readFileSync } from 'node:fs'

/** A clock of Linux counts processor time in hundredths of a second, on every machine (`getconf CLK_TCK`). */
const ticksInSecond = 100

/**
 * Seconds of processor time that this process and its children have taken, as far as the children are over and were
 * waited for; undefined where the system does not say (proc(5), cutime and cstime).
 */
export function processorSeconds(): number | undefined {
  let stat: string
  try {
    stat = readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return undefined
  }
  // the name of the program, in brackets, may hold spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].map((field) => Number(fields[field]))
  return ticks.reduce((sum, each) => sum + each, 0) / ticksInSecond
}
