import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Organisations that ask for another payout day, each led to where that is decided. */
export function DaysAsked({ rows }: { rows: readonly { entity_id: string; entity: string }[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <Notice tone="warning" title={t('payout.day.count', { count: rows.length })}>
      <ul>
        {rows.map(({ entity_id, entity }) => (
          <li key={entity_id}>
            <a href={paths.admin.entity.view(entity_id)}>{entity}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
