import { studentChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { rejectChange, withdrawChange } from '#app/domain/people/student-changes/request-and-decide.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'student_change',
  find: studentChange,
  shown: ({ student }) => ({ subtitle: student, items: [] }),
})

/** It is approved on a page of its own, for what must be looked at once more. */
export const studentChangeRequest = {
  reject: kit.decline('reject', rejectChange, ({ student }) => [
    'student_change_rejected',
    { name: student },
  ]),
  withdraw: kit.withdraw('student.request_change', withdrawChange, ({ student }) => [
    'student_change_withdrawn',
    { name: student },
  ]),
}
