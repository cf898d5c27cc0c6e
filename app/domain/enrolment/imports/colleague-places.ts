import type { Kysely } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from './import.ts'
import { listed } from './kinds/colleague-fields.ts'
import { type Named, namedOf } from './named.ts'

/** Where somebody works, as a row says it. */
export interface NamedPlaces {
  branches: string | undefined
  department: string | undefined
}

export interface Places {
  branch: Named
  department: Named
}

export async function placesOf(db: Kysely<DB>): Promise<Places> {
  const [branch, department] = await Promise.all([namedOf(db, 'branch'), namedOf(db, 'department')])
  return { branch, department }
}

interface Found {
  branch_ids: string[]
  department_id?: string
}

/** The places that a row names, the import's own branch where it names none, or what there is not. */
export function placed(
  { branches, department }: NamedPlaces,
  places: Places,
  usual: string,
  { scope, branch_ids: own }: RowScope,
): Found | { problems: Problem[] } {
  const ids = branches === undefined ? [usual] : listed(branches).map(places.branch)
  const branch_ids = ids.flatMap((id) => id ?? [])
  const department_id = places.department(department)
  const isReached = scope === 'all' || branch_ids.every((id) => own.includes(id))
  const problems: Problem[] = []
  if (branch_ids.length === 0 || branch_ids.length < ids.length || !isReached)
    problems.push({ field: 'branch_ids', code: 'not_found.branch' })
  if (department !== undefined && !department_id)
    problems.push({ field: 'department_id', code: 'not_found.department' })
  if (problems.length > 0) return { problems }
  return { branch_ids, ...(department_id ? { department_id } : {}) }
}

/** The same when it is written: refuses what there is not any more. */
export function placedNow(...given: Parameters<typeof placed>): Found {
  const found = placed(...given)
  if (!('problems' in found)) return found
  const { field, code } = found.problems[0]!
  throw new Refusal(code as 'not_found.branch', field ?? undefined)
}
