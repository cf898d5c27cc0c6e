import type { Access } from '#app/domain/core/access/route-access.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'

interface Declared {
  access?: Access
  confirm?: string
  helper?: true
  look?: string
}

/** The only form that an operator on a support visit may post: the one that ends the visit. */
export const helperPosts = (path: string): boolean => path === paths.help.leave()

/**
 * Stands before the gate that everybody passes. An operator on a support visit sees only pages behind a permission to view,
 * which that gate then checks: no form, no print, no file, nothing that asks for a confirmation, and of the routes for guests
 * or for any signed-in person only those that declare `helper`. Refuses with help_visit.only_looks.
 */
export function passHelper(declared: Declared, mode: 'view' | 'change', path: string, isPage: boolean): void {
  if (mode === 'change' ? helperPosts(path) : declared.helper || isViewOnly(declared, isPage)) return
  throw new Refusal('help_visit.only_looks')
}

const isViewOnly = ({ access, confirm, look }: Declared, isPage: boolean) =>
  isPage && confirm === undefined && look !== 'paper' && isPermission(access)

const isPermission = (access: Access | undefined) =>
  access !== undefined && !['guest', 'gateway', 'signed-in', 'operator'].includes(access as string)
