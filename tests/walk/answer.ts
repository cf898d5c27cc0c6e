import { type Locale, locales } from '#app/i18n/locales.ts'
import { addressOf } from '#tests/support/access/addresses.ts'
import { readOnce } from '#tests/support/access/answers.ts'
import { looks, methodOf, type Outcome, outcomeOf } from '#tests/support/access/expected.ts'
import type { World } from '#tests/support/access/world.ts'
import { turnOf } from '#tests/support/run/soak.ts'
import { type Combination, isWithoutMoney } from './combinations.ts'

/** One answer of the walk, read once for all judges. */
export interface Answer {
  one: Combination
  method: string
  address: string
  status: number
  headers: Headers
  /** Headers and body. */
  words: string
  outcome: Outcome
  /** The language that the browser asked for. */
  locale: Locale
}

/** What is wrong with an answer, in a few words; nothing when it is as it must be, or not this judge's business. */
export type Judge = (answer: Answer) => string | undefined

/** Asks as the combination says, in the one or the other language. */
export async function answerTo(world: World, one: Combination): Promise<Answer> {
  const { route, person, way, relation } = one
  const thing = route.row.of && relation ? world.thing(route.row.of, relation) : undefined
  const [path = '', query = ''] = addressOf(route, thing).split(/(?=\?)/)
  const address =
    (way === 'data' ? (path === '/' ? '/_root.data' : `${path}.data`) : path) + queryOf(one, query)
  const fields = looks(way) || way === 'sends nothing' ? {} : (route.row.form?.(thing ?? { id: '' }) ?? {})
  const method = methodOf(route, way)
  const locale = locales[turnOf(`${route.id} ${person.name}`) % locales.length]!
  const response = await world.send(
    person,
    method,
    address,
    looks(way) ? { locale } : { locale, body: fields },
  )
  const { body, words } = await readOnce(response)
  const outcome = outcomeOf({ status: response.status, headers: response.headers, body }, way, route)
  return { one, method, address, status: response.status, headers: response.headers, words, outcome, locale }
}

/** Who may see no money asks for the data of a page with what nobody links to: all rows, in a state of money. */
function queryOf({ person, way }: Combination, query: string): string {
  if (way !== 'data' || !isWithoutMoney(person)) return query
  return `${query}${query === '' ? '?' : '&'}limit=100&status=unpaid`
}

/** Who asked what, for the sentence of a judge. */
export const named = ({ one: { route, person, way, relation }, method, address, status }: Answer) =>
  `${person.name} ${way}: ${method} ${address} (${route.id}, ${relation ?? 'no object'}, ${status})`
