import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { studentsIn } from './scope.ts'

/** A student with what another one was to get, as the page shows them beside what was typed. */
export interface SimilarStudent {
  /** Null when the reader's rows do not reach them: then only where they are is told. */
  id: string | null
  name: string | null
  student_no: string | null
  born_on: string | null
  gender: string | null
  parents: string | null
  branch: string
  status: string
  same: 'identity_no' | 'birth_cert_no' | 'twin'
}

interface Details {
  name: string
  born_on: string
  identity_no?: string | undefined
  birth_cert_no?: string | undefined
  twin_reason?: string | undefined
}

/** A name as it is compared: neither case nor spaces nor signs count. */
export const written = (name: unknown) => sql`regexp_replace(lower(${name}), '[[:space:][:punct:]]', '', 'g')`

/**
 * Refuses (duplicate.student, at the number) when another student has this identity number or birth certificate, and
 * unless a reason is given (student.twin, at `twin_reason`) when one has the same name, however it is written, and the
 * same day of birth. The refusal carries them as SimilarStudent. Returns the ids of those for whom the reason was given.
 */
export async function refuseSimilarStudents(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  details: Details,
  except: string | null,
): Promise<string[]> {
  const others = await similarStudents(db, keys, details, except)
  const number = others.find(({ same }) => same !== 'twin')
  if (!number && (others.length === 0 || details.twin_reason)) return others.map(({ id }) => id)
  const ids = others.map(({ id }) => id)
  const reached = await studentsIn(db, scope).where('student.id', 'in', ids).select('student.id').execute()
  const found = others.map((one): SimilarStudent => {
    if (reached.some(({ id }) => id === one.id)) return one
    const unknown = { id: null, name: null, student_no: null, born_on: null, gender: null, parents: null }
    return { ...one, ...unknown }
  })
  if (number) throw new Refusal('duplicate.student', number.same, {}, found)
  throw new Refusal('student.twin', 'twin_reason', {}, found)
}

/** Students with the same number, or the same name and birthday; at most five. */
export async function similarStudents(
  db: Kysely<DB>,
  keys: Keys,
  { name, born_on, identity_no, birth_cert_no }: Omit<Details, 'twin_reason'>,
  except: string | null,
) {
  const place = { place: keys.place, table: 'student' } as const
  const indexes = identity_no ? identityIndexes(keys.ring, place, identity_no) : []
  return db
    .selectFrom('student')
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .select(['student.id', 'student.name', 'student.student_no', 'student.born_on', 'student.gender'])
    .select(['student.status', 'branch.name as branch', parentNames.as('parents')])
    .select(
      sql<
        SimilarStudent['same']
      >`case when student.identity_no_index = any(${indexes}::bytea[]) then 'identity_no'
        when lower(student.birth_cert_no) = lower(${birth_cert_no ?? null}) then 'birth_cert_no' else 'twin' end`.as(
        'same',
      ),
    )
    .where('student.deleted_at', 'is', null)
    .where(sql<boolean>`student.id is distinct from ${except}::uuid`)
    .where(
      sql<boolean>`(student.identity_no_index = any(${indexes}::bytea[])
        or lower(student.birth_cert_no) = lower(${birth_cert_no ?? null})
        or (student.born_on = ${born_on} and ${written(sql.ref('student.name'))} = ${written(sql`${name}::text`)}))`,
    )
    .orderBy('student.id')
    .limit(5)
    .execute()
}

const parentNames = sql<
  string | null
>`(select string_agg(parent.name, ', ' order by is_primary desc, parent.name)
  from student_parent join parent on parent.id = student_parent.parent_id where student_parent.student_id = student.id)`
