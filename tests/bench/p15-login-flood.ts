import autocannon from 'autocannon'
import { paths } from '#app/paths.ts'
import { atMost, type Findings, local, ratio } from './benchmark.ts'
import { organisation, signInAs } from './people.ts'
import { type Answer, during, every, type Headers, post, visit, waits } from './process/arrivals.ts'
import { inTurns, medianRatios, percentile } from './rounds.ts'
import type { Product, Stage } from './stage.ts'

export const title = 'A list page while strangers try passwords: the slowest of a hundred answers'

const subdomain = 'demo'
const seconds = 10
/** Sign-ins a second that a machine can just keep up with, and far more than it can. */
const flood = 30
const excess = 60

/**
 * The list of invoices at half the rate that the server can do, quiet and while thirty sign-ins a second come from as
 * many addresses, each with an e-mail address of its own, so that no limit but the queue of the hashing holds them off.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const [product, { pool }] = await Promise.all([stage.product(), stage.demo()])
  await organisation(pool, subdomain)
  const cookie = (await signInAs(pool, subdomain, 'clerk'))!
  const host = `${subdomain}.${product.mainHost}`
  const rate = Math.floor((await mostPerSecond(product, { host, cookie })) / 2)
  const lists = (perSecond: number) =>
    every(perSecond, () => visit(product, paths.invoice.list(), { host, cookie }))
  const attempts = (perSecond: number) => every(perSecond, () => attempt(product, host, ++strangers))
  let turnedAway = 0
  const quiet = async () => {
    const answers = (await during(seconds, lists(rate)))[0]
    turnedAway += answers.filter(({ status }) => status === 503).length
    return percentile(waits(answers), 0.99)
  }
  const flooded = async () => {
    const strange = attempts(flood)
    try {
      return await quiet()
    } finally {
      await strange.end()
    }
  }
  await flooded()
  turnedAway = 0
  const slow = await inTurns({ quiet, flooded }, { rounds: 9, budgetMs: 180_000 })
  const [answers] = await during(seconds, attempts(excess), lists(Math.floor(rate / 2)))
  const tooMany = answers.filter(({ status }) => status === 429)
  if (tooMany.length === 0) throw new Error(`of ${answers.length} sign-ins none was one too many`)
  return {
    figures: [
      ratio(
        `p99 under ${flood} sign-ins a second ÷ quiet`,
        medianRatios(slow.flooded, slow.quiet),
        atMost(2),
      ),
      local(
        `95 of 100 sign-ins too many are refused within, at ${excess} a second`,
        percentile(
          tooMany.map(({ ms }) => ms),
          0.95,
        ),
        'ms',
        atMost(50),
      ),
    ],
    notes: [
      `the list was asked for ${rate} times a second, half of what the server can do, each at its own moment`,
      `${turnedAway} lists were turned away because the database was too busy, and count as never answered`,
      `of ${answers.length} sign-ins ${tooMany.length} were too many and answered 429 without hashing`,
    ],
  }
}

async function mostPerSecond({ port }: Product, headers: Headers): Promise<number> {
  const url = `http://127.0.0.1:${port}${paths.invoice.list()}`
  const result = await autocannon({ url, headers: { ...headers }, connections: 16, duration: 3 })
  return result.requests.average
}

let strangers = 0

function attempt(product: Product, host: string, stranger: number): Promise<Answer> {
  const body = new URLSearchParams({ email: `stranger-${stranger}@flood.test`, password: 'wrong password' })
  return post(product, { host, path: paths.login(), stranger, body })
}
