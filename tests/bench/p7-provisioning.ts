import { type Kysely, sql } from 'kysely'
import { migrate } from '#db/migrating/migrate.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { atMost, type Findings, ratio } from './benchmark.ts'
import { newTenant } from './new-tenants.ts'
import { inTurns, median, medianRatios, ratios } from './rounds.ts'
import type { Stage } from './stage.ts'
import { bareBatch, tenantDdl } from './tenant-ddl.ts'

export const title = 'A new organisation: schema, role, tables, first branch, superadmin, defaults'

const rounds = 5
const tenantsOfRound = 10
/** The hundreds of organisations beside which the last is made, if there is time for them. */
const mostBeside = 200
const budgetMs = 20_000
const compared = 24

/**
 * Our provisioning against the tables alone in one batch; and a new organisation beside many against one beside few, which
 * is in a database of its own, in turns. Each of these has a connection of its own, as when one is approved.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const { ownerUrl, appUrl } = await stage.database()
  const ddl = await tenantDdl(ownerUrl)
  const few = await another(ownerUrl, appUrl)
  return asOwner(ownerUrl, async (owner) => {
    const bare = bareMaker(owner, ddl)
    const ours = () => newTenant(owner)
    await Promise.all([bare(), ours()])
    const costs = await inTurns(
      { ours: () => msOfTenant(ours), bare: () => msOfTenant(bare) },
      { rounds, budgetMs },
    )
    const beside = await timesUntil(mostBeside, budgetMs, ours)
    await sql`analyze`.execute(owner)
    const made = (url: string) => async () =>
      (await timesOf(1, () => asOwner(url, (approving) => newTenant(approving))))[0]!
    const grown = await inTurns(
      { many: made(ownerUrl), few: made(few) },
      { rounds: compared, budgetMs: 2 * budgetMs },
    )
    const already = 2 * tenantsOfRound * costs.ours.length + beside
    return {
      figures: [
        ratio('our provisioning ÷ bare DDL batch', ratios(costs.ours, costs.bare), atMost(1.3)),
        ratio(
          `beside ${already} organisations ÷ beside a few, in turns`,
          medianRatios(grown.many, grown.few),
          atMost(1.15),
        ),
      ],
      notes: [
        `one organisation here: ${median(costs.ours).toFixed(0)} ms, bare batch ${median(costs.bare).toFixed(0)} ms; ` +
          `the database forgets when it crashes, so flushing is not in it`,
        `beside many ${median(grown.many).toFixed(0)} ms, beside few ${median(grown.few).toFixed(0)} ms`,
      ],
    }
  })
}

/** A database of its own on the same server, with all migrations and no organisation. */
async function another(ownerUrl: string, appUrl: string): Promise<string> {
  const named = (url: string) => Object.assign(new URL(url), { pathname: '/few' }).href
  await asOwner(ownerUrl, (owner) => sql`create database few`.execute(owner))
  const { failed } = await migrate({ ownerUrl: named(ownerUrl), appUrl: named(appUrl) })
  if (failed[0]) throw new Error(`migration of ${failed[0].schema}: ${failed[0].reason}`)
  return named(ownerUrl)
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
