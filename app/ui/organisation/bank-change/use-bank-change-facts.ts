import { useTranslation } from 'react-i18next'

interface Row {
  entity: string
  company_name: string
  registration_number: string
  bank_name: string
  account_name: string
  last_four: string
}

/** What an operator compares with the letter; of the number there is the end. */
export function useBankChangeFacts(row: Row) {
  const { t } = useTranslation()
  return [
    { label: t('collection.entity'), value: row.entity },
    { label: t('bank_change.company'), value: row.company_name },
    { label: t('bank_change.registration_number'), value: row.registration_number },
    { label: t('bank_change.bank_name'), value: row.bank_name },
    { label: t('bank_change.account_name'), value: row.account_name },
    { label: t('bank_change.account_number'), value: `•••• ${row.last_four}` },
  ]
}
