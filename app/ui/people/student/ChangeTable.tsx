import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { ChangeField, Compared } from '#app/domain/people/student-changes/student-change.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ChangeTableProps {
  compared: readonly Compared[]
  /** The request is open, so the current values are shown instead of those at the time of the request. */
  open: boolean
}

type Row = ReturnType<typeof comparedWords>[number]

const waiting = columnsOf<Row>()(
  { key: 'field', label: 'student_change.field' },
  { key: 'now', label: 'student_change.now' },
  { key: 'wanted', label: 'student_change.wanted' },
)
const decided = columnsOf<Row>()(
  { key: 'field', label: 'student_change.field' },
  { key: 'before', label: 'student_change.before' },
  { key: 'wanted', label: 'student_change.wanted' },
)

/** Old and new values, field by field. */
export function ChangeTable({ compared, open }: ChangeTableProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Table
      caption={t('student_change.compared')}
      columns={open ? waiting : decided}
      rows={comparedWords(compared, t, locale)}
      rowKey={({ field }) => field}
      cells={{
        now: ({ now, before, moved }) => (
          <>
            {now}
            {moved && <div className="quiet">{t('student_change.was', { value: before })}</div>}
          </>
        ),
        wanted: ({ wanted }) => <strong>{wanted}</strong>,
      }}
    />
  )
}

const groups: Partial<Record<ChangeField, string>> = {
  gender: 'genders',
  identity_type: 'identity_types',
  highest_education: 'highest_educations',
  transport_type: 'transport_types',
  daycare: 'daycares',
}

/** A value of a student in words; a dash for an empty one. */
function changeWord(field: ChangeField, value: string | number | null, t: TFunction, locale: Locale) {
  if (value === null || value === '') return '–'
  const text = String(value)
  const group = groups[field]
  if (group) return t(`student.${group}.${text}`)
  if (field === 'born_on') return formatDate(text, locale)
  if (field === 'phone') return formatPhone(text)
  if (field === 'nationality') return countryName(text, locale) ?? t('student.other_nationality')
  return text
}

/** The compared fields of a request in the reader's language. */
function comparedWords(compared: readonly Compared[], t: TFunction, locale: Locale) {
  return compared.map(({ field, before, now, wanted, moved }) => ({
    field: t(`student.${field}`),
    before: changeWord(field, before, t, locale),
    now: changeWord(field, now, t, locale),
    wanted: changeWord(field, wanted, t, locale),
    moved,
  }))
}

/** A notice that a change request about this student is open. */
export function OpenChangeNotice({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning">
      <p>
        {t('student_change.waits_here')}{' '}
        <a href={paths.student_change.view(id)}>{t('student_change.open')}</a>
      </p>
    </Notice>
  )
}
