import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Told {
  name: string
  what: 'password' | 'contact'
}

/** At the address that the person had when it was changed, in case it was not they who changed it. */
export const accountLetter = defineLetter<'account.notify', Told, Told & { locale: string }>({
  list: 'account',
  async load(trx, { user_id, what }) {
    const person = await trx
      .selectFrom('user_account')
      .select(['name', 'locale'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    return person && { ...person, what }
  },
  to: (_trx, { address }, { name, locale }) => ({
    address: firstAddress(address),
    name,
    locale: knownLocale(locale),
  }),

  compose({ name, what }, { t, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t(`mail.account.subject_${what}`, values),
      greeting: greetingOf(name, t),
      paragraphs: [t(`mail.account.text_${what}`, values), t('mail.account.not_you', values)],
      facts: [],
      action: { label: t('mail.account.see'), url: origin + paths.profile.view() },
      sender: sender.lines,
      note: t('mail.account.note', values),
    }
  },
})
