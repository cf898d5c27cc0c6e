import { beforeEach, describe, expect, test } from 'vitest'
import { turnOnFpx } from '#app/domain/catalogue/payment-options/payment-options.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { onlineTerms, onlineWays, takesOnline } from '#app/domain/payments/attempts/online-terms.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { student } from '#tests/support/database/factories.ts'
import { invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { hideSetUp, setUpChecklist } from './checklist.ts'
import { setUpStates } from './set-up.ts'

let tenant: Tenant
let owner: Actor
beforeEach(async () => {
  tenant = await freshTenant({ bank_status: 'unverified' })
  owner = await tenant.actor('superadmin')
})

const list = () => tenant.read((db) => setUpChecklist(db, tenant.entity.id))
const states = async () => Object.fromEntries((await list()).items.map(({ task, state }) => [task, state]))
const platform = <T>(work: Parameters<typeof withPlatform<T>>[1]) => withPlatform(tenant.database.pool, work)
const entity = (values: object) =>
  platform((trx) =>
    trx.updateTable('platform.entity').set(values).where('id', '=', tenant.entity.id).execute(),
  )
const fpx = (status: 'active' | 'inactive') =>
  tenant.write((trx) =>
    trx.updateTable('payment_option').set({ status }).where('method', 'like', 'fpx%').execute(),
  )
const settingState = async () => (await tenant.read((db) => setUpStates(db, tenant.entity.id))).payment
const said = (work: Promise<unknown>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))

describe('online payment', () => {
  test('is done exactly while a payer is offered a way to pay, in the list and in the settings', async () => {
    for (const fpx_seller_id of [null, newSellerId()])
      for (const option of ['active', 'inactive'] as const)
        for (const status of ['active', 'inactive'] as const) {
          await entity({
            fpx_seller_id,
            status,
            inactive_reason: status === 'active' ? null : 'Tutup sementara',
          })
          await fpx(option)
          const offered = await tenant.read(async (db) => onlineWays(await onlineTerms(db), { trial: false }))
          const { online } = await states()
          const about = [fpx_seller_id !== null, option, status]
          expect([about, online === 'done']).toEqual([about, offered.length > 0])
          expect([about, (await settingState()) === 'done']).toEqual([about, offered.length > 0])
          expect([about, await tenant.read(takesOnline)]).toEqual([about, offered.length > 0])
        }
  })

  test('says whether a press, the operator or another package is missing', async () => {
    await fpx('inactive')
    expect((await states()).online).toBe('off')
    await tenant.write((trx) => turnOnFpx(trx, owner))
    expect((await states()).online).toBe('seller')
    expect(await settingState()).toBe('waiting')
    await entity({ fpx_seller_id: newSellerId() })
    expect((await states()).online).toBe('done')
    await subscribed(tenant, { features: [...essentialFeatures, 'chip'] })
    expect((await states()).online).toBe('chip')
  })

  test('that the package lacks is no task', async () => {
    await subscribed(tenant, { features: essentialFeatures })
    const { items, online } = await list()
    expect(online.state).toBe('package')
    expect(items.map(({ task }) => task)).not.toContain('online')
  })
})

describe('turning FPX on', () => {
  const active = async () =>
    (
      await tenant.read((db) =>
        db
          .selectFrom('payment_option')
          .select('method')
          .where('method', 'like', 'fpx%')
          .where('status', '=', 'active')
          .orderBy('method')
          .execute(),
      )
    ).map(({ method }) => method)

  test('activates what the package has of it, logs each, and is harmless twice', async () => {
    await subscribed(tenant, { features: [...essentialFeatures, 'fpx'] })
    await fpx('inactive')
    for (let press = 0; press < 2; press++) await tenant.write((trx) => turnOnFpx(trx, owner))
    expect(await active()).toEqual(['fpx_b2c'])
    const logged = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'payment_option.activated')
        .execute(),
    )
    expect(logged).toEqual([{ actor_id: owner.id }])
  })

  test('is refused where the package has no FPX', async () => {
    await subscribed(tenant, { features: essentialFeatures })
    await fpx('inactive')
    await expect(said(tenant.write((trx) => turnOnFpx(trx, owner)))).toRefuse('feature.lacking')
    expect(await active()).toEqual([])
  })
})

test('the bank account has the state that it has at the operator, and is set up while another one is asked for', async () => {
  expect((await states()).bank).toBe('unverified')
  const ask = (values: object) =>
    platform((trx) =>
      trx
        .insertInto('platform.entity_bank_change')
        .values({
          ...{ id: newId(), entity_id: tenant.entity.id, bank_code: 'MBB', bank_name: 'Maybank' },
          ...{ account_name: 'Tadika Contoh', account_number_sealed: Buffer.from('x'), last_four: '0001' },
          ...{ asker: 'Pemilik', ...values },
        } as never)
        .execute(),
    )
  const decide = (values: object) =>
    platform((trx) =>
      trx
        .updateTable('platform.entity_bank_change')
        .set({ decided_at: new Date(), decider: 'Pengendali', ...values } as never)
        .where('entity_id', '=', tenant.entity.id)
        .where('status', '=', 'pending')
        .execute(),
    )
  await ask({})
  await entity({ bank_status: 'pending' })
  expect((await states()).bank).toBe('pending')
  await decide({ status: 'refused', decision_reason: 'Nama di surat bank berlainan.' })
  await entity({ bank_status: 'rejected' })
  expect((await list()).items.find(({ task }) => task === 'bank')).toMatchObject({
    ...{ state: 'rejected', is_done: false, is_waiting: false },
    reason: 'Nama di surat bank berlainan.',
  })
  await ask({})
  await decide({ status: 'confirmed' })
  await entity({ bank_status: 'verified' })
  expect((await states()).bank).toBe('done')
  await ask({})
  // what is paid out to is there; the settings say the same of it
  expect((await states()).bank).toBe('done')
  expect((await tenant.read((db) => setUpStates(db, tenant.entity.id))).bank).toBe('done')
})

test('the list counts what is there, and can be hidden once only optional tasks are left', async () => {
  await entity({ fpx_seller_id: newSellerId(), bank_status: 'verified', logo_file: null })
  expect(await states()).toMatchObject({ fees: 'program', families: 'missing', invoice: 'missing' })
  await expect(said(tenant.write((trx) => hideSetUp(trx, owner, tenant.entity.id)))).toRefuse(
    'action_not_allowed',
  )
  await tenant.write((trx) => student(trx))
  expect((await states()).families).toBe('done')
  await tenant.write(async (trx) => {
    const id = newId()
    await trx.insertInto('line_template').values({ id, code: 'BUKU', name: 'Buku' }).execute()
    await trx
      .insertInto('line_template_item')
      .values({
        line_template_id: id,
        position: 1,
        description: 'Buku',
        quantity_hundredths: 100,
        price_sen: 10_00,
      })
      .execute()
  })
  await tenant.write((trx) =>
    invoice(trx, { branch_id: tenant.branch.id, status: 'draft', number: null, issued_on: null }),
  )
  expect(await states()).toMatchObject({ fees: 'done', invoice: 'missing', payment: 'missing' })
  await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))
  expect(await states()).toMatchObject({ invoice: 'done', payment: 'unpaid' })
  await tenant.write((trx) => payment(trx, { branch_id: tenant.branch.id }))
  expect(await list()).toMatchObject({ done: 7, can_hide: true, is_hidden: false })

  await tenant.write((trx) => hideSetUp(trx, owner, tenant.entity.id))
  expect(await list()).toMatchObject({ is_hidden: true })
  await entity({ bank_status: 'rejected' })
  expect(await list()).toMatchObject({ done: 6, is_hidden: false })
})

test('online payment is optional for who is paid otherwise, which a cancelled payment does not show', async () => {
  const online = async () => (await list()).items.find(({ task }) => task === 'online')
  await fpx('inactive')
  await tenant.write((trx) =>
    payment(trx, { branch_id: tenant.branch.id, status: 'cancelled', cancel_reason: 'Ditaip dua kali' }),
  )
  expect((await states()).payment).toBe('missing')
  expect(await online()).toMatchObject({ is_done: false, is_optional: false })
  await tenant.write((trx) => payment(trx, { branch_id: tenant.branch.id }))
  expect((await states()).payment).toBe('done')
  expect(await online()).toMatchObject({ is_done: false, is_optional: true })
})
