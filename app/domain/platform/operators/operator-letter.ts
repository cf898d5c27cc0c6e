import {
  reconciliation,
  reconciliationReaders,
} from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { NoticeKind } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { invitationToken, isInvited } from './change-operator.ts'
import { operator } from './find-operators.ts'

interface Invited {
  name: string
  email: string
  role: string
  until: Date
  token: string
}

/** Not sent if the invitation was accepted, withdrawn or replaced in the meantime. */
export const operatorInvitationLetter = definePlatformLetter<
  'operator.invite',
  Invited,
  Invited & { locale: string }
>({
  list: 'account',
  async load(trx, { operator_id, token_sealed }, { keys }) {
    const token = invitationToken(keys.ring, operator_id, token_sealed)
    if (!(await isInvited(trx, operator_id, token))) return undefined
    const row = await operator(trx, operator_id)
    return { ...row, until: row.invited_until!, token }
  },
  to: (_trx, _payload, invited) => recipientOf(invited),

  compose({ token, ...operator }, { t, locale, origin }) {
    return {
      subject: t('mail.operator.invitation.subject'),
      greeting: greetingOf(operator.name, t),
      paragraphs: [t('mail.operator.invitation.text')],
      figure: { label: t('operator.role'), value: t(`common.role.${operator.role}`) },
      facts: [
        { label: t('mail.operator.sign_in_as'), value: operator.email },
        { label: t('mail.operator.open_until'), value: formatInstant(operator.until, locale) },
      ],
      action: {
        label: t('mail.operator.invitation.accept'),
        url: origin + paths.admin.invitation({ token }),
      },
      sender: ['Lunas'],
      note: t('mail.operator.invitation.note'),
    }
  },
})

interface Notice {
  kind: NoticeKind
  name: string
  email: string
  at: Date
  by: string | null
  ip: string | null
  codes_left?: number | undefined
}

/** A change of the operator's account. It asks for nothing and contains no secret; a removed operator gets none. */
export const operatorNoticeLetter = definePlatformLetter<
  'operator.notice',
  Notice,
  Notice & { locale: string }
>({
  list: 'account',
  async load(trx, { operator_id, at, kind, by, ip, codes_left }) {
    const row = await trx
      .selectFrom('platform.operator')
      .select(['name', 'email', 'locale'])
      .where('id', '=', operator_id)
      .executeTakeFirst()
    return row && { ...row, kind, by, ip, codes_left, at: new Date(at) }
  },
  to: (_trx, { address }, row) => recipientOf({ ...row, email: address ?? row.email }),

  compose({ kind, at, by, ip, codes_left, ...operator }, { t, locale, origin }) {
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
  },
})

interface Unbalanced {
  id: string
  entity: string
  on_day: string
  difference_sen: number
  faults: number
  fault: string | null
  fault_reference: string | null
}

/**
 * Tells owners of the platform that an organisation's books do not reconcile, and which row is the first to break them. Not
 * sent if the platform has no mail server, or if the books reconcile again.
 */
export const equationLetter = definePlatformLetter<'equation.mail', Unbalanced>({
  list: 'equation',
  async load(trx, { equation_id }, { environment }) {
    if (!environment.smtpUrl) return undefined
    const row = await reconciliation(trx, equation_id)
    return row.state === 'green' ? undefined : row
  },
  async to(trx, { operator_id }) {
    const reader = await reconciliationReaders(trx).where('id', '=', operator_id).executeTakeFirst()
    return reader && recipientOf(reader)
  },

  compose(row, { t, locale, origin, reader }) {
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
  },
})
