import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

interface SavedRow {
  id: string
  name: string
  /** Of the report. */
  title: string
  owner: string
  owner_left: boolean
  own: boolean
  is_shared: boolean
  mail_day: number | null
  /** The reader may rename, share and remove it. */
  changes: boolean
  /** The reader may have it mailed. */
  mails: boolean
}

/** Reports with filters of their own, which somebody saved under a name. */
export function SavedReports({ rows }: { rows: readonly SavedRow[] }) {
  const { t } = useTranslation()
  const ownerOf = ({ own, is_shared, owner, owner_left }: SavedRow) => {
    if (owner_left) return t('saved_report.by_left', { name: owner })
    if (!own) return t('saved_report.by', { name: owner })
    return t(is_shared ? 'saved_report.own_shared' : 'saved_report.own')
  }
  return (
    <TableSection
      title={t('saved_report.plural')}
      brief
      columns={[
        { key: 'name', label: 'saved_report.name', room: 'who' },
        { key: 'title', label: 'saved_report.report' },
        { key: 'owner', label: 'saved_report.saved_by' },
        { key: 'mail_day', label: 'saved_report.mailed' },
      ]}
      rows={rows}
      open={({ id }) => paths.saved_report.open(id)}
      cells={{
        owner: ownerOf,
        mail_day: ({ mail_day }) =>
          mail_day === null ? '–' : t('saved_report.mailed_on', { day: mail_day }),
      }}
      rowActions={({ id, changes, mails }) =>
        changes && (
          <span className="exports">
            <a href={paths.saved_report.edit(id)}>{t('saved_report.edit')}</a>
            {mails && <a href={paths.saved_report.mail(id)}>{t('saved_report.mail')}</a>}
          </span>
        )
      }
    />
  )
}
