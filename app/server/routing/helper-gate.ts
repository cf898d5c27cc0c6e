import type { Access } from '#app/domain/core/access/route-access.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'

interface Declared {
  access?: Access
  confirm?: string
  helper?: true
  look?: string
}

/** All that an operator who visits to help may send; the language is switched by a link. */
export const helperPosts = (path: string): boolean => path === paths.help.leave()

/**
 * Before the gate that everybody passes: a visitor comes to pages behind a permission to look, which that gate asks for, and
 * nowhere else. No form of whatever kind, no paper and no file, nothing that asks for a proof first; of what is for guests or
 * for whoever is signed in only what says so. Refuses with help_visit.only_looks.
 */
export function passHelper(declared: Declared, mode: 'view' | 'change', path: string, isPage: boolean): void {
  if (mode === 'change' ? helperPosts(path) : declared.helper || isLook(declared, isPage)) return
  throw new Refusal('help_visit.only_looks')
}

const isLook = ({ access, confirm, look }: Declared, isPage: boolean) =>
  isPage && confirm === undefined && look !== 'paper' && isPermission(access)

const isPermission = (access: Access | undefined) =>
  access !== undefined && !['guest', 'gateway', 'signed-in', 'operator'].includes(access as string)
