import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '#app/paths.ts'
import { untilListening } from '#app/start/ready.ts'
import { withTenant } from '#db/with-tenant.ts'
import { atLeast, atMost, type Findings, local, ratio } from '../benchmark.ts'
import { organisation, signInAs } from '../people.ts'
import { during, every, post, visit, waits } from '../process/arrivals.ts'
import { freePort, startServerProcess } from '../process/server-process.ts'
import { inTurns, medianRatios, percentile } from '../rounds.ts'
import { productEnv, type Stage, startProduct } from '../stage.ts'

export const title = 'A list page while many give at once, as in the last nights of Ramadan'

const subdomain = 'demo'
const seconds = 8
const starts = 50
const lists = 10

/**
 * Fifty gifts a second are begun by as many strangers, each up to the signed request for FPX, beside ten list pages a
 * second of the office; and the same list pages alone.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const database = await stage.demo()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-giving-'))
  stage.atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const sandboxPort = await freePort()
  const more = { ALLOW_SANDBOX: 'yes', SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir }
  const product = await startProduct(database, more)
  stage.atEnd(() => product.stop())
  const sandbox = await startServerProcess({
    ...{ file: 'app/integrations/sandbox.ts', port: sandboxPort },
    env: { ...productEnv(database), ...more, MAIN_HOST: product.mainHost, PORT: String(product.port) },
    ready: () => untilListening('the sandbox', sandboxPort, AbortSignal.timeout(30_000)),
  })
  stage.atEnd(() => sandbox.stop())
  const { place } = await organisation(database.pool, subdomain)
  const cookie = (await signInAs(database.pool, subdomain, 'clerk'))!
  const host = `${subdomain}.${product.mainHost}`
  const type = await withTenant(database.pool, place, (trx) =>
    trx
      .selectFrom('infaq_type')
      .select('id')
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  const pages = () => every(lists, () => visit(product, paths.invoice.list(), { host, cookie }))
  const gifts = () =>
    every(starts, () => {
      const body = new URLSearchParams({
        ...{ type: type.id, model: 'B2C', bank: 'TEST0021', anonymous: 'on', amount: '10.00' },
      })
      return post(product, { host, path: paths.infaq.pay(), stranger: ++givers, body })
    })
  const begun: number[] = []
  const quiet = async () => percentile(waits((await during(seconds, pages()))[0]), 0.95)
  const peak = async () => {
    const [given, shown] = await during(seconds, gifts(), pages())
    begun.push(given.filter(({ status }) => status === 303).length / given.length)
    return percentile(waits(shown), 0.95)
  }
  await peak()
  begun.length = 0
  const slow = await inTurns({ quiet, peak }, { rounds: 5, budgetMs: 90_000 })
  return {
    figures: [
      ratio(
        `95 of 100 list pages beside ${starts} gifts a second ÷ quiet`,
        medianRatios(slow.peak, slow.quiet),
        atMost(3),
      ),
      local('of 100 gifts are begun, at that rate', 100 * Math.min(...begun), '', atLeast(100)),
    ],
    notes: [`${lists} list pages a second meanwhile, each at its own moment, on one process`],
  }
}

let givers = 0
