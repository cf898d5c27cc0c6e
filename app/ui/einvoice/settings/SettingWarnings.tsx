import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Ending } from '#app/domain/einvoice/settings/endings.ts'
import type { SettingWarnings as Warnings } from '#app/domain/einvoice/settings/warnings.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What stops e-invoices or soon will, above every page about them; nothing when all is well. */
export function SettingWarnings({ fault, tins, endings }: Warnings) {
  const { t } = useTranslation()
  const { locale } = usePage()
  // Credentials that the portal refuses because they ended are said once.
  const told = endings.filter(({ what, days }) => !(fault === 'secret_ended' && what === 'secrets' && days < 0))
  return (
    <>
      {fault && (
        <Notice tone="error">
          <p>{t(`einvoice_setting.faults.${fault}`, tins ?? {})}</p>
          <p>
            <a href={fixOf(fault)}>{t('einvoice_setting.fix')}</a>
          </p>
        </Notice>
      )}
      {told.map((ending) => (
        <Notice key={ending.what} tone={ending.days < 0 ? 'error' : 'warning'}>
          <p>{endingSentence(ending, t, locale)}</p>
          <p>
            <a
              href={
                ending.what === 'secrets'
                  ? paths.einvoiceSetting.connection()
                  : paths.einvoiceSetting.certificate()
              }
            >
              {t(ending.what === 'secrets' ? 'einvoice_setting.renew' : 'einvoice_setting.certificate_replace')}
            </a>
          </p>
        </Notice>
      ))}
    </>
  )
}

/** Only a person who may look at the settings is led on; others are told whom it concerns by the sentence itself. */
const fixOf = (fault: NonNullable<Warnings['fault']>) =>
  fault === 'away' ? paths.einvoiceSetting.index() : paths.einvoiceSetting.connection()

export function endingSentence({ what, on, days }: Ending, t: TFunction, locale: Locale): string {
  const when = days < 0 ? 'over' : days === 0 ? 'today' : 'ahead'
  return t(`einvoice_setting.ending.${what}_${when}`, { count: days, date: formatDate(on, locale) })
}
