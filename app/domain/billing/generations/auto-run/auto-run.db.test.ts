import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { inPlatform } from '#db/in-place.ts'
import { previewGeneration, runGeneration } from '#jobs/handlers/generations.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { aClass, billing, pupils, today } from '../test-support.ts'
import { beginDueRun, cleanPreviews, takeUpStuck } from './auto-run.ts'
import { saveGenerationSetting } from './setting.ts'

let tenant: Tenant
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
})

const form = { day: 1, for: 'same_month', group_by: 'student', notify_at: '09:00' } as const
const rest = { family: 'payer', child_order: 'oldest_first' } as const

async function switchOn(version = 0, on = today) {
  const admin = await tenant.actor('admin')
  await tenant.write((trx) =>
    saveGenerationSetting(trx, admin, { ...form, ...rest, auto_run: true, version }, on),
  )
}

/** Two months by hand, as the product asks for. */
async function twoByHand() {
  const taught = await tenant.write((trx) => aClass(trx))
  await tenant.write((trx) => pupils(trx, taught.id, 2))
  for (const months of [-2, -1]) {
    const month = addMonths(startOfMonth(today), months).slice(0, 7)
    await (await billing(tenant, { month }).preview()).run()
  }
}

const begin = (on: string) => tenant.write((trx) => beginDueRun(trx, on))
const coming = addMonths(startOfMonth(today), 1)

test('the day begins nothing before two previews were looked at and run', async () => {
  await expect(switchOn().catch((error) => Promise.reject(asRefusal(error) ?? error))).toRefuse(
    'generation.two_first',
    'auto_run',
  )
  await tenant.write((trx) =>
    trx
      .insertInto('setting')
      .values({ key: 'generation', value: JSON.stringify({ ...form, auto_run: true, auto_since: today }) })
      .execute(),
  )
  expect(await begin(coming)).toBeUndefined()
})

test('one month by hand is not enough, nor one that was looked at and not run, or run for those who had failed', async () => {
  const taught = await tenant.write((trx) => aClass(trx))
  await tenant.write((trx) => pupils(trx, taught.id, 2))
  const month = (months: number) => addMonths(startOfMonth(today), months).slice(0, 7)
  const first = await billing(tenant, { month: month(-2) }).preview()
  await first.run()
  const second = await billing(tenant, { month: month(-1) }).preview()
  const refused = () =>
    expect(switchOn().catch((error) => Promise.reject(asRefusal(error) ?? error))).toRefuse(
      'generation.two_first',
      'auto_run',
    )
  await refused()
  await second.run()
  const mends = (retry_of_id: string | null) =>
    tenant.write((trx) =>
      trx.updateTable('generation').set({ retry_of_id }).where('id', '=', second.id()).execute(),
    )
  await mends(first.id())
  await refused()
  await mends(null)
  await switchOn()
  expect(await begin(coming)).toBeDefined()
})

test('the day begins nothing where the package does not hold it any more', async () => {
  await twoByHand()
  await switchOn()
  await subscribed(tenant, { features: essentialFeatures })
  expect(await begin(coming)).toBeUndefined()
})

test('a run begins by itself on its day, once for a month, and bills it', async () => {
  await twoByHand()
  await switchOn()
  const id = await begin(coming)
  expect(id).toBeDefined()
  expect(await begin(coming)).toBeUndefined()
  await previewGeneration({ generation_id: id! }, jobTools(tenant, 'generation.preview'))
  await runGeneration({ generation_id: id! }, jobTools(tenant, 'generation.run'))
  const one = billing(tenant).is(id!)
  expect(await one.now()).toMatchObject({ status: 'completed', trigger: 'schedule', month: coming, by: null })
  expect(await one.invoices()).toHaveLength(2)
})

test('many who look at one moment begin it once', async () => {
  await twoByHand()
  await switchOn()
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(coming)))
  expect(begun.filter(Boolean)).toHaveLength(1)
})

test('a night that was missed, or that the clock has jumped over, is made up for on the next that comes', async () => {
  await twoByHand()
  await switchOn()
  const id = await begin(addDays(coming, 9))
  expect(await billing(tenant).is(id!).now()).toMatchObject({ month: coming })
})

test('a day that passed before it was switched on is not made up for', async () => {
  await twoByHand()
  await switchOn(0, addDays(startOfMonth(today), 1))
  expect(await begin(addDays(startOfMonth(today), 2))).toBeUndefined()
  expect(await begin(coming)).toBeDefined()
})

test('the day on which it is switched on counts', async () => {
  await twoByHand()
  await switchOn(0, startOfMonth(today))
  expect(await begin(startOfMonth(today))).toBeDefined()
})

test('a preview that nobody ran for a week goes, and no run does, nor what runs by itself', async () => {
  await twoByHand()
  await switchOn()
  const scheduled = await begin(coming)
  const one = await billing(tenant).preview()
  expect(await tenant.write(cleanPreviews)).toBe(0)
  await tenant.write((trx) =>
    trx
      .updateTable('generation')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute(),
  )
  expect(await tenant.write(cleanPreviews)).toBe(1)
  const left = await tenant.read((db) => db.selectFrom('generation').select('id').execute())
  expect(left.map(({ id }) => id)).not.toContain(one.id())
  expect(left.map(({ id }) => id)).toContain(scheduled)
  expect(left).toHaveLength(3)
})

test('what was left when its job was given up is taken up again, once it has said nothing for an hour', async () => {
  const taught = await tenant.write((trx) => aClass(trx))
  await tenant.write((trx) => pupils(trx, taught.id, 2))
  const one = await (await billing(tenant).preview()).start()
  const jobs = () =>
    inPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('id')
        .where('name', '=', 'generation.run')
        .where('entity_id', '=', tenant.entity.id)
        .execute(),
    )
  expect(await jobs()).toHaveLength(1)
  const silent = () =>
    tenant.write((trx) =>
      trx
        .updateTable('generation')
        .set({ updated_at: new Date(Date.now() - 2 * 3_600_000) })
        .execute(),
    )
  expect(await tenant.write(takeUpStuck)).toBe(0)
  await silent()
  expect(await tenant.write(takeUpStuck)).toBe(1)
  expect(await jobs()).toHaveLength(2)
  expect(await one.work()).toMatchObject({ status: 'completed' })
  expect(await tenant.write(takeUpStuck)).toBe(0)
  await one.undo()
  await silent()
  expect(await tenant.write(takeUpStuck)).toBe(0)
})
