import { type Kysely, sql } from 'kysely'
import { plainDate } from '#app/domain/core/fields.ts'
import type { DB } from '#db/types.ts'
import type { DraftAnswers, DraftChild } from './draft.ts'
import type { Seeking } from './offered.ts'

export type FiledChildren = ReadonlyMap<
  string,
  { name: string; born_on: string; nationality: string; branch_id: string }
>

/** The children of a draft who are students already, by id. */
export async function filedChildren(
  db: Kysely<DB>,
  { students }: Pick<DraftAnswers, 'students'>,
): Promise<FiledChildren> {
  const ids = students.flatMap(({ student_id }) => student_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('student')
    .select(['id', 'name', 'born_on', 'nationality', 'branch_id'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** The day of birth on file, or as it was typed where that is a day: what is judged is what is handed in. */
export const birthdayOf = ({ student_id, typed }: DraftChild, filed: FiledChildren): string | undefined =>
  (student_id === null ? undefined : filed.get(student_id)?.born_on) ??
  plainDate.safeParse(typed.born_on).data

/** The child for whom classes are sought; the branch chosen for it. */
export const seekingOf = (child: DraftChild, filed: FiledChildren): Seeking => ({
  born_on: birthdayOf(child, filed),
  branch_id: child.typed.branch_id || undefined,
})
