/* Who is often meant together in the permission table (beside this file), each role with the rows that it reaches. */

export const managers = { superadmin: 'all', admin: 'all' } as const
export const heads = { ...managers, supervisor: 'branch' } as const
/** Who sees money. */
export const office = { ...heads, clerk: 'branch' } as const
/** Who looks after classes; these roles and trainers never receive a money figure. */
export const academic = { ...heads, 'class-admin': 'branch' } as const
export const officeAndAcademic = { ...office, 'class-admin': 'branch' } as const
export const teaching = { 'class-assistant': 'class', trainer: 'class' } as const
export const officeEverywhere = { superadmin: 'all', admin: 'all', supervisor: 'all', clerk: 'all' } as const
export const staffEverywhere = {
  ...officeEverywhere,
  'class-admin': 'all',
  'class-assistant': 'all',
  trainer: 'all',
} as const
export const everybodyEverywhere = { ...staffEverywhere, parent: 'all' } as const
export const superadmin = { superadmin: 'all' } as const
export const parent = { parent: 'own' } as const
export const everybody = {
  ...officeAndAcademic,
  'class-assistant': 'class',
  trainer: 'own',
  parent: 'own',
} as const
export const everybodysOwn = {
  superadmin: 'own',
  admin: 'own',
  supervisor: 'own',
  clerk: 'own',
  'class-admin': 'own',
  'class-assistant': 'own',
  trainer: 'own',
  parent: 'own',
} as const
