import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { keysOf } from '#app/domain/people/staff/test-support.ts'
import '#tests/support/product/matchers.ts'
import { changePay, payOf } from './pay.ts'
import { openTrainers, pay, type TrainerOffice } from './test-support.ts'
import { type PayInput, payForm } from './trainer-form.ts'

let office: TrainerOffice

beforeAll(async () => {
  office = await openTrainers()
})

const change = (id: string, input: PayInput, actor: Actor = office.superadmin) =>
  office.tenant.write((trx) => changePay(trx, actor, everywhere, keysOf(office.tenant), id, input))
const seen = (id: string, scope: RowScope = everywhere) =>
  office.tenant.read((db) => payOf(db, scope, keysOf(office.tenant), id))

describe('pay', () => {
  test('is told with the end of the account alone, whose number stands nowhere readable', async () => {
    const id = await office.create()
    await change(id, pay())
    expect(await seen(id)).toEqual({
      ...{ bank_name: 'Maybank', account_name: 'Zaleha binti Idris', account_number: '•••• 5678' },
      ...{ tin: 'IG12345678901', pay_type: 'hour', pay_rate_sen: 4_500 },
    })
    const raw = await office.tenant.read((db) =>
      db.selectFrom('trainer').selectAll().where('id', '=', id).execute(),
    )
    expect(JSON.stringify([raw, await office.audit(id)])).not.toContain('990012345678')
    expect((await office.audit(id)).at(-1)).toMatchObject({
      action: 'trainer.pay_changed',
      before: { bank_name: null, account_number: 'kept', pay_rate_sen: null },
      after: { bank_name: 'Maybank', account_number: 'replaced', pay_rate_sen: 4_500 },
    })
  })

  test('keeps a number that is not typed again, and forgets it with bank and holder', async () => {
    const id = await office.create()
    await change(id, pay())
    await change(id, pay({ account_number: undefined, bank_name: 'CIMB', version: 2 }))
    expect(await seen(id)).toMatchObject({ bank_name: 'CIMB', account_number: '•••• 5678' })
    const none = { bank_name: undefined, account_name: undefined, account_number: undefined }
    await change(id, pay({ ...none, version: 3 }))
    expect(await seen(id)).toMatchObject({ bank_name: null, account_number: null, pay_rate_sen: 4_500 })
    expect((await office.audit(id)).at(-1)).toMatchObject({ after: { account_number: 'removed' } })
    await expect(change(id, pay({ account_number: undefined, version: 4 }))).toRefuse(
      'input.required',
      'account_number',
    )
  })

  test('is not changed over somebody else’s change, nor by an admin for an owner', async () => {
    const id = await office.create()
    await change(id, pay())
    await expect(change(id, pay())).toRefuse('version_conflict')
    const { user_id } = await office.view(id)
    await office.tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['superadmin', 'trainer'] })
        .where('id', '=', user_id)
        .execute(),
    )
    await expect(change(id, pay({ version: 2 }), office.admin)).toRefuse('staff.protected')
  })

  test('has no amount for who teaches, and is nothing to strangers', async () => {
    const id = await office.create()
    await change(id, pay())
    const { user_id } = await office.view(id)
    const self = { scope: 'own', user_id, branch_ids: [], parent_id: null } as const
    const own = await seen(id, self)
    expect(own).toMatchObject({ pay_type: 'hour', account_number: '•••• 5678' })
    expect(own).not.toHaveProperty('pay_rate_sen')
    expect(await seen(id, { ...self, user_id: office.admin.id })).toBeUndefined()
  })
})

describe('its form', () => {
  const faults = (given: Record<string, unknown>) => {
    const { error } = payForm.safeParse({ version: 1, ...given })
    return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
  }

  test('takes an account whole, and a rate with what it is for', () => {
    expect(faults({})).toEqual({})
    expect(faults({ bank_name: 'CIMB', account_name: 'Aminah' })).toEqual({})
    expect(faults({ bank_name: 'CIMB' })).toEqual({ account_name: 'input.required' })
    expect(faults({ account_number: '12345' })).toEqual({
      bank_name: 'input.required',
      account_name: 'input.required',
    })
    expect(faults({ pay_type: 'hour' })).toEqual({ pay_rate_sen: 'input.required' })
    expect(faults({ pay_rate_sen: '45' })).toEqual({ pay_type: 'input.required' })
  })

  test('knows numbers of accounts and of tax as people write them', () => {
    const read = payForm.parse({
      ...{ bank_name: 'CIMB', account_name: 'Aminah', account_number: '1234-5678 90' },
      ...{ tin: 'ig 12345678901', version: 1 },
    })
    expect(read).toMatchObject({ account_number: '1234567890', tin: 'IG12345678901' })
    expect(faults({ tin: 'IG1' })).toEqual({ tin: 'trainer.tin' })
    expect(faults({ bank_name: 'CIMB', account_name: 'Aminah', account_number: '12ab5' })).toEqual({
      account_number: 'input.account_number',
    })
    expect(faults({ pay_type: 'hour', pay_rate_sen: '0' })).toHaveProperty('pay_rate_sen')
  })
})
