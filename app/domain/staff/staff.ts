import { type Role, scopeOf } from '#app/domain/access.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'

/** Of the account; a list shows it as the person's. */
export const accountStatuses = ['active', 'invited', 'inactive'] as const
export const genders = ['female', 'male'] as const

export interface StaffRow {
  id: string
  name: string
  staff_no: string | null
  position: string | null
  department: string | null
  branches: string | null
  roles: readonly string[] | null
  phone: string | null
  email: string | null
  joined_on: string | null
  ended_on: string | null
  status: string
}

export const staffExportColumns = columnsOf<StaffRow>()(
  { key: 'name', label: 'staff.name', sort: true },
  { key: 'staff_no', label: 'staff.staff_no', sort: true },
  { key: 'position', label: 'staff.position', sort: true },
  { key: 'department', label: 'staff.department_id', sort: true },
  { key: 'branches', label: 'staff.branch_ids' },
  { key: 'roles', label: 'staff.roles', words: 'common.role' },
  { key: 'phone', label: 'staff.phone', kind: 'phone' },
  { key: 'email', label: 'staff.email' },
  { key: 'joined_on', label: 'staff.joined_on', kind: 'date', sort: true },
  { key: 'ended_on', label: 'staff.ended_on', kind: 'date' },
  { key: 'status', label: 'staff.status', kind: 'status', sort: true },
)

const onScreen = ['name', 'staff_no', 'position', 'department', 'branches', 'roles', 'phone', 'status']
const nameOnly = ['name', 'staff_no', 'position', 'department', 'branches', 'status']

/** Who may only know the names gets no contact and no role. */
export function staffColumns(details: boolean) {
  return staffExportColumns.filter(({ key }) => (details ? onScreen : nameOnly).includes(key))
}

/** More of colleagues than their names: contact, birth date, masked identity number. */
export function seesDetails(held: readonly Role[]): boolean {
  const scope = scopeOf(held, 'identity.view')
  return scope === 'branch' || scope === 'all'
}
