import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Debit {
  /** Null while it is not known whose it is. */
  number: string | null
  amount_sen: number | null
  fpx_id: string | null
  public_code: string | null
}

/** The bank has debited the order more than once. */
export function SecondDebits({ of }: { of: readonly Debit[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <Notice tone="warning" title={t('payment.page.second_title')}>
      {of.map(({ number, amount_sen, fpx_id, public_code }) => {
        const values = { number, id: fpx_id, amount: formatRinggit(amount_sen ?? 0) }
        return (
          <p key={fpx_id}>
            {unbroken(t(number ? 'payment.page.second' : 'payment.page.second_held', values))}{' '}
            {public_code && (
              <a href={paths.payment.status(public_code)}>{t('payment.invoice_page.see_payment')}</a>
            )}
          </p>
        )
      })}
    </Notice>
  )
}
