import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { smsReminder } from '#app/domain/payments/reminders/reminder-letters.ts'
import { onMonday, switchOn } from '#app/domain/payments/reminders/test-support.ts'
import { changeCredit } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { createSmsSandbox, type SmsSandbox } from '#app/integrations/sms/sandbox/sandbox.ts'
import { gsmLength } from '#app/integrations/sms/segments.ts'
import { checkText } from '#app/integrations/sms/text.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, user } from '#tests/support/database/factories.ts'
import { reminding } from '#tests/support/jobs/reminded-school.ts'
import { newPhone } from '#tests/support/people/codes.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { titleFactsOf } from '#tests/support/title-facts.ts'
import { sendReminder } from './reminders.ts'

const { tenant, tools, planned, mails, book, pay } = reminding()
let sandbox: SmsSandbox
let sandboxPort: number

beforeAll(databaseForMany)
beforeAll(async () => {
  sandbox = await createSmsSandbox({ folder: `${environment.dataDir}/sms` })
  const server = createServer(createRequestListener((request) => sandbox.handle(request)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sandboxPort = (server.address() as AddressInfo).port
  return () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
})
beforeEach(async () => {
  await tenant().write((trx) => switchOn(trx, { sms: true }))
  await subscribed(tenant(), {}, { credit: 5 })
})

const credits = (left: number) =>
  withPlatform(tenant().database.pool, (trx) => setCredits(trx, tenant().entity.id, left))
const creditsLeft = async () =>
  (
    await withPlatform(tenant().database.pool, (trx) =>
      trx
        .selectFrom('platform.subscription')
        .select('credit')
        .where('entity_id', '=', tenant().entity.id)
        .executeTakeFirstOrThrow(),
    )
  ).credit
const received = (phone: string) => sandbox.messages().filter(({ to }) => `+${to}` === phone)
const withSms = (job: Partial<TenantTools['job']> = {}, change: Partial<TenantTools> = {}): TenantTools => ({
  ...tools(job),
  ...change,
  environment: { ...tools().environment, sandboxPort },
})
const family = (phone = newPhone(), due = [onMonday], parent = {}) =>
  planned(due, { parent: { email: null, phone, ...parent } })

describe('a family without an e-mail address', () => {
  test('gets one SMS with who writes and what it owes, without link or child, for one credit', async () => {
    const phone = newPhone()
    const { reminder_id, child, invoices } = await family(phone, [addDays(onMonday, -7), onMonday])
    await sendReminder({ reminder_id }, withSms())
    await sendReminder({ reminder_id }, withSms())
    const [message, ...others] = received(phone)
    expect(others).toEqual([])
    expect(message!.text).toMatch(/^RM0 \[\w[\w ]*\] RM120\.00 tertunggak sejak 2 Mac 2026\./)
    for (const hidden of [child.name, invoices[0]!.public_code, 'http'])
      expect(message!.text).not.toContain(hidden)
    expect(await book()).toMatchObject([{ state: 'sent', channel: 'sms', level: 2 }])
    expect(await creditsLeft()).toBe(4)
  })

  test('none where the organisation has not ticked it, and none to who has an address', async () => {
    await tenant().write((trx) => switchOn(trx, { sms: false }))
    const quiet = await family()
    await sendReminder({ reminder_id: quiet.reminder_id }, withSms())
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'no_address' }])
    await tenant().write((trx) => switchOn(trx, { sms: true }))
    const phone = newPhone()
    const reached = await planned([onMonday], { parent: { phone } })
    await sendReminder({ reminder_id: reached.reminder_id }, withSms())
    expect(await mails()).toHaveLength(1)
    expect(received(phone)).toEqual([])
    expect(await creditsLeft()).toBe(5)
  })

  test('nor to who left SMS, whose reminder is then the office’s to bring by another way', async () => {
    const phone = newPhone()
    const { reminder_id, child } = await family(phone)
    await tenant().write(async (trx) => {
      const { parent_id } = await trx
        .selectFrom('student_parent')
        .select('parent_id')
        .where('student_id', '=', child.id)
        .executeTakeFirstOrThrow()
      await insert(trx, 'message_opt_out', { id: newId(), parent_id, channel: 'sms', source: 'link' })
    })
    await sendReminder({ reminder_id }, withSms())
    expect(received(phone)).toEqual([])
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'no_address' }])
    expect(await creditsLeft()).toBe(5)
  })

  test('nor for what was paid a minute ago', async () => {
    const phone = newPhone()
    const { reminder_id, invoices } = await family(phone)
    await pay(invoices[0]!.id)
    await sendReminder({ reminder_id }, withSms())
    expect(received(phone)).toEqual([])
    expect(await creditsLeft()).toBe(5)
  })

  test('an address that is refused counts as none', async () => {
    const phone = newPhone()
    const { reminder_id } = await planned([onMonday], { parent: { phone } })
    const mailer = { send: () => Promise.reject(new MailError('refused', true)) }
    await sendReminder({ reminder_id }, withSms({}, { mailer }))
    expect(received(phone)).toHaveLength(1)
  })

  test.each([
    ['sms', 0, { state: 'unsent', reason: 'no_address' }],
    ['whatsapp', 1, { state: 'sent', channel: 'sms' }],
  ] as const)('one that left %s gets %i SMS', async (channel, count, state) => {
    const phone = newPhone()
    const { reminder_id } = await family(phone)
    await tenant().write(async (trx) => {
      const { parent_id } = await trx
        .selectFrom('reminder')
        .select('parent_id')
        .where('id', '=', reminder_id)
        .executeTakeFirstOrThrow()
      await insert(trx, 'message_opt_out', { id: newId(), parent_id, channel, source: 'link' })
    })
    await sendReminder({ reminder_id }, withSms())
    expect(received(phone)).toHaveLength(count)
    expect(await book()).toMatchObject([state])
    expect(await creditsLeft()).toBe(5 - count)
  })

  test('with a landline it is left to the office', async () => {
    const { reminder_id } = await family('+60388881234')
    await sendReminder({ reminder_id }, withSms())
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'no_address' }])
  })
})

describe('credits', () => {
  test('without one nothing is sent; an account has it on its dashboard', async () => {
    await credits(0)
    const phone = newPhone()
    const one = await family(phone)
    await sendReminder({ reminder_id: one.reminder_id }, withSms())
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'sms_no_credit' }])
    const account = await tenant().write((trx) => user(trx))
    const other = await family(phone, [onMonday], { user_id: account.id })
    await sendReminder({ reminder_id: other.reminder_id }, withSms())
    expect((await book()).at(-1)).toMatchObject({ state: 'sent', channel: 'in_app' })
    expect(received(phone)).toEqual([])
    expect(await creditsLeft()).toBe(0)
  })

  test('the last one is spent once, however many messages want it', async () => {
    await credits(1)
    const phones = [newPhone(), newPhone(), newPhone()]
    const all = []
    for (const phone of phones) all.push(await family(phone))
    const ids = (await book()).map(({ id }) => id)
    expect(ids).toHaveLength(all.length)
    await Promise.all(ids.map((reminder_id) => sendReminder({ reminder_id }, withSms())))
    expect(phones.flatMap(received)).toHaveLength(1)
    expect(await creditsLeft()).toBe(0)
  })
})

describe('few credits', () => {
  const warnings = () =>
    withPlatform(tenant().database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('id')
        .where('name', '=', 'subscription.credit_low')
        .where('entity_id', '=', tenant().entity.id)
        .execute(),
    )
  const send = async () => {
    const { reminder_id } = await family()
    await sendReminder({ reminder_id }, withSms())
  }
  const add = async (change: number) => {
    const actor = await tenant().actor('superadmin')
    await withPlatform(tenant().database.pool, async (trx) => {
      const at = await trx
        .selectFrom('platform.subscription')
        .select(['id', 'version'])
        .where('entity_id', '=', tenant().entity.id)
        .executeTakeFirstOrThrow()
      await changeCredit(trx, actor, at, { change, reason: 'Ditambah oleh pejabat' })
    })
  }

  test('are told once when they become few, and again only after enough were added', async () => {
    await credits(101)
    await send()
    expect([await creditsLeft(), await warnings()]).toEqual([100, []])
    await send()
    await send()
    expect(await creditsLeft()).toBe(98)
    expect(await warnings()).toHaveLength(1)
    await add(1)
    await send()
    expect(await warnings()).toHaveLength(1)
    await add(2)
    expect(await creditsLeft()).toBe(100)
    await send()
    expect(await warnings()).toHaveLength(2)
  })

  test('nor does a message that came back count as added', async () => {
    await credits(100)
    const { reminder_id } = await family('+60181234591')
    const job = { id: newId() }
    for (const _ of [1, 2]) {
      await expect(sendReminder({ reminder_id }, withSms(job))).rejects.toThrow('message')
      expect(await creditsLeft()).toBe(100)
    }
    expect(await warnings()).toHaveLength(1)
  })

  test('none at all from the first message on is told, too', async () => {
    await credits(0)
    await send()
    await send()
    expect(await warnings()).toHaveLength(1)
  })
})

describe('a gateway in trouble', () => {
  test('that did not take it gives the credit back and is asked again, until the last try', async () => {
    const { reminder_id } = await family('+60181234591')
    const job = { id: newId() }
    await expect(sendReminder({ reminder_id }, withSms(job))).rejects.toThrow('message')
    expect(await book()).toMatchObject([{ state: 'sending' }])
    expect(await creditsLeft()).toBe(5)
    const last = { ...job, attempt: 6, attempts: 6 }
    await sendReminder({ reminder_id }, withSms(last))
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'sms_failed' }])
    expect(await creditsLeft()).toBe(5)
  })

  test('that may have taken it is not asked again, and the credit is gone', async () => {
    const { reminder_id } = await family('+60181234592')
    await sendReminder({ reminder_id }, withSms())
    const before = sandbox.messages().length
    await sendReminder({ reminder_id }, withSms())
    expect(sandbox.messages()).toHaveLength(before)
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'sms_unsure' }])
    expect(await creditsLeft()).toBe(4)
  })

  test('that knows the number to be none costs nothing', async () => {
    const { reminder_id } = await family('+60181234596')
    await sendReminder({ reminder_id }, withSms())
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'sms_refused' }])
    expect(await creditsLeft()).toBe(5)
  })

  test('a worker that was killed with the message in its hand sends no second one', async () => {
    const phone = newPhone()
    const { reminder_id } = await family(phone)
    const job = { id: newId() }
    const whole = withSms(job)
    // After the credit was taken, before the gateway was asked.
    let transactions = 0
    const withTenant: TenantTools['withTenant'] = async (work) => {
      const result = await whole.withTenant(work)
      transactions += 1
      if (transactions === 2) throw new Error('killed')
      return result
    }
    await expect(sendReminder({ reminder_id }, { ...whole, withTenant })).rejects.toThrow('killed')
    expect(await creditsLeft()).toBe(4)
    await sendReminder({ reminder_id }, whole)
    expect(await creditsLeft()).toBe(4)
    expect(received(phone)).toEqual([])
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'sms_unsure' }])
  })

  test('where there is none the families are told as without it', async () => {
    const { reminder_id } = await family()
    const none = withSms()
    await sendReminder({ reminder_id }, { ...none, environment: { ...none.environment, sandbox: false } })
    expect(await book()).toMatchObject([{ state: 'unsent', reason: 'no_address' }])
  })
})

test.each(locales)('in %s each tone fits into one message with the longest tag and amount', (locale) => {
  const { t } = i18nOf(locale)
  const several = { from: '2026-11-01', until: '2027-10-31' }
  for (const [level, about] of [
    [1, {}],
    [2, several],
    [3, {}],
  ] as const) {
    const title = titleFactsOf('Nur Alya binti Azman', about)
    const invoices = [{ due_on: '2026-12-30', balance_sen: 123_456_789, title }]
    const text = smsReminder(
      { level, invoices, today: '2026-12-31' },
      { nametag: 'PERSATUAN IBU BAPA 1', locale, t },
    )
    expect(() => checkText(text, 'sms')).not.toThrow()
    expect(gsmLength(text)).toBeLessThanOrEqual(153)
    expect(text).toContain('RM1,234,567.89')
    expect(text).not.toContain('Alya')
  }
})

test('an SMS says which months it is for, and does without where the words of an organisation are too long', () => {
  const invoices = [{ due_on: '2026-02-07', balance_sen: 24_500, title: titleFactsOf('Alya binti Azman') }]
  const textIn = (labels?: TenantLabels) => {
    const { t } = i18nOf('en', labels)
    return smsReminder({ level: 1, invoices, today: '2026-12-31' }, { nametag: 'SINAR', locale: 'en', t })
  }
  expect(textIn()).toBe(
    'RM0 [SINAR] RM245.00 for fees Jan 2026 is due by 7 Feb 2026. If you have paid, please ignore this message.',
  )
  const long = { one: 'x', other: 'contribution '.repeat(6) }
  const labels = { version: 1, digest: 'a'.repeat(64), byLocale: { en: { fee: long } } }
  expect(textIn(labels)).toContain('RM245.00 is due by 7 Feb 2026')
})
