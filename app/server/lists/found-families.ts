import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import { leastTyped } from '#app/domain/people/families/family.ts'
import { searchFamilies } from '#app/domain/people/families/find-families.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { reachOf } from './reach.ts'

/** Families about whom `?q=` says something, as far as the permission reaches. */
export async function foundFamilies({ request, context }: LoaderFunctionArgs, permission: Permission) {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const db = await context.read()
  const scope = context.scope(permission)
  const [found, reach] = await Promise.all([
    searchFamilies(db, scope, keysOf(context), q),
    q ? reachOf(db, scope) : undefined,
  ])
  return { q, short: q.length > 0 && q.length < leastTyped, reach, ...found }
}
