import type { Transaction } from 'kysely'
import { defineLetter, definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, platformSender, senderOf } from '#app/domain/core/letters/phrases.ts'
import { firstAddress, type Recipient } from '#app/domain/core/letters/recipients.ts'
import { newRecoveryToken, recoveryMinutes, type Side } from '#app/domain/identity/passwords/recovery.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'

interface Told {
  name: string
  email: string | null
  token: string
}

type Found = Told & { locale: string }

/** The link by which somebody who works for an organisation sets a new password. */
export const recoveryLetter = defineLetter<'recovery.send', Told, Found>({
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
    return account && withToken(trx, job, 'tenant', user_id, account)
  },
  to: (_trx, _payload, account) => readerOf(account),
  compose: ({ token, ...account }, setting) =>
    compose(account, { ...setting, sender: senderOf(setting.organisation), reset: paths.reset({ token }) }),
})

/** The same for an operator of the platform. */
export const operatorRecoveryLetter = definePlatformLetter<
  'operator_recovery.send',
  Told & { sender: Sender },
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
    const found = account && (await withToken(trx, job, 'main', operator_id, account))
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
 * The token is made here and is nowhere but in the mail; a run that comes again makes another in its place, unless the mail
 * was sent. None for who has no address.
 */
async function withToken<A extends { email: string | null }>(
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
