import type { Transaction } from 'kysely'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import type { PlatformSetting } from '#app/domain/core/letters/platform-letter.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { subscriptionKeepers } from '#app/domain/platform/subscriptions/notices.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** Asks for something, such as a mail, for each who sees the subscription. */
export const forEachKeeper = (
  { inPlace }: Pick<TenantTools, 'inPlace'>,
  ask: (trx: Transaction<DB>, user_id: string) => Promise<unknown>,
): Promise<void> =>
  inPlace(async (trx) => {
    for (const { id } of await subscriptionKeepers(trx).execute()) await ask(trx, id)
  })

type Writes = (setting: PlatformSetting) => Letter

/** To one of those who still see the subscription, in their language, of what is still so. */
export async function writeToKeeper(
  tools: TenantTools,
  user_id: string,
  find: (trx: Transaction<DB>) => Promise<Writes | undefined>,
): Promise<void> {
  const { entity, environment, inPlace } = tools
  const [reader, letter, own] = await inPlace((trx) =>
    Promise.all([
      subscriptionKeepers(trx).where('id', '=', user_id).executeTakeFirst(),
      find(trx),
      trx.selectFrom('platform.entity').select('name').where('id', '=', entity.id).executeTakeFirstOrThrow(),
    ]),
  )
  if (!reader?.email || !letter) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale).getFixedT(locale)
  const origin = originOf(entity, environment)
  await sendPlatformLetter(tools, {
    to: { address: reader.email, name: reader.name, locale },
    letter: letter({ t, locale, origin, organisation: own.name, reader: reader.name }),
    list: 'subscription',
  })
}
