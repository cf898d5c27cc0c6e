import type { SeatAct } from './rollover.ts'

export interface NamedClass {
  id: string
  name: string
  branch_id: string
  program_id: string
}

/** The level in a name, `4` of `Tahun 4 Amanah`, with what stands before and after it; a year such as 2027 is none. */
const levelOf = (name: string) => {
  const found = /(?<!\d)\d{1,2}(?!\d)/.exec(name)
  if (!found) return undefined
  const before = name.slice(0, found.index).toLowerCase()
  const after = name.slice(found.index + found[0].length).toLowerCase()
  return { level: Number(found[0]), before, after }
}

/**
 * A first guess at where a class goes on, which somebody looks over: the class of the next level by its name, at the same
 * branch, rather with the same words after the level and in the same program; the last of several levels ends; one without
 * a level goes on as it is.
 */
export function nextClass(
  one: NamedClass,
  all: readonly NamedClass[],
): { act: SeatAct; to_subject_id: string | null } {
  const own = levelOf(one.name)
  if (!own) return { act: 'carry', to_subject_id: null }
  const series = all.flatMap((other) => {
    const its = levelOf(other.name)
    if (other.branch_id !== one.branch_id || its?.before !== own.before) return []
    const alike = [its.after === own.after, other.program_id === one.program_id]
    return [{ id: other.id, level: its.level, likeness: Number(alike[0]) * 2 + Number(alike[1]) }]
  })
  const [next] = series
    .filter(({ level }) => level === own.level + 1)
    .toSorted((a, b) => b.likeness - a.likeness)
  if (next) return { act: 'promote', to_subject_id: next.id }
  const isLast = series.some(({ level, likeness }) => level !== own.level && likeness >= 2)
  return { act: isLast ? 'end' : 'carry', to_subject_id: null }
}
