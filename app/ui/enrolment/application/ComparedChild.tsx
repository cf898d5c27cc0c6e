import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { AppliedDetails, Likeness } from '#app/domain/enrolment/applications/deciding/similar.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface Line {
  field: string
  applied: string
  on_file: string
  verdict: string
}

const columns = columnsOf<Line>()(
  { key: 'field', label: 'student.twin_field' },
  { key: 'applied', label: 'application.applied' },
  { key: 'on_file', label: 'application.on_file' },
  { key: 'verdict', label: 'application.verdict' },
)

interface Props {
  applied: AppliedDetails
  row: NonNullable<Likeness['row']>
  same: Likeness['same']
}

/** Field by field, the child applied for and one on file; what neither side says is left out. */
export function ComparedChild({ applied, row, same }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const day = (on: string) => formatDate(on, locale)
  const country = (code: string | null) =>
    code ? (countryName(code, locale) ?? t('student.other_nationality')) : ''
  const gender = (value: string) => t(`student.genders.${value}`)
  // Most letters of a number are hidden, so it is not they that say whether it is the same.
  const isSameCert = same === 'identity_no' ? null : same === 'birth_cert_no'
  const rows = [
    compared('student.name', applied.name, row.name),
    compared('student.born_on', day(applied.born_on), day(row.born_on)),
    compared('student.gender', gender(applied.gender), gender(row.gender)),
    compared('student.identity_no', applied.identity_masked, row.identity_masked, same === 'identity_no'),
    compared('student.birth_cert_no', applied.birth_cert_masked, row.birth_cert_masked, isSameCert),
    compared('student.nationality', country(applied.nationality), country(row.nationality)),
    compared('student.parents', applied.parents, row.parents),
    compared('student.branch_id', applied.branch, row.branch),
    compared('student.phone', phone(applied.phone), phone(row.phone)),
    compared('student.email', applied.email, row.email),
    compared('student.previous_school', applied.previous_school, row.previous_school),
    compared('student.status', '', t(`common.status.${row.status}`)),
  ]
  return (
    <Table
      caption={t('application.alikes.student')}
      columns={columns}
      rowKey={({ field }) => field}
      rows={rows.filter((line) => line.applied || line.on_file)}
    />
  )

  /** `isEqual`: whether they are the same, where what is shown does not say so; null: nobody knows. */
  function compared(
    label: string,
    one: string | null,
    other: string | null,
    isEqual: boolean | null = plain(one) === plain(other),
  ): Line {
    const key = !one || !other || isEqual === null ? '' : isEqual ? 'equal' : 'different'
    const verdict = key && t(`application.verdicts.${key}`)
    return { field: t(label), applied: one ?? '', on_file: other ?? '', verdict }
  }
}

const phone = (number: string | null) => number && formatPhone(number)
/** Neither case nor spaces make a name another one. */
const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/[\s\p{P}]/gu, '')
