import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { askReminder, releaseReminder } from '#app/domain/payments/reminders/ask-reminder.ts'
import { at, family, monday, onMonday, plan } from '#app/domain/payments/reminders/test-support.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { newId } from '#db/id.ts'
import { sendReminder } from '#jobs/handlers/reminders.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { user } from '#tests/support/database/factories.ts'
import { reminding } from '#tests/support/jobs/reminded-school.ts'

const { tenant, tools, planned, mails, book, itIs, address } = reminding()

beforeAll(databaseForMany)

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
    expect(mail!.subject).toBe('Tadika Sinar: sila jelaskan RM120.00')
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
      tenant().write((trx) => askReminder(trx, clerk, everywhere, payer.id, { level: 2 }, now))
    const { leaves_at } = await ask(at(onMonday, '21:00'))
    expect(leaves_at).toEqual(at(addDays(onMonday, 3), '09:00'))
    await expect(ask(monday)).rejects.toMatchObject({ code: 'reminder.open' })
    itIs(leaves_at)
    const asked = (await book()).find(({ trigger }) => trigger === 'hand')!
    await sendReminder({ reminder_id: asked.id }, tools())
    const [mail] = await mails()
    expect(mail!.text).toContain('RM240.00')
    expect((await book()).at(-1)).toMatchObject({ state: 'sent', level: 2, trigger: 'hand' })
  })
})
