import { sql } from 'kysely'
import { sealLog } from '#app/domain/audit/seals/seal.ts'
import { verifyLog } from '#app/domain/audit/seals/verify.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { newId } from '#db/id.ts'
import { inPlace } from '#db/in-place.ts'
import type { Place } from '#db/pool.ts'
import { requestDatabase } from '#db/request-database.ts'
import { atLeast, atMost, exact, type Findings, local, ratio } from './benchmark.ts'
import { newTenants } from './new-tenants.ts'
import { inTurns, median, ratios } from './rounds.ts'
import type { Database, Stage } from './stage.ts'

export const title = 'Writing to the audit log and sealing it, and verifying it'

const rowsOfRound = 1_000
const rowsOfVerify = 100_000

/**
 * Audit rows as the product writes them, each in its own transaction: alone, and with all the work of sealing them
 * afterwards. Then a log of a hundred thousand rows is verified, untouched and with one row changed.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const database = await stage.database()
  const [plain, sealed, long] = await newTenants(database.ownerUrl, 3)
  if (!plain || !sealed || !long) throw new Error('three organisations were asked for')
  const write = (place: Place) => msOfWrite(database, place)
  const writeAndSeal = async () => {
    const ms = await write(sealed)
    const begun = performance.now()
    const { rows } = await sealLog((work) => inPlace(database.pool, sealed, work), 'tenant')
    return ms + (performance.now() - begun) / rows
  }
  await Promise.all([write(plain), writeAndSeal()])
  const ms = await inTurns(
    { plain: () => write(plain), sealed: writeAndSeal },
    { rounds: 9, budgetMs: 90_000 },
  )
  await fill(database, long)
  const verify = () => verifyAt(database, long)
  const clean = await verify()
  const cpu = process.cpuUsage()
  const times = [clean.ms, (await verify()).ms, (await verify()).ms]
  const used = process.cpuUsage(cpu)
  const cpuMs = (used.user + used.system) / 2_000
  return {
    figures: [
      ratio('audit writes with seals ÷ plain audit writes', ratios(ms.sealed, ms.plain), atMost(1.15)),
      local(`verifying ${rowsOfVerify.toLocaleString('en')} rows`, median(times) / 1_000, 's', atMost(1)),
      local('rows verified a second', (rowsOfVerify / median(times)) * 1_000, 'rows', atLeast(100_000)),
      exact('rows of the log that were verified', clean.rows, 'rows', atLeast(rowsOfVerify)),
      exact('findings in the untouched log', clean.found, 'findings', atMost(0)),
    ],
    notes: [
      `one audit write here: ${(1_000 * median(ms.plain)).toFixed(0)} µs plain, ` +
        `${(1_000 * median(ms.sealed)).toFixed(0)} µs with its share of a seal`,
      `verifying takes ${(cpuMs / 1_000).toFixed(2)} s of this process's CPU, the rest is the database's and waiting`,
    ],
  }
}

/** What one write of many takes: their median, since on a busy machine a few take a hundred times as long. */
async function msOfWrite({ pool }: Database, place: Place): Promise<number> {
  const change = {
    before: { status: 'draft' },
    after: { status: 'unpaid', number: 'INV-26-000001', total_sen: 12_000 },
  }
  const times: number[] = []
  while (times.length < rowsOfRound) {
    const begun = performance.now()
    await inPlace(pool, place, (trx) =>
      record(trx, systemActor, 'invoice.issued', { type: 'invoice', id: newId() }, change),
    )
    times.push(performance.now() - begun)
  }
  return median(times)
}

async function fill({ pool }: Database, place: Place): Promise<void> {
  await inPlace(pool, place, (trx) =>
    sql`insert into audit_log (id, actor_type, actor_name, action, object_type, object_id, before, after, ip, user_agent)
      select gen_random_uuid(), 'user', 'Puan Contoh', 'invoice.issued', 'invoice', gen_random_uuid()::text,
        '{"status": "draft"}', jsonb_build_object('status', 'unpaid', 'number', 'INV-' || n, 'total_sen', n),
        '203.0.113.7', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36'
      from generate_series(1, ${rowsOfVerify}::int) as n`.execute(trx),
  )
  await sealLog((work) => inPlace(pool, place, work), 'tenant')
}

function verifyAt({ pool }: Database, place: Place) {
  return verifyLog(async (work) => {
    const database = requestDatabase(pool, place)
    try {
      return await work(await database.read())
    } finally {
      await database.close()
    }
  }, 'tenant')
}
