import { anchorLetter, platformAnchorLetter } from '#app/domain/audit/seals/anchor.ts'
import { arrangementLetter } from '#app/domain/billing/arrangements/arrangement-letter.ts'
import { creditNoteLetter } from '#app/domain/billing/credit-notes/credit-note-letter.ts'
import { invoiceLetter } from '#app/domain/billing/invoices/invoice-letter.ts'
import { endingLetter } from '#app/domain/catalogue/discounts/discount-letter.ts'
import { noticeNouns } from '#app/domain/core/four-eyes/notify-deciders.ts'
import type { Letter, LetterSetting, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { platformSender, senderOf } from '#app/domain/core/letters/phrases.ts'
import {
  decidedLetter,
  receivedLetter,
  waitingLetter,
} from '#app/domain/enrolment/applications/application-letter.ts'
import { draftLinkLetter } from '#app/domain/enrolment/online-registration/drafts.ts'
import {
  exceptionLetter,
  operatorExceptionLetter,
} from '#app/domain/gateways/payment-exceptions/exception-letter.ts'
import { appointmentLetter } from '#app/domain/giving/zakat-appointments/appointment-letter.ts'
import type { NoticeKind } from '#app/domain/identity/accounts/accounts.ts'
import {
  accountLetter,
  codeLetter,
  invitationLetter,
  operatorRecoveryLetter,
  recoveryLetter,
} from '#app/domain/identity/letters/identity-letters.ts'
import { notStartedLetter } from '#app/domain/messaging/announcements/announcement-letter.ts'
import { bankChangeLetter } from '#app/domain/organisation/bank-changes/bank-change-letter.ts'
import { mailServerLetter, mailTestLetter } from '#app/domain/organisation/mail-server/mail-server-letter.ts'
import { domainNews } from '#app/domain/organisation/own-domain/own-domain.ts'
import { ownDomainLetter } from '#app/domain/organisation/own-domain/own-domain-letter.ts'
import { arrearsLetter } from '#app/domain/payments/arrears/arrears-letter.ts'
import { failures } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import {
  creditRefundLetter,
  failedRefundLetter,
} from '#app/domain/payments/credit-refunds/credit-refund-letters.ts'
import { receiptLetter } from '#app/domain/payments/payments/receipt-letter.ts'
import { feeReminderLetter } from '#app/domain/payments/reminders/reminder-letters.ts'
import {
  slipReceivedLetter,
  transferSlipLetter,
} from '#app/domain/payments/transfer-slips/transfer-slip-letter.ts'
import { statementLetter } from '#app/domain/people/families/statement-letter.ts'
import { studentChangeLetter } from '#app/domain/people/student-changes/student-change-letter.ts'
import { certificateLetter, unsavedMessagesLetter } from '#app/domain/platform/fpx/fpx-watch.ts'
import { helpVisitLetter } from '#app/domain/platform/help-visits/help-visit-letter.ts'
import {
  equationLetter,
  operatorInvitationLetter,
  operatorNoticeLetter,
} from '#app/domain/platform/operators/operator-letter.ts'
import { payoutDayLetter, payoutLetter } from '#app/domain/platform/payouts/payout-letters.ts'
import { approvalLetter } from '#app/domain/platform/registrations/approval-letter.ts'
import {
  changedRegistrationLetter,
  registrationLetter,
  rejectionLetter,
} from '#app/domain/platform/registrations/registration-letters.ts'
import { chipFeeLetter, subscriptionLetter } from '#app/domain/platform/subscriptions/subscription-letters.ts'
import { deciderLetter } from '#app/domain/reporting/hand-overs/decider-notices.ts'
import { handOverNouns } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { handOverLetter } from '#app/domain/reporting/hand-overs/hand-over-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { creditPays } from '#tests/support/billing/credit-pays.ts'
import { monthlyLine, titleFactsOf } from '#tests/support/title-facts.ts'
import { classLetters } from './class-letters.ts'
import { creditLetters } from './credit-letters.ts'
import { einvoiceLetters } from './einvoice-letters.ts'
import { reportingLetters } from './reporting-letters.ts'

const at = new Date('2026-01-31T06:05:00Z')
const origin = 'https://sinar.lunas.test'

const notices: Record<NoticeKind, true> = {
  email_changed: true,
  password_changed: true,
  recovery_code_used: true,
  recovery_codes_renewed: true,
  second_factor_on: true,
  second_factor_replaced: true,
  second_factor_off: true,
  second_factor_reset: true,
}

/** Every mail there is, of people and an organisation that are all called `name`; `writer` is the letter's definition. */
export function lettersOf(name: string, locale: Locale): { kind: string; writer: string; letter: Letter }[] {
  const t = i18nOf(locale).getFixedT(locale)
  const platform = { t, locale, origin, reader: name }
  const setting = {
    ...platform,
    organisation: { name, contact_phone: '03-4100 1234', contact_email: 'office@sinar.test' },
  }
  const tables = [toFamilies(name, setting), toStaff(name, setting), byPlatform(name, platform)]
  return tables
    .flatMap(Object.entries<Record<string, Letter>>)
    .flatMap(([writer, letters]) =>
      Object.entries(letters).map(([kind, letter]) => ({ writer, kind, letter })),
    )
}

/** By the definition that writes it and by what is special about each. */
type Letters = Record<string, Record<string, Letter>>

const each = <K extends string | number | null>(
  cases: readonly K[],
  kind: (one: K) => string,
  letter: (one: K) => Letter,
): Record<string, Letter> => Object.fromEntries(cases.map((one) => [kind(one), letter(one)]))

function toFamilies(name: string, setting: LetterSetting): Letters {
  const title = titleFactsOf(name)
  const billed = Array.from({ length: 12 }, () => ({
    ...monthlyLine('2026-01-01', '2026-01-31'),
    description: name,
  }))
  const bill = { ...openBill, title }
  const slip = {
    ...{ number: 'INV-26-000184', public_code: 'x2c', amount_sen: 12_000, paid_on: '2026-01-31' },
    ...{ reference_no: name, title },
  }
  const written = invoiceLetter(async () => true)
  const invoice = (balance_sen: number, online = true) =>
    written.compose(
      {
        online,
        invoice: {
          ...{ number: 'INV-26-000184', payer: name, family_code: 'F0001234', due_on: '2026-02-07' },
          ...{ balance_sen, total_sen: 24_500, public_code: 'ub93ut2xcxckryf4y3gf83445a', title },
        },
        ...({ items: billed, sums: creditPays(24_500, balance_sen) } as object),
      } as Parameters<typeof written.compose>[0],
      setting,
    )
  const receipt = (credit_sen: number, gift: object | null = null) =>
    receiptLetter.compose(
      {
        payment: {
          ...{ number: 'RCP-26-000077', payer_name: name, paid_on: '2026-01-31', method: 'fpx' },
          ...{ amount_sen: 24_500, gateway_transaction_id: '2601311405000123', public_code: 'x2a' },
        },
        allocations: [
          { number: 'INV-26-000184', title, lines: billed, amount_sen: 12_500 },
          { number: 'INV-26-000185', title, lines: billed, amount_sen: 12_000 },
        ],
        ...{ credit_sen, gift },
      } as Parameters<typeof receiptLetter.compose>[0],
      setting,
    )
  const application = applicationOf(name)
  return {
    invoiceLetter: {
      'invoice to pay': invoice(24_500),
      'invoice to pay where nobody pays online': invoice(24_500, false),
      'invoice that is paid': invoice(0),
    },
    creditNoteLetter: each(
      [0, 500],
      (credit_sen) => `credit note with ${credit_sen} sen of credit`,
      (credit_sen) =>
        creditNoteLetter.compose(
          {
            ...{ number: 'CN-26-000007', issued_on: '2026-01-31', total_sen: 2_000, credit_sen, payer: name },
            ...{ invoice: 'INV-26-000184', public_code: 'x2c', balance_sen: 22_500, title },
          },
          setting,
        ),
    ),
    creditRefundLetter: each(
      ['cash', 'bank_transfer', 'chip'] as const,
      (method) => `refund by ${method}`,
      (method) =>
        creditRefundLetter.compose(
          {
            ...{ id: 'x2c', number: 'RF-26-000007', amount_sen: 2_000, paid_on: '2026-01-31', method },
            ...{ bank_reference: method === 'cash' ? null : name, has_account: method !== 'cash' },
            rounding_sen: method === 'cash' ? 2 : 0,
          },
          setting,
        ),
    ),
    studentChangeLetter: each(
      [null, `${name} perlu membawa sijil lahir`],
      (reason) => (reason ? 'change of a child that was rejected' : 'change of a child'),
      (decision_reason) =>
        studentChangeLetter.compose({ id: 'x2c', student: name, decision_reason }, setting),
    ),
    slipReceivedLetter: { 'transfer slip that has arrived': slipReceivedLetter.compose(slip, setting) },
    transferSlipLetter: {
      'transfer slip that was refused': transferSlipLetter.compose(
        { ...slip, decision_reason: `Wang ${name} belum diterima` },
        setting,
      ),
    },
    arrangementLetter: {
      'instalment plan': arrangementLetter.compose(
        {
          ...{ name, family_code: '7KQ4MZ2P', total_sen: 25_000 },
          parts: [
            { due_on: '2026-02-15', amount_sen: 12_500 },
            { due_on: '2026-03-15', amount_sen: 12_500 },
          ],
        },
        setting,
      ),
    },
    receiptLetter: {
      receipt: receipt(0),
      'receipt with credit': receipt(500),
      'receipt of infaq': receipt(0, { kind: 'infaq', type: name }),
      'receipt of zakat': receipt(0, { kind: 'zakat', type: name }),
    },
    draftLinkLetter: {
      'link to a registration that was begun': draftLinkLetter.compose(
        { code: 'x2c', expires_at: at },
        setting,
      ),
    },
    codeLetter: {
      code: codeLetter('482913', 'confirm', { t: setting.t, sender: senderOf(setting.organisation) }),
    },
    receivedLetter: {
      'application that has come in': receivedLetter.compose({ application }, setting),
    },
    decidedLetter: each(
      [0, 1, 2],
      (count) => `decided application with ${count} invoices`,
      (count) =>
        decidedLetter.compose(
          {
            ...{ application, open: count === 1, invoices: Array.from({ length: count }, () => bill) },
            decided: [
              childOf(name, 'approved'),
              childOf(name, 'approved', true),
              childOf(name, 'rejected'),
            ].slice(0, count + 1),
          },
          setting,
        ),
    ),
    statementLetter: each(
      [24_500, 0, -5_000],
      (closing_sen) => `statement of ${closing_sen} sen`,
      (closing_sen) =>
        statementLetter.compose(
          { name, family_code: 'F0001234', from: '2026-01-01', to: '2026-01-31', closing_sen },
          setting,
        ),
    ),
    feeReminderLetter: each(
      [1, 2, 3] as const,
      (level) => `reminder of level ${level}`,
      (level) =>
        feeReminderLetter(
          {
            parent: {
              name,
              mobile: null,
              address: 'siti@sinar.test',
              locale: setting.locale,
              has_account: level === 3,
            },
            level,
            invoices: Array.from({ length: level === 1 ? 1 : level * 10 }, () => bill),
            wording: {},
            today: '2026-03-01',
          },
          setting,
        ),
    ),
  }
}

const openBill = { number: 'INV-26-000185', public_code: 'x2d', balance_sen: 24_500, due_on: '2026-02-07' }

const childOf = (name: string, status: string, is_waiting = false) => ({
  ...{ name, status, reason: status === 'rejected' ? 'Kelas ini untuk umur lain.' : null },
  subjects: [{ name: 'Matematik', is_waiting }],
})

const applicationOf = (name: string) => ({
  ...{ id: 'x2c', number: 'APP-26-000007', public_code: 'ub93ut2xcxckryf4y3gf83445a', submitted_at: at },
  students: [childOf(name, 'pending'), childOf(name, 'pending', true)],
})

function toStaff(name: string, setting: LetterSetting): Letters {
  return {
    accountLetter: each(
      ['password', 'contact', 'contact_office', 'contact_lost', 'claim_taken'] as const,
      (what) => `changed ${what}`,
      (what) => accountLetter.compose({ name, what, has_account: true }, setting),
    ),
    invitationLetter: {
      invitation: invitationLetter.compose(
        { name, email: 'siti@sinar.test', token: 'tok', expires_at: at },
        setting,
      ),
    },
    approvalLetter: each(
      [null, '03-4100 5678'],
      (phone) => (phone ? 'approval with a phone to ask at' : 'approval'),
      (phone) =>
        approvalLetter.compose(
          {
            ...{ name, email: 'siti@sinar.test', token: 'tok', expires_at: at },
            help: { email: 'bantuan@lunas.test', phone },
          },
          setting,
        ),
    ),
    recoveryLetter: {
      recovery: recoveryLetter.compose({ name, email: 'siti@sinar.test', token: 'tok' }, setting),
    },
    anchorLetter: { seal: anchorLetter.compose({ anchor, sealed_at: at }, setting) },
    waitingLetter: each(
      [null, 31],
      (days) => (days === null ? 'application to decide' : 'application that has been waiting'),
      (days) => waitingLetter.compose({ application: applicationOf(name), days }, setting),
    ),
    endingLetter: each(
      [2, 40],
      (count) => `${count} discounts that end`,
      (count) =>
        endingLetter.compose(
          Array.from({ length: count }, (_, at) => ({
            ...{ id: `x${at}`, discount: name, student: at === 0 ? null : name, ends_on: '2026-02-28' },
          })),
          setting,
        ),
    ),
    arrearsLetter: {
      'arrears of the month': arrearsLetter.compose(
        {
          buckets: [
            { bucket: 'not_due', families: 3, owed_sen: 45_000 },
            { bucket: 'months_3', families: 1, owed_sen: 24_500 },
          ],
          late: { families: 1, owed_sen: 24_500, oldest_due_on: '2025-10-07', silent: 1 },
        },
        setting,
      ),
    },
    handOverLetter: each(
      handOverNouns,
      (noun) => `${noun} that a colleague asks for`,
      (noun) =>
        handOverLetter.compose(
          {
            ...{ noun, object_id: 'x3c', asker: name, asked_at: at, note: name },
            ...(noun === 'generation'
              ? { month: '2026-02-01', file_name: null }
              : { month: null, file_name: name }),
          },
          setting,
        ),
    ),
    deciderLetter: each(
      noticeNouns,
      (noun) => `${noun} to decide`,
      (noun) => deciderLetter.compose({ noun, count: 2 }, setting),
    ),
    ...{ ...einvoiceLetters(setting), ...classLetters(name, setting), ...reportingLetters(name, setting) },
    exceptionLetter: {
      'exception, to an organisation': exceptionLetter.compose(
        {
          ...{ id: 'x2b', kind: 'mismatch', order_no: 'LN-2B', raised_at: at },
          ...{ transaction_id: '2601311405000123', amount_sen: 24_500 },
        },
        setting,
      ),
      'exceptions that nobody has taken, to an organisation': exceptionLetter.compose(
        { count: 3, sen: 24_500 },
        setting,
      ),
    },
    appointmentLetter: Object.fromEntries(
      (
        [
          ['confirmed', null],
          ['refused', null],
          ['confirmed', 7],
          ['confirmed', 0],
        ] as const
      ).map(([status, days]) => [
        `authority ${status} ${days}`,
        appointmentLetter.compose(
          {
            ...{ zakat_type_id: 'x2e', type_name: name, authority: name, appointment_no: '17', status, days },
            ...{ valid_from: '2026-01-01', valid_to: '2026-12-31' },
            decision_reason: status === 'refused' ? 'Nombor tidak wujud' : null,
          },
          setting,
        ),
      ]),
    ),
    bankChangeLetter: each(
      ['asked', 'confirmed', 'refused', 'withdrawn'] as const,
      (moment) => `bank account ${moment}`,
      (moment) =>
        bankChangeLetter.compose(
          {
            ...{ bank_name: 'Maybank', account_name: name, last_four: '4321', asker: name, moment },
            decision_reason: moment === 'refused' ? 'Nombor dalam surat lain' : null,
          },
          setting,
        ),
    ),
    failedRefundLetter: each(
      failures,
      (code) => `refund failed ${code}`,
      (code) =>
        failedRefundLetter.compose(
          {
            ...{ id: 'x30', number: 'RF-26-000001', amount_sen: 12_34, family: name },
            failure: { code, words: code === 'refused' ? name : null },
          },
          setting,
        ),
    ),
    notStartedLetter: each(
      ['credit.insufficient', 'announcement.nobody', 'other'],
      (reason) => `announcement not started: ${reason}`,
      (reason) =>
        notStartedLetter.compose({ id: 'x3c', texts: { title_en: name, title_my: name }, reason }, setting),
    ),
    mailServerLetter: {
      'mail server failed': mailServerLetter.compose({ host: name, fault: 'slow' }, setting),
    },
    mailTestLetter: { 'mail test': mailTestLetter({ name, code: '4829', minutes: 10 }, setting.t) },
    ownDomainLetter: each(
      domainNews,
      (what) => `own domain ${what}`,
      (what) => ownDomainLetter.compose({ what, domain: name, reason: name }, setting),
    ),
    helpVisitLetter: {
      'help visit': helpVisitLetter.compose(
        {
          ...{ operator_name: name, reason: name },
          ...{ began_at: at, ends_at: new Date('2026-01-31T07:05:00Z') },
        },
        setting,
      ),
    },
    payoutDayLetter: each(
      ['confirmed', 'refused'] as const,
      (moment) => `payout day ${moment}`,
      (moment) =>
        payoutDayLetter.compose(
          {
            ...{ payout_frequency: 'monthly', payout_day: 12, asker: name, moment },
            decision_reason: moment === 'refused' ? name : null,
          },
          setting,
        ),
    ),
    payoutLetter: each(
      ['paid', 'failed'] as const,
      (moment) => `payout ${moment}`,
      (moment) =>
        payoutLetter.compose(
          {
            ...{ id: 'x2f', number: 'PO-26-000001', net_sen: 240_00, payout_on: '2026-02-04', moment },
            ...{ period_start: '2026-01-26', period_end: '2026-02-01', bank_name: 'Maybank' },
            ...{ account_name: name, account_number: '•••• 4321' },
            ...(moment === 'paid'
              ? { bank_reference: 'M2E-1', paid_on: '2026-02-04', fail_reason: null }
              : { bank_reference: null, paid_on: null, fail_reason: name }),
          },
          setting,
        ),
    ),
    chipFeeLetter: {
      'payments by CHIP': chipFeeLetter.compose(
        { number: 'PI-26-000004', period: '2026-01-01', total_sen: 1_250, due_on: '2026-02-15' },
        setting,
      ),
    },
    subscriptionLetter: each(
      [30, 0, -3],
      (days) => `subscription that ends in ${days} days`,
      (days) =>
        subscriptionLetter.compose(
          {
            ...{ package_name: name, expires_on: '2026-02-28', days },
            invoice: days > 0 ? { number: 'PI-26-000003', total_sen: 48_000, due_on: '2026-02-28' } : null,
          },
          setting,
        ),
    ),
    ...creditLetters(setting),
  }
}

const anchor = { number: 42, hash: 'ab'.repeat(32) }

function byPlatform(name: string, setting: PlatformLetterSetting): Letters {
  const registration = {
    ...{ reference: 'R-26-0007', organisation_name: name, contact_name: name, reserved_until: at },
    ...{ package_name: 'Asas', invoice_number: 'LUN-26-0003', total_sen: 120_000, due_on: '2026-02-14' },
    public_code: 'x2c',
    ...{ reject_reason: 'Sijil tidak boleh dibaca', refund_reference: 'TT 4711' },
  }
  const before = {
    organisation_type: 'school',
    contact_phone: '+60145550001',
    address_line2: null,
    package: 'Asas',
  }
  const after = {
    organisation_type: 'tuition',
    contact_phone: '+60145550002',
    address_line2: name,
    package: name,
  }
  return {
    operatorRecoveryLetter: {
      'recovery of an operator': operatorRecoveryLetter.compose(
        {
          ...{ name, email: 'siti@sinar.test', token: 'tok' },
          sender: platformSender({ mailFrom: 'Lunas <no-reply@lunas.test>' }),
        },
        setting,
      ),
    },
    registrationLetter: {
      registration: registrationLetter.compose({ ...registration, address: origin, online: true }, setting),
    },
    rejectionLetter: { refusal: rejectionLetter.compose(registration, setting) },
    changedRegistrationLetter: {
      'registration that was changed': changedRegistrationLetter.compose(
        { ...registration, reason: 'Nama tersalah taip', before, after },
        setting,
      ),
    },
    platformAnchorLetter: {
      "seal of the platform's log": platformAnchorLetter.compose({ anchor, sealed_at: at }, setting),
    },
    operatorExceptionLetter: {
      'exception, to an operator': operatorExceptionLetter.compose(
        {
          ...{ id: 'x2b', kind: 'mismatch', order_no: 'LN-2B', raised_at: at, entity: name },
          ...{ transaction_id: '2601311405000123', amount_sen: null },
        },
        setting,
      ),
      'exceptions that nobody has taken, to an operator': operatorExceptionLetter.compose(
        { count: 3, sen: 24_500 },
        setting,
      ),
    },
    certificateLetter: each(
      [-1, 12],
      (days) => `certificate with ${days} days left`,
      (days) =>
        certificateLetter.compose(
          {
            ...{ whose: days < 0 ? ('own' as const) : ('fpx' as const), at },
            ...{ subject: `CN=${name}`, fingerprint: 'ab'.repeat(32) },
            not_after: new Date(at.getTime() + days * 86_400_000),
          },
          setting,
        ),
    ),
    unsavedMessagesLetter: {
      'messages that were given up': unsavedMessagesLetter.compose(
        { count: 3, order_nos: ['LN-65A7-5R8G-ZH5Q', 'LN-B7KK-KTTT-RTW0'], since: at },
        setting,
      ),
    },
    operatorInvitationLetter: {
      'invitation of an operator': operatorInvitationLetter.compose(
        { name, email: 'siti@sinar.test', role: 'support', until: at, token: 'tok' },
        setting,
      ),
    },
    operatorNoticeLetter: each(
      Object.keys(notices) as NoticeKind[],
      (kind) => `notice ${kind}`,
      (kind) =>
        operatorNoticeLetter.compose(
          {
            ...{ kind, at, name, email: 'siti@sinar.test', by: name, ip: '203.0.113.7' },
            codes_left: kind === 'recovery_code_used' ? 7 : undefined,
          },
          setting,
        ),
    ),
    equationLetter: {
      'books that do not agree': equationLetter.compose(
        {
          ...{ id: 'x2b', entity: name, on_day: '2026-01-31', difference_sen: 1, faults: 1 },
          ...{ fault: 'books_differ', fault_reference: 'RCP-26-000077' },
        },
        setting,
      ),
    },
  }
}
