import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Pay } from '#app/domain/people/trainers/change-trainer.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** How a trainer is paid; the rate only for readers who may see amounts. */
export function usePayFacts(pay: Pay): Fact[] {
  const { t } = useTranslation()
  const { pay_type, pay_rate_sen } = pay
  return [
    { label: t('trainer.bank_name'), value: pay.bank_name },
    { label: t('trainer.account_name'), value: pay.account_name },
    { label: t('trainer.account_number'), value: pay.account_number },
    { label: t('trainer.tin'), value: pay.tin },
    { label: t('trainer.pay_type'), value: pay_type && t(`trainer.pay_types.${pay_type}`) },
    ...(pay_rate_sen === undefined
      ? []
      : [{ label: t('trainer.pay_rate_sen'), value: pay_rate_sen && formatRinggit(pay_rate_sen) }]),
  ]
}
