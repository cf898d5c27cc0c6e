import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { besides, waitForLocked } from '#tests/support/database/locks.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { beginDraft, completeDraft, findDraft, lockDraft, saveStep } from './change-draft.ts'
import { approveRegistration, rejectRegistration } from './change-registration.ts'
import { payFee } from './registration-fee.ts'

const operator: Actor = {
  ...systemActor,
  ...{ type: 'operator', id: newId(), name: 'Encik Semak', operator_role: 'owner' },
}
const reject_reason = 'Sijil pendaftaran tidak sah'
const today = '2026-04-15'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
const approve = (trx: Trx, id: string, waive = false) =>
  approveRegistration(trx, operator, { id, version: 1, waive })
const reject = (trx: Trx, id: string) =>
  rejectRegistration(trx, operator, id, { version: 1, reject_reason }, today)
const jobsOf = (id: string) =>
  platform((trx) => trx.selectFrom('platform.outbox').select(['name', 'payload']).execute()).then((rows) =>
    rows.filter(({ payload }) => JSON.stringify(payload).includes(id)).map(({ name }) => name),
  )
const feeOf = (registration_id: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select(['id', 'status'])
      .where('registration_id', '=', registration_id)
      .executeTakeFirstOrThrow(),
  )

test('who rejects while another approves waits, and is told that it is decided', async () => {
  const { id } = await platform((trx) => entityRegistration(trx))
  const late = await platform(async (trx) => {
    await approve(trx, id)
    const second = platform((other) => reject(other, id)).catch((error: Error) => error.message)
    await waitForLocked(tenant, 1)
    return { second }
  })
  expect(await late.second).toBe('registration.decided')
  expect(await jobsOf(id)).toEqual(['registration.provision'])
})

test.each(['unpaid', 'pending'])('with a rejection nothing is to be paid any more: %s', async (status) => {
  const row = await platform((trx) => entityRegistration(trx))
  await platform((trx) => registrationFee(trx, row, { status }))
  await platform((trx) => reject(trx, row.id))
  const fee = await feeOf(row.id)
  expect(fee.status).toBe('cancelled')
  const logged = await platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['action', 'actor_name'])
      .where('object_id', '=', fee.id)
      .execute(),
  )
  expect(logged).toEqual([{ action: 'platform_invoice.cancelled', actor_name: 'Encik Semak' }])
})

test.each(['unpaid', 'pending'])('a fee that is %s is in the way until it is waived', async (status) => {
  const row = await platform((trx) => entityRegistration(trx))
  await platform((trx) => registrationFee(trx, row, { status }))
  await expect(platform((trx) => approve(trx, row.id))).rejects.toThrow('registration.unpaid')
  expect(await jobsOf(row.id)).toEqual([])
  await platform((trx) => approve(trx, row.id, true))
  expect((await feeOf(row.id)).status).toBe('cancelled')
  expect(await jobsOf(row.id)).toEqual(['registration.provision'])
})

test('what is decided is decided, and what another changed is looked at first', async () => {
  const row = await platform((trx) => entityRegistration(trx))
  await platform((trx) => reject(trx, row.id))
  for (const again of [approve, reject])
    await expect(platform((trx) => again(trx, row.id))).rejects.toThrow('registration.decided')
  const changed = await platform((trx) => entityRegistration(trx, { version: 2 }))
  for (const blind of [approve, reject])
    await expect(platform((trx) => blind(trx, changed.id))).rejects.toThrow('version_conflict')
  expect(await jobsOf(changed.id)).toEqual([])
})

test('a fee is written down as paid once, by who has seen it as it is, and not before it arrives', async () => {
  const row = await platform((trx) => entityRegistration(trx))
  await platform((trx) => registrationFee(trx, row))
  const pay = (given: object = {}) =>
    platform((trx) =>
      payFee(trx, operator, row.id, { paid_on: today, reference: 'TT 1', version: 1, ...given }, today),
    )
  await expect(pay({ version: 2 })).rejects.toThrow('version_conflict')
  await expect(pay({ paid_on: '2026-04-16' })).rejects.toThrow('registration.paid_in_future')
  expect((await feeOf(row.id)).status).toBe('unpaid')
  await pay()
  await expect(pay({ version: 2 })).rejects.toThrow('not_found.invoice')
  expect((await feeOf(row.id)).status).toBe('paid')
})

test('a package that is sold no more is in the way, until another one is chosen', async () => {
  const gone = await platform((trx) => hiddenPackage(trx, { status: 'inactive', name: 'Pakej Lama' }))
  const { id } = await platform((trx) => entityRegistration(trx, { package_id: gone.id }))
  await expect(platform((trx) => approve(trx, id, true))).rejects.toMatchObject({
    ...{ code: 'registration.package_gone', values: { package: 'Pakej Lama' } },
  })
  expect(await jobsOf(id)).toEqual([])
})

test('who approves waits for who is just taking its package off the market, and then sees it', async () => {
  const { id, package_id } = await platform((trx) => entityRegistration(trx))
  const off = (trx: Trx, status: string) =>
    trx.updateTable('platform.package').set({ status }).where('id', '=', package_id).execute()
  const approved = await besides(
    tenant,
    (held) =>
      platform(async (trx) => {
        await off(trx, 'inactive')
        await held()
      }),
    () => platform((trx) => approve(trx, id)),
  )
  await platform((trx) => off(trx, 'active'))
  expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'registration.package_gone' } })
})

test('of two that would be mixed up one is let in, however both are approved', async () => {
  const [one, other] = await platform(async (trx) => [
    await entityRegistration(trx, { subdomain: 'kemboja-raya' }),
    await entityRegistration(trx, { subdomain: 'kemboja-raia' }),
  ])
  const told = await Promise.allSettled([one!, other!].map(({ id }) => platform((trx) => approve(trx, id))))
  expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = told.find((answer) => answer.status === 'rejected')!
  expect(refused.reason).toMatchObject({ code: 'registration.subdomain_alike' })
  const like = `${tenant.entity.subdomain}x`
  const { id } = await platform((trx) => entityRegistration(trx, { subdomain: like }))
  await expect(platform((trx) => approve(trx, id))).rejects.toMatchObject({
    values: { address: tenant.entity.subdomain, name: tenant.entity.name },
  })
})

describe('drafts', () => {
  const ring = keyringOf(environment.appKey)

  const begun = () =>
    platform((trx) => beginDraft(trx, systemActor, ring, { package_id: undefined, locale: 'my' }))
  const save = (code: string, typed: Record<string, string>) =>
    platform((trx) => saveStep(trx, ring, code, { step: 'bank', typed, locale: 'my' }))
  const end = async (code: string) => {
    const row = await platform((trx) => entityRegistration(trx))
    await platform(async (trx) => completeDraft(trx, ring, await lockDraft(trx, ring, code), row))
    return row
  }

  test('what is handed in keeps no answer, takes none, and is not handed in again', async () => {
    const code = await begun()
    await save(code, { account_number: '514012345678' })
    const first = await end(code)
    await expect(save(code, { account_number: '999912345678' })).rejects.toThrow('not_found.draft')
    await expect(end(code)).rejects.toThrow('register.changed')
    const draft = await platform((trx) => findDraft(trx, ring, code))
    expect(draft).toMatchObject({ answers: {}, registration_id: first.id })
  })

  test('of two who hand it in from the same page the second changes nothing', async () => {
    const code = await begun()
    const seen = await platform((trx) => lockDraft(trx, ring, code))
    await save(code, { account_name: 'Pusat' })
    const row = await platform((trx) => entityRegistration(trx))
    await expect(platform((trx) => completeDraft(trx, ring, seen, row))).rejects.toThrow('register.changed')
    const draft = await platform((trx) => findDraft(trx, ring, code))
    expect(draft).toMatchObject({ answers: { bank: { account_name: 'Pusat' } }, registration_id: null })
  })
})
