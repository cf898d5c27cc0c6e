import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

interface Props {
  id: string
  /** Null when none came with it, or it is kept no more. */
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
