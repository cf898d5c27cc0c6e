import { useTranslation } from 'react-i18next'
import type { AppliedDetails, Likeness } from '#app/domain/applications/deciding/similar.server.ts'
import { formatPhone } from '#app/domain/contact/phone.ts'
import { formatDate } from '#app/domain/dates.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'
import { countryName } from '#app/domain/students/student.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { PostButton } from '#app/ui/form/Button.tsx'
import { usePage } from '#app/ui/page-context.tsx'
import { Table } from '#app/ui/table/Table.tsx'

interface Compared {
  field: string
  applied: string
  on_file: string
  verdict: string
}

const columns = columnsOf<Compared>()(
  { key: 'field', label: 'student.twin_field' },
  { key: 'applied', label: 'application.applied' },
  { key: 'on_file', label: 'application.on_file' },
  { key: 'verdict', label: 'application.verdict' },
)

interface Props {
  line: { id: string; version: number; twin_reason: string | null }
  applied: AppliedDetails
  found: readonly Likeness[]
  mayDecide: boolean
}

/** Each child on file who is like the one applied for, field by field side by side, and the way on. */
export function LikeChildren({ line, applied, found, mayDecide }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const isSame = found.some(({ same }) => same !== 'twin')
  const country = (code: string | null) =>
    code ? (countryName(code, locale) ?? t('student.other_nationality')) : ''
  return (
    <Notice tone="warning" title={t('application.alikes.student')}>
      <p>{t(isSame ? 'application.same_number' : 'application.same_name')}</p>
      {line.twin_reason && !isSame ? (
        <p>{t('application.told_apart', { reason: line.twin_reason })}</p>
      ) : null}
      {found.map(({ same, branch, row }) => (
        <div key={row?.id ?? branch}>
          <p>
            {row ? (
              <a href={paths.student.view(row.id)}>{`${row.name} · ${row.student_no}`}</a>
            ) : (
              t('student.twin_elsewhere')
            )}
            {` (${t(`student.same.${same}`)})`}
          </p>
          {row ? (
            <Table
              caption={t('application.alikes.student')}
              columns={columns}
              rowKey={({ field }) => field}
              rows={[
                compared('student.name', applied.name, row.name),
                compared(
                  'student.born_on',
                  formatDate(applied.born_on, locale),
                  formatDate(row.born_on, locale),
                ),
                compared(
                  'student.gender',
                  t(`student.genders.${applied.gender}`),
                  t(`student.genders.${row.gender}`),
                ),
                compared('student.identity_no', applied.identity_masked, row.identity_masked),
                compared('student.birth_cert_no', applied.birth_cert_masked, row.birth_cert_masked),
                compared('student.nationality', country(applied.nationality), country(row.nationality)),
                compared('student.parents', applied.parents, row.parents),
                compared('student.branch_id', applied.branch, row.branch),
                compared('student.phone', phone(applied.phone), phone(row.phone)),
                compared('student.email', applied.email, row.email),
                compared('student.previous_school', applied.previous_school, row.previous_school),
                compared('student.status', '', t(`common.status.${row.status}`)),
              ]}
            />
          ) : (
            <p>{branch}</p>
          )}
          {row && mayDecide ? (
            <PostButton
              action={paths.application.same(line.id)}
              look="primary"
              fields={{ student_id: row.id, version: String(line.version) }}
            >
              {t('application.is_same')}
            </PostButton>
          ) : null}
        </div>
      ))}
      {mayDecide && !isSame ? (
        <form method="post" action={paths.application.another(line.id)} className="fields" noValidate>
          <div className="field">
            <label htmlFor="twin_reason">{t('student.twin_reason')}</label>
            <textarea id="twin_reason" name="twin_reason" rows={2} defaultValue={line.twin_reason ?? ''} />
          </div>
          <input type="hidden" name="version" value={line.version} readOnly />
          <div className="actions">
            <button type="submit">{t('application.is_another')}</button>
          </div>
        </form>
      ) : null}
    </Notice>
  )

  function compared(label: string, applied: string | null, on_file: string | null): Compared {
    const [one, other] = [applied ?? '', on_file ?? '']
    const key = !one || !other ? '' : isEqual(one, other) ? 'equal' : 'different'
    return { field: t(label), applied: one, on_file: other, verdict: key && t(`application.verdicts.${key}`) }
  }
}

const phone = (number: string | null) => number && formatPhone(number)
/** Neither case nor spaces make a name another one. */
const isEqual = (one: string, other: string) =>
  one.toLowerCase().replace(/[\s\p{P}]/gu, '') === other.toLowerCase().replace(/[\s\p{P}]/gu, '')
