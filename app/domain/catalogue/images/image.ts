import type { Kysely, Transaction } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { PicturedNoun } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'

/** Side in pixels of the square that is kept. */
export const imageSide = 512

/** One that the scope reaches; all but classes belong to the whole organisation. */
function rows(db: Kysely<DB>, noun: PicturedNoun, scope: RowScope) {
  const found =
    noun === 'subject'
      ? subjectsIn(db, scope)
      : db.selectFrom(noun as 'program').where(`${noun as 'program'}.deleted_at`, 'is', null)
  // All of these tables have these columns; Kysely's types cannot follow one that is one of several.
  return found as ReturnType<typeof subjectsIn>
}
const column = <C extends 'id' | 'name' | 'image_file'>(noun: PicturedNoun, name: C) =>
  `${noun}.${name}` as `subject.${C}`

/** The picture of a row, null for none; returns the key of the one before. Refuses with not_found. */
export async function setImage(
  trx: Transaction<DB>,
  actor: Actor,
  noun: PicturedNoun,
  scope: RowScope,
  id: string,
  file: string | null,
): Promise<string | null> {
  const before = await rows(trx, noun, scope)
    .select([column(noun, 'name'), column(noun, 'image_file')])
    .where(column(noun, 'id'), '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal(`not_found.${noun}`)
  if (file === null && before.image_file === null) return null
  await trx
    .updateTable(noun as 'subject')
    .set({ image_file: file, ...changed(actor) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const about = { type: noun, id }
  await record(trx, actor, `${noun}.image_${file ? 'set' : 'removed'}`, about, named(before.name, {}))
  return before.image_file
}

/** The key of a picture. Refuses (not_found.picture) what has none, and what the scope does not reach. */
export async function imageOf(
  db: Kysely<DB>,
  noun: PicturedNoun,
  scope: RowScope,
  id: string,
): Promise<string> {
  const row = await rows(db, noun, scope)
    .select(column(noun, 'image_file'))
    .where(column(noun, 'id'), '=', id)
    .executeTakeFirst()
  if (!row?.image_file) throw new Refusal('not_found.picture')
  return row.image_file
}

/** Pictures on the public registration and donation pages, for anybody. */
export async function offeredImage(db: Kysely<DB>, noun: PicturedNoun, id: string): Promise<string> {
  if (noun === 'infaq_type' || noun === 'zakat_type') {
    const given = await db
      // Both tables have these columns; Kysely's types need one of them.
      .selectFrom(noun as 'infaq_type')
      .select('image_file')
      .where('deleted_at', 'is', null)
      .where('status', '=', 'active')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!given?.image_file) throw new Refusal('not_found.picture')
    return given.image_file
  }
  const offered = db
    .selectFrom('program')
    .where('program.deleted_at', 'is', null)
    .where('program.public_registration', '=', true)
  const row =
    noun === 'program'
      ? await offered
          .where('program.status', '=', 'active')
          .where('program.id', '=', id)
          .select('program.image_file')
          .executeTakeFirst()
      : await offered
          .innerJoin('subject', 'subject.program_id', 'program.id')
          .where('subject.deleted_at', 'is', null)
          .where('subject.id', '=', id)
          .select('subject.image_file')
          .executeTakeFirst()
  if (!row?.image_file) throw new Refusal('not_found.picture')
  return row.image_file
}
