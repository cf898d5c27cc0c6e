import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { parentsIn } from './scope.ts'

/** A parent with something that another one was to get. */
export interface SimilarParent {
  /** Null when the reader's rows do not reach them: then no more is told than that there is one. */
  id: string | null
  name: string | null
  family_code: string | null
  same: 'identity_no' | 'phone' | 'email'
}

interface Details {
  identity_no?: string | undefined
  phone: string | undefined
  email?: string | undefined
  is_another?: boolean | undefined
}

/**
 * Refuses (duplicate.parent, at the number) when another parent has this identity number, and unless it is said to be
 * somebody else (duplicate.parent_contact, at `is_another`) when one has this phone or e-mail address. The refusal
 * carries them as SimilarParent.
 */
export async function refuseSimilarParents(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  { identity_no, phone, email, is_another }: Details,
  except: string | null,
): Promise<void> {
  const indexes = identity_no
    ? identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, identity_no)
    : []
  const others = await db
    .selectFrom('parent')
    .select(['id', 'name', 'family_code'])
    .select(
      sql<SimilarParent['same']>`case when identity_no_index = any(${indexes}::bytea[]) then 'identity_no'
        when phone = ${phone ?? null} then 'phone' else 'email' end`.as('same'),
    )
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .where(
      sql<boolean>`(identity_no_index = any(${indexes}::bytea[]) or phone = ${phone ?? null} or lower(email) = ${email ?? null})`,
    )
    .orderBy('id')
    .limit(5)
    .execute()
  const isSame = others.some(({ same }) => same === 'identity_no')
  if (others.length === 0 || (is_another && !isSame)) return
  const ids = others.map(({ id }) => id)
  const reached = await parentsIn(db, scope).where('parent.id', 'in', ids).select('parent.id').execute()
  const found: SimilarParent[] = others.map((one) =>
    reached.some(({ id }) => id === one.id)
      ? one
      : { id: null, name: null, family_code: null, same: one.same },
  )
  if (isSame) throw new Refusal('duplicate.parent', 'identity_no', {}, found)
  throw new Refusal('duplicate.parent_contact', 'is_another', {}, found)
}
