import type { TFunction } from 'i18next'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DraftAnswers, DraftChild } from '#app/domain/enrolment/online-registration/draft.ts'
import type { DB } from '#db/types.ts'

export interface NamedChild extends DraftChild {
  name: string
  born_on: string | undefined
}

/** The children of a draft as its pages call them; who is on file has that name. */
export async function childrenOf(
  db: Kysely<DB>,
  { students }: Pick<DraftAnswers, 'students'>,
  t: TFunction,
): Promise<NamedChild[]> {
  const ids = students.flatMap(({ student_id }) => student_id ?? [])
  const known =
    ids.length === 0
      ? []
      : await db
          .selectFrom('student')
          .select(['id', 'name', 'born_on', 'nationality'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute()
  return students.map((child, index) => {
    const filed = known.find(({ id }) => id === child.student_id)
    const name =
      filed?.name ?? (child.typed.name?.trim() || t('register.child_number', { number: index + 1 }))
    const typed = filed ? { ...child.typed, nationality: filed.nationality } : child.typed
    return { ...child, typed, name, born_on: filed?.born_on ?? child.typed.born_on }
  })
}
