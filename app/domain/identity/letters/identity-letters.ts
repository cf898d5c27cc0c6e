import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter, definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, platformSender, senderOf } from '#app/domain/core/letters/phrases.ts'
import { firstAddress, type Recipient, recipientOf } from '#app/domain/core/letters/recipients.ts'
import { type CodePurpose, codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { newRecoveryToken, recoveryMinutes, type Side } from '#app/domain/identity/passwords/recovery.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'

interface OpenInvitation {
  name: string
  email: string | null
  token: string
  expires_at: Date
}

/** Not sent if the invitation was used, replaced or withdrawn in the meantime. */
export const invitationLetter = defineLetter<
  'invitation.send',
  OpenInvitation,
  OpenInvitation & { locale: Locale }
>({
  list: 'invitation',
  load: (trx, { invitation_id }, { keys }) => invitationToSend(trx, keys, invitation_id),
  to: (_trx, _payload, invitation) => recipientOf(invitation),

  compose(invitation, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t('mail.invitation.subject', values),
      greeting: greetingOf(invitation.name, t),
      paragraphs: [t('mail.invitation.text', values), t('mail.invitation.once')],
      facts: [
        { label: t('mail.invitation.sign_in_as'), value: invitation.email ?? '' },
        { label: t('mail.invitation.until'), value: formatInstant(invitation.expires_at, locale) },
      ],
      action: {
        label: t('mail.invitation.action'),
        url: origin + paths.invitation({ token: invitation.token }),
      },
      sender: sender.lines,
      note: t('mail.invitation.note', values),
    }
  },
})

interface AccountChange {
  name: string
  what: 'password' | 'contact' | 'contact_office' | 'contact_lost' | 'claim_taken'
  /** A parent without an account has no profile to go to. */
  has_account: boolean
}

/**
 * Tells a person that their password or contact was changed, by themselves or the office, at the address from before the
 * change, or that somebody else has proven a contact which was theirs or which they had only claimed.
 */
export const accountLetter = defineLetter<
  'account.notify',
  AccountChange,
  AccountChange & { locale: string }
>({
  list: 'account',
  async load(trx, { user_id, parent_id, what }) {
    const person = user_id
      ? await trx
          .selectFrom('user_account')
          .select(['name', 'locale'])
          .where('id', '=', user_id)
          .executeTakeFirst()
      : await trx
          .selectFrom('parent')
          .select(['name', 'preferred_locale as locale'])
          .where('id', '=', parent_id ?? null)
          .executeTakeFirst()
    return person && { ...person, what, has_account: user_id !== null }
  },
  to: (_trx, { address }, { name, locale }) => ({
    address: firstAddress(address),
    name,
    locale: knownLocale(locale),
  }),

  compose({ name, what, has_account }, { t, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t(`mail.account.subject_${what}`, values),
      greeting: greetingOf(name, t),
      paragraphs: [
        t(`mail.account.text_${what}`, values),
        ...(what === 'password' || what === 'contact' ? [t('mail.account.not_you', values)] : []),
      ],
      facts: [],
      ...(has_account
        ? { action: { label: t('mail.account.see'), url: origin + paths.profile.view() } }
        : {}),
      sender: sender.lines,
      note: t('mail.account.note', values),
    }
  },
})

interface RecoveryLink {
  name: string
  email: string | null
  token: string
}

type Found = RecoveryLink & { locale: string }

/** The link with which a user of an organisation sets a new password. */
export const recoveryLetter = defineLetter<'recovery.send', RecoveryLink, Found>({
  list: 'recovery',
  async load(trx, { user_id }, { job }) {
    if (!user_id) return undefined
    const account = await trx
      .selectFrom('user_account')
      .select(['name', 'email', 'locale'])
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .where('status', '<>', 'inactive')
      .executeTakeFirst()
    return account && withNewToken(trx, job, 'tenant', user_id, account)
  },
  to: (_trx, _payload, account) => readerOf(account),
  compose: ({ token, ...account }, setting) =>
    compose(account, { ...setting, sender: senderOf(setting.organisation), reset: paths.reset({ token }) }),
})

/** The same for an operator of the platform. */
export const operatorRecoveryLetter = definePlatformLetter<
  'operator_recovery.send',
  RecoveryLink & { sender: Sender },
  Found & { sender: Sender }
>({
  list: 'recovery',
  async load(trx, { operator_id }, { job, environment }) {
    if (!operator_id) return undefined
    const account = await trx
      .selectFrom('platform.operator')
      .select(['name', 'email', 'locale'])
      .where('id', '=', operator_id)
      .where('status', '=', 'active')
      .executeTakeFirst()
    const found = account && (await withNewToken(trx, job, 'main', operator_id, account))
    return found && { ...found, sender: platformSender(environment) }
  },
  to: (_trx, _payload, account) => readerOf(account),
  compose: ({ token, sender, ...account }, setting) =>
    compose(account, { ...setting, sender, reset: paths.admin.reset({ token }) }),
})

const readerOf = ({ name, email, locale }: Found): Recipient => ({
  address: firstAddress(email),
  name,
  locale: knownLocale(locale),
})

/**
 * Adds a token, which is created here and stored nowhere but in the mail; a repeated job replaces it unless the mail was sent.
 * Undefined for a person without an e-mail address.
 */
async function withNewToken<A extends { email: string | null }>(
  trx: Transaction<DB>,
  job: { id: string },
  side: Side,
  person_id: string,
  account: A,
): Promise<(A & { token: string }) | undefined> {
  if (!firstAddress(account.email)) return undefined
  const sent = await trx.selectFrom('sent_mail').select('key').where('key', '=', job.id).executeTakeFirst()
  return sent ? undefined : { ...account, token: await newRecoveryToken(trx, side, person_id) }
}

interface Sender {
  name: string
  lines: string[]
}

interface Setting extends PlatformLetterSetting {
  sender: Sender
  /** The page on which the new password is set. */
  reset: string
}

function compose(
  { name, email }: { name: string; email: string | null },
  { t, sender, origin, reset }: Setting,
): Letter {
  return {
    subject: t('mail.recovery.subject', { organisation: sender.name }),
    greeting: greetingOf(name, t),
    paragraphs: [
      t('mail.recovery.text', { organisation: sender.name, minutes: recoveryMinutes }),
      t('mail.recovery.not_you'),
    ],
    facts: [{ label: t('auth.email'), value: email ?? '' }],
    action: { label: t('mail.recovery.action'), url: origin + reset },
    sender: sender.lines,
    note: t('mail.recovery.note', { organisation: sender.name }),
  }
}

/** What a mailed code is for; the others find organisations. */
const codeTexts: Partial<Record<CodePurpose, 'text_confirm' | 'text_contact' | 'text_fact'>> = {
  confirm: 'text_confirm',
  fact: 'text_fact',
  contact: 'text_contact',
  operator_contact: 'text_contact',
}

/** A one-time code by e-mail. */
export function codeLetter(
  code: string,
  purpose: CodePurpose,
  { t, sender }: { t: TFunction; sender: { name: string; lines: string[] } },
): Letter {
  const minutes = codeLife.seconds / 60
  return {
    subject: t('mail.code.subject', { organisation: sender.name }),
    greeting: greetingOf(null, t),
    paragraphs: [t(`mail.code.${codeTexts[purpose] ?? 'text'}`, { minutes })],
    figure: { label: t('auth.code'), value: code },
    facts: [],
    sender: sender.lines,
    note: t('mail.code.note'),
  }
}
