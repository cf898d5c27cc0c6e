import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface GiveBackProps {
  /** By which the money came online. */
  method: 'fpx' | 'chip'
  parent_id: string | null
  /** What of the family's credit may be refunded now, in sen. */
  free_sen: number
  /** That it paid. */
  invoices: readonly { invoice_id: string; number: string | null }[]
  may: { note: boolean; refund: boolean }
}

/** An online payment is final: by which steps its money goes back all the same, each with its page. */
export function GiveBack({ method, parent_id, free_sen, invoices, may }: GiveBackProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('payment.give_back.title')}>
      <p>{t(`payment.give_back.${method}`)}</p>
      <ol>
        {invoices.length > 0 && (
          <li>
            {t('payment.give_back.note')}
            {may.note && (
              <ul>
                {invoices.map(({ invoice_id, number }) => (
                  <li key={invoice_id}>
                    <a href={paths.credit_note.new(invoice_id)}>
                      {t('payment.give_back.note_of', { number })}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )}
        <li>
          {t('payment.give_back.refund', { amount: formatRinggit(free_sen) })}{' '}
          {may.refund && parent_id !== null && free_sen > 0 && (
            <a href={paths.credit_refund.new(parent_id)}>{t('credit_refund.new')}</a>
          )}
        </li>
        <li>{t(`payment.give_back.pay_${method}`)}</li>
      </ol>
    </Section>
  )
}
