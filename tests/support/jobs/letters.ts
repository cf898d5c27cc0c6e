import { anchorLetter } from '#app/domain/audit/seals/anchor-letter.ts'
import { invoiceLetter } from '#app/domain/billing/invoices/invoice-letter.ts'
import { endingLetter } from '#app/domain/catalogue/discounts/discount-letter.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { senderOf } from '#app/domain/core/letters/phrases.ts'
import {
  decidedLetter,
  receivedLetter,
  waitingLetter,
} from '#app/domain/enrolment/applications/application-letter.ts'
import { draftLinkLetter } from '#app/domain/enrolment/online-registration/draft-link-letter.ts'
import { exceptionLetter, reminderLetter } from '#app/domain/gateways/payment-exceptions/exception-letter.ts'
import { accountLetter } from '#app/domain/identity/letters/account.ts'
import { codeLetter } from '#app/domain/identity/letters/code.ts'
import { invitationLetter } from '#app/domain/identity/letters/invitation.ts'
import { recoveryLetter } from '#app/domain/identity/letters/recovery.ts'
import { arrearsLetter } from '#app/domain/payments/arrears/arrears-letter.ts'
import { receiptLetter } from '#app/domain/payments/payments/receipt-letter.ts'
import { feeReminderLetter } from '#app/domain/payments/reminders/reminder-letter.ts'
import { statementLetter } from '#app/domain/people/families/statement-letter.ts'
import { certificateLetter } from '#app/domain/platform/overview/certificate-letter.ts'
import { unwrittenLetter } from '#app/domain/platform/overview/unwritten-letter.ts'
import { changedRegistrationLetter } from '#app/domain/platform/registrations/registration-changed-letter.ts'
import {
  registrationLetter,
  rejectionLetter,
} from '#app/domain/platform/registrations/registration-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { decidedLetters } from './decided-letters.ts'
import { familyLetters } from './family-letters.ts'
import { operatorLetters } from './operator-letters.ts'
import { settingLetters } from './setting-letters.ts'
import { subscriptionLetters } from './subscription-letters.ts'

/** Every mail there is, of people and an organisation that are all called `name`; `writer` is the function that writes it. */
export function lettersOf(name: string, locale: Locale): { kind: string; writer: string; letter: Letter }[] {
  const t = i18nOf(locale).getFixedT(locale)
  const at = new Date('2026-01-31T06:05:00Z')
  const origin = 'https://sinar.lunas.test'
  const organisation = { name, contact_phone: '03-4100 1234', contact_email: 'office@sinar.test' }
  const sender = senderOf(organisation)
  const setting = { t, locale, origin }
  const anchor = { number: 42, hash: 'ab'.repeat(32) }
  const invoice = (balance_sen: number) =>
    invoiceLetter(
      {
        organisation,
        invoice: {
          ...{ number: 'INV-26-000184', payer: name, family_code: 'F0001234', due_on: '2026-02-07' },
          ...{ balance_sen, total_sen: 24_500, public_code: 'ub93ut2xcxckryf4y3gf83445a' },
        },
      } as Parameters<typeof invoiceLetter>[0],
      setting,
    )
  const receipt = (credit_sen: number, gift: object | null = null) =>
    receiptLetter(
      {
        organisation,
        payment: {
          ...{ number: 'RCP-26-000077', payer_name: name, paid_on: '2026-01-31', method: 'fpx' },
          ...{ amount_sen: 24_500, gateway_transaction_id: '2601311405000123', public_code: 'x2a' },
        },
        allocations: [{ number: 'INV-26-000184' }, { number: 'INV-26-000185' }],
        ...{ credit_sen, gift },
      } as Parameters<typeof receiptLetter>[0],
      setting,
    )
  const account = (what: 'password' | 'contact') => accountLetter({ organisation, name, what }, { t, origin })
  const registration = {
    ...{ reference: 'R-26-0007', organisation_name: name, contact_name: name, reserved_until: at },
    ...{ package_name: 'Asas', invoice_number: 'LUN-26-0003', total_sen: 120_000, due_on: '2026-02-14' },
    public_code: 'x2c',
    ...{ reject_reason: 'Sijil tidak boleh dibaca', refund_reference: 'TT 4711' },
  }
  const child = (status: string, is_waiting = false) => ({
    ...{ name, status, reason: status === 'rejected' ? 'Kelas ini untuk umur lain.' : null },
    subjects: [{ name: 'Matematik', is_waiting }],
  })
  const application = {
    ...{ id: 'x2c', number: 'APP-26-000007', public_code: 'ub93ut2xcxckryf4y3gf83445a', submitted_at: at },
    students: [child('pending'), child('pending', true)],
  }
  const bill = { number: 'INV-26-000185', public_code: 'x2d', balance_sen: 24_500, due_on: '2026-02-07' }
  const family = { ...setting, organisation, reader: name }
  const invited = { name, email: 'siti@sinar.test', role: 'support', until: at }
  return [
    { kind: 'invoice to pay', writer: 'invoiceLetter', letter: invoice(24_500) },
    { kind: 'invoice that is paid', writer: 'invoiceLetter', letter: invoice(0) },
    ...familyLetters(name, { ...setting, organisation }),
    { kind: 'receipt', writer: 'receiptLetter', letter: receipt(0) },
    { kind: 'receipt with credit', writer: 'receiptLetter', letter: receipt(500) },
    ...(['infaq', 'zakat'] as const).map((kind) => ({
      kind: `receipt of ${kind}`,
      writer: 'receiptLetter',
      letter: receipt(0, { kind, type: name }),
    })),
    ...decidedLetters(name, { ...setting, organisation }),
    { kind: 'changed password', writer: 'accountLetter', letter: account('password') },
    { kind: 'changed contact', writer: 'accountLetter', letter: account('contact') },
    {
      kind: 'invitation',
      writer: 'invitationLetter',
      letter: invitationLetter(
        { organisation, invitation: { name, email: 'siti@sinar.test', token: 'tok', expires_at: at } },
        setting,
      ),
    },
    {
      kind: 'recovery',
      writer: 'recoveryLetter',
      letter: recoveryLetter(
        { name, email: 'siti@sinar.test' },
        { t, sender, origin, side: 'tenant', token: 'tok' },
      ),
    },
    {
      kind: 'link to a registration that was begun',
      writer: 'draftLinkLetter',
      letter: draftLinkLetter({ organisation, code: 'x2c', expires_at: at }, setting),
    },
    { kind: 'code', writer: 'codeLetter', letter: codeLetter('482913', 'confirm', { t, sender }) },
    ...settingLetters({ ...setting, t, organisation, name }),
    {
      kind: 'registration',
      writer: 'registrationLetter',
      letter: registrationLetter(registration, { t, locale, address: origin, online: origin }),
    },
    { kind: 'refusal', writer: 'rejectionLetter', letter: rejectionLetter(registration, t) },
    {
      kind: 'registration that was changed',
      writer: 'changedRegistrationLetter',
      letter: changedRegistrationLetter(
        {
          ...{ ...registration, reason: 'Nama tersalah taip' },
          before: {
            organisation_type: 'school',
            contact_phone: '+60145550001',
            address_line2: null,
            package: 'Asas',
          },
          after: {
            organisation_type: 'tuition',
            contact_phone: '+60145550002',
            address_line2: name,
            package: name,
          },
        },
        t,
      ),
    },
    ...subscriptionLetters(name, setting),
    {
      kind: 'seal',
      writer: 'anchorLetter',
      letter: anchorLetter(
        anchor,
        {
          reader: name,
          organisation: sender.name,
          sender: sender.lines,
          sealed_at: at,
          url: `${origin}/log`,
        },
        { t, locale },
      ),
    },
    {
      kind: 'application that has come in',
      writer: 'receivedLetter',
      letter: receivedLetter(application, family),
    },
    ...[24_500, 0, -5_000].map((closing_sen) => ({
      kind: `statement of ${closing_sen} sen`,
      writer: 'statementLetter',
      letter: statementLetter(
        { name, family_code: 'F0001234', from: '2026-01-01', to: '2026-01-31', closing_sen },
        { ...setting, organisation },
      ),
    })),
    ...[2, 40].map((count) => ({
      kind: `${count} discounts that end`,
      writer: 'endingLetter',
      letter: endingLetter(
        Array.from({ length: count }, (_, at) => ({
          ...{ id: `x${at}`, discount: name, student: at === 0 ? null : name, ends_on: '2026-02-28' },
        })),
        family,
      ),
    })),
    ...[0, 1, 2].map((count) => ({
      kind: `decided application with ${count} invoices`,
      writer: 'decidedLetter',
      letter: decidedLetter(
        {
          ...{ ...application, open: count === 1, invoices: Array.from({ length: count }, () => bill) },
          decided: [child('approved'), child('approved', true), child('rejected')].slice(0, count + 1),
        },
        family,
      ),
    })),
    ...[null, 31].map((days) => ({
      kind: days === null ? 'application to decide' : 'application that has been waiting',
      writer: 'waitingLetter',
      letter: waitingLetter({ ...application, days }, family),
    })),
    {
      kind: 'arrears of the month',
      writer: 'arrearsLetter',
      letter: arrearsLetter(
        {
          buckets: [
            { bucket: 'not_due', families: 3, owed_sen: 45_000 },
            { bucket: 'months_3', families: 1, owed_sen: 24_500 },
          ],
          late: { families: 1, owed_sen: 24_500, oldest_due_on: '2025-10-07', silent: 1 },
        },
        { ...setting, organisation, reader: name },
      ),
    },
    ...([1, 2, 3] as const).map((level) => ({
      kind: `reminder of ${level} invoices`,
      writer: 'feeReminderLetter',
      letter: feeReminderLetter(
        {
          parent: { name, mobile: null, address: 'siti@sinar.test', locale, has_account: level === 3 },
          level,
          invoices: Array.from({ length: level === 1 ? 1 : level * 10 }, () => bill),
          wording: {},
        },
        { ...setting, organisation },
      ),
    })),
    ...(['tenant', 'main'] as const).flatMap((side) => [
      {
        kind: `exception, to ${side}`,
        writer: 'exceptionLetter',
        letter: exceptionLetter(
          {
            ...{ id: 'x2b', kind: 'mismatch', order_no: 'LN-2B', raised_at: at },
            ...{ transaction_id: '2601311405000123', amount_sen: side === 'main' ? null : 24_500 },
          },
          { ...setting, reader: name, organisation: name, sender: sender.lines, side },
        ),
      },
      {
        kind: `exceptions that nobody has taken, to ${side}`,
        writer: 'reminderLetter',
        letter: reminderLetter(
          { count: 3, sen: 24_500 },
          { ...setting, reader: name, organisation: name, sender: sender.lines, side },
        ),
      },
    ]),
    ...([-1, 12] as const).map((days) => ({
      kind: `certificate with ${days} days left`,
      writer: 'certificateLetter',
      letter: certificateLetter(
        {
          ...{ reader: name, whose: days < 0 ? ('own' as const) : ('fpx' as const), at },
          ...{ subject: `CN=${name}`, fingerprint: 'ab'.repeat(32) },
          not_after: new Date(at.getTime() + days * 86_400_000),
        },
        setting,
      ),
    })),
    {
      kind: 'messages that were given up',
      writer: 'unwrittenLetter',
      letter: unwrittenLetter(
        { reader: name, count: 3, order_nos: ['LN-65A7-5R8G-ZH5Q', 'LN-B7KK-KTTT-RTW0'], since: at },
        setting,
      ),
    },
    ...operatorLetters(name, setting, { invited, at }),
  ]
}
