import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { departmentForm } from './department-form.ts'
import { department } from './find-departments.ts'

/** What is done with departments; one that a staff member or a program has can only be deactivated. */
export const departments = keptVerbs(
  'department',
  departmentForm,
  { staff: 'department_id', program: 'department_id' },
  department,
)
