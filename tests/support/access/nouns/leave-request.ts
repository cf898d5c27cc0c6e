import { attendanceSettingForm } from '#app/domain/classes/attendance/settings.ts'
import { leaveForm } from '#app/domain/classes/leave/leave.ts'
import { newId } from '#db/id.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { inDays, list, type Row, verb, view } from '#tests/support/access/row.ts'
import { insert } from '#tests/support/database/factories.ts'

let ahead = 10

/** Leave of the corner's student, each on a day of its own. */
export const leaveRequestNouns = {
  leave_request: {
    make: (trx, { student_id, user_id, mark }) => {
      const on = inDays(ahead++)
      return insert(trx, 'leave_request', {
        ...{ id: newId(), student_id, starts_on: on, ends_on: on, reason: mark, requested_by: user_id },
      })
    },
  },
} as const satisfies Record<string, Noun>

export const leaveRequestRows: Record<string, Row> = {
  'tenant/attendance/list': list,
  'tenant/attendance/student': { of: 'student' },
  'tenant/attendance-report/yearly': list,
  'tenant/attendance-report/details': list,
  'tenant/attendance-report/trainer': list,
  'tenant/leave-request/list': list,
  'tenant/leave-request/new': {
    of: 'spareStudent',
    form: () => {
      const on = inDays(120 + (ahead++ % 100))
      return { starts_on: on, ends_on: on, reason: 'Demam panas' }
    },
    schema: leaveForm,
  },
  'tenant/leave-request/view': view('leave_request'),
  'tenant/leave-request/withdraw': verb('leave_request'),
  'tenant/leave-request/picture': { of: 'leave_request', absent: true },
  'tenant/leave-request/file': { of: 'leave_request', absent: true },
  'tenant/setting/attendance': {
    form: () => ({ open_with: 'none', version: '0' }),
    schema: attendanceSettingForm,
  },
}
