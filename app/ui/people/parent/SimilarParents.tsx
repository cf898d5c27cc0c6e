import { useTranslation } from 'react-i18next'
import type { SimilarParent } from '#app/domain/people/parents/similar.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { CheckboxField } from '#app/ui/core/form/CheckboxField.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'

interface SimilarParentsProps {
  found: readonly SimilarParent[]
  /** The box that says that it is somebody else. */
  of: FieldOf
  /** Where one goes on with who is there already; their page unless told. */
  take?: ((id: string) => string) | undefined
}

/** Who has this number, phone or address already, and the way on with either of them. */
export function SimilarParents({ found, of, take = paths.parent.view }: SimilarParentsProps) {
  const { t } = useTranslation()
  const sameNumber = found.some(({ same }) => same === 'identity_no')
  // What was ticked once travels on, whatever else is wrong with the form.
  const asks = !sameNumber && (found.length > 0 || of.initialValue === 'on')
  return (
    <>
      {found.length > 0 ? (
        <Notice tone="warning" title={t('parent.similar')}>
          <ul>
            {found.map(({ id, name, family_code, same }) => (
              <li key={id ?? same}>
                {id ? <a href={take(id)}>{`${name} · ${family_code}`}</a> : t('parent.similar_elsewhere')}
                {` (${t(`parent.same.${same}`)})`}
              </li>
            ))}
          </ul>
          <p>{t(sameNumber ? 'parent.similar_number_text' : 'parent.similar_text')}</p>
        </Notice>
      ) : null}
      {asks ? <CheckboxField of={of} label={t('parent.is_another')} optional={false} /> : null}
    </>
  )
}
