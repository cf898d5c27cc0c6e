import { auditList } from '#app/domain/audit/log/audit.ts'
import { signInList } from '#app/domain/audit/log/logins.ts'
import { branchList } from '#app/domain/catalogue/branches/branches.ts'
import { departmentList } from '#app/domain/catalogue/departments/departments.ts'
import { importList } from '#app/domain/enrolment/imports/find-imports.ts'
import { consentList } from '#app/domain/organisation/legal/consents.ts'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { trainerList } from '#app/domain/people/trainers/find-trainers.ts'
import { day, earlier } from '../told.ts'
import { dayOf, ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of who belongs to the organisation, and its logs. */
export function organisationLists() {
  ofTenant(
    branchList,
    () => ({
      state: ['Johor', ({ state }) => state === 'Johor'],
      status: ['inactive', ({ status }) => status === 'inactive'],
    }),
    ({ code }) => code === 'HQ',
  )

  ofTenant(consentList, () => ({
    party: ['organisation', ({ party }) => party === 'organisation'],
    paper: ['organisation_terms', ({ paper }) => paper === 'organisation_terms'],
    from: [day, ({ agreed_at }) => dayOf(agreed_at) >= day],
    to: [earlier, ({ agreed_at }) => dayOf(agreed_at) < day],
  }))

  ofTenant(
    importList,
    () => ({
      from: [day, ({ created_at }) => dayOf(created_at) >= day],
      to: [earlier, ({ created_at }) => dayOf(created_at) < day],
      kind: ['staff', ({ kind }) => kind === 'staff'],
      status: ['done', ({ status }) => status === 'done'],
    }),
    ({ kind }) => kind === 'students',
  )

  ofTenant(departmentList, () => ({
    branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofTenant(
    staffList,
    () => ({
      branch_id: [rows().far.id, ({ branches }) => branches === rows().far.name],
      department_id: [rows().place.id, ({ department }) => department === rows().place.name],
      role: ['supervisor', ({ roles }) => roles?.includes('supervisor') ?? false],
      status: ['inactive', ({ status }) => status === 'inactive'],
    }),
    ({ branches }) => branches !== rows().far.name,
  )

  ofTenant(
    trainerList,
    () => ({
      branch_id: [rows().far.id, ({ branches }) => branches === rows().far.name],
      status: ['inactive', ({ status }) => status === 'inactive'],
    }),
    ({ branches }) => branches !== rows().far.name,
  )

  ofTenant(
    auditList,
    () => ({
      person: [rows().head.id, ({ actor_type }) => actor_type === 'user'],
      from: [day, ({ at }) => dayOf(at) >= day],
      to: [earlier, ({ at }) => dayOf(at) < day],
      group: ['branch', ({ action }) => action.startsWith('branch.')],
      object: ['branch', ({ object_type }) => object_type === 'branch'],
      actor_type: ['user', ({ actor_type }) => actor_type === 'user'],
      object_id: [rows().head.id, ({ object_id }) => object_id === rows().head.id],
    }),
    ({ actor_type }) => actor_type === 'user',
  )

  ofTenant(
    signInList,
    () => ({
      from: [day, ({ at }) => dayOf(at) >= day],
      to: [earlier, ({ at }) => dayOf(at) < day],
      outcome: ['success', ({ outcome }) => outcome === 'success'],
      method: ['reset', ({ method }) => method === 'reset'],
      person: [rows().head.id, ({ person_id }) => person_id === rows().head.id],
    }),
    ({ person_id }) => person_id === rows().head.id,
  )
}
