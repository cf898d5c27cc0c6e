import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** That the family has asked for a change of this student which nobody has decided about yet. */
export function WaitsForOffice({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning">
      <p>
        {t('student_change.waits_here')} <a href={paths.studentChange.view(id)}>{t('student_change.open')}</a>
      </p>
    </Notice>
  )
}
