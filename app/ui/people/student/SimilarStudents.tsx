import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { SimilarStudent } from '#app/domain/people/students/change-student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { type FieldOf, textOf } from '#app/ui/core/form/control.ts'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface SimilarStudentsProps {
  found: readonly SimilarStudent[]
  /** The typed values, and the reason why it is another child. */
  fields: Record<'name' | 'born_on' | 'gender' | 'branch_id' | 'twin_reason', FieldOf>
  branches: readonly { id: string; name: string }[]
  /** The parent of the child, if known. */
  parent?: string | undefined
}

interface Compared {
  field: string
  typed: string
  there: string
}

const columns = columnsOf<Compared>()(
  { key: 'field', label: 'student.twin_field' },
  { key: 'typed', label: 'student.twin_typed' },
  { key: 'there', label: 'parent.similar' },
)

/** Existing children with the same details, compared with the typed values, and how to continue. */
export function SimilarStudents({ found, fields, branches, parent = '' }: SimilarStudentsProps) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const { twin_reason } = fields
  const sameNumber = found.some(({ same }) => same !== 'twin')
  // A reason is kept when the form comes back with other errors.
  const asks = !sameNumber && (found.length > 0 || Boolean(textOf(twin_reason)))
  const date = (on: string | null | undefined) =>
    on && /^\d{4}-\d{2}-\d{2}$/.test(on) ? formatDate(on, locale) : ''
  const gender = (value: string | null | undefined) => (value ? t(`student.genders.${value}`) : '')
  const branch = branches.find(({ id }) => id === textOf(fields.branch_id))?.name ?? ''
  return (
    <>
      {found.length > 0 ? (
        <Notice tone="warning" title={t('student.twin')}>
          <p>{t(sameNumber ? 'student.twin_number_text' : 'student.twin_text')}</p>
          {found.map((one) => (
            <div key={one.id ?? one.branch}>
              <p>
                {one.id ? (
                  <a href={paths.student.view(one.id)}>{`${one.name} · ${one.student_no}`}</a>
                ) : (
                  t('student.twin_elsewhere')
                )}
                {` (${t(`student.same.${one.same}`)})`}
              </p>
              {one.id ? (
                <Table
                  caption={t('student.twin')}
                  columns={columns}
                  rowKey={({ field }) => field}
                  rows={[
                    { field: t('student.name'), typed: textOf(fields.name) ?? '', there: one.name ?? '' },
                    {
                      ...{ field: t('student.born_on'), typed: date(textOf(fields.born_on)) },
                      there: date(one.born_on),
                    },
                    {
                      ...{ field: t('student.gender'), typed: gender(textOf(fields.gender)) },
                      there: gender(one.gender),
                    },
                    { field: t('student.parents'), typed: parent, there: one.parents ?? '' },
                    { field: t('student.branch_id'), typed: branch, there: one.branch },
                    {
                      ...{ field: t('student.status'), typed: '' },
                      there: t(`common.status.${one.status}`),
                    },
                  ]}
                />
              ) : null}
            </div>
          ))}
        </Notice>
      ) : null}
      {asks ? <TextArea of={twin_reason} label={t('student.twin_reason')} rows={2} optional={false} /> : null}
    </>
  )
}

/** Links to other students with the same details. */
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
