import {
  attendanceOf,
  comingSessions,
  latestMarks,
} from '#app/domain/classes/attendance/family-attendance.ts'
import { openLeaveOf } from '#app/domain/classes/leave/find-leave.ts'
import { paths } from '#app/paths.ts'
import { packageOpens } from '#app/server/features/feature-pages.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * What the page of a student, or a parent's page of all children, shows of their sessions: what is coming, how often they came and
 * the latest marks. Null for who may not see it, or where the package has no attendance.
 */
export async function attendanceFor(context: RequestContext, student_ids: readonly string[]) {
  if (!context.can('attendance.view') || student_ids.length === 0) return null
  if (!(await packageOpens(context, paths.attendance.list()))) return null
  const scope = context.scope('attendance.view')
  const db = await context.read()
  const { today, locale } = context
  const [counts, latest, coming, leave] = await Promise.all([
    attendanceOf(db, scope, student_ids, today),
    latestMarks(db, scope, student_ids),
    comingSessions(db, student_ids, today, locale),
    openLeaveOf(db, student_ids, today),
  ])
  return student_ids.map((student_id) => ({
    student_id,
    ...counts.get(student_id)!,
    marks: latest
      .get(student_id)!
      .map(({ id, subject, held_on, starts, ends, mark, standing, late_minutes, remark }) => ({
        ...{ id, subject, held_on, starts, ends, mark, standing, late_minutes, remark },
      })),
    coming: coming.filter((one) => one.student_id === student_id),
    leave: leave.filter((one) => one.student_id === student_id),
  }))
}
export type StudentAttendance = NonNullable<Awaited<ReturnType<typeof attendanceFor>>>[number]
