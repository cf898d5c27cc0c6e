import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { type LegalInput, type OwnLegalSlug, versionName } from '#app/domain/core/help/legal-paper.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/**
 * Publishes a version of a paper of the organisation's own, in force from its day on. A second one of the same day gets the
 * next number; what was published before stays readable. Returns the version's name.
 */
export async function publishOwnPaper(
  trx: Transaction<DB>,
  actor: Actor,
  slug: OwnLegalSlug,
  { body_en, body_my, valid_from }: Omit<LegalInput, 'intent'>,
): Promise<{ version: string }> {
  // Two who publish at the same time get two numbers.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${` legal_version ${slug}`}))`.execute(
    trx,
  )
  const { last } = await trx
    .selectFrom('legal_version')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('slug', '=', slug)
    .where('valid_from', '=', valid_from)
    .executeTakeFirstOrThrow()
  const [id, number] = [newId(), (last ?? 0) + 1]
  await trx
    .insertInto('legal_version')
    .values({ id, slug, valid_from, number, body_en, body_my, created_by: actor.id! })
    .execute()
  const version = versionName(valid_from, number)
  const after = { name: slug, version }
  await record(trx, actor, 'legal.published', { type: 'legal_version', id }, { after })
  return { version }
}
