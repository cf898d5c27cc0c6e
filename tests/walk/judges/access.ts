import { looks } from '#tests/support/access/expected.ts'
import type { Answer } from '../answer.ts'

/** It came out as the route's declaration, the permission table and the rules on rows say. */
export function access(answer: Answer): string | undefined {
  return isRight(answer) ? undefined : `${answer.outcome} instead of ${answer.one.must}`
}

/** A form may be told what is wrong with it before anything is looked for, as long as it is not accepted. */
function isRight({ one: { must, way, route, relation }, outcome }: Answer): boolean {
  if (outcome === must) return true
  const isWrong = way === 'sends nothing' || relation === 'malformed'
  return must === 'missing' && isWrong && route.hasAction && !looks(way) && outcome === 'proceeds'
}
