import { applicationList } from '#app/domain/enrolment/applications/find-applications.ts'
import { parentList } from '#app/domain/people/parents/find-parents.ts'
import { studentChangeList } from '#app/domain/people/student-changes/find-student-changes.ts'
import { studentDiscountList } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { day, earlier, text } from '../told.ts'
import { dayOf, ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of families. */
export function familyLists() {
  ofTenant(
    applicationList,
    () => ({
      status: ['withdrawn', ({ status }) => status === 'withdrawn'],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      subject_id: [rows().taught.id, ({ children }) => children === text],
      channel: ['staff', ({ channel }) => channel === 'staff'],
      from: [day, ({ submitted_at }) => dayOf(submitted_at) >= day],
      until: [earlier, ({ submitted_at }) => dayOf(submitted_at) < day],
      alike: ['student', ({ alike }) => alike === 'student'],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    parentList,
    () => ({
      branch_id: [rows().far.id, ({ name }) => name === text],
      status: ['inactive', ({ status }) => status === 'inactive'],
      einvoice: ['lacking', ({ name }) => name !== text],
    }),
    ({ name }) => name !== text,
  )

  ofTenant(
    studentList,
    () => ({
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      program_id: [rows().program.id, ({ id }) => id === rows().attendee.id],
      subject_id: [rows().taught.id, ({ id }) => id === rows().attendee.id],
      citizen: ['foreign', ({ name }) => name === text],
      status: ['withdrawn', ({ status }) => status === 'withdrawn'],
      joined: ['2025-02', ({ name }) => name === text],
      left: ['2026-03', ({ name }) => name === text],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    studentDiscountList,
    () => ({
      type: ['scholarship', ({ student }) => student === text],
      status: ['requested', ({ status }) => status === 'requested'],
      ends: ['soon', ({ ends_on }) => ends_on !== null],
    }),
    ({ student }) => student !== text,
  )

  ofTenant(
    studentChangeList,
    () => ({ status: ['rejected', ({ status }) => status === 'rejected'] }),
    ({ student }) => student !== text,
  )
}
