import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { ApplicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

type Child = Omit<ApplicationRow['students'][number], 'decided_at'>

const columns = columnsOf<Child & { classes: string; hint: string; told: string }>()(
  { key: 'name', label: 'application.student' },
  { key: 'born_on', label: 'student.born_on', kind: 'date' },
  { key: 'classes', label: 'application.subjects' },
  { key: 'branch', label: 'application.branch' },
  { key: 'hint', label: 'application.known_as' },
  { key: 'told', label: 'application.reason' },
  { key: 'status', label: 'application.status', kind: 'status' },
)

interface Props {
  rows: readonly Child[]
}

/** The children of an application, each with the classes that it is to join and what was decided. */
export function ApplicationStudents({ rows }: Props) {
  const { t } = useTranslation()
  const told = rows.map((row) => ({
    ...row,
    classes: row.subjects
      .map(({ name, seat, is_waiting }) =>
        (seat ? seat === 'waitlisted' : is_waiting) ? t('application.waiting_for', { name }) : name,
      )
      .join(', '),
    hint: hintOf(row),
    told: row.reason && row.status === 'rejected' ? reasonOf(row.reason) : '',
  }))
  return (
    <Section title={t('application.students')}>
      <Table
        caption={t('application.students')}
        columns={told.some((row) => row.told) ? columns : columns.filter(({ key }) => key !== 'told')}
        rows={told}
        cells={{ name: nameOf }}
      />
    </Section>
  )

  function nameOf(row: Child) {
    return row.is_reached ? <a href={paths.application.child(row.id)}>{row.name}</a> : row.name
  }

  function hintOf({ status, student_no, is_alike, is_existing }: Child) {
    if (status === 'approved') return student_no ?? ''
    if (is_alike) return t('application.alikes.student')
    if (student_no) return t(is_existing ? 'application.on_file_as' : 'application.linked_to', { student_no })
    return t('application.new_here')
  }

  function reasonOf(reason: string) {
    return reason === 'withdrawn' ? t('application.taken_back') : reason
  }
}
