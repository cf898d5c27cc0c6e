import { type Kysely, sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { atMost, type Findings, ratio } from './benchmark.ts'
import { newTenant } from './new-tenants.ts'
import { inTurns, median, ratios } from './rounds.ts'
import type { Stage } from './stage.ts'
import { bareBatch, tenantDdl } from './tenant-ddl.ts'

export const title = 'A new organisation: schema, role, tables, first branch, superadmin, defaults'

const rounds = 5
const tenantsOfRound = 10
/** The hundreds of organisations between the first and the last that are compared, if there is time for them. */
const mostBetween = 200
const budgetMs = 20_000
const compared = 20

/** Our provisioning against the tables alone in one batch; and the last of many organisations against the first. */
export async function measure(stage: Stage): Promise<Findings> {
  const { ownerUrl } = await stage.database()
  const ddl = await tenantDdl(ownerUrl)
  return asOwner(ownerUrl, async (owner) => {
    const bare = bareMaker(owner, ddl)
    const ours = () => newTenant(owner)
    await Promise.all([bare(), ours()])
    const costs = await inTurns(
      { ours: () => msOfTenant(ours), bare: () => msOfTenant(bare) },
      { rounds, budgetMs },
    )
    const first = await timesOf(compared, ours)
    const between = await timesUntil(mostBetween, budgetMs, ours)
    const last = await timesOf(compared, ours)
    return {
      figures: [
        ratio('our provisioning ÷ bare DDL batch', ratios(costs.ours, costs.bare), atMost(1.3)),
        ratio(
          `organisation N+${between} ÷ organisation N`,
          ratios(quarters(last), quarters(first)),
          atMost(1.15),
        ),
      ],
      notes: [
        `one organisation here: ${median(costs.ours).toFixed(0)} ms, bare batch ${median(costs.bare).toFixed(0)} ms; ` +
          `the database forgets when it crashes, so flushing is not in it`,
        `${2 * tenantsOfRound * costs.ours.length + 2 * compared + between} schemas at the end`,
      ],
    }
  })
}

function bareMaker(owner: Kysely<DB>, ddl: string): () => Promise<unknown> {
  let count = 0
  return () => sql.raw(bareBatch(`bare_${++count}`, ddl)).execute(owner)
}

async function msOfTenant(make: () => Promise<unknown>): Promise<number> {
  return median(await timesOf(tenantsOfRound, make))
}

async function timesOf(number: number, make: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  while (times.length < number) {
    const begun = performance.now()
    await make()
    times.push(performance.now() - begun)
  }
  return times
}

/** Makes up to `most`, as long as the time lasts; how many it were. */
async function timesUntil(most: number, ms: number, make: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + ms
  let made = 0
  while (made < most && performance.now() < end) {
    await make()
    made++
  }
  return made
}

/** Medians of the four quarters of a series, which are rounds of a kind. */
function quarters(times: number[]): number[] {
  const size = times.length / 4
  return [0, 1, 2, 3].map((quarter) => median(times.slice(quarter * size, (quarter + 1) * size)))
}
