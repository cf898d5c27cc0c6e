import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

/** The paper of a slip: a picture is shown, a PDF is fetched. `type` is null when it is kept no more. */
export function SlipPaper({ id, type }: { id: string; type: string | null }) {
  const { t } = useTranslation()
  if (type === null) return <p className="quiet">{t('transfer_slip.paper_gone')}</p>
  if (type === 'application/pdf') {
    return (
      <p>
        <a href={paths.transferSlip.file(id)}>{t('transfer_slip.fetch')}</a>
      </p>
    )
  }
  return (
    <a href={paths.transferSlip.picture(id)}>
      <img src={paths.transferSlip.picture(id)} alt={t('transfer_slip.picture_of')} loading="lazy" />
    </a>
  )
}
