import type { TFunction } from 'i18next'
import type { FeeRules, PartRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** What holds for online payments, on its page and beside a stale form. */
export function ruleFacts(row: FeeRules & PartRules, t: TFunction): (Fact | false)[] {
  return [
    { label: t('setting.payment.b2c_sen'), value: formatRinggit(row.b2c_sen) },
    { label: t('setting.payment.b2b1_sen'), value: formatRinggit(row.b2b1_sen) },
    { label: t('setting.payment.subsidy'), value: t(`setting.payment.bearers.${row.subsidy}`) },
    row.subsidy === 'part' && { label: t('setting.payment.part_sen'), value: formatRinggit(row.part_sen) },
    { label: t('setting.payment.rule'), value: t(`setting.payment.rules.${row.rule}`) },
    row.rule !== 'none' && { label: t('setting.payment.min_sen'), value: formatRinggit(row.min_sen) },
  ]
}
