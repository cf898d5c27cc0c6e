import type { organisationOf } from '#app/domain/billing/invoices/document.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { postLetter } from './send-letter.ts'

type Organisation = Awaited<ReturnType<typeof organisationOf>>

type Setting = ReaderSetting & { organisation: Organisation }

interface To {
  reader: { email: string; name: string; locale: string | null }
  organisation: Organisation
  labels: TenantLabels | undefined
  /** For the recipient's filters. */
  list: string
}

/** Once for this job, in the reader's language and in the organisation's own words. */
export async function postToReader(
  tools: TenantTools,
  settings: MailSettings,
  { reader, organisation, labels, list }: To,
  letterOf: (setting: Setting) => Letter,
): Promise<void> {
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(tools.entity, tools.environment)
  await postLetter(tools, settings, {
    to: { address: reader.email, name: reader.name, locale },
    letter: letterOf({ t, locale, origin, organisation, reader: reader.name }),
    organisation,
    list,
  })
}
