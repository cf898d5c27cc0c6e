import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type Route, routesOf } from './support/access/addresses.ts'
import { withoutIds, wordsOf } from './support/access/answers.ts'
import { relations } from './support/access/nouns.ts'
import { each } from './support/access/requests.ts'
import { makeWorld, type World } from './support/access/world.ts'
import { builtProduct } from './support/http.ts'

/**
 * Who looks after classes, and who teaches, gets no figure of money in any answer: not on a page, not in its data, not
 * in a file. Every amount of this organisation is RM7,331.xx, and its sums are amounts as well. What a public code opens
 * is left out: it shows the same to everybody who was given the code.
 */
const routes = routesOf(await builtProduct()).filter(
  ({ side, access }) => side !== 'main' && access !== 'guest' && access !== 'gateway',
)
/** `.data` names its fields, too: none may be an amount, even an empty one. */
const money = /RM ?\d|7,?331\.\d\d|7331\d\d|[a-z]_sen\b/

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 120_000)

/** Every address of a route, about every object there is, as a page, as its data, and with what nobody links to. */
function addresses(route: Route): string[] {
  const things = route.row.of
    ? relations.map((relation) => world.thing(route.row.of!, relation))
    : [undefined]
  return things.flatMap((thing) => {
    const path = addressOf(route, thing)
    const join = path.includes('?') ? '&' : '?'
    return [path, path.replace(/(?=\?|$)/, '.data'), `${path}${join}limit=100&status=unpaid`]
  })
}

async function figuresFor(name: string): Promise<string[]> {
  const person = world.people.find((one) => one.name === name)!
  const found: string[] = []
  const asked = routes.flatMap((route) =>
    addresses(route).flatMap((path) => [
      { route, path, method: 'GET' },
      ...(route.hasAction ? [{ route, path, method: route.method }] : []),
    ]),
  )
  await each(asked, async ({ path, method }) => {
    const response = await world.send(person, method, path, method === 'GET' ? {} : { body: {} })
    const words = withoutIds(await wordsOf(response))
    const figure = money.exec(words)
    if (figure) found.push(`${method} ${path}: …${words.slice(figure.index - 40, figure.index + 20)}…`)
  })
  return found
}

describe.each(['class-admin', 'class-assistant', 'trainer', 'no role'])('%s', (name) => {
  test('never receives an amount', async () => {
    expect(await figuresFor(name)).toEqual([])
  }, 60_000)
})

test('the search could have found some: a clerk receives them on most pages of money', async () => {
  const found = await figuresFor('clerk')
  expect(found.length).toBeGreaterThan(30)
}, 60_000)
