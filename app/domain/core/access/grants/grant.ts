/** The roles of a tenant's people; those of operators are separate: operator-access.ts. */
export const roles = [
  'superadmin',
  'admin',
  'supervisor',
  'clerk',
  'class-admin',
  'class-assistant',
  'trainer',
  'parent',
] as const
export type Role = (typeof roles)[number]

/** What a session may have instead: an operator who visits to help is given by nobody, and looks as an administrator does. */
export type Held = Role | 'helper'

/** Which rows a permission reaches: own (and own children's), assigned classes, own branches, the whole tenant. */
export const narrowToWide = ['own', 'class', 'branch', 'all'] as const
export type Scope = (typeof narrowToWide)[number]

/** Who may do something, each role with the rows that it reaches. */
export type Grant = Partial<Record<Role, Scope>>
