import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { paths } from '#app/paths.ts'
import { atMost, type Findings, local, ratio } from './benchmark.ts'
import { organisation, signInAs } from './people.ts'
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
  const lists = (perSecond: number) => every(perSecond, () => list(product, { host, cookie }))
  const attempts = (perSecond: number) => every(perSecond, () => attempt(product, host, ++strangers))
  let turnedAway = 0
  const quiet = async () => {
    const answers = (await during(lists(rate)))[0]
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
  const [answers] = await during(attempts(excess), lists(Math.floor(rate / 2)))
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

interface Headers {
  host: string
  cookie: string
}

async function mostPerSecond({ port }: Product, headers: Headers): Promise<number> {
  const url = `http://127.0.0.1:${port}${paths.invoice.list()}`
  const result = await autocannon({ url, headers: { ...headers }, connections: 16, duration: 3 })
  return result.requests.average
}

interface Answer {
  status: number
  ms: number
}

/**
 * Milliseconds of each answer. One that a busy server turned away was never answered, however soon it said so; any
 * other that is no page is a mistake.
 */
function waits(answers: readonly Answer[]): number[] {
  return answers.map(({ status, ms }) => {
    if (status === 503) return Number.POSITIVE_INFINITY
    if (status !== 200) throw new Error(`an answer with ${status} instead of 200`)
    return ms
  })
}

interface Arrivals {
  /** No more are sent; the answers of all that were. */
  end(): Promise<Answer[]>
}

/** Lets them come for ten seconds; the answers of each. None goes on when another one fails. */
async function during<A extends Arrivals[]>(...arrivals: A): Promise<{ [I in keyof A]: Answer[] }> {
  await setTimeout(seconds * 1_000)
  return Promise.all(arrivals.map((each) => each.end())) as Promise<{ [I in keyof A]: Answer[] }>
}

/** Sends so many a second at even distances, whether or not the earlier ones are answered, until it is ended. */
function every(perSecond: number, send: () => Promise<Answer>): Arrivals {
  const begun = performance.now()
  const running: Promise<Answer>[] = []
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    while (running.length < due) running.push(send())
  }, 2)
  return {
    end() {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}

const kept = new Agent({ keepAlive: true })

function list({ port }: Product, headers: Headers): Promise<Answer> {
  return timed({ port, path: paths.invoice.list(), agent: kept, headers: { ...headers } })
}

/** Each stranger has an address of its own in 127/8, which Linux takes for this machine. */
let strangers = 0

function attempt({ port }: Product, host: string, stranger: number): Promise<Answer> {
  const body = new URLSearchParams({ email: `stranger-${stranger}@flood.test`, password: 'wrong password' })
  return timed(
    {
      port,
      method: 'POST',
      path: paths.login(),
      agent: false,
      localAddress: `127.${1 + (stranger >> 16)}.${(stranger >> 8) & 255}.${1 + (stranger & 127)}`,
      headers: {
        host,
        origin: `http://${host}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
    body.toString(),
  )
}

function timed(options: RequestOptions, body?: string): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - begun })
      })
    })
    sent.once('error', reject).end(body)
  })
}
