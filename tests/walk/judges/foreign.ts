import { marks } from '#tests/support/access/world.ts'
import type { Answer } from '../answer.ts'

/** Nobody at home reads a word of the neighbour, whose every word carries its mark. */
export function foreign({ one: { person, route }, words }: Answer): string | undefined {
  if (person.side !== 'tenant' || route.side === 'main') return
  return words.toLowerCase().includes(marks.neighbour.toLowerCase()) ? 'tells of the neighbour' : undefined
}
