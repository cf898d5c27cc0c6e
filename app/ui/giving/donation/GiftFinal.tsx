import { useTranslation } from 'react-i18next'
import { isManual } from '#app/domain/payments/payments/payment.ts'

/** Whether a gift that came in by a method can go back to its giver, and how. */
export function GiftFinal({ method }: { method: string }) {
  const { t } = useTranslation()
  const way = isManual(method) ? 'manual' : (method as 'fpx' | 'chip')
  return (
    <p className="quiet">
      {t(`payment.give_back.gift_${way}`, { exceptions: t('payment_exception.plural') })}
    </p>
  )
}
