import PostalMime from 'postal-mime'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '#app/domain/dates.ts'
import { askReminder, releaseReminder } from '#app/domain/reminders/ask-reminder.server.ts'
import { holdReminders } from '#app/domain/reminders/holds.server.ts'
import { at, book, family, monday, onMonday, plan, switchOn } from '#app/domain/reminders/test-support.ts'
import { environment } from '#app/environment.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { next, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { sendReminder, turnReminders } from './reminder-work.ts'

let tenant: Tenant
let sandbox: MailSandbox
let address: string
beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  return () => sandbox.close()
})
beforeEach(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  await tenant.write((trx) => switchOn(trx))
  address = `ibu-${next()}@family.test`
  itIs(monday)
})
afterEach(() => void vi.useRealTimers())

const itIs = (now: Date) => void vi.useFakeTimers({ toFake: ['Date'], now })
const everywhere = { scope: 'all' as const, user_id: '', branch_ids: [], parent_id: null }

const tools = (job: Partial<TenantTools['job']> = {}, change: Partial<TenantTools> = {}): TenantTools => ({
  ...jobTools(tenant, 'reminder.send', {
    settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    job,
  }),
  ...change,
})

/** One family that owes this, with a reminder that is planned. */
async function planned(due: readonly string[] = [onMonday], given: Parameters<typeof family>[2] = {}) {
  const made = await tenant.write((trx) =>
    family(trx, due, { ...given, parent: { email: address, ...given.parent } }),
  )
  await plan(tenant)
  const reminder = (await book(tenant)).find(({ state }) => state === 'planned')!
  return { ...made, reminder_id: reminder.id }
}

const mails = () =>
  Promise.all(
    sandbox
      .mails()
      .filter(({ to }) => to.includes(address))
      .map(async (mail) => {
        const { text = '', html = '', attachments } = await PostalMime.parse((await sandbox.source(mail.id))!)
        return { ...mail, text, html, attachments }
      }),
  )
const pay = (invoice_id: string) =>
  tenant.write((trx) =>
    trx
      .updateTable('invoice')
      .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
      .where('id', '=', invoice_id)
      .execute(),
  )

describe('a mail to a family', () => {
  test('says in its language what is owed, with one button, and names no child', async () => {
    const { reminder_id, invoices, child } = await planned([addDays(onMonday, -7), onMonday])
    await sendReminder({ reminder_id }, tools())
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Tadika Sinar: RM240.00 telah tertunggak')
    const page = `/invoice/status/${invoices[0]!.public_code}`
    for (const words of [mail!.text, mail!.html ?? '']) {
      for (const part of ['RM240.00', invoices[0]!.number!, invoices[1]!.number!, '9 Mac 2026', page])
        expect(words).toContain(part)
      expect(words).not.toContain(child.name)
      expect(new Set(words.match(/\/invoice\/status\/\w+/g))).toEqual(new Set([page]))
    }
    expect(await book(tenant)).toMatchObject([{ state: 'sent', channel: 'email', day: onMonday, level: 2 }])
  })

  test('says what the organisation wants to say', async () => {
    const own = { my: { subject: 'Baki {amount}', text: 'Tuan {parent},\n\nsila bayar {number}. <b>' } }
    await tenant.write((trx) => switchOn(trx, { wording: { level_1: own } }))
    const { reminder_id, payer, invoices } = await planned()
    await sendReminder({ reminder_id }, tools())
    const [mail] = await mails()
    expect(mail!.subject).toBe('Baki RM120.00')
    expect(mail!.text).toContain(`Tuan ${payer.name},`)
    expect(mail!.text).toContain(`sila bayar ${invoices[0]!.number}.`)
    expect(mail!.html).not.toContain('<b>')
  })

  test('who has an account and owes several finds all of them there', async () => {
    const account = await tenant.write((trx) => user(trx))
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
    expect(await book(tenant)).toMatchObject([
      { level: 1, state: 'sent', invoices: [{ balance_sen: 12_000 }] },
    ])
  })

  test.each([
    ['paid', (id: string) => pay(id)],
    [
      'being paid',
      (id: string) =>
        tenant.write((trx) =>
          trx.updateTable('invoice').set({ status: 'pending' }).where('id', '=', id).execute(),
        ),
    ],
    [
      'held back',
      async (_id: string, parent_id: string) => {
        const clerk = await tenant.actor('clerk')
        const input = { ends_on: addDays(onMonday, 9), reason: 'Bapa kehilangan kerja' }
        await tenant.write((trx) => holdReminders(trx, clerk, everywhere, parent_id, input, onMonday))
      },
    ],
  ])('of what is %s nothing is sent, though other things are overdue', async (_what, change) => {
    const { reminder_id, invoices, payer } = await planned([onMonday])
    await change(invoices[0]!.id, payer.id)
    await sendReminder({ reminder_id }, tools())
    expect(await mails()).toEqual([])
    expect(await book(tenant)).toMatchObject([{ state: 'dropped', reason: 'nothing_left' }])
  })

  test('what it is not about is no reason to send', async () => {
    const { reminder_id, invoices } = await planned([addDays(onMonday, -20), onMonday])
    // Of the older one the family was told on its day.
    await tenant.write((trx) =>
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
    expect(await book(tenant)).toMatchObject([{ state: 'planned', due_at: leaves }])
    const job = await inPlatform(tenant.database.pool, (trx) =>
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
    expect(await book(tenant)).toHaveLength(1)
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
    expect(await book(tenant)).toMatchObject([{ state: 'sent' }])
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
        inPlace: (work) => cut(() => whole.inPlace(work))(),
        mailer: { send: (settings, message) => cut(() => whole.mailer.send(settings, message))() },
      }
      await sendReminder({ reminder_id }, dying).catch(() => undefined)
      await sendReminder({ reminder_id }, tools({ ...job, cutOff: true }))
      const row = (await book(tenant)).find(({ id }) => id === reminder_id)
      expect(row, `killed after step ${step}`).toMatchObject({ state: 'sent' })
      const sent = (await mails()).length - before
      // Between the server's answer and our note of it a mail may go out twice; it then has the same id for both.
      expect(sent, `killed after step ${step}`).toBeLessThanOrEqual(2)
      expect(sent, `killed after step ${step}`).toBeGreaterThanOrEqual(1)
      if (step !== 5) expect(sent, `killed after step ${step}`).toBe(1)
      // The next family is another one.
      await tenant.write((trx) => trx.deleteFrom('reminder').execute())
      await tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
          .where('status', '=', 'unpaid')
          .execute(),
      )
    }
  })
})

describe('who cannot be reached by mail', () => {
  test('reads it on the dashboard, or is left to the office', async () => {
    const account = await tenant.write((trx) => user(trx))
    const one = await planned([onMonday], { parent: { email: null, user_id: account.id } })
    await sendReminder({ reminder_id: one.reminder_id }, tools())
    expect(await book(tenant)).toMatchObject([{ state: 'sent', channel: 'in_app' }])
    const other = await planned([onMonday], { parent: { email: null } })
    await sendReminder({ reminder_id: other.reminder_id }, tools())
    expect((await book(tenant)).find(({ id }) => id === other.reminder_id)).toMatchObject({
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
    expect(await book(tenant)).toMatchObject([{ state: 'unsent', reason }])
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
    const { invoices } = await tenant.write((trx) =>
      family(trx, [addDays(onMonday, -31), addDays(onMonday, 2)], { parent: { email: address } }),
    )
    await plan(tenant)
    const waiting = (await book(tenant)).find(({ state }) => state === 'waiting')!
    await sendReminder({ reminder_id: waiting.id }, tools())
    expect(await mails()).toEqual([])
    await tenant.write((trx) =>
      trx
        .updateTable('reminder')
        .set({ state: 'dropped', reason: 'nothing_left' })
        .where('state', '=', 'planned')
        .execute(),
    )
    const clerk = await tenant.actor('clerk')
    const done = await tenant.write((trx) => releaseReminder(trx, clerk, everywhere, waiting.id, monday))
    expect(done.leaves_at).toEqual(monday)
    await sendReminder({ reminder_id: waiting.id }, tools())
    const [mail] = await mails()
    expect(mail!.subject).toBe('Tadika Sinar: sila jelaskan RM120.00')
    expect(mail!.text).toContain(invoices[0]!.number)
    expect(mail!.text).not.toContain(invoices[1]!.number)
    await expect(
      tenant.write((trx) => releaseReminder(trx, clerk, everywhere, waiting.id, monday)),
    ).rejects.toMatchObject({ code: 'reminder.decided' })
  })

  test('the database itself lets none of them leave without a person', async () => {
    await tenant.write((trx) => family(trx, [addDays(onMonday, -31)]))
    await plan(tenant)
    await expect(
      tenant.write((trx) => trx.updateTable('reminder').set({ state: 'planned' }).execute()),
    ).rejects.toMatchObject({ constraint: 'reminder_person_check' })
  })

  test('by hand a family is told of all that it owes, three days after the last time and within the hours', async () => {
    const { reminder_id, payer } = await planned([onMonday, addDays(onMonday, 20)])
    await sendReminder({ reminder_id }, tools())
    const clerk = await tenant.actor('clerk')
    const ask = (now: Date) =>
      tenant.write((trx) => askReminder(trx, clerk, everywhere, payer.id, { level: 2 }, now))
    const { leaves_at } = await ask(at(onMonday, '21:00'))
    expect(leaves_at).toEqual(at(addDays(onMonday, 3), '09:00'))
    await expect(ask(monday)).rejects.toMatchObject({ code: 'reminder.open' })
    itIs(leaves_at)
    const asked = (await book(tenant)).find(({ trigger }) => trigger === 'hand')!
    await sendReminder({ reminder_id: asked.id }, tools())
    const [mail] = await mails()
    expect(mail!.text).toContain('RM240.00')
    expect((await book(tenant)).at(-1)).toMatchObject({ state: 'sent', level: 2, trigger: 'hand' })
  })
})
