import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import { leastTyped } from '#app/domain/people/families/family.ts'
import { searchFamilies } from '#app/domain/people/families/find-families.ts'
import { keysOf } from '#app/server/request/keys.ts'

/** Families about whom `?q=` says something, as far as the permission reaches. */
export async function foundFamilies({ request, context }: LoaderFunctionArgs, permission: Permission) {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const found = await searchFamilies(await context.read(), context.scope(permission), keysOf(context), q)
  return { q, short: q.length > 0 && q.length < leastTyped, ...found }
}
