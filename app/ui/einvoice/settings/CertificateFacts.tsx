import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { isSlow } from '#app/domain/einvoice/settings/certificate-problem.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Certificate {
  subject: string
  issuer: string
  serial: string
  /** Plain days. */
  from: string
  to: string
  bits?: number | undefined
}

/** What the stored certificate says of itself. */
export function CertificateFacts({ of: { subject, issuer, serial, from, to, bits } }: { of: Certificate }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const day = (on: string) => formatDate(on, locale)
  return (
    <>
      <Facts
        items={[
          { label: t('einvoice_setting.certificate_subject'), value: nameOf(subject) },
          { label: t('einvoice_setting.certificate_issuer'), value: nameOf(issuer) },
          { label: t('einvoice_setting.certificate_serial'), value: serial },
          {
            label: t('einvoice_setting.certificate_dates'),
            value: t('einvoice_setting.certificate_dates_value', { from: day(from), to: day(to) }),
          },
        ]}
      />
      {isSlow({ bits }) && (
        <p className="hint">{t('einvoice_setting.certificate_slow', { bits: String(bits) })}</p>
      )}
    </>
  )
}

/** The name that a person knows somebody by, out of all that a certificate says of them. */
const nameOf = (written: string) => /(?:^|, )CN=([^,]+)/.exec(written)?.[1] ?? written
