import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Ending } from '#app/domain/einvoice/settings/endings.ts'
import type { ShownFault, SettingWarnings as Warnings } from '#app/domain/einvoice/settings/warnings.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Props = Warnings & {
  /** Only who may change the settings is led to them. */
  mayEdit: boolean
}

/** What stops e-invoices or soon will, above every page about them; nothing when all is well. */
export function SettingWarnings({ fault, stopped, tins, endings, mayEdit }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  // Secrets that the portal refuses because they ended are told once.
  const told = endings.filter(
    ({ what, days }) => !(fault === 'secret_ended' && what === 'secrets' && days < 0),
  )
  return (
    <>
      {fault && (
        <Notice tone={stopped ? 'error' : 'warning'}>
          <p>{t(`einvoice_setting.faults.${fault}`, tins ?? {})}</p>
          {mayEdit && fixes[fault] && (
            <p>
              <a href={paths.einvoiceSetting[fixes[fault]]()}>{t(`einvoice_setting.fix.${fixes[fault]}`)}</a>
            </p>
          )}
        </Notice>
      )}
      {told.map((ending) => (
        <Notice key={ending.what} tone={ending.days < 0 ? 'error' : 'warning'}>
          <p>{endingSentence(ending, t, locale)}</p>
          {mayEdit && (
            <p>
              <a href={ending.what === 'secrets' ? connection : certificate}>
                {t(
                  ending.what === 'secrets'
                    ? 'einvoice_setting.renew'
                    : 'einvoice_setting.certificate_replace',
                )}
              </a>
            </p>
          )}
        </Notice>
      ))}
    </>
  )
}

const connection = paths.einvoiceSetting.connection()
const certificate = paths.einvoiceSetting.certificate()

type Fix = 'connection' | 'company' | 'certificate'

/** Where each is put right; null where nobody here can do anything. */
const fixes: Record<ShownFault, Fix | null> = {
  wrong_secret: 'connection',
  secret_ended: 'connection',
  wrong_environment: 'connection',
  not_represented: 'connection',
  tin_mismatch: 'company',
  away: null,
  forbidden: 'connection',
  clock: null,
  certificate: 'certificate',
}

function endingSentence({ what, on, days }: Ending, t: TFunction, locale: Locale): string {
  const when = days < 0 ? 'over' : days === 0 ? 'today' : 'ahead'
  return t(`einvoice_setting.ending.${what}_${when}`, { count: days, date: formatDate(on, locale) })
}
