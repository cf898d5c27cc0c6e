import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { type EInvoicesOnPaper, mostCodes } from './einvoice.ts'
import { QrCode } from './qr/QrCode.tsx'

/**
 * The e-invoices of a paper: of each valid one the QR code that leads to the tax portal, its UUID and when it was validated.
 * `named`: the paper is about several invoices, so each is named.
 */
export function EInvoiceMarks({ of, named = false }: { of: EInvoicesOnPaper; named?: boolean }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <>
      {of.valid.map(({ number, uuid, validated_at, qr, isTest }, index) => (
        <div className="pay" key={uuid}>
          {index < mostCodes && <QrCode image={qr} label={t('einvoice.qr')} />}
          <div>
            <p>
              <strong>{named ? t('einvoice.on_paper.of', { number }) : t('einvoice.one')}</strong>
              {isTest && ` · ${t('einvoice.environments.sandbox')}`}
            </p>
            <p>
              {t('einvoice.uuid')} {unbroken(uuid)}
            </p>
            {validated_at && (
              <p>
                {t('einvoice.validated_at')} {formatInstant(validated_at, locale)}
              </p>
            )}
            {index < mostCodes && <p className="quiet">{t('einvoice.on_paper.scan')}</p>}
          </div>
        </div>
      ))}
      {of.cancelled.map((uuid) => (
        <p key={uuid}>{t('einvoice.on_paper.cancelled', { uuid })}</p>
      ))}
      {of.isNone && <p className="quiet">{t('einvoice.on_paper.none')}</p>}
    </>
  )
}
