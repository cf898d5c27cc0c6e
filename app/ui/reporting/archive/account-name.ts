import type { TFunction } from 'i18next'

/** What an account is called: by the organisation, as a method of payment, or by the language files. */
export function accountName(
  t: TFunction,
  { key, name }: { key: string; name?: string | null | undefined },
): string {
  if (name) return name
  const [kind, of] = key.split(':')
  if (kind === 'bank' && of !== 'payout' && of !== 'fund')
    return t('accounting_export.names.bank', { method: t(`payment.methods.${of}`) })
  if (kind === 'bank')
    return t(
      of === 'payout' ? 'accounting_export.names.payout_account' : 'accounting_export.names.fund_account',
    )
  return t(key === 'income:other' ? 'accounting_export.names.income_other' : `accounting_export.names.${key}`)
}

/** The part of the mapping's form in which an account is. */
export function accountGroup(key: string): 'general' | 'bank' | 'result' | 'category' | 'fee' | 'fund' {
  const [kind, of] = key.split(':')
  if (kind === 'bank') return 'bank'
  if (kind === 'fund') return 'fund'
  if (kind === 'fee') return 'fee'
  if (kind === 'income' && of !== 'other') return 'category'
  return ['debtor', 'credit', 'service_tax', 'opening', 'suspense', 'refund_clearing'].includes(key)
    ? 'general'
    : 'result'
}
