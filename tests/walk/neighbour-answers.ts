import { withoutChance } from '#tests/support/access/answers.ts'
import type { World } from '#tests/support/access/world.ts'
import { type Answer, named } from './answer.ts'

/**
 * Compares what somebody is answered about an object of the neighbour with what they are answered about one that never
 * was: if the two differed in a word, ids of other organisations could be told from ids of nobody.
 */
export class NeighbourAnswers {
  /** How many pairs were compared. */
  pairs = 0
  /** A sentence for each pair that differs. */
  readonly different: string[] = []
  readonly #world: World
  readonly #waiting = new Map<string, { status: number; words: string }>()

  constructor(world: World) {
    this.#world = world
  }

  add(answer: Answer): void {
    const { route, person, way, relation } = answer.one
    if (route.side === 'main' || person.side !== 'tenant' || !route.row.of) return
    if (relation !== 'neighbour' && relation !== 'unknown') return
    const { id, code } = this.#world.thing(route.row.of, relation)
    // what waits beside the menu is counted while others work
    const words = withoutChance(answer.words, [id, code]).replaceAll(/<span class="count">\d+<\/span>/g, '')
    const told = { status: answer.status, words }
    const key = JSON.stringify([route.id, route.params, person.name, way])
    const twin = this.#waiting.get(key)
    if (!twin) {
      this.#waiting.set(key, told)
      return
    }
    this.#waiting.delete(key)
    this.pairs += 1
    if (twin.status !== told.status || twin.words !== told.words)
      this.different.push(
        `${named(answer)}: ${twin.status} and ${told.status}, ${firstDifference(twin.words, told.words)}`,
      )
  }
}

/** Where two texts begin to differ, with a little of what stands around it. */
function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, n) => letter !== other[n])
  const around = (words: string) => JSON.stringify(words.slice(Math.max(0, at - 60), at + 60))
  return `${around(one)} against ${around(other)}`
}
