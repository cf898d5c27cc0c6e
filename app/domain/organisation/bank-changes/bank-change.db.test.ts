import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf, open } from '#app/domain/core/secrets.ts'
import { entityBank, entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { environment } from '#app/environment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { standingOf } from './bank-change.ts'
import {
  askBankChange,
  confirmBankChange,
  refuseBankChange,
  withdrawBankChange,
} from './change-bank-change.ts'

const ring = keyringOf(environment.appKey)
const number = '514000012345'
const letter = { storage_key: 'ab/letter.pdf', content_type: 'application/pdf', size_bytes: 8 }
const asker = { ...systemActor, type: 'user' as const, name: 'Puan Aminah' }
const operator = { ...systemActor, type: 'operator' as const, name: 'Farah' }
let tenant: Tenant

beforeAll(async () => {
  tenant = await freshTenant()
})

const ask = (account_number = number) =>
  tenant.write((trx) =>
    askBankChange(
      trx,
      asker,
      { entity_id: tenant.entity.id, ring },
      { bank_code: 'MB2U0227', account_name: 'Tadika Sinar', account_number },
      letter,
    ),
  )
const withdraw = (id: string) => tenant.write((trx) => withdrawBankChange(trx, asker, tenant.entity.id, id))
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(tenant.database.pool, work)
const confirm = (id: string, account_number = number, version = 1) =>
  platform((trx) => confirmBankChange(trx, operator, id, { account_number, version, ring }))
const refuse = (id: string) =>
  platform((trx) => refuseBankChange(trx, operator, id, 'Nombor dalam surat lain'))
const entity = () =>
  platform((trx) =>
    trx
      .selectFrom('platform.entity')
      .selectAll()
      .where('id', '=', tenant.entity.id)
      .executeTakeFirstOrThrow(),
  )

test('one waits at a time, and what was taken back or decided stays so', async () => {
  const first = await ask()
  await expect(ask('99900011122')).rejects.toThrow('entity_bank_change_open_key')
  await withdraw(first)
  await expect(withdraw(first)).rejects.toThrow('bank_change.decided')
  await expect(confirm(first)).rejects.toThrow('bank_change.decided')
  const second = await ask()
  await refuse(second)
  await expect(withdraw(second)).rejects.toThrow('bank_change.decided')
  expect(await entity()).toMatchObject({ bank_status: 'rejected', bank_changed_at: null })
})

test('the account is another one once the number off the letter is the one that was asked for', async () => {
  const id = await ask()
  for (const other of ['514000012346', '614000012345', '12345'])
    await expect(confirm(id, other)).rejects.toThrow('bank_change.other_number')
  await expect(confirm(id, number, 2)).rejects.toThrow('version_conflict')
  await confirm(id)
  const row = await entity()
  expect(row).toMatchObject({ bank_status: 'verified', account_name: 'Tadika Sinar', bank_name: 'Maybank' })
  expect(row.bank_changed_at).not.toBeNull()
  expect(open(ring, entityCell(row.id, 'account_number_sealed'), row.account_number_sealed!)).toBe(number)
  const bank = await tenant.read((db) => entityBank(db, ring, tenant.entity.id))
  expect(bank.account_number).toBe('•••• 2345')
})

test('the old account stays in use while another waits, and when that is sent back', async () => {
  const before = await entity()
  const id = await ask('99900011122')
  expect(await entity()).toEqual(before)
  expect(standingOf(before.bank_status, true)).toBe('verified')
  await refuse(id)
  expect(await entity()).toEqual(before)
})

test('of two operators who decide at once one wins', async () => {
  const id = await ask('99900011122')
  const both = await Promise.allSettled([confirm(id, '99900011122'), refuse(id)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const lost = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(lost.reason.message).toBe('bank_change.decided')
})

test('no log and no job holds the number', async () => {
  const own = await tenant.read((db) =>
    db.selectFrom('audit_log').select(['action', 'before', 'after']).execute(),
  )
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['entity.bank_asked', 'entity.bank_withdrawn']),
  )
  const [log, jobs] = await platform(async (trx) => [
    await trx.selectFrom('platform.audit_log').selectAll().execute(),
    await trx.selectFrom('platform.outbox').selectAll().execute(),
  ])
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['entity.bank_confirmed', 'entity.bank_refused']),
  )
  const all = JSON.stringify([own, log, jobs])
  expect(all).toContain('2345')
  for (const secret of [number, '99900011122']) expect(all).not.toContain(secret)
})
