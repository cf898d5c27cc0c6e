import { useTranslation } from 'react-i18next'
import type { AppliedDetails, Likeness } from '#app/domain/enrolment/applications/deciding/similar.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { ComparedChild } from './ComparedChild.tsx'

interface Props {
  line: { id: string; version: number; twin_reason: string | null }
  applied: AppliedDetails
  found: readonly Likeness[]
  mayDecide: boolean
}

/** Each child on file who is like the one applied for, side by side with it, and the way on with either. */
export function LikeChildren({ line, applied, found, mayDecide }: Props) {
  const { t } = useTranslation()
  const isSame = found.some(({ same }) => same !== 'twin')
  return (
    <>
      <Notice tone="warning" title={t('application.alikes.student')}>
        <p>
          {t(isSame ? 'application.same_number' : 'application.same_name')}
          {mayDecide && !isSame ? ` ${t('application.say_which')}` : null}
        </p>
        {line.twin_reason && !isSame ? (
          <p>{t('application.told_apart', { reason: line.twin_reason })}</p>
        ) : null}
      </Notice>
      {found.map(({ same, branch, row }) => (
        <Section
          key={row?.id ?? branch}
          title={row ? `${row.name} · ${row.student_no}` : t('student.twin_elsewhere')}
          actions={row ? <a href={paths.student.view(row.id)}>{t('student.one')}</a> : null}
        >
          {row ? <ComparedChild applied={applied} same={same} row={row} /> : <p>{branch}</p>}
          {row && mayDecide ? (
            <div className="actions">
              <PostButton
                action={paths.application.same(line.id)}
                look="primary"
                fields={{ student_id: row.id, version: String(line.version) }}
              >
                {t('application.is_same')}
              </PostButton>
            </div>
          ) : null}
        </Section>
      ))}
      {mayDecide && !isSame ? (
        <form method="post" action={paths.application.another(line.id)} className="fields section" noValidate>
          <div className="field">
            <label htmlFor="twin_reason">{t('student.twin_reason')}</label>
            <textarea
              id="twin_reason"
              name="twin_reason"
              rows={2}
              maxLength={300}
              defaultValue={line.twin_reason ?? ''}
            />
          </div>
          <input type="hidden" name="version" value={line.version} readOnly />
          <div className="actions">
            <button type="submit">{t('application.is_another')}</button>
          </div>
        </form>
      ) : null}
    </>
  )
}
