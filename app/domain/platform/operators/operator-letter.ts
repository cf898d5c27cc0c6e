import type { TFunction } from 'i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { NoticeKind } from '#app/domain/identity/accounts/operator-notice.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Setting {
  t: TFunction
  locale: Locale
  /** Of the operator's host. */
  origin: string
}

export function invitationLetter(
  operator: { name: string; email: string; role: string; until: Date },
  token: string,
  { t, locale, origin }: Setting,
): Letter {
  return {
    subject: t('mail.operator.invitation.subject'),
    greeting: greetingOf(operator.name, t),
    paragraphs: [t('mail.operator.invitation.text')],
    figure: { label: t('operator.role'), value: t(`common.role.${operator.role}`) },
    facts: [
      { label: t('mail.operator.sign_in_as'), value: operator.email },
      { label: t('mail.operator.open_until'), value: formatInstant(operator.until, locale) },
    ],
    action: { label: t('mail.operator.invitation.accept'), url: origin + paths.admin.invitation(token) },
    sender: ['Lunas'],
    note: t('mail.operator.invitation.note'),
  }
}

/** The letter asks for nothing and holds no secret. */
export function noticeLetter(
  operator: { name: string; email: string },
  happened: {
    kind: NoticeKind
    at: Date
    by: string | null
    ip: string | null
    codes_left?: number | undefined
  },
  { t, locale, origin }: Setting,
): Letter {
  const { kind, at, by, ip, codes_left } = happened
  const key = `mail.operator.${kind}`
  const counted = codes_left !== undefined
  return {
    subject: t(`${key}.subject`),
    greeting: greetingOf(operator.name, t),
    paragraphs: [t(`${key}.text`), t('mail.operator.not_you')],
    figure: counted
      ? { label: t('mail.operator.codes_left'), value: String(codes_left) }
      : { label: t('mail.operator.account'), value: operator.email },
    facts: [
      { label: t('mail.operator.at'), value: formatInstant(at, locale) },
      ...(by ? [{ label: t('mail.operator.by'), value: lineOf(by) }] : []),
      ...(ip ? [{ label: t('mail.operator.ip'), value: ip }] : []),
    ],
    action: { label: t('mail.operator.see'), url: origin + paths.admin.profile() },
    sender: ['Lunas'],
    note: t('mail.operator.note'),
  }
}

interface Unbalanced {
  id: string
  entity: string
  on_day: string
  difference_sen: number
  faults: number
  fault: string | null
  fault_reference: string | null
}

/** To owners of the platform: the books of an organisation do not agree, and which row is the first to break them. */
export function equationLetter(row: Unbalanced, { t, locale, origin }: Setting, reader: string): Letter {
  const facts = [
    { label: t('collection.entity'), value: row.entity },
    { label: t('admin.equation.on_day'), value: formatDate(row.on_day, locale) },
    { label: t('admin.equation.row'), value: row.fault_reference ?? '' },
    { label: t('admin.equation.fault'), value: row.fault ? t(`admin.equation.faults.${row.fault}`) : '' },
    { label: t('admin.equation.count'), value: String(row.faults) },
  ]
  return {
    subject: t('mail.equation.subject', { organisation: row.entity }),
    greeting: greetingOf(reader, t),
    paragraphs: [t('mail.equation.text')],
    figure: { label: t('admin.equation.difference'), value: formatRinggit(row.difference_sen) },
    facts: facts.filter(({ value }) => value !== ''),
    action: { label: t('mail.equation.see'), url: origin + paths.admin.equation.view(row.id) },
    sender: ['Lunas'],
    note: t('mail.operator.note'),
  }
}
