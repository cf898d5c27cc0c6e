import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { arrearsSummary, enqueueArrearsMails } from '#app/domain/payments/arrears/arrears-letter.ts'
import {
  holdReminders,
  releaseReminder,
  requestReminder,
} from '#app/domain/payments/reminders/change-reminder.ts'
import { requeueStuckReminders } from '#app/domain/payments/reminders/plan-reminders.ts'
import { at, family, monday, onMonday, plan, switchOn } from '#app/domain/payments/reminders/test-support.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { sendReminder, turnReminders } from '#jobs/handlers/reminders.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, user } from '#tests/support/database/factories.ts'
import { handlerOf } from '#tests/support/jobs/job-tools.ts'
import { reminding } from '#tests/support/jobs/reminded-school.ts'

beforeAll(databaseForMany)

describe('a reminder by mail', () => {
  const { tenant, tools, planned, mails, pay, book, itIs } = reminding()

  describe('a mail to a family', () => {
    test('says in its language what is overdue and what is not yet, with one button, and names no child', async () => {
      const { reminder_id, invoices, child } = await planned([addDays(onMonday, -7), onMonday])
      await sendReminder({ reminder_id }, tools())
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail!.subject).toBe('Tadika Sinar: RM120.00 untuk Yuran Januari 1 sudah tertunggak')
      const page = `/invoice/status/${invoices[0]!.public_code}`
      for (const words of [mail!.text, mail!.html]) {
        expect(words).not.toContain('RM240.00')
        for (const part of [
          'RM120.00',
          'Belum tertunggak',
          invoices[0]!.number!,
          invoices[1]!.number!,
          '9 Mac 2026',
          page,
        ])
          expect(words).toContain(part)
        expect(words).not.toContain(child.name)
        expect(new Set(words.match(/\/invoice\/status\/\w+/g))).toEqual(new Set([page]))
      }
      expect(await book()).toMatchObject([{ state: 'sent', channel: 'email', day: onMonday, level: 2 }])
    })

    test('says what the organisation wants to say', async () => {
      const own = { my: { subject: 'Baki {amount}', text: 'Tuan {parent},\n\nsila bayar {number}. <b>' } }
      await tenant().write((trx) => switchOn(trx, { wording: { level_1: own } }))
      const { reminder_id, payer, invoices } = await planned()
      await sendReminder({ reminder_id }, tools())
      const [mail] = await mails()
      expect(mail!.subject).toBe('Baki RM120.00')
      expect(mail!.text).toContain(`Tuan ${payer.name},`)
      expect(mail!.text).toContain(`sila bayar ${invoices[0]!.number}.`)
      expect(mail!.html).not.toContain('<b>')
    })

    test('who has an account and owes several finds all of them there', async () => {
      const account = await tenant().write((trx) => user(trx))
      const { reminder_id } = await planned([onMonday, onMonday], { parent: { user_id: account.id } })
      await sendReminder({ reminder_id }, tools())
      expect((await mails())[0]!.text).toContain('/dashboard')
    })
  })

  describe('at the moment of sending', () => {
    test('what was paid a minute ago is left out, and so is its tone', async () => {
      const { reminder_id, invoices } = await planned([addDays(onMonday, -7), onMonday])
      await pay(invoices[0]!.id)
      await sendReminder({ reminder_id }, tools())
      const [mail] = await mails()
      expect(mail!.text).not.toContain(invoices[0]!.number)
      expect(mail!.text).toContain('RM120.00')
      expect(await book()).toMatchObject([{ level: 1, state: 'sent', invoices: [{ balance_sen: 12_000 }] }])
    })

    test.each([
      ['paid', (id: string) => pay(id)],
      [
        'being paid',
        (id: string) =>
          tenant().write((trx) =>
            trx.updateTable('invoice').set({ status: 'pending' }).where('id', '=', id).execute(),
          ),
      ],
      [
        'held back',
        async (_id: string, parent_id: string) => {
          const clerk = await tenant().actor('clerk')
          const input = { ends_on: addDays(onMonday, 9), reason: 'Bapa kehilangan kerja' }
          await tenant().write((trx) => holdReminders(trx, clerk, everywhere, parent_id, input, onMonday))
        },
      ],
    ])('of what is %s nothing is sent, though other things are overdue', async (_what, change) => {
      const { reminder_id, invoices, payer } = await planned([onMonday])
      await change(invoices[0]!.id, payer.id)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toEqual([])
      expect(await book()).toMatchObject([{ state: 'dropped', reason: 'nothing_left' }])
    })

    test('what it is not about is no reason to send', async () => {
      const { reminder_id, invoices } = await planned([addDays(onMonday, -20), onMonday])
      // Of the older one the family was told on its day.
      await tenant().write((trx) =>
        trx
          .updateTable('reminder_invoice')
          .set({ is_cause: false })
          .where('invoice_id', '=', invoices[0]!.id)
          .execute(),
      )
      await pay(invoices[1]!.id)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toEqual([])
    })

    test.each([
      ['in the evening', at(onMonday, '20:00'), at('2026-03-10', '09:00')],
      ['before a Sunday', at('2026-03-14', '21:00'), at('2026-03-16', '09:00')],
    ])('%s it is put off to the next moment, and sent then', async (_when, now, leaves) => {
      const { reminder_id } = await planned()
      itIs(now)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toEqual([])
      expect(await book()).toMatchObject([{ state: 'planned', due_at: leaves }])
      const job = await withPlatform(tenant().database.pool, (trx) =>
        trx
          .selectFrom('platform.outbox')
          .select('run_at')
          .where('name', '=', 'reminder.send')
          .where('run_at', '=', leaves)
          .executeTakeFirst(),
      )
      expect(job).toBeDefined()
      itIs(leaves)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toHaveLength(1)
    })
  })

  describe('nobody is told twice', () => {
    test('however often the jobs run', async () => {
      const { reminder_id } = await planned()
      const job = { id: newId() }
      for (let again = 0; again < 3; again++) await sendReminder({ reminder_id }, tools(job))
      await sendReminder({ reminder_id }, tools())
      for (let again = 0; again < 3; again++) await turnReminders({}, tools())
      expect(await mails()).toHaveLength(1)
      expect(await book()).toHaveLength(1)
    })

    test('when two jobs run at one moment the second waits until the first has settled it', async () => {
      const { reminder_id } = await planned()
      const both = await Promise.allSettled([
        sendReminder({ reminder_id }, tools()),
        sendReminder({ reminder_id }, tools()),
      ])
      expect(both.map(({ status }) => status)).toContain('fulfilled')
      expect(await mails()).toHaveLength(1)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toHaveLength(1)
      expect(await book()).toMatchObject([{ state: 'sent' }])
    })

    test('what went out before the worker was killed is told as sent, though it was paid since', async () => {
      const { reminder_id, invoices } = await planned()
      const job = { id: newId() }
      const whole = tools(job)
      let left = 6
      const withTenant: TenantTools['withTenant'] = (work) => {
        if (--left === 0) throw new Error('killed')
        return whole.withTenant(work)
      }
      await expect(sendReminder({ reminder_id }, { ...whole, withTenant })).rejects.toThrow('killed')
      expect(await mails()).toHaveLength(1)
      await pay(invoices[0]!.id)
      await sendReminder({ reminder_id }, tools(job))
      expect(await mails()).toHaveLength(1)
      expect(await book()).toMatchObject([
        { state: 'sent', channel: 'email', invoices: [{ balance_sen: 12_000 }] },
      ])
    })

    test('what was given up in the middle is taken up again after half a day, and sent once', async () => {
      const { reminder_id } = await planned()
      await tenant().write((trx) =>
        trx
          .updateTable('reminder')
          .set({ state: 'sending', job_id: newId(), claimed_at: at(onMonday) })
          .execute(),
      )
      const take = (now: Date) => tenant().write((trx) => requeueStuckReminders(trx, now))
      expect(await take(at(onMonday, '21:00'))).toBe(0)
      const later = at(addDays(onMonday, 1), '09:00')
      expect([await take(later), await take(later)]).toEqual([1, 0])
      itIs(later)
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toHaveLength(1)
      expect(await book()).toMatchObject([{ state: 'sent' }])
    })

    test('what leaves by itself does not when reminders were switched off meanwhile', async () => {
      const { reminder_id } = await planned()
      await tenant().write((trx) => switchOn(trx, { on: false }))
      await sendReminder({ reminder_id }, tools())
      expect(await mails()).toEqual([])
      expect(await book()).toMatchObject([{ state: 'dropped', reason: 'switched_off' }])
    })

    test('nor by a worker that is killed after any of its steps, and every family is told', async () => {
      const steps = 7
      for (let step = 1; step <= steps; step++) {
        const before = (await mails()).length
        const { reminder_id } = await planned()
        const job = { id: newId(), cutOff: false }
        let left = step
        const cut =
          <R>(work: () => Promise<R>) =>
          async () => {
            const done = await work()
            if (--left === 0) throw new Error('killed')
            return done
          }
        const whole = tools(job)
        const dying: TenantTools = {
          ...whole,
          withTenant: (work) => cut(() => whole.withTenant(work))(),
          mailer: { send: (settings, message) => cut(() => whole.mailer.send(settings, message))() },
        }
        await sendReminder({ reminder_id }, dying).catch(() => undefined)
        await sendReminder({ reminder_id }, tools({ ...job, interrupted: true }))
        const row = (await book()).find(({ id }) => id === reminder_id)
        expect(row, `killed after step ${step}`).toMatchObject({ state: 'sent' })
        const sent = (await mails()).length - before
        // Between the server's answer and our note of it a mail may go out twice; it then has the same id for both.
        expect(sent, `killed after step ${step}`).toBeLessThanOrEqual(2)
        expect(sent, `killed after step ${step}`).toBeGreaterThanOrEqual(1)
        if (step !== 5) expect(sent, `killed after step ${step}`).toBe(1)
        // The next family is another one.
        await tenant().write((trx) => trx.deleteFrom('reminder').execute())
        await tenant().write((trx) =>
          trx
            .updateTable('invoice')
            .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
            .where('status', '=', 'unpaid')
            .execute(),
        )
      }
    })
  })
})

describe('a family that a reminder does not reach', () => {
  const { tenant, tools, planned, mails, book, itIs, address } = reminding()

  describe('who cannot be reached by mail', () => {
    test('reads it on the dashboard, or is left to the office', async () => {
      const account = await tenant().write((trx) => user(trx))
      const one = await planned([onMonday], { parent: { email: null, user_id: account.id } })
      await sendReminder({ reminder_id: one.reminder_id }, tools())
      expect(await book()).toMatchObject([{ state: 'sent', channel: 'in_app' }])
      const other = await planned([onMonday], { parent: { email: null } })
      await sendReminder({ reminder_id: other.reminder_id }, tools())
      expect((await book()).find(({ id }) => id === other.reminder_id)).toMatchObject({
        ...{ state: 'unsent', reason: 'no_address' },
      })
    })

    test.each([
      ['an address that is refused', new MailError('refused', true), { attempt: 1 }, 'mail_refused', false],
      [
        'a server that is away for hours',
        new MailError('unreachable', false),
        { attempt: 12, attempts: 12 },
        'mail_failed',
        true,
      ],
      ['wrong credentials', new MailError('credentials', true), { attempt: 1 }, 'mail_failed', true],
    ])('%s is written down', async (_what, error, job, reason, isThrown) => {
      const { reminder_id } = await planned()
      const failing = tools(job, { mailer: { send: () => Promise.reject(error) } })
      const end = sendReminder({ reminder_id }, failing)
      await (isThrown ? expect(end).rejects.toBe(error) : end)
      expect(await book()).toMatchObject([{ state: 'unsent', reason }])
    })

    test('a server that is away for a moment is asked again', async () => {
      const { reminder_id } = await planned()
      const error = new MailError('unreachable', false)
      const job = { id: newId() }
      await expect(
        sendReminder({ reminder_id }, tools(job, { mailer: { send: () => Promise.reject(error) } })),
      ).rejects.toBe(error)
      await sendReminder({ reminder_id }, tools(job))
      expect(await mails()).toHaveLength(1)
    })
  })

  describe('what a person decides', () => {
    test('a serious word leaves only after somebody has pressed "send", and says what is overdue alone', async () => {
      const { invoices } = await tenant().write((trx) =>
        family(trx, [addDays(onMonday, -31), addDays(onMonday, 2)], { parent: { email: address() } }),
      )
      await plan(tenant())
      const waiting = (await book()).find(({ state }) => state === 'waiting')!
      await sendReminder({ reminder_id: waiting.id }, tools())
      expect(await mails()).toEqual([])
      await tenant().write((trx) =>
        trx
          .updateTable('reminder')
          .set({ state: 'dropped', reason: 'nothing_left' })
          .where('state', '=', 'planned')
          .execute(),
      )
      const clerk = await tenant().actor('clerk')
      const done = await tenant().write((trx) => releaseReminder(trx, clerk, everywhere, waiting.id, monday))
      expect(done.leaves_at).toEqual(monday)
      await sendReminder({ reminder_id: waiting.id }, tools())
      const [mail] = await mails()
      expect(mail!.subject).toBe('Tadika Sinar: sila bayar RM120.00 untuk Yuran Januari 1')
      expect(mail!.text).toContain(invoices[0]!.number)
      expect(mail!.text).not.toContain(invoices[1]!.number)
      await expect(
        tenant().write((trx) => releaseReminder(trx, clerk, everywhere, waiting.id, monday)),
      ).rejects.toMatchObject({ code: 'reminder.decided' })
    })

    test('the database itself lets none of them leave without a person', async () => {
      await tenant().write((trx) => family(trx, [addDays(onMonday, -31)]))
      await plan(tenant())
      await expect(
        tenant().write((trx) => trx.updateTable('reminder').set({ state: 'planned' }).execute()),
      ).rejects.toMatchObject({ constraint: 'reminder_person_check' })
    })

    test('by hand a family is told of all that it owes, three days after the last time and within the hours', async () => {
      const { reminder_id, payer } = await planned([onMonday, addDays(onMonday, 20)])
      await sendReminder({ reminder_id }, tools())
      const clerk = await tenant().actor('clerk')
      const ask = (now: Date) =>
        tenant().write((trx) => requestReminder(trx, clerk, everywhere, payer.id, { level: 2 }, now))
      const { leaves_at } = await ask(at(onMonday, '21:00'))
      expect(leaves_at).toEqual(at(addDays(onMonday, 3), '09:00'))
      await expect(ask(monday)).rejects.toMatchObject({ code: 'reminder.open' })
      itIs(leaves_at)
      const asked = (await book()).find(({ trigger }) => trigger === 'hand')!
      await sendReminder({ reminder_id: asked.id }, tools())
      const [mail] = await mails()
      expect(mail!.text).toMatch(/Kami belum menerima RM120\.00[\s\S]*Belum tertunggak:? +RM120\.00/)
      expect((await book()).at(-1)).toMatchObject({ state: 'sent', level: 2, trigger: 'hand' })
    })
  })
})

describe('the arrears of the month', () => {
  const mailArrears = handlerOf('arrears.mail')

  const { tenant, tools, mails, address, itIs } = reminding()
  let reader: { id: string }

  beforeEach(async () => {
    reader = await tenant().write((trx) =>
      user(trx, { roles: ['admin'], email: address(), locale: 'my', name: 'Puan Rohani' }),
    )
  })

  const ask = (now: Date) => tenant().write((trx) => enqueueArrearsMails(trx, now))
  const jobs = () =>
    withPlatform(tenant().database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'arrears.mail')
        .where('entity_id', '=', tenant().entity.id)
        .execute(),
    )

  test.each([
    ['2026-03-02', '10:00', 0],
    ['2026-03-03', '08:59', 0],
    ['2026-03-03', '09:00', 1],
    ['2026-03-10', '23:00', 1],
    ['2026-03-11', '09:00', 0],
  ])('on %s at %s it is asked for %i times', async (on, time, times) => {
    const others = await ask(at(on, time))
    expect(others > 0).toBe(times === 1)
    expect((await jobs()).some(({ payload }) => (payload as { user_id: string }).user_id === reader.id)).toBe(
      times === 1,
    )
  })

  test('once a month, however many look at one moment, and a third that was missed is made up for', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => ask(at('2026-03-05'))))
    expect(all.filter((count) => count > 0)).toHaveLength(1)
    expect(await ask(at('2026-03-06'))).toBe(0)
    expect(await ask(at('2026-04-03'))).toBeGreaterThan(0)
  })

  test('nobody but who answers for the whole organisation hears of it', async () => {
    const clerk = await tenant().write((trx) => user(trx, { roles: ['clerk', 'supervisor'] }))
    await ask(at('2026-03-03'))
    expect((await jobs()).map(({ payload }) => (payload as { user_id: string }).user_id)).not.toContain(
      clerk.id,
    )
  })

  test('it says by how long what is owed, with the figures of the dashboard, and leads to the list', async () => {
    const late = (days: number) => addDays(onMonday, -days)
    await tenant().write(async (trx) => {
      const spoken = await family(trx, [late(5), late(40)])
      const silent = await family(trx, [late(80)], { invoice: { issued_on: late(90) } })
      for (const [{ payer }, days] of [
        [spoken, 14],
        [silent, 15],
      ] as const)
        await insert(trx, 'family_contact', {
          ...{ id: newId(), parent_id: payer.id, contacted_on: late(days), created_by: reader.id },
          ...{ channel: 'phone', said: 'Akan bayar' },
        })
      await family(trx, [late(5), late(70), addDays(onMonday, 3)], {
        invoice: { issued_on: late(90) },
      })
      await family(trx, [late(200)], { invoice: { status: 'pending', issued_on: late(220) } })
    })
    const told = await tenant().read((db) => arrearsSummary(db, onMonday))
    const { arrears } = await tenant().read((db) => figures(db, everywhere, onMonday))
    expect(told.buckets.map(({ bucket, owed_sen }) => [bucket, owed_sen])).toEqual(
      arrears.map(({ bucket, owed_sen }) => [bucket, owed_sen]),
    )
    expect(told.late).toEqual({ families: 3, owed_sen: 60_000, oldest_due_on: late(80), silent: 2 })
    await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail!.subject).toContain('RM600.00')
    for (const part of ['3 keluarga', 'RM240.00', '19 Dis 2025', 'Belum dihubungi dalam 14 hari', '/arrears'])
      expect(mail!.text).toContain(part)
  })

  test('nothing is sent where nothing is late, nor to who has left', async () => {
    await tenant().write((trx) => family(trx, [addDays(onMonday, 3)]))
    await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
    itIs(at(addDays(onMonday, 9)))
    await tenant().write((trx) =>
      trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', reader.id).execute(),
    )
    await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
    expect(await mails()).toEqual([])
  })
})
