import { withoutIds } from '#tests/support/access/answers.ts'
import type { Answer } from '../answer.ts'
import { isWithoutMoney } from '../combinations.ts'

/** Every amount of the world is RM7,331.xx. `.data` names its fields, too: none may be an amount, even an empty one. */
const amount = /RM ?\d|7,?331\.\d\d|7331\d\d|[a-z]_sen\b/

/** A moment in a page's data: its milliseconds pass through the digits of every amount in their turn. */
const instant = /\["D",\d+\]/g

/** Where a trainer reads what they are paid themselves; the only figures of money that they get. */
const ownPay: ReadonlySet<string> = new Set(
  ['list', 'view', 'print'].map((page) => `tenant/pay-sheet/${page}`),
)

/** The figure of money in some words, with what stands around it. */
export function figureIn(words: string): string | undefined {
  // what is drawn at random is only taken out where that could matter
  if (!amount.test(words)) return
  const plain = withoutIds(words.replaceAll(instant, ''))
  const found = amount.exec(plain)
  return found ? `…${plain.slice(Math.max(0, found.index - 40), found.index + 20)}…` : undefined
}

/**
 * Who has nothing to do with money gets no figure of it: not on a page, not in its data, not in a file. What a public
 * code opens is left out: it shows the same to everybody who was given the code. So are a trainer's own pay sheets, which are
 * theirs alone: the walk finds nobody else's there.
 */
export function money({ one: { person, route }, words }: Answer): string | undefined {
  const { access, side } = route
  if (ownPay.has(route.id) && person.roles.includes('trainer')) return
  if (!isWithoutMoney(person) || side === 'main' || access === 'guest' || access === 'gateway') return
  const figure = figureIn(words)
  return figure && `shows money: ${figure}`
}
