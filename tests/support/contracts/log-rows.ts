import { featureCodes } from '#app/domain/core/features/feature.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { insert, type Trx } from '../database/factories.ts'
import { newEntity } from '../database/new-entity.ts'
import { entityRegistration } from '../database/registration-factories.ts'
import type { Tenant } from '../database/tenant.ts'
import { newOperator } from '../product/http.ts'
import { credited } from './credited-rows.ts'
import { adjustment, paidOut, payout } from './payout-rows.ts'
import { day, earlier, noonOf, text } from './told.ts'

/** A sign-in and an entry of the log of an organisation. */
export async function logged(trx: Trx, index: number, { id, name }: { id: string; name: string }) {
  await insert(trx, 'login_log', { ...signIn(index), user_id: index === 0 ? id : null })
  await insert(trx, 'audit_log', entry(index, { id, name, type: 'user' }))
}

function signIn(index: number) {
  const [method, result] = index === 0 ? ['reset', 'signed_in'] : ['email', 'auth.invalid_credentials']
  return { id: newId(), at: noonOf(index), method: method!, result: result!, ip: `192.0.2.${index}` }
}

function entry(index: number, by: { id: string; name: string; type: 'user' | 'operator' }) {
  const first = index === 0
  return {
    ...{
      id: newId(),
      at: noonOf(index),
      actor_type: first ? by.type : 'system',
      actor_id: first ? by.id : null,
    },
    actor_name: first ? by.name : 'Lunas',
    action: first ? 'branch.created' : 'category.created',
    ...{ object_type: first ? 'branch' : 'category', object_id: first ? by.id : newId() },
    after: JSON.stringify({ name: `Nama ${index}` }),
  }
}

/** What the lists of the operator are tried on, and those of an organisation that the platform fills. */
export async function platform(tenant: Tenant) {
  const known = await withPlatform(tenant.database.pool, (trx) => ofOperator(trx, tenant))
  return { ...known, payout: await paidOut(tenant) }
}

async function ofOperator(trx: Trx, { place }: Tenant) {
  const owner = newOperator({ name: 'Pemilik', status: 'inactive' })
  const support = newOperator({
    name: text,
    role: 'support',
    totp_secret_sealed: 'none',
    totp_confirmed_at: new Date(),
  })
  await trx
    .insertInto('platform.operator')
    .values([owner, newOperator({ last_login_at: new Date() }), support])
    .execute()
  await insert(trx, 'platform.closure_date', {
    ...{ id: newId(), name: text, closed_on: '2020-06-15', state: 'Johor' },
  })
  await packages(trx)
  await registrations(trx)
  for (const index of [0, 1, 2]) {
    const first = index === 0
    const operator_id = first ? support.id : null
    await trx
      .insertInto('platform.login_log')
      .values({ ...signIn(index), operator_id })
      .execute()
    await trx
      .insertInto('platform.audit_log')
      .values({ ...entry(index, { ...support, type: 'operator' }), entity_id: first ? place.id : null })
      .execute()
    await insert(trx, 'platform.payment_exception', {
      ...{ id: newId(), entity_id: null, kind: 'orphan', order_no: `LN-${index}`, raised_at: noonOf(1) },
    })
    await trx
      .insertInto('platform.failed_job')
      .values({
        ...{
          id: newId(),
          name: ['receipt.send', 'einvoice.submit', 'invoice.send'][index]!,
          payload: '{}',
          attempts: 1,
        },
        ...{ error: `Gagal ${index}`, failed_at: noonOf(index), entity_id: first ? place.id : null },
        ...(first ? { retried_at: noonOf(0) } : {}),
      })
      .execute()
  }
  return { owner, support, sold: await organisations(trx, place.id) }
}

/** Two more organisations without tables, of which one is closed; the first has a package that ends. */
async function organisations(trx: Trx, first: string) {
  const others: string[] = []
  for (const status of ['active', 'inactive']) {
    const id = newId()
    others.push(id)
    const name = `t_${id.replaceAll('-', '_')}`
    const row = { id, schema_name: name, role_name: name, organisation_type: 'school', status }
    await trx
      .insertInto('platform.entity')
      .values({ ...newEntity({ subdomain: `list-${status}` }), ...row })
      .execute()
    await night(trx, id, earlier)
    await payout(trx, id, earlier)
    await adjustment(trx, id)
    // One organisation alone would be too few rows of a report.
    await insert(trx, 'platform.ledger', {
      ...{ id: newId(), entity_id: id, collection_id: newId(), collected_on: earlier, source: 'invoice' },
      ...{ method: 'cash', reference: `RCP-${status}`, gross_sen: 5_000, net_sen: 5_000 },
    })
    await insert(trx, 'platform.revenue', {
      ...{ entity_id: id, on_day: earlier, type: 'yearly_fee', source_type: 'platform_invoice' },
      ...{ source_id: newId(), reference: `PI-${status}`, gross_sen: 480_00, net_sen: 480_00 },
    })
  }
  await night(trx, first, day)
  await payout(trx, first, day)
  await adjustment(trx, first, { kind: 'chargeback', sen: -2_00, reference: 'RCP-1', status: 'rejected' })
  await trx.updateTable('platform.entity').set({ state: 'Johor' }).where('id', '=', first).execute()
  const sold = await insert(trx, 'platform.package', { id: newId(), code: 'UJI', name: text })
  // What it does not hold, no list would be tried on.
  const held = featureCodes.filter((code) => code !== 'api')
  await trx
    .insertInto('platform.package_feature')
    .values(held.map((feature_code) => ({ package_id: sold.id, feature_code })))
    .execute()
  const about = { id: newId(), entity_id: first, package_id: sold.id, status: 'grace' }
  await insert(trx, 'platform.subscription', { ...about, starts_on: '2025-03-31', expires_on: day })
  await platformInvoices(trx, first, others, sold.id)
  await credited(trx, first, others[0]!)
  return { id: sold.id }
}

/** An invoice of the platform that is open and one that was paid earlier, and two more who have subscribed. */
async function platformInvoices(trx: Trx, first: string, others: string[], package_id: string) {
  const other = await insert(trx, 'platform.package', { id: newId(), code: 'LAIN', name: 'Lain' })
  for (const [index, entity_id] of others.entries()) {
    const row = { id: newId(), entity_id, package_id: other.id, starts_on: '2020-01-01' }
    await insert(trx, 'platform.subscription', { ...row, expires_on: index ? '2020-12-31' : '2031-12-31' })
  }
  const bill = { entity_id: first, sub_total_sen: 480_00, total_sen: 480_00, due_on: day }
  await insert(trx, 'platform.platform_invoice', {
    ...{
      ...bill,
      id: newId(),
      number: 'PI-26-000001',
      kind: 'renewal',
      package_id,
      years: 1,
      issued_on: day,
    },
  })
  await insert(trx, 'platform.platform_invoice', {
    ...{ ...bill, id: newId(), number: 'PI-20-000002', kind: 'domain', issued_on: earlier },
    ...{ status: 'paid', paid_on: earlier },
  })
  await insert(trx, 'platform.platform_invoice', {
    ...{ ...bill, id: newId(), number: 'PI-20-000003', kind: 'domain', issued_on: earlier },
    ...{ entity_id: others[0]!, status: 'cancelled' },
  })
}

/** The books of an organisation compared; red on the day that differs. */
async function night(trx: Trx, entity_id: string, on_day: string) {
  const red = on_day === day
  await insert(trx, 'platform.equation', {
    ...{
      id: newId(),
      entity_id,
      on_day,
      state: red ? 'red' : 'green',
      lines: 1,
      gross_sen: 100,
      fees_sen: 0,
    },
    ...{
      paid_sen: 0,
      held_sen: red ? 99 : 100,
      reversed_sen: 0,
      outside_sen: 0,
      difference_sen: red ? 1 : 0,
    },
  })
}

async function packages(trx: Trx) {
  for (const index of [0, 1, 2]) {
    const first = index === 0
    await insert(trx, 'platform.package', {
      ...{ id: newId(), code: `PK${index}`, name: first ? text : `Pakej ${index}` },
      ...(first ? { is_public: false, status: 'inactive' } : {}),
    })
  }
}

async function registrations(trx: Trx) {
  for (const index of [0, 1, 2]) {
    const first = index === 0
    await entityRegistration(trx, {
      created_at: noonOf(index),
      ...(first ? { organisation_name: text, state: 'Johor', subdomain: 'pohon-johor' } : {}),
      ...(first ? { status: 'rejected', reject_reason: 'Sijil tidak boleh dibaca' } : {}),
    })
  }
}
