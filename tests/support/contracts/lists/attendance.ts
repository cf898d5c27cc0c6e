import { attendanceList } from '#app/domain/classes/attendance/find-marks.ts'
import { leaveList } from '#app/domain/classes/leave/find-leave.ts'
import { detailsReport } from '#app/domain/classes/reports/details.ts'
import { trainerReport } from '#app/domain/classes/reports/trainers.ts'
import { yearlyReport } from '#app/domain/classes/reports/yearly.ts'
import { day, earlier, text } from '../told.ts'
import { ofTenant, rows } from './try-list.ts'

/** What each filter leaves of marks, leave and what is reported of them. */
export function attendanceLists() {
  const ofFar = ({ student }: { student: string }) => student === text
  const ofHere = (row: { student: string }) => !ofFar(row)

  const spans = () =>
    ({
      from: [day, ({ held_on }: { held_on: string }) => held_on >= day],
      to: [earlier, ({ held_on }: { held_on: string }) => held_on <= earlier],
      subject_id: [rows().taught.id, ofFar],
      branch_id: [rows().far.id, ofFar],
      student_id: [rows().attendee.id, ofFar],
    }) as const

  ofTenant(
    attendanceList,
    () => ({
      ...(spans() as never as Record<'from' | 'to' | 'subject_id' | 'branch_id' | 'student_id', never>),
      trainer_id: [rows().teacher.id, ofFar],
      mark: ['late', ({ mark }) => mark === 'late'],
      standing: ['trial', ({ standing }) => standing === 'trial'],
    }),
    ofHere,
  )

  ofTenant(
    detailsReport,
    () => spans() as never as Record<'from' | 'to' | 'subject_id' | 'branch_id' | 'student_id', never>,
    ofHere,
  )

  ofTenant(
    yearlyReport,
    () => ({
      year: ['2025', ({ year }) => year === '2025'],
      branch_id: [rows().far.id, ofFar],
      subject_id: [rows().taught.id, ofFar],
      student_id: [rows().attendee.id, ofFar],
    }),
    ofHere,
  )

  ofTenant(
    trainerReport,
    () => ({
      from: [day, ({ month }) => month >= day.slice(0, 7)],
      to: [earlier, ({ month }) => month <= earlier.slice(0, 7)],
      branch_id: [rows().far.id, ({ trainer }) => trainer === text],
      trainer_id: [rows().teacher.id, ({ trainer }) => trainer === text],
    }),
    ({ trainer }) => trainer !== text,
  )

  ofTenant(
    leaveList,
    () => ({
      from: ['2026-04-30', ({ ends_on }) => ends_on >= '2026-04-30'],
      to: ['2026-04-30', ({ starts_on }) => starts_on <= '2026-04-30'],
      branch_id: [rows().far.id, ofFar],
      subject_id: [rows().taught.id, ofFar],
      paper: ['yes', ({ paper }) => paper === 'yes'],
      state: ['current', ({ state }) => state === 'current'],
      student_id: [rows().attendee.id, ofFar],
    }),
    ofHere,
  )
}
