import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/dates.ts'
import type { NoticeKind } from '#app/domain/operators/notice.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { greetingOf } from './phrases.ts'
import { lineOf } from './text/line.ts'

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
