import { request } from 'node:http'
import autocannon from 'autocannon'
import { paths } from '#app/paths.ts'
import { atMost, type Findings, local, ratio } from './benchmark.ts'
import { organisation, signInAs } from './people.ts'
import { inTurns, percentile, ratios } from './rounds.ts'
import type { Product, Stage } from './stage.ts'

export const title = 'A list page while strangers try passwords: the slowest of a hundred answers'

const subdomain = 'demo'
const seconds = 4
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
  const page: Page = {
    url: `http://127.0.0.1:${product.port}${paths.invoice.list()}`,
    headers: { host: `${subdomain}.${product.mainHost}`, cookie },
  }
  const rate = Math.floor((await mostPerSecond(page)) / 2)
  const slow = await inTurns(
    {
      quiet: () => p99Of(page, rate),
      flooded: async () => {
        const attempts = attemptsEvery(product, flood)
        const ms = await p99Of(page, rate)
        await attempts.end()
        return ms
      },
    },
    { rounds: 5, budgetMs: 50_000 },
  )
  const storm = attemptsEvery(product, excess)
  await p99Of(page, Math.floor(rate / 2))
  const answers = await storm.end()
  const refused = answers.filter(({ status }) => status === 429).map(({ ms }) => ms)
  if (refused.length === 0) throw new Error(`of ${answers.length} sign-ins none was one too many`)
  return {
    figures: [
      ratio(`p99 under ${flood} sign-ins a second ÷ quiet`, ratios(slow.flooded, slow.quiet), atMost(2)),
      local(
        `95 of 100 sign-ins too many are refused within, at ${excess} a second`,
        percentile(refused, 0.95),
        'ms',
        atMost(50),
      ),
    ],
    notes: [
      `the list was asked for ${rate} times a second, half of what the server can do`,
      `of ${answers.length} sign-ins ${refused.length} were too many and answered 429 without hashing`,
    ],
  }
}

interface Page {
  url: string
  headers: Record<string, string>
}

async function mostPerSecond(page: Page): Promise<number> {
  const result = await autocannon({ ...page, connections: 16, duration: 3 })
  return result.requests.average
}

/** Milliseconds within which 99 of 100 answers came, at a fixed rate of arrivals. */
async function p99Of(page: Page, overallRate: number): Promise<number> {
  const result = await autocannon({ ...page, connections: 16, duration: seconds, overallRate })
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`the list page: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  return result.latency.p99
}

interface Answer {
  status: number
  ms: number
}

/** Each from an address of its own in 127/8, which Linux takes for this machine. */
let strangers = 0

/** Tries wrong passwords so many times a second, whether or not the earlier ones are answered, until it is ended. */
function attemptsEvery({ port, mainHost }: Product, perSecond: number): { end(): Promise<Answer[]> } {
  const running: Promise<Answer>[] = []
  const timer = setInterval(() => running.push(attempt(port, mainHost, ++strangers)), 1_000 / perSecond)
  return {
    end() {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}

function attempt(port: number, mainHost: string, stranger: number): Promise<Answer> {
  const host = `${subdomain}.${mainHost}`
  const body = new URLSearchParams({ email: `stranger-${stranger}@flood.test`, password: 'wrong password' })
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        method: 'POST',
        path: paths.login(),
        agent: false,
        localAddress: `127.${1 + (stranger >> 16)}.${(stranger >> 8) & 255}.${1 + (stranger & 127)}`,
        host: '127.0.0.1',
        headers: {
          host,
          origin: `http://${host}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
      (response) => {
        response.resume().once('end', () => {
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - begun })
        })
      },
    )
    sent.once('error', reject).end(body.toString())
  })
}
