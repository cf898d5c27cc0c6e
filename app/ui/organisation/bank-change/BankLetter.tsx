import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

interface Props {
  id: string
  /** Null when there was none, or it is no longer stored. */
  type: string | null
  /** The registration with which the account came; its documents hold the letter. */
  registration: string | null
}

/** The letter of the bank: a picture is shown, a PDF is fetched. */
export function BankLetter({ id, type, registration }: Props) {
  const { t } = useTranslation()
  const href = paths.admin.entityBank.letter(id)
  if (type === 'image/jpeg')
    return (
      <a href={href}>
        <img src={href} alt={t('bank_change.letter')} loading="lazy" />
      </a>
    )
  if (type !== null)
    return (
      <p>
        <a href={href}>{t('bank_change.see_letter')}</a>
      </p>
    )
  return (
    <p>
      {registration ? (
        <a href={paths.admin.registration.view(registration)}>{t('bank_change.see_registration')}</a>
      ) : (
        t('bank_change.no_letter')
      )}
    </p>
  )
}

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
