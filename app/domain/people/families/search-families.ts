import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { owedBy } from '#app/domain/core/invoicing/status.ts'
import { containing } from '#app/domain/core/lists/list.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes, identityNo } from '#app/domain/identity/accounts/identity.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { type FoundFamily, leastTyped, mostFound } from './family.ts'

/** People of one kind whom a search takes into account; more of them say that too little was typed. */
const mostHits = 200

/**
 * Families about whom something was typed: the name of a child or a parent, each word of it in any order, the number of a
 * student, a phone however it is written, a family code, an identity number or a birth certificate in full. Bounded, and
 * by indexes, so that it costs the same in an organisation of any size. `more`: there are others.
 */
export async function searchFamilies(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  typed: string,
): Promise<{ rows: FoundFamily[]; more: boolean }> {
  if (typed.trim().length < leastTyped) return { rows: [], more: false }
  const found = await db
    .with('child', () => childrenAbout(db, scope, keys, typed))
    .with('adult', () => parentsAbout(db, scope, keys, typed))
    // Their children, and from these whoever pays: step by step, so that each goes by an index.
    .with('related', (query) =>
      query
        .selectFrom('child')
        .select('child.id')
        .union(
          query
            .selectFrom('student_parent as own')
            .innerJoin('adult', 'adult.id', 'own.parent_id')
            .select('own.student_id as id'),
        ),
    )
    .with('family', (query) =>
      query
        .selectFrom('student_parent as payer')
        .innerJoin('related', 'related.id', 'payer.student_id')
        .where('payer.is_payer', '=', true)
        .select('payer.parent_id as id')
        // a parent for whose children nobody pays, or who has none yet, is a family of their own
        .union(
          query
            .selectFrom('adult')
            .where(
              sql<boolean>`not exists (select from student_parent own join student_parent payer
                on payer.student_id = own.student_id where own.parent_id = adult.id and payer.is_payer)`,
            )
            .select('adult.id'),
        ),
    )
    .selectFrom(
      parentsIn(db, scope)
        .select(['parent.id', 'parent.name', 'parent.phone', 'parent.family_code'])
        .as('parent'),
    )
    .where('parent.id', 'in', (eb) => eb.selectFrom('family').select('family.id'))
    .select(['parent.id', 'parent.name', 'parent.phone', 'parent.family_code'])
    .select([childNames(db, scope).as('children'), owedBy(db, scope).as('owed_sen')])
    .orderBy('parent.name')
    .orderBy('parent.id')
    .limit(mostFound + 1)
    .execute()
  return { rows: found.slice(0, mostFound), more: found.length > mostFound }
}

function childrenAbout(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const number = identityOf(typed)
  return studentsIn(db, scope)
    .where((eb) =>
      eb.or([
        words(eb, 'student.name', typed),
        eb('student.student_no', 'ilike', containing(typed)),
        ...(number
          ? [
              eb('student.identity_no_index', 'in', indexes(keys, 'student', number)),
              eb(sql`lower(student.birth_cert_no)`, '=', number.toLowerCase()),
            ]
          : []),
      ]),
    )
    .select('student.id')
    .limit(mostHits)
}

function parentsAbout(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const digits = phoneDigits(typed)
  const number = identityOf(typed)
  return parentsIn(db, scope)
    .where((eb) =>
      eb.or([
        words(eb, 'parent.name', typed),
        eb('parent.family_code', 'ilike', containing(typed.replace(/[\s\p{Pd}]/gu, ''))),
        ...(digits ? [eb('parent.phone', 'ilike', containing(digits))] : []),
        ...(number ? [eb('parent.identity_no_index', 'in', indexes(keys, 'parent', number))] : []),
      ]),
    )
    .select('parent.id')
    .limit(mostHits)
}

/** True where a name holds each word that was typed. */
function words<T extends 'student' | 'parent'>(
  eb: ExpressionBuilder<DB, T>,
  column: `${T}.name`,
  typed: string,
) {
  return eb.and(
    typed
      .trim()
      .split(/\s+/)
      .map((word) => eb(sql.ref<string>(column), 'ilike', containing(word))),
  )
}

/** What may be an identity number, as it is kept. */
function identityOf(typed: string): string | undefined {
  const number = identityNo.safeParse(typed)
  return number.success && /^(?=.*\d)[A-Z0-9]{5,15}$/.test(number.data) ? number.data : undefined
}

const indexes = ({ ring, place }: Keys, table: 'student' | 'parent', number: string) =>
  identityIndexes(ring, { place, table }, number)

const childNames = (db: Kysely<DB>, scope: RowScope) =>
  sql<string | null>`(select string_agg(child.name, ', ' order by child.born_on)
    from (${studentsIn(db, scope).selectAll('student')}) as child
    join student_parent on student_parent.student_id = child.id
    where student_parent.parent_id = parent.id)`
