import { beforeAll, describe, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { arrearsBuckets } from '#app/domain/core/invoicing/buckets.ts'
import { holdReminders } from '#app/domain/payments/reminders/change-reminder.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { newId } from '#db/id.ts'
import { branch, insert, student, user } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import {
  allocation,
  arrangement,
  invoice,
  payment,
  transferSlip,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { contactForm } from './contact.ts'
import { contactsOf, lastContactOf, writeContact } from './contacts.ts'
import { arrearsList, lateInvoicesOf } from './find-arrears.ts'

describe('arrears', () => {
  const today = '2026-06-15'
  const days = { not_due: '2026-06-15', days_1_30: '2026-06-14', days_31: '2026-05-15' }
  const months = { months_2: '2026-04-15', months_3: '2026-03-15' }

  test('a family owes by how long it has owed, less what a bank is busy with, and as the dashboard has it', async () => {
    const tenant = await freshTenant()
    const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
    const far = await tenant.write((trx) => branch(trx))
    const family = await tenant.write(async (trx) => {
      const child = await student(trx)
      const due = { student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id }
      for (const [index, due_on] of Object.values({ ...days, ...months }).entries())
        await invoice(trx, { ...due, issued_on: '2026-01-01', due_on, paid_sen: 1 }, [
          { price_sen: 200 + 100 * index },
        ])
      await invoice(trx, { ...due, issued_on: '2026-01-01', due_on: '2026-03-01', status: 'pending' }, [
        { price_sen: 50 },
      ])
      await invoice(trx, { ...due, status: 'draft', due_on: '2026-03-01' })
      await invoice(trx, { ...due, status: 'cancelled', issued_on: '2026-01-01', due_on: '2026-03-01' })
      await invoice(trx, { ...due, branch_id: far.id, issued_on: '2026-01-01', due_on: '2026-03-01' }, [
        { price_sen: 7 },
      ])
      return child.payer!.id
    })
    const { rows } = await listed(tenant, arrearsList, {}, { scope: all, today })
    expect(rows).toMatchObject([
      {
        ...{ id: family, not_due_sen: 199, days_1_30_sen: 299, days_31_sen: 399, months_2_sen: 499 },
        ...{
          months_3_sen: 606,
          pending_sen: 50,
          late_sen: 299 + 399 + 499 + 606,
          oldest_due_on: '2026-03-01',
        },
      },
    ])
    const { arrears } = await tenant.read((db) => figures(db, all, today))
    for (const bucket of arrearsBuckets)
      expect(arrears.find((row) => row.bucket === bucket)?.owed_sen, bucket).toBe(rows[0]![`${bucket}_sen`])
    const near = { ...all, scope: 'branch', branch_ids: [tenant.branch.id] } as const
    const reached = await listed(tenant, arrearsList, {}, { scope: near, today })
    expect(reached.rows.map(({ months_3_sen }) => months_3_sen)).toEqual([599])
    expect((await listed(tenant, arrearsList, { age: 'months_2' }, { scope: all, today })).rows).toHaveLength(
      1,
    )
    const there = await listed(
      tenant,
      arrearsList,
      { age: 'days_31', branch_id: far.id },
      { scope: all, today },
    )
    expect(there.rows).toEqual([])

    await tenant.write((trx) => invoice(trx, { issued_on: '2026-06-01', due_on: today }))
    expect((await listed(tenant, arrearsList, {}, { scope: all, today })).rows).toHaveLength(1)
  })
})

describe('contacts with families', () => {
  const today = '2026-06-15'
  const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
  let tenant: Tenant

  beforeAll(async () => {
    tenant = await freshTenant()
  })

  /** A family that owes RM200 since May. */
  async function late() {
    return tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: tenant.branch.id })
      const bill = await invoice(
        trx,
        {
          ...{ student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id },
          ...{ issued_on: '2026-05-01', due_on: '2026-05-10' },
        },
        [{ price_sen: 20_000 }],
      )
      return { id: child.payer!.id, branch_id: child.branch_id, bill }
    })
  }
  type Family = Awaited<ReturnType<typeof late>>

  async function write(family: { id: string }, given: Record<string, string>, on = today, scope = all) {
    const actor = await tenant.actor('clerk')
    const input = contactForm.parse({ contacted_on: on, channel: 'phone', said: 'Akan bayar', ...given })
    return tenant.write((trx) => writeContact(trx, actor, scope, family.id, input, on))
  }

  /** Money that went to the family's invoice on a day; written down now unless it says. */
  async function pay(family: Family, amount_sen: number, paid_on: string, more: object = {}) {
    return tenant.write(async (trx) => {
      const given = { branch_id: family.branch_id, payer_parent_id: family.id, amount_sen, paid_on }
      const row = await payment(trx, { ...given, ...more })
      await allocation(trx, row.id, family.bill.id, amount_sen)
      return row
    })
  }

  const promiseOf = async (family: Family, on: string) =>
    (await tenant.read((db) => lastContactOf(db, family.id, on)))?.promise?.state

  const promised = { promised: '100.00', promised_on: '2026-06-20' }

  test('a promise stands until its day has gone by, and is broken the day after', async () => {
    const family = await late()
    await write(family, promised)
    expect(await promiseOf(family, '2026-06-20')).toBe('open')
    expect(await promiseOf(family, '2026-06-21')).toBe('broken')
  })

  test('it is kept once what was paid in time comes to it, and broken again when that is taken back', async () => {
    const family = await late()
    await write(family, promised)
    await pay(family, 6_000, '2026-06-16')
    expect(await promiseOf(family, '2026-06-21')).toBe('broken')
    const last = await pay(family, 4_000, '2026-06-20')
    expect(await promiseOf(family, '2026-06-18')).toBe('kept')
    expect(await promiseOf(family, '2027-01-01')).toBe('kept')
    await tenant.write((trx) =>
      trx
        .updateTable('payment')
        .set({ status: 'cancelled', cancel_reason: 'Tersilap' })
        .where('id', '=', last.id)
        .execute(),
    )
    expect(await promiseOf(family, '2026-06-21')).toBe('broken')
  })

  test('what was paid before it was promised, after its day, or by somebody else keeps no promise', async () => {
    const [family, other] = [await late(), await late()]
    await pay(family, 10_000, '2026-06-15', { created_at: new Date('2020-01-01T04:00:00Z') })
    await write(family, promised)
    await pay(family, 10_000, '2026-06-14')
    await pay(other, 10_000, '2026-06-16')
    expect(await promiseOf(family, '2026-06-21')).toBe('broken')
    const slow = await late()
    await write(slow, promised)
    await pay(slow, 10_000, '2026-06-21')
    expect(await promiseOf(slow, '2026-06-21')).toBe('broken')
  })

  test('what came in on the same day after the promise keeps it', async () => {
    const family = await late()
    await write(family, promised)
    await pay(family, 10_000, today)
    expect(await promiseOf(family, '2026-06-21')).toBe('kept')
  })

  test('arrears tell the last contact, the promise that stands and the step of the last contact', async () => {
    const family = await late()
    const of = async (search: Record<string, string>, on = today) =>
      (await listed(tenant, arrearsList, search, { scope: all, today: on })).rows.find(
        ({ id }) => id === family.id,
      )
    expect(await of({ contact: 'never', next: 'none' })).toMatchObject({ contacted_on: null, promise: null })
    await write(family, {
      ...promised,
      ...{ next_step: 'Hubungi semula', next_on: '2026-06-21' },
    })
    const clerk = await tenant.actor('clerk')
    expect(await of({ contact: 'lately', promise: 'open', next: 'later' })).toMatchObject({
      ...{ contacted_on: today, channel: 'phone', said: 'Akan bayar', promised_sen: 10_000 },
      ...{ promised_on: '2026-06-20', next_step: 'Hubungi semula', next_on: '2026-06-21' },
    })
    const by = await tenant.read((db) =>
      db.selectFrom('family_contact').select('next_by').where('parent_id', '=', family.id).execute(),
    )
    expect(by).toEqual([{ next_by: clerk.id }])
    expect(await of({ promise: 'broken', next: 'due' }, '2026-06-21')).toBeDefined()
    expect(await of({ next: 'later' }, '2026-06-21')).toBeUndefined()
    expect(await of({ promise: 'kept' }, '2026-06-21')).toBeUndefined()
    expect(await of({ contact: 'long' }, '2026-06-29')).toBeUndefined()
    expect(await of({ contact: 'long' }, '2026-06-30')).toBeDefined()
    await write(family, { channel: 'letter', said: 'Surat dihantar' }, '2026-06-22')
    expect(await of({ promise: 'broken', next: 'none' }, '2026-06-22')).toMatchObject({
      ...{ channel: 'letter', promised_sen: 10_000, next_step: null },
    })
    const rows = await tenant.read((db) => contactsOf(db, family.id, '2026-06-22'))
    expect(rows.map(({ channel, promise }) => [channel, promise])).toEqual([
      ['letter', null],
      ['phone', 'broken'],
    ])
  })

  test('a reminder that was sent is a contact as well, the last one counts', async () => {
    const family = await late()
    const of = async (contact: string, on = today) =>
      (await listed(tenant, arrearsList, { contact }, { scope: all, today: on })).rows.find(
        ({ id }) => id === family.id,
      )
    const remind = (day: string, given: { state: string; channel?: string; sent_at?: Date }) =>
      tenant.write((trx) =>
        insert(trx, 'reminder', {
          ...{ id: newId(), parent_id: family.id, day, level: 2, trigger: 'schedule', ...given },
        }),
      )
    const sent = (channel: string, day: string) => ({
      state: 'sent',
      channel,
      sent_at: new Date(`${day}T02:00:00Z`),
    })
    await remind('2026-06-14', { state: 'planned' })
    expect(await of('never')).toMatchObject({ reminded_on: null, reminded_by: null })
    await remind('2026-05-20', sent('email', '2026-05-20'))
    expect(await of('never')).toBeUndefined()
    expect(await of('long')).toMatchObject({ reminded_on: '2026-05-20', contacted_on: null })
    await remind('2026-06-10', sent('sms', '2026-06-10'))
    expect(await of('lately')).toMatchObject({ reminded_on: '2026-06-10', reminded_by: 'sms' })
    expect(await of('long')).toBeUndefined()
    await write(family, {}, '2026-05-12')
    expect(await of('lately')).toMatchObject({ contacted_on: '2026-05-12' })
  })

  test('days that cannot be, and a family or a colleague out of reach, are refused', async () => {
    const family = await late()
    const refused = (code: string) => ({ code })
    const step = { next_step: 'Lawat' }
    await expect(write(family, { contacted_on: '2026-06-16' })).rejects.toMatchObject(
      refused('family_contact.future'),
    )
    await expect(write(family, { contacted_on: '2025-06-14' })).rejects.toMatchObject(
      refused('family_contact.too_old'),
    )
    await expect(write(family, { promised: '1', promised_on: '2027-06-16' })).rejects.toMatchObject(
      refused('family_contact.too_far'),
    )
    await expect(write(family, { ...step, next_on: '2026-06-14' })).rejects.toMatchObject(
      refused('family_contact.past'),
    )
    const teacher = await tenant.actor('trainer')
    await expect(write(family, { ...step, next_on: today, next_by: teacher.id! })).rejects.toMatchObject(
      refused('family_contact.colleague'),
    )
    const gone = await tenant.write((trx) => user(trx, { roles: ['clerk'], status: 'inactive' }))
    await expect(write(family, { ...step, next_on: today, next_by: gone.id })).rejects.toMatchObject(
      refused('family_contact.colleague'),
    )
    const elsewhere: RowScope = { ...all, scope: 'branch', branch_ids: [] }
    await expect(write(family, {}, today, elsewhere)).rejects.toMatchObject(refused('not_found.parent'))
    expect(await tenant.read((db) => contactsOf(db, family.id, today))).toEqual([])
  })

  test('half a promise and half a step are told at the empty field', () => {
    const paths = (given: object) =>
      contactForm
        .safeParse({ contacted_on: today, channel: 'met', said: 'Ya', ...given })
        .error?.issues.map(({ path }) => path.join())
    expect(paths({ promised: '5' })).toEqual(['promised_on'])
    expect(paths({ promised_on: today })).toEqual(['promised'])
    expect(paths({ promised: '5', promised_on: '2026-06-14' })).toEqual(['promised_on'])
    expect(paths({ next_step: 'Surat' })).toEqual(['next_on'])
    expect(paths({ next_on: today })).toEqual(['next_step'])
    expect(paths({})).toBeUndefined()
  })

  test('a promise is broken again when what was paid is taken off its invoice', async () => {
    const family = await late()
    await write(family, promised)
    const { id } = await pay(family, 10_000, '2026-06-16')
    expect(await promiseOf(family, '2026-06-21')).toBe('kept')
    await tenant.write((trx) =>
      trx
        .updateTable('payment_allocation')
        .set({ reversed_at: new Date() })
        .where('payment_id', '=', id)
        .execute(),
    )
    expect(await promiseOf(family, '2026-06-21')).toBe('broken')
  })

  test('beside a late family stands its last plan, and nobody writes to it of what it pays by one', async () => {
    const family = await late()
    const of = (scope: RowScope) => tenant.read((db) => lateInvoicesOf(db, scope, [family.id], today))
    const near: RowScope = { ...all, scope: 'branch', branch_ids: [family.branch_id] }
    const far: RowScope = { ...near, branch_ids: [(await tenant.write((trx) => branch(trx))).id] }
    expect(await of(near)).toMatchObject([{ number: family.bill.number, left_sen: 20_000 }])
    expect(await of(far)).toEqual([])
    await tenant.write(async (trx) => {
      const agreed = { parent_id: family.id, invoice_id: family.bill.id, decided_at: new Date() }
      const [early, now] = [new Date('2026-05-12T04:00:00Z'), new Date('2026-06-12T04:00:00Z')]
      const over = { status: 'broken', over_on: '2026-06-01' }
      await arrangement(trx, { ...agreed, ...over, requested_at: early })
      await arrangement(trx, { ...agreed, status: 'active', requested_at: now })
    })
    const { rows } = await listed(tenant, arrearsList, {}, { scope: all, today })
    expect(rows.find(({ id }) => id === family.id)).toMatchObject({ arrangement: 'active' })
    expect(await of(near)).toEqual([])
  })

  test('until when a late family is left in peace stands beside it, and nobody writes to it meanwhile', async () => {
    const family = await late()
    const clerk = await tenant.actor('clerk')
    const hold = (ends_on: string, more = {}) =>
      tenant.write((trx) =>
        holdReminders(
          trx,
          clerk,
          all,
          family.id,
          { ends_on, reason: 'Bapa kehilangan kerja', ...more },
          today,
        ),
      )
    const row = async () =>
      (await listed(tenant, arrearsList, {}, { scope: all, today })).rows.find(({ id }) => id === family.id)
    const of = () => tenant.read((db) => lateInvoicesOf(db, all, [family.id], today))
    await hold('2026-06-20', { invoice_id: family.bill.id })
    expect(await row()).toMatchObject({ held_until: null })
    expect(await of()).toEqual([])
    await hold('2026-06-30')
    expect(await row()).toMatchObject({ held_until: '2026-06-30' })
  })

  test('nobody writes to a late family of what it has shown a transfer for, while that waits for the office', async () => {
    const family = await late()
    const of = () => tenant.read((db) => lateInvoicesOf(db, all, [family.id], today))
    const { id } = await tenant.write((trx) => transferSlip(trx, { invoice_id: family.bill.id }))
    expect(await of()).toEqual([])
    const no = { status: 'rejected', decision_reason: 'Wang belum diterima', decided_at: new Date() }
    await tenant.write((trx) => trx.updateTable('transfer_slip').set(no).where('id', '=', id).execute())
    expect(await of()).toMatchObject([{ number: family.bill.number }])
  })
})
