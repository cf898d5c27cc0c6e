import { useTranslation } from 'react-i18next'
import type { SimilarStudent } from '#app/domain/people/students/similar.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Other students who have these details already, each with the way to them. */
export function SimilarList({ found }: { found: readonly SimilarStudent[] }) {
  const { t } = useTranslation()
  if (found.length === 0) return null
  return (
    <Notice tone="warning" title={t('student.twin')}>
      <ul>
        {found.map(({ id, name, student_no, branch, same }) => (
          <li key={id ?? branch}>
            {id ? (
              <a href={paths.student.view(id)}>{`${name} · ${student_no}`}</a>
            ) : (
              t('student.twin_elsewhere')
            )}
            {` (${t(`student.same.${same}`)}, ${branch})`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
