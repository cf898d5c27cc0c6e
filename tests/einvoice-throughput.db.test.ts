import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Clock,
  openSchool,
  openTestPortal,
  type School,
  type TestPortal,
} from '#app/domain/einvoice/submissions/test-support.ts'
import { databaseForMany } from './support/database/database.ts'
import { figure } from './support/run/figure.ts'
import { soaking } from './support/run/soak.ts'

/**
 * How fast documents of many organisations become valid at the portal's own limits, by a clock that is simulated: it only moves
 * on when every organisation waits for something, to what comes first, as it is when the machine itself costs nothing.
 */
const size = soaking ? { schools: 50, documents: 200 } : { schools: 6, documents: 2 }
const published = { login: 12, submit: 100 }
const gap = (perMinute: number) => 60_000 / perMinute
const validationMs = 2_000

interface VirtualTime {
  /** Runs all until they end, and lets the time pass that they sleep. */
  run(all: readonly (() => Promise<void>)[]): Promise<void>
  sleep(ms: number): Promise<void>
}

function virtualTime(clock: Clock): VirtualTime {
  const waiting: { at: number; wake: () => void }[] = []
  let awake = 0
  let idle = () => {}
  const asleep = () =>
    new Promise<void>((resolve) => {
      idle = resolve
    })
  const rest = () => {
    if (--awake === 0) idle()
  }
  return {
    async sleep(ms) {
      const woken = new Promise<void>((wake) =>
        waiting.push({ at: clock.ms + Math.max(1, Math.ceil(ms)), wake }),
      )
      rest()
      await woken
    },
    async run(all) {
      let failed: unknown
      const ends = all.map(async (one) => {
        awake++
        await one().catch((error: unknown) => {
          failed ??= error
        })
        rest()
      })
      for (;;) {
        if (awake > 0) await asleep()
        if (failed) throw failed
        if (waiting.length === 0) break
        clock.advance(Math.min(...waiting.map(({ at }) => at)) - clock.ms)
        const due = waiting.filter(({ at }) => at <= clock.ms)
        for (const one of due) waiting.splice(waiting.indexOf(one), 1)
        awake += due.length
        for (const { wake } of due) wake()
      }
      await Promise.all(ends)
    },
  }
}

/** As the worker does it: what is to be sent, what is due, and again when the next of it is due. */
async function report({ clock, submit, follow, due, tenant }: School, { sleep }: VirtualTime): Promise<void> {
  for (;;) {
    const waits: number[] = []
    const step = await submit({ sleep })
    if (step.kind === 'later') waits.push(step.ms)
    const steps = await due()
    for (const { id } of steps) {
      const followed = await follow(id, { sleep })
      if (followed.kind === 'later') waits.push(followed.ms)
    }
    const { open, next } = await tenant.read(async (db) => ({
      open: await db
        .selectFrom('einvoice_document')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.countAll<number>().filterWhere('status', '=', 'queued').as('queued'),
        ])
        .where('status', 'in', ['queued', 'sending', 'submitted', 'processing'])
        .executeTakeFirstOrThrow(),
      next: await db
        .selectFrom('einvoice_submission')
        .select(({ fn }) => fn.min('next_at').as('at'))
        .executeTakeFirstOrThrow(),
    }))
    if (Number(open.count) === 0) return
    // an answer lets the next request be made
    if (Number(open.queued) > 0 && steps.length > 0 && waits.length === 0) continue
    if (next.at) waits.push((next.at as Date).getTime() - clock.ms)
    await sleep(waits.length > 0 ? Math.min(...waits) : 1_000)
  }
}

async function measure(portal: TestPortal, schools: readonly School[], documents: number): Promise<number> {
  const { clock } = portal
  for (const school of schools) await school.queue(documents)
  const time = virtualTime(clock)
  const before = await portal.control('calls')
  const began = clock.ms
  await time.run(schools.map((school) => () => report(school, time)))
  const took = clock.ms - began
  const kept: { status: string; number: string; issuerTin: string }[] = await portal.control('documents')
  const own = new Set(schools.map(({ tin }) => tin))
  const ours = kept.filter(({ issuerTin }) => own.has(issuerTin))
  expect(ours.filter(({ status }) => status === 'Valid')).toHaveLength(schools.length * documents)
  expect(new Set(ours.map(({ issuerTin, number }) => `${issuerTin} ${number}`)).size).toBe(ours.length)
  const calls: { status: number }[] = await portal.control(`calls?since=${before.at(-1)?.id ?? 0}`)
  expect(calls.filter(({ status }) => status === 429)).toEqual([])
  return took
}

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal({ switches: { validateAfterMs: validationMs } })
})
afterAll(() => portal.close())

const told = (whose: string, took: number, bound: number) =>
  figure(
    `e-invoices: ${size.schools * size.documents} documents of ${size.schools} organisations valid in ${(took / 1_000).toFixed(1)} s by ${whose}; the portal's limits allow ${(bound / 1_000).toFixed(1)} s`,
  )
const requests = Math.ceil(size.documents / 100)

describe('documents become valid within a tenth of what the limits allow', () => {
  test('each organisation with a client id of its own', async () => {
    const schools: School[] = []
    for (let n = 0; n < size.schools; n++) schools.push(await openSchool(portal))
    // one login, then a request after the other, then the validators
    const bound = (requests - 1) * gap(published.submit) + validationMs
    const took = await measure(portal, schools, size.documents)
    told('client ids of their own', took, bound)
    expect(took).toBeGreaterThanOrEqual(bound)
    expect(took).toBeLessThanOrEqual(bound * 1.1)
  })

  test('all through one intermediary, whose logins are what there is least of', async () => {
    const shop = { clientId: 'shop', secret: 'of-the-shop', tin: 'C2000000000' }
    await portal.control('clients', { clientId: shop.clientId, tin: shop.tin, secrets: [shop.secret] })
    const schools: School[] = []
    for (let n = 0; n < size.schools; n++) {
      const school = await openSchool(portal, { through: shop })
      await portal.control('appointments', { intermediaryTin: shop.tin, tin: school.tin })
      schools.push(school)
    }
    const bound = Math.max(
      (size.schools - 1) * gap(published.login) + (requests - 1) * gap(published.submit),
      (size.schools * requests - 1) * gap(published.submit),
    )
    const took = await measure(portal, schools, size.documents)
    told('one intermediary', took, bound + validationMs)
    expect(took).toBeGreaterThanOrEqual(bound)
    expect(took).toBeLessThanOrEqual((bound + validationMs) * 1.1)
  })
})
