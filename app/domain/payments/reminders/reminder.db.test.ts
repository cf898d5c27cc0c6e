import { array, assert, asyncProperty, date, subarray } from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { reminderSteps } from '#app/domain/core/settings/reminder-setting.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { arrangement, invoice, transferSlip } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { holdReminders, liftHold, releaseReminder, requestReminder } from './change-reminder.ts'
import { lastStep, remindable } from './schedule.ts'
import { asked, at, book, family, monday, onMonday, plan, switchOn } from './test-support.ts'
import '#tests/support/product/matchers.ts'
import { reminderForFamily, reminderList, reminderOf } from './find-reminders.ts'
import { requeueStuckReminders } from './plan-reminders.ts'
import { claimReminder, markTexted, settleReminder } from './send-reminder.ts'

beforeAll(databaseForMany)

describe('planning reminders', () => {
  let tenant: Tenant

  beforeEach(async () => {
    tenant = await freshTenant()
    await tenant.write((trx) => switchOn(trx))
  })

  const late = (days: number) => addDays(onMonday, -days)
  const set = (id: string, change: object) =>
    tenant.write((trx) => trx.updateTable('invoice').set(change).where('id', '=', id).execute())

  describe('who is told', () => {
    test('a family on the day of a step, once, with a job for the mail', async () => {
      const { payer, invoices } = await tenant.write((trx) => family(trx, [onMonday]))
      expect(await plan(tenant)).toEqual({ planned: 1, waiting: 0 })
      expect(await book(tenant)).toMatchObject([
        {
          ...{ parent_id: payer.id, day: onMonday, level: 1, state: 'planned', trigger: 'schedule' },
          invoices: [{ invoice_id: invoices[0]!.id, is_cause: true, step: 'due', balance_sen: 12_000 }],
        },
      ])
      expect(await asked(tenant)).toHaveLength(1)
    })

    test('nobody while reminders are off, nor of what was due before they were switched on', async () => {
      await tenant.write((trx) => family(trx, [late(9)]))
      await tenant.write((trx) => switchOn(trx, { on: false }))
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
      await tenant.write((trx) => switchOn(trx, { since: late(1) }))
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 5)))).toEqual({ planned: 1, waiting: 0 })
    })

    test.each([
      ['one that is being paid', { status: 'pending' }],
      ['one that is paid', { status: 'paid', paid_sen: 12_000, paid_on: onMonday }],
      ['one that was cancelled', { status: 'cancelled' }],
    ])('nobody of %s', async (_what, change) => {
      const { invoices } = await tenant.write((trx) => family(trx, [onMonday]))
      await set(invoices[0]!.id, change)
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
    })

    test('nobody of a draft', async () => {
      const draft = { status: 'draft', number: null, issued_on: null }
      await tenant.write((trx) => family(trx, [onMonday], { invoice: draft }))
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
    })

    test('nobody who was removed, and nobody before the first step', async () => {
      const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
      await tenant.write((trx) => family(trx, [addDays(onMonday, 4)]))
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ deleted_at: new Date() }).where('id', '=', payer.id).execute(),
      )
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
    })

    test('one message with all that is owed and has come, and none of what has not', async () => {
      const { invoices } = await tenant.write((trx) =>
        family(trx, [late(40), late(9), onMonday, addDays(onMonday, 20)]),
      )
      expect(await plan(tenant)).toEqual({ planned: 1, waiting: 1 })
      const [soft, firm] = (await book(tenant)).toSorted((a, b) => a.level - b.level)
      expect(soft).toMatchObject({ level: 2, state: 'planned' })
      expect(soft!.invoices.map(({ invoice_id, is_cause }) => [invoice_id, is_cause])).toEqual([
        [invoices[0]!.id, false],
        [invoices[1]!.id, true],
        [invoices[2]!.id, true],
      ])
      expect(firm).toMatchObject({ level: 3, state: 'waiting' })
      expect(firm!.invoices.filter(({ is_cause }) => is_cause)).toMatchObject([
        { invoice_id: invoices[0]!.id },
      ])
      // Only the gentle one has a job.
      expect(await asked(tenant)).toEqual([expect.objectContaining({ payload: { reminder_id: soft!.id } })])
    })

    test('of the third level a person decides, once, as long as something is left', async () => {
      const { invoices } = await tenant.write((trx) => family(trx, [late(31)]))
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 1 })
      expect(await plan(tenant, at(addDays(onMonday, 50)))).toEqual({ planned: 0, waiting: 0 })
      await set(invoices[0]!.id, { status: 'paid', paid_sen: 12_000, paid_on: onMonday })
      await plan(tenant)
      expect(await book(tenant)).toMatchObject([{ state: 'dropped', reason: 'nothing_left' }])
    })
  })

  describe('how often', () => {
    const sentOn = (on: string) =>
      tenant.write((trx) =>
        trx
          .updateTable('reminder')
          .set({ state: 'sent', channel: 'email', sent_at: at(on), day: on })
          .where('state', '=', 'planned')
          .execute(),
      )

    test('many who look at one moment plan it once', async () => {
      await tenant.write((trx) => family(trx, [onMonday]))
      const all = await Promise.all(Array.from({ length: 8 }, () => plan(tenant)))
      expect(all.filter(({ planned }) => planned > 0)).toHaveLength(1)
      expect(await book(tenant)).toHaveLength(1)
      expect(await asked(tenant)).toHaveLength(1)
    })

    test('not twice of one step, and of the next one when it comes', async () => {
      await tenant.write((trx) => family(trx, [onMonday]))
      await plan(tenant)
      await sentOn(onMonday)
      for (const days of [0, 1, 2, 3, 4, 5])
        expect(await plan(tenant, at(addDays(onMonday, days)))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 7)))).toMatchObject({ planned: 1 })
      expect((await book(tenant)).map(({ level }) => level)).toEqual([1, 2])
    })

    test('not within three days, and then of all that has come meanwhile', async () => {
      await tenant.write((trx) => family(trx, [onMonday, addDays(onMonday, 1)]))
      await plan(tenant)
      await sentOn(onMonday)
      for (const days of [1, 2])
        expect(await plan(tenant, at(addDays(onMonday, days)))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 3)))).toMatchObject({ planned: 1 })
    })

    test('nor within three days of a message that reached nobody', async () => {
      await tenant.write((trx) => family(trx, [onMonday, addDays(onMonday, 1)]))
      await plan(tenant)
      await tenant.write((trx) =>
        trx
          .updateTable('reminder')
          .set({ state: 'unsent', reason: 'no_address' })
          .where('state', '=', 'planned')
          .execute(),
      )
      expect(await plan(tenant, at(addDays(onMonday, 2)))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 3)))).toMatchObject({ planned: 1 })
    })

    test('nobody is asked of whom a message is on its way', async () => {
      await tenant.write((trx) => family(trx, [onMonday, addDays(onMonday, 1)]))
      await plan(tenant)
      expect(await plan(tenant, at(addDays(onMonday, 4)))).toMatchObject({ planned: 0 })
    })

    test('a week in which nobody was there is made up for by one message', async () => {
      await tenant.write((trx) => family(trx, [late(2), onMonday, addDays(onMonday, 3)]))
      expect(await plan(tenant, at(addDays(onMonday, 14)))).toEqual({ planned: 1, waiting: 0 })
      const [one] = await book(tenant)
      expect(one!.invoices).toHaveLength(3)
      await sentOn(addDays(onMonday, 14))
      expect(await plan(tenant, at(addDays(onMonday, 15)))).toMatchObject({ planned: 0 })
    })
  })

  describe('when', () => {
    test.each([
      ['before nine', at(onMonday, '08:59')],
      ['at eight in the evening', at(onMonday, '20:00')],
      ['on a Sunday', at('2026-03-08')],
      ['on Labour Day, which comes every year', at('2026-05-01')],
    ])('nobody is told %s', async (_when, now) => {
      await tenant.write((trx) => family(trx, [late(1), '2026-05-01']))
      expect(await plan(tenant, now)).toEqual({ planned: 0, waiting: 0 })
    })

    test('what fell on a Sunday is told on Monday', async () => {
      await tenant.write((trx) => family(trx, ['2026-03-08']))
      expect(await plan(tenant, at('2026-03-08'))).toMatchObject({ planned: 0 })
      expect(await plan(tenant)).toMatchObject({ planned: 1 })
    })

    test('the hours are those of the organisation', async () => {
      await tenant.write((trx) => switchOn(trx, { from: '14:00', until: '15:00' }))
      await tenant.write((trx) => family(trx, [onMonday]))
      expect(await plan(tenant, at(onMonday, '13:59'))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(onMonday, '15:00'))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(onMonday, '14:59'))).toMatchObject({ planned: 1 })
    })

    test('a family in Kelantan is told on Sunday and not on Friday', async () => {
      await tenant.write(async (trx) => {
        const { id } = await branch(trx, { state: 'Kelantan' })
        await family(trx, ['2026-03-06'], { student: { branch_id: id } })
      })
      expect(await plan(tenant, at('2026-03-06'))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at('2026-03-08'))).toMatchObject({ planned: 1 })
    })

    test('a holiday of a state is one there alone', async () => {
      await withPlatform(tenant.database.pool, (trx) =>
        trx
          .insertInto('platform.closure_date')
          .values({ id: newId(), name: 'Hari Keputeraan', closed_on: onMonday, state: 'Johor' })
          .execute(),
      )
      await tenant.write(async (trx) => {
        const [johor, perak] = [await branch(trx, { state: 'Johor' }), await branch(trx, { state: 'Perak' })]
        await family(trx, [onMonday], { student: { branch_id: johor.id } })
        await family(trx, [onMonday], { student: { branch_id: perak.id } })
      })
      expect(await plan(tenant)).toMatchObject({ planned: 1 })
      expect(await plan(tenant, at(addDays(onMonday, 1)))).toMatchObject({ planned: 1 })
    })
  })

  describe('what is held', () => {
    const hold = async (parent_id: string, ends_on: string, invoice_id?: string) => {
      const clerk = await tenant.actor('clerk')
      const reason = 'Bapa kehilangan kerja'
      await tenant.write((trx) =>
        holdReminders(trx, clerk, everywhere, parent_id, { ends_on, reason, invoice_id }, onMonday),
      )
    }

    test('a family is left in peace until the day, and found again after it', async () => {
      const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
      await hold(payer.id, addDays(onMonday, 2))
      expect(await plan(tenant)).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 2)))).toMatchObject({ planned: 0 })
      expect(await plan(tenant, at(addDays(onMonday, 3)))).toMatchObject({ planned: 1 })
    })

    test('of one invoice alone the others are told', async () => {
      const { payer, invoices } = await tenant.write((trx) => family(trx, [onMonday, onMonday]))
      await hold(payer.id, addDays(onMonday, 2), invoices[0]!.id)
      expect(await plan(tenant)).toMatchObject({ planned: 1 })
      const [one] = await book(tenant)
      expect(one!.invoices.map(({ invoice_id }) => invoice_id)).toEqual([invoices[1]!.id])
    })

    test('by a slip that the office has not checked yet, and by none that it has turned down', async () => {
      const { invoices } = await tenant.write((trx) => family(trx, [onMonday]))
      const slip = await tenant.write((trx) => transferSlip(trx, { invoice_id: invoices[0]!.id }))
      expect(await plan(tenant)).toMatchObject({ planned: 0 })
      const decision = { status: 'rejected', decided_at: new Date(), decision_reason: 'Wang belum diterima' }
      await tenant.write((trx) =>
        trx.updateTable('transfer_slip').set(decision).where('id', '=', slip.id).execute(),
      )
      expect(await plan(tenant)).toMatchObject({ planned: 1 })
    })

    test.each([
      ['yesterday', addDays(onMonday, -1)],
      ['in two years', addDays(onMonday, 730)],
    ])('until %s is no hold', async (_when, ends_on) => {
      const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
      await expect(hold(payer.id, ends_on)).rejects.toMatchObject({ code: 'reminder.hold_end' })
    })

    test('an invoice of another family is not found', async () => {
      const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
      const other = await tenant.write((trx) => family(trx, [onMonday]))
      await expect(hold(payer.id, onMonday, other.invoices[0]!.id)).rejects.toMatchObject({
        code: 'not_found.invoice',
      })
    })
  })

  test('sixty families are found at one look', async () => {
    await tenant.write(async (trx) => {
      const { id: branch_id } = await branch(trx)
      for (let n = 0; n < 60; n++) await family(trx, [onMonday, late(9)], { student: { branch_id } })
    })
    expect(await plan(tenant, monday)).toEqual({ planned: 60, waiting: 0 })
    expect(await asked(tenant)).toHaveLength(60)
  })
})

describe('reminder steps', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  describe('the last step that has come', () => {
    const dates = { issued_on: '2026-01-02', due_on: '2026-01-31' }
    test.each([
      ['2026-01-01', undefined],
      ['2026-01-02', ['issued', '2026-01-02', 1]],
      ['2026-01-27', ['issued', '2026-01-02', 1]],
      ['2026-01-28', ['before_3', '2026-01-28', 1]],
      ['2026-01-31', ['due', '2026-01-31', 1]],
      ['2026-02-06', ['due', '2026-01-31', 1]],
      ['2026-02-07', ['after_7', '2026-02-07', 2]],
      ['2026-02-14', ['after_14', '2026-02-14', 2]],
      ['2026-03-01', ['after_14', '2026-02-14', 2]],
      ['2026-03-02', ['after_30', '2026-03-02', 3]],
      ['2026-04-01', ['after_30', '2026-03-02', 3]],
      ['2026-04-02', ['monthly', '2026-04-02', 3]],
      ['2027-03-05', ['monthly', '2027-03-02', 3]],
    ] as const)('on %s is %j', (today, reached) => {
      const step = lastStep(dates, reminderSteps, today)
      expect(step && [step.step, step.on, step.level]).toEqual(reached)
    })

    test('one that is switched off does not come', () => {
      const off = reminderSteps.filter((step) => step !== 'after_7')
      expect(lastStep(dates, off, '2026-02-07')?.step).toBe('due')
      expect(lastStep(dates, [], '2026-02-07')).toBeUndefined()
    })

    test('on the 31st of a month that has no such day the last one counts', () => {
      const due = { issued_on: '2026-01-01', due_on: '2026-01-01' }
      expect(lastStep(due, reminderSteps, '2026-02-27')).toMatchObject({ step: 'after_30', on: '2026-01-31' })
      expect(lastStep(due, reminderSteps, '2026-02-28')).toMatchObject({ step: 'monthly', on: '2026-02-28' })
      expect(lastStep(due, reminderSteps, '2026-03-31')).toMatchObject({ step: 'monthly', on: '2026-03-31' })
    })
  })

  test('in SQL it is the same for every invoice, every choice of steps and every day', async () => {
    const someDay = date({
      min: new Date('2024-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    }).map((day) => day.toISOString().slice(0, 10))
    const due = Array.from({ length: 40 }, (_, n) => addDays('2025-11-20', n * 9))
    const { invoices } = await tenant.write((trx) =>
      family(trx, due, { invoice: { issued_on: '2025-11-01' } }),
    )
    await assert(
      asyncProperty(
        array(someDay, { minLength: 1, maxLength: 3 }),
        subarray([...reminderSteps]),
        async (days, on) => {
          for (const today of days) {
            const rows = await tenant.read((db) =>
              remindable(db, on, today)
                .select(['invoice.id', 'reached.step', 'reached.step_on as on', 'reached.level'])
                .execute(),
            )
            expect(rows).toHaveLength(invoices.length)
            for (const { id, due_on } of invoices) {
              const {
                step = null,
                on: day = null,
                level = null,
              } = lastStep({ issued_on: '2025-11-01', due_on }, on, today) ?? {}
              expect(
                rows.find((row) => row.id === id),
                `${due_on} on ${today}`,
              ).toEqual({ id, step, on: day, level })
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('asking for a reminder', () => {
  let tenant: Tenant
  beforeEach(async () => {
    tenant = await freshTenant()
    await tenant.write((trx) => switchOn(trx))
  })

  const nowhere: RowScope = { ...everywhere, scope: 'branch', branch_ids: [newId()] }
  const late = addDays(onMonday, -7)

  /** A reminder of RM120.00 of one invoice, in a state. */
  async function told(given: object, due = late) {
    return tenant.write(async (trx) => {
      const made = await family(trx, [due], { student: { branch_id: tenant.branch.id } })
      const head = { parent_id: made.payer.id, day: onMonday, level: 1, trigger: 'schedule', ...given }
      const { id } = await insert(trx, 'reminder', { id: newId(), state: 'planned', ...head })
      const about = { reminder_id: id, invoice_id: made.invoices[0]!.id, balance_sen: 12_000 }
      await insert(trx, 'reminder_invoice', { ...about, is_cause: true, level: head.level })
      return { ...made, id }
    })
  }

  const sentOn = (day: string) => ({ state: 'sent', channel: 'email', sent_at: at(day), day })

  async function ask(parent_id: string, now = monday) {
    const actor = await tenant.actor('clerk')
    return tenant.write((trx) => requestReminder(trx, actor, everywhere, parent_id, { level: 1 }, now))
  }

  describe('by hand', () => {
    test('a message leaves three days after the last one, in the morning', async () => {
      const { payer } = await told(sentOn(addDays(onMonday, -1)))
      expect((await ask(payer.id)).leaves_at).toEqual(at(addDays(onMonday, 2), '09:00'))
    })

    test.each([
      ['what is due today is not called overdue', onMonday, 1],
      ['what was due yesterday is', addDays(onMonday, -1), 2],
    ])('%s, whatever the level that was asked for', async (_what, due_on, level) => {
      const { payer } = await tenant.write((trx) => family(trx, [due_on]))
      const actor = await tenant.actor('clerk')
      await tenant.write((trx) => requestReminder(trx, actor, everywhere, payer.id, { level: 2 }, monday))
      const [row] = await book(tenant)
      const message = await tenant.write((trx) => claimReminder(trx, row!.id, newId(), monday))
      expect(message?.level).toBe(level)
      expect(await book(tenant)).toMatchObject([{ level }])
    })

    test('it leaves also while nothing leaves by itself', async () => {
      const { payer, id } = await tenant.write(async (trx) => {
        const made = await family(trx, [late])
        await switchOn(trx, { on: false })
        return { ...made, id: made.payer.id }
      })
      await ask(id)
      const [row] = await book(tenant)
      const said = await tenant.write((trx) => claimReminder(trx, row!.id, newId(), monday))
      expect(said?.parent.name).toBe(payer.name)
    })

    test('what waits is let go by who reaches the family, and not while a message is on its way', async () => {
      const { id, payer } = await told({ level: 3, state: 'waiting' })
      const actor = await tenant.actor('clerk')
      const release = (scope: RowScope) =>
        tenant.write((trx) => releaseReminder(trx, actor, scope, id, monday))
      await expect(release(nowhere)).toRefuse('not_found.reminder')
      await ask(payer.id)
      await expect(release(everywhere)).toRefuse('reminder.open')
      expect(await book(tenant)).toMatchObject([{ state: 'waiting' }, { state: 'planned' }])
    })
  })

  test('what was dropped was told to nobody: its step is told when it can be', async () => {
    await told({ state: 'dropped', reason: 'nothing_left', level: 2 })
    expect(await plan(tenant)).toEqual({ planned: 1, waiting: 0 })
  })

  describe('a hold', () => {
    const held = async () => {
      const made = await tenant.write((trx) => family(trx, [onMonday]))
      const actor = await tenant.actor('clerk')
      const given = { ends_on: addDays(onMonday, 9), reason: 'Bapa kehilangan kerja' }
      await tenant.write((trx) => holdReminders(trx, actor, everywhere, made.payer.id, given, onMonday))
      const { id } = await tenant.read((db) =>
        db.selectFrom('reminder_hold').select('id').executeTakeFirstOrThrow(),
      )
      const lift = (scope = everywhere) => tenant.write((trx) => liftHold(trx, actor, scope, id))
      return { ...made, lift }
    }

    test('that is lifted holds nothing back, and is lifted once however often somebody presses', async () => {
      const { payer, lift } = await held()
      expect(await plan(tenant)).toMatchObject({ planned: 0 })
      await lift()
      await lift()
      const log = await tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select('action')
          .where('object_id', '=', payer.id)
          .where('action', '=', 'reminder.hold_lifted')
          .execute(),
      )
      expect(log).toHaveLength(1)
      expect(await plan(tenant)).toMatchObject({ planned: 1 })
    })

    test('of a family out of reach is not there', async () => {
      const { lift } = await held()
      await expect(lift(nowhere)).toRefuse('not_found.reminder_hold')
      expect(await plan(tenant)).toMatchObject({ planned: 0 })
    })

    test('until today holds today', async () => {
      const { payer } = await tenant.write((trx) => family(trx, [onMonday]))
      const actor = await tenant.actor('clerk')
      const given = { ends_on: onMonday, reason: 'Bapa kehilangan kerja' }
      await tenant.write((trx) => holdReminders(trx, actor, everywhere, payer.id, given, onMonday))
      expect(await plan(tenant)).toMatchObject({ planned: 0 })
    })
  })

  describe('of what waits for a person', () => {
    const waiting = () => told({ state: 'waiting', level: 3 })
    const seen = async (id: string) => ({
      ...(await listed(tenant, reminderList, {}, { scope: everywhere, today: onMonday })).rows[0],
      left: (await tenant.read((db) => reminderOf(db, everywhere, id, onMonday))).rows.map(
        ({ is_left, left_sen }) => [is_left, left_sen],
      ),
    })

    test('nothing is left to send while it is held back, or paid by a plan that is kept', async () => {
      const held = await waiting()
      expect(await seen(held.id)).toMatchObject({
        state: 'waiting',
        owed_sen: 12_000,
        left: [[true, 12_000]],
      })
      const listedAs = async (state: 'waiting' | 'moot') =>
        (await listed(tenant, reminderList, { state }, { scope: everywhere, today: onMonday })).total
      expect([await listedAs('waiting'), await listedAs('moot')]).toEqual([1, 0])
      const actor = await tenant.actor('clerk')
      const given = { ends_on: onMonday, reason: 'Bapa kehilangan kerja' }
      await tenant.write((trx) => holdReminders(trx, actor, everywhere, held.payer.id, given, onMonday))
      expect(await seen(held.id)).toMatchObject({ state: 'moot', owed_sen: 0, left: [[false, 12_000]] })
      expect([await listedAs('waiting'), await listedAs('moot')]).toEqual([0, 1])
      const arranged = await waiting()
      await tenant.write((trx) =>
        arrangement(trx, {
          ...{ parent_id: arranged.payer.id, invoice_id: arranged.invoices[0]!.id, status: 'active' },
          decided_at: new Date(),
        }),
      )
      const { rows } = await tenant.read((db) => reminderOf(db, everywhere, arranged.id, onMonday))
      expect(rows).toMatchObject([{ is_left: false }])
    })

    test.each([
      [
        'a transfer slip waits for the office',
        (id: string) => tenant.write((trx) => transferSlip(trx, { invoice_id: id })),
      ],
      [
        'what is left is less than the smallest coin',
        (id: string) =>
          tenant.write((trx) =>
            trx.updateTable('invoice').set({ paid_sen: 11_998 }).where('id', '=', id).execute(),
          ),
      ],
    ])('nothing is left to send either while %s', async (_what, change) => {
      const { id, invoices } = await waiting()
      expect(await seen(id)).toMatchObject({ state: 'waiting' })
      await change(invoices[0]!.id)
      expect(await seen(id)).toMatchObject({ state: 'moot', left: [[false, expect.anything()]] })
      expect(await plan(tenant)).toEqual({ planned: 0, waiting: 0 })
    })

    test('it is dropped with nothing left, also while nothing leaves by itself', async () => {
      const { invoices } = await waiting()
      await tenant.write((trx) => switchOn(trx, { on: false }))
      await plan(tenant)
      expect(await book(tenant)).toMatchObject([{ state: 'waiting' }])
      await tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
          .where('id', '=', invoices[0]!.id)
          .execute(),
      )
      await plan(tenant)
      expect(await book(tenant)).toMatchObject([{ state: 'dropped', reason: 'nothing_left' }])
    })
  })

  test('who looks after one branch reads of its invoices alone what was said, in the list and on the page', async () => {
    const { id, payer, child, invoices } = await told(sentOn(onMonday))
    await tenant.write(async (trx) => {
      const far = await branch(trx)
      const beyond = await invoice(trx, {
        ...{ payer_parent_id: payer.id, student_id: child.id, branch_id: far.id },
        ...{ issued_on: '2026-01-02', due_on: late },
      })
      const about = { reminder_id: id, invoice_id: beyond.id, balance_sen: 12_000 }
      await insert(trx, 'reminder_invoice', { ...about, is_cause: false, level: 1 })
    })
    const near: RowScope = { ...everywhere, scope: 'branch', branch_ids: [tenant.branch.id] }
    for (const [scope, count] of [
      [everywhere, 2],
      [near, 1],
    ] as const) {
      const { rows } = await listed(tenant, reminderList, {}, { scope, today: onMonday })
      expect(rows).toMatchObject([{ invoices: count, owed_sen: 12_000 * count }])
      const page = await tenant.read((db) => reminderOf(db, scope, id, onMonday))
      expect(page.rows).toHaveLength(count)
    }
    const page = await tenant.read((db) => reminderOf(db, near, id, onMonday))
    expect(page.rows).toMatchObject([{ id: invoices[0]!.id }])
  })

  test('a family is told on its dashboard of what it owes itself, not of what another pays by now', async () => {
    const { payer, invoices } = await told(sentOn(onMonday))
    const onBoard = () => tenant.read((db) => reminderForFamily(db, payer.id, onMonday))
    expect(await onBoard()).toEqual({ day: onMonday, owed_sen: 12_000 })
    await tenant.write(async (trx) => {
      const other = await family(trx, [])
      await trx
        .updateTable('invoice')
        .set({ payer_parent_id: other.payer.id })
        .where('id', '=', invoices[0]!.id)
        .execute()
    })
    expect(await onBoard()).toBeNull()
  })

  test('what a job is at is taken up by no other, and settled by that job alone', async () => {
    const mine = newId()
    const long = addDays(onMonday, -1)
    const { id } = await told({ state: 'sending', due_at: at(long), job_id: mine, claimed_at: monday })
    expect(await tenant.write((trx) => requeueStuckReminders(trx, monday))).toBe(0)
    await tenant.write((trx) => settleReminder(trx, id, newId(), { channel: 'email' }))
    expect(await book(tenant)).toMatchObject([{ state: 'sending' }])
    await tenant.write((trx) => settleReminder(trx, id, mine, { channel: 'email' }))
    expect(await book(tenant)).toMatchObject([{ state: 'sent', channel: 'email' }])
  })

  test('of two runs of one job one hands the SMS over, until it says that it has not gone out', async () => {
    const mine = newId()
    const { id } = await told({ state: 'sending', due_at: monday, job_id: mine, claimed_at: monday })
    const mark = (job_id = mine, back = false) => tenant.write((trx) => markTexted(trx, id, job_id, back))
    expect([await mark(newId()), await mark(), await mark()]).toEqual([false, true, false])
    expect([await mark(newId(), true), await mark(mine, true), await mark(mine, true)]).toEqual([
      false,
      true,
      false,
    ])
    expect(await mark()).toBe(true)
  })
})
