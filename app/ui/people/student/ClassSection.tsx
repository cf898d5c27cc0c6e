import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { type Pause, type SeatRow, seatColumns } from '#app/domain/people/enrolments/enrolment.ts'
import { paths } from '#app/paths.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ClassSectionProps {
  student: { id: string }
  classes: readonly SeatRow[]
  may: { enrol: boolean; pause: boolean; end: boolean; price: boolean }
}

/** The current and past enrolments of a student, with their actions and pauses. */
export function ClassSection({ student, classes, may }: ClassSectionProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section
        title={t('student.classes')}
        actions={
          may.enrol ? (
            <LinkButton href={paths.student.enrol(student.id)}>{t('enrolment.new')}</LinkButton>
          ) : null
        }
      >
        {classes.length > 0 ? (
          <Table
            caption={t('student.classes')}
            columns={seatColumns}
            rows={classes}
            brief
            {...(may.pause || may.end || may.price
              ? { actions: (row: SeatRow) => <SeatActions row={row} may={may} /> }
              : {})}
          />
        ) : (
          <p className="quiet">{t('student.no_classes')}</p>
        )}
      </Section>
      <PauseSection classes={classes} />
    </>
  )
}

/** All pauses of the classes that paused more than once; the table has room for one of each. */
function PauseSection({ classes }: { classes: readonly SeatRow[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const daysOf = ({ paused_from, paused_to }: Pause) => {
    const from = formatDate(paused_from, locale)
    if (paused_to === null) return t('enrolment.pause_open', { date: from })
    return paused_to === paused_from ? from : `${from} – ${formatDate(paused_to, locale)}`
  }
  const bySubject = new Map<string, string[]>()
  for (const { subject, pauses } of classes)
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), ...pauses.map(daysOf)])
  const items = [...bySubject].filter(([, days]) => days.length > 1)
  if (items.length === 0) return null
  return (
    <Section title={t('enrolment.pauses')}>
      <Facts
        items={items.map(([label, days]) => ({
          label,
          value: days.map((day) => <div key={day}>{day}</div>),
        }))}
      />
    </Section>
  )
}

function SeatActions({ row, may }: { row: SeatRow; may: ClassSectionProps['may'] }) {
  const { t } = useTranslation()
  const { id, subject, status, version } = row
  if (status === 'ended') return null
  return (
    <div className="actions small">
      {may.pause && status === 'waitlisted' ? (
        <PostButton action={paths.enrolment.admit(id)} fields={{ version: String(version) }} look="link">
          {t('enrolment.admit')}
        </PostButton>
      ) : null}
      {may.pause && status === 'paused' ? (
        <PostButton action={paths.enrolment.resume(id)} fields={{ version: String(version) }} look="link">
          {t('enrolment.resume')}
        </PostButton>
      ) : null}
      {may.pause && status === 'active' && row.is_planned ? (
        <PostButton action={paths.enrolment.resume(id)} fields={{ version: String(version) }} look="link">
          {t('enrolment.cancel_pause')}
        </PostButton>
      ) : null}
      {may.pause && status === 'active' ? (
        <a href={paths.enrolment.pause(id)} aria-label={`${t('enrolment.pause')} ${subject}`}>
          {t('enrolment.pause')}
        </a>
      ) : null}
      {may.end ? (
        <a href={paths.enrolment.end(id)} aria-label={`${t('enrolment.end')} ${subject}`}>
          {t('enrolment.end')}
        </a>
      ) : null}
      {may.price ? (
        <a href={paths.enrolment.fee(id)} aria-label={`${t('enrolment.fees')} ${subject}`}>
          {t('enrolment.fees')}
        </a>
      ) : null}
    </div>
  )
}

/** The version field of an enrolment form, and the current values after a version conflict. */
export function SeatNow({ row, form, field }: { row: SeatRow; form: FormOf; field: FieldOf }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = (on: string | null) => on && formatDate(on, locale)
  return (
    <CurrentValues
      form={form}
      items={[
        { label: t('enrolment.status'), value: t(`common.status.${row.status}`) },
        { label: t('enrolment.paused_from'), value: date(row.paused_from) },
        { label: t('enrolment.paused_to'), value: date(row.paused_to) },
        { label: t('enrolment.ends_on'), value: date(row.ends_on) },
      ]}
      field={field}
      version={row.version}
    />
  )
}
