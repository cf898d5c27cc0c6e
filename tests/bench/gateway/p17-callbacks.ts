import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { sealBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { startAttempt } from '#app/domain/payments/attempts/start.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { AC_FIELDS } from '#app/integrations/fpx/fields.ts'
import { configOf, encode, makePair, sealAc } from '#app/integrations/fpx/test-support.ts'
import { formatTime } from '#app/integrations/fpx/time.ts'
import { receiveCallback } from '#app/server/payments/fpx-callback.ts'
import { openContext } from '#app/server/request/context.ts'
import type { Services } from '#app/server/request/services.ts'
import { newId } from '#db/id.ts'
import { createPool, type TenantRef } from '#db/pool.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { atLeast, atMost, exact, type Findings, local, ratio } from '../benchmark.ts'
import { newTenants } from '../new-tenants.ts'
import { inTurns, median, ratios } from '../rounds.ts'
import type { Database, Stage } from '../stage.ts'

export const title = "FPX's own call about a payment, each of them twenty times"

const paymentsOfRound = 60
const duplicates = 20
const lanes = 12
const rounds = 7

/**
 * Signed messages about payments, each twenty times and in any order, as the route takes them: verified, kept, compared,
 * booked once with all that hangs on it. Beside it a message verified and written down by one INSERT through the same
 * connections, which guards nothing.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const database = await stage.database()
  // Who waits for a connection waits; that a crowd is turned away is another benchmark's.
  const pool = createPool(database.appUrl, { max: lanes, waitMs: 60_000 })
  stage.atEnd(() => pool.end())
  const [place] = await newTenants(database.ownerUrl, 1)
  const [own, fpx] = await Promise.all([
    makePair('2025-01-01', '2035-01-01'),
    makePair('2025-01-01', '2035-01-01'),
  ])
  const config = configOf(own, fpx)
  await withPlatform(database.pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({ fpx_seller_id: 'SE00000017' })
      .where('role_name', '=', place!.role)
      .execute(),
  )
  const door = doorOf(pool, config)
  const waiting: string[][] = []
  for (let round = 0; round <= rounds; round++) waiting.push(await bodies(database, place!, config, fpx.key))
  let taken = 0
  const guarded = async () => {
    taken += paymentsOfRound
    return perMessage(mixed(waiting.pop()!), door.receive)
  }
  const bare = async () => perMessage(mixed(barely), (body) => door.insert(place!, body))
  const barely = waiting[0]!
  await guarded()
  const ms = await inTurns({ guarded, bare }, { rounds, budgetMs: 120_000 })
  const { payments, wrong } = await withTenant(database.pool, place!, async (trx) => {
    const { count } = await trx
      .selectFrom('payment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return { payments: Number(count), wrong: Object.keys(await imbalance(trx)).length }
  })
  return {
    figures: [
      ratio('as many a second as by one bare INSERT each', ratios(ms.bare, ms.guarded), atLeast(0.6)),
      local(
        'messages a second, verified, kept and booked once',
        1_000 / median(ms.guarded),
        '',
        atLeast(3_000),
      ),
      exact('payments too many or too few', Math.abs(payments - taken), 'payments', atMost(0)),
      exact('books that do not agree afterwards', wrong, 'books', atMost(0)),
    ],
    notes: [
      `${paymentsOfRound} payments, ${duplicates} messages each, ${lanes} at a time, in one process with what sends them`,
      `a message here: ${(1_000 * median(ms.guarded)).toFixed(0)} µs guarded, ${(1_000 * median(ms.bare)).toFixed(0)} µs by the bare INSERT`,
    ],
  }
}

/** The door of the route without HTTP, and one beside it that only writes down. */
function doorOf(pool: Pool, config: FpxConfig) {
  const ring = keyringOf(randomBytes(32))
  const quiet = { warn() {}, error() {}, info() {} }
  const services = {
    ...{ pool, reportPool: pool, ring, log: quiet, toDoCounts: { forget() {} } },
    fpx: { config: async () => config },
    unsavedFpxMessages: { hold: () => false },
  } as unknown as Services
  const site = { side: 'main', host: 'localhost', origin: 'http://localhost' } as const
  const arrival = { path: '/fpx/direct', routePattern: () => '/fpx/direct', nonce: '', ip: '192.0.2.1' }
  return {
    async receive(body: string) {
      const request = new Request('http://localhost/fpx/direct', { method: 'POST', body })
      const context = await openContext(site, request, { ...arrival, requestId: newId() }, services)
      try {
        const received = await receiveCallback(context, 'direct', request)
        if (received.kind !== 'applied' && received.kind !== 'repeated')
          throw new Error(`a message was ${received.kind}`)
      } finally {
        await context.close()
      }
    },
    /** What one would write first: the signature, and one INSERT at the place of the organisation. */
    async insert(place: TenantRef, body: string) {
      const result = verifyAc(config, body)
      if (!result.ok) throw new Error(result.reason)
      const raw = Buffer.from(body)
      const id = newId()
      await withTenant(pool, place, (trx) =>
        trx
          .insertInto('platform.gateway_message')
          .values({
            ...{ id, kind: 'direct', gateway: 'fpx', verified: true, outcome: 'bare', attempt_id: null },
            ...{
              body_sealed: sealBody(ring, id, raw),
              body_sha256: createHash('sha256').update(raw).digest(),
            },
            certificate_fingerprint: result.fingerprint,
            response_code: result.ac.debit_code,
          })
          .execute(),
      )
    },
  }
}

/** Payments that have been begun, and what FPX says of each: it was paid. */
function bodies({ pool }: Database, place: TenantRef, config: FpxConfig, fpxKey: string): Promise<string[]> {
  return withTenant(pool, place, async (trx) => {
    const said: string[] = []
    const at = currentTime()
    while (said.length < paymentsOfRound) {
      const { public_code } = await invoice(trx)
      const code = await startAttempt(trx, systemActor, config, {
        ...{
          codes: [public_code],
          model: 'B2C',
          buyer_name: 'Nur Aisyah',
          buyer_email: null,
          locale: 'en',
          at,
        },
        bank: { code: 'TEST0021', name: 'SBI Bank A', online: true },
      })
      const { request_fields } = await trx
        .selectFrom('payment_attempt')
        .select('request_fields')
        .where('public_code', '=', code)
        .executeTakeFirstOrThrow()
      const asked = request_fields as Record<string, string>
      said.push(
        encode(
          sealAc(fpxKey, {
            ...Object.fromEntries(AC_FIELDS.map((field) => [field, asked[field] ?? ''])),
            ...{ fpx_msgType: 'AC', fpx_fpxTxnTime: formatTime(at), fpx_debitAuthCode: '00' },
            ...{ fpx_fpxTxnId: String(++transactions).padStart(16, '0'), fpx_debitAuthNo: '15733223' },
          }),
        ),
      )
    }
    return said
  })
}

let transactions = 0

/** Each twenty times, in an order that is drawn, the same in each round. */
function mixed(bodies: readonly string[]): string[] {
  const drawn = bodies.flatMap((body) => Array.from({ length: duplicates }, () => body))
  let seed = 17
  for (let last = drawn.length - 1; last > 0; last--) {
    seed = (seed * 48_271) % 2_147_483_647
    const other = seed % (last + 1)
    ;[drawn[last], drawn[other]] = [drawn[other]!, drawn[last]!]
  }
  return drawn
}

/** Milliseconds for one message of many that come at once. */
async function perMessage(
  messages: readonly string[],
  take: (body: string) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  let next = 0
  const lane = async () => {
    while (next < messages.length) await take(messages[next++]!)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - begun) / messages.length
}
