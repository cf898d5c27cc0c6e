import { Agent, request } from 'node:http'
import pg from 'pg'
import { paths } from '#app/paths.ts'
import { atMost, exact, type Findings, ratio } from './benchmark.ts'
import { signInAs } from './people.ts'
import { inTurns, medianRatios, percentile } from './rounds.ts'
import type { Product, Stage } from './stage.ts'

export const title =
  'A list page of one organisation while another waits for a lock, twenty of its people reloading'

const [stuck, other] = ['demo', 'cahaya']
const people = 20
const pages = 60

/**
 * The list of invoices of one organisation, one page after the other, quiet and while the table of sessions of another
 * is locked: each of twenty people there asks again as soon as they are answered.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const [product, { pool, ownerUrl }] = await Promise.all([stage.product(), stage.demo()])
  const [theirs, ours] = [
    { host: `${stuck}.${product.mainHost}`, cookie: (await signInAs(pool, stuck, 'clerk'))! },
    { host: `${other}.${product.mainHost}`, cookie: (await signInAs(pool, other, 'clerk'))! },
  ]
  const statuses: number[] = []
  let reloads = 0
  const quiet = async () => {
    const times: number[] = []
    for (let page = 0; page < pages; page++) {
      const begun = performance.now()
      statuses.push(await list(product, ours))
      times.push(performance.now() - begun)
    }
    return percentile(times, 0.5)
  }
  const besideStuck = async () => {
    const release = await lockSessions(ownerUrl, stuck)
    let reloading = true
    const reload = async () => {
      while (reloading) {
        await list(product, theirs)
        reloads += 1
      }
    }
    const crowd = Array.from({ length: people }, reload)
    await untilWaiting(ownerUrl)
    const ms = await quiet()
    reloading = false
    await release()
    await Promise.all(crowd)
    return ms
  }
  await quiet()
  const slow = await inTurns({ quiet, besideStuck }, { rounds: 9, budgetMs: 120_000 })
  return {
    figures: [
      ratio('median answer beside it ÷ quiet', medianRatios(slow.besideStuck, slow.quiet), atMost(3)),
      exact(
        'answers beside it that were refused',
        statuses.filter((status) => status !== 200).length,
        '',
        atMost(0),
      ),
    ],
    notes: [`the others were answered or refused ${reloads} times meanwhile`],
  }
}

async function lockSessions(ownerUrl: string, subdomain: string): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query('select schema_name from platform.entity where subdomain = $1', [
    subdomain,
  ])
  await owner.query('begin')
  await owner.query(`lock table ${rows[0].schema_name}.session in access exclusive mode`)
  return () => owner.end()
}

/** Until somebody waits for the lock, so that what is measured is measured beside it. */
async function untilWaiting(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const waiting = `select 1 from pg_stat_activity where application_name = 'lunas' and wait_event_type = 'Lock' limit 1`
  while ((await owner.query(waiting)).rows.length === 0);
  await owner.end()
}

const kept = new Agent({ keepAlive: true })

function list({ port }: Product, headers: { host: string; cookie: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: paths.invoice.list(), agent: kept, headers }
    const sent = request(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end()
  })
}
