import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  attendanceOf,
  marksOfYear,
  yearsWithMarks,
} from '#app/domain/classes/attendance/family-attendance.ts'
import { countOutcomes, outcomeOf } from '#app/domain/classes/attendance/percent.ts'
import { formatMonths } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { MarkEntries, ShareText } from '#app/ui/classes/attendance/AttendanceView.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** All marks of one student in a year, by month. */
export const handle = { access: 'attendance.view', title: 'attendance.plural' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.view')
  const id = idOf(params, 'not_found.student')
  const db = await context.read()
  const student = await studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.student_no'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!student) throw new Refusal('not_found.student')
  const years = await yearsWithMarks(db, scope, id)
  const asked = new URL(request.url).searchParams.get('year')
  const thisYear = context.today.slice(0, 4)
  const year = asked && /^\d{4}$/.test(asked) ? asked : (years[0] ?? thisYear)
  const [marks, counts] = await Promise.all([
    marksOfYear(db, scope, id, year),
    attendanceOf(db, scope, [id], `${year}-12-31`),
  ])
  const byMonth = Map.groupBy(marks, ({ held_on }) => held_on.slice(0, 7))
  return {
    student,
    isFamily: scope.scope === 'own',
    year,
    years,
    total: counts.get(id)!.year,
    months: [...byMonth].map(([month, rows]) => ({
      month,
      counts: countOutcomes(
        rows
          .filter(({ standing }) => standing !== 'trial' && standing !== 'makeup')
          .map(({ mark, standing }) => outcomeOf(mark, standing === 'made_up')),
      ),
      marks: rows.map(({ id, subject, held_on, starts, ends, mark, standing, late_minutes, remark }) => ({
        ...{ id, subject, held_on, starts, ends, mark, standing, late_minutes, remark },
      })),
    })),
  }
}

export default function StudentAttendance() {
  const { student, isFamily, year, years, total, months } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('attendance.plural')}
      subtitle={`${student.name} · ${student.student_no}`}
      back={{ label: student.name, href: paths.student.view(student.id) }}
    >
      {years.length > 1 && (
        <nav className="exports" aria-label={t('attendance_report.year')}>
          {years.map((one) => (
            <a
              key={one}
              href={paths.attendance.student(student.id, { year: one })}
              aria-current={one === year ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
        </nav>
      )}
      <Facts items={[{ label: t('attendance.year', { year }), value: <ShareText of={total} /> }]} />
      {months.length === 0 && <p className="quiet">{t('attendance.no_marks_year', { year })}</p>}
      {months.map(({ month, counts, marks }) => (
        <Section key={month} title={formatMonths(`${month}-01`, `${month}-01`, locale)}>
          <p>
            <ShareText of={counts} />
          </p>
          <MarkEntries marks={marks} />
        </Section>
      ))}
      {isFamily && months.length > 0 && <p className="quiet section">{t('attendance.how')}</p>}
    </ViewPage>
  )
}
