import type { SeatAct } from './rollover.ts'

export interface NamedClass {
  id: string
  name: string
  branch_id: string
  program_id: string
}

/** The level in a name, `4` of `Matematik Tahun 4`, and the name without it; a year such as 2027 is none. */
const levelOf = (name: string) => {
  const found = /(?<!\d)\d{1,2}(?!\d)/.exec(name)
  if (!found) return undefined
  const series = `${name.slice(0, found.index)}#${name.slice(found.index + found[0].length)}`
  return { level: Number(found[0]), series: series.toLowerCase() }
}

/**
 * A first guess at where a class goes on, which somebody looks over: the class of the next level by its name, at the same
 * branch and rather in the same program; the last of several levels ends; one without a level goes on as it is.
 */
export function nextClass(
  one: NamedClass,
  all: readonly NamedClass[],
): { act: SeatAct; to_subject_id: string | null } {
  const own = levelOf(one.name)
  if (!own) return { act: 'carry', to_subject_id: null }
  const series = all.flatMap((other) => {
    const its = levelOf(other.name)
    return other.branch_id === one.branch_id && its?.series === own.series
      ? [{ ...other, level: its.level }]
      : []
  })
  const next = series.filter(({ level }) => level === own.level + 1)
  const chosen = next.find(({ program_id }) => program_id === one.program_id) ?? next[0]
  if (chosen) return { act: 'promote', to_subject_id: chosen.id }
  const isLast = series.some(({ level }) => level !== own.level)
  return { act: isLast ? 'end' : 'carry', to_subject_id: null }
}
