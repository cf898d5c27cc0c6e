import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import type { DB } from '#db/types.ts'
import { type Anchor, anchorCode, anchorKey, readAnchorCode } from './seal.ts'

/** Stored with the other files of the log's owner; `on` also stores a copy for that day. */
export async function keepAnchor(
  files: Pick<Files, 'put'>,
  anchor: Anchor,
  { on }: { on?: string } = {},
): Promise<void> {
  const bytes = Buffer.from(`${anchorCode(anchor)}\n`)
  if (on) await files.put(`audit/${on}.txt`, bytes, 'text/plain')
  await files.put(anchorKey, bytes, 'text/plain')
}

/** Undefined when there is none yet. */
export async function keptAnchor(files: Pick<Files, 'get' | 'exists'>): Promise<Anchor | undefined> {
  if (!(await files.exists(anchorKey))) return undefined
  return readAnchorCode((await files.get(anchorKey)).toString('utf8'))
}

/** Active superadmins who have an address. */
export async function anchorReaders(db: Kysely<DB>) {
  const { anchor_mail } = await settings(db, 'audit')
  if (!anchor_mail) return []
  return db
    .selectFrom('user_account')
    .select(['id', 'name', 'email', 'locale'])
    .where(sql<boolean>`'superadmin' = any(roles)`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
}

/** Undefined when they have left or the mail was switched off. */
export async function anchorReader(db: Kysely<DB>, user_id: string) {
  return (await anchorReaders(db)).find(({ id }) => id === user_id)
}

export async function setAnchorMail(trx: Transaction<DB>, actor: Actor, anchor_mail: boolean): Promise<void> {
  const before = await settings(trx, 'audit')
  if (before.anchor_mail === anchor_mail) return
  const value = JSON.stringify({ ...before, anchor_mail })
  await trx
    .insertInto('setting')
    .values({ key: 'audit', value, updated_by: actor.id })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value,
        updated_by: actor.id,
        updated_at: sql`now()`,
        version: sql`setting.version + 1`,
      }),
    )
    .execute()
  await record(
    trx,
    actor,
    anchor_mail ? 'audit.anchor_mail_on' : 'audit.anchor_mail_off',
    { type: 'setting', id: 'audit' },
    { before: { anchor_mail: before.anchor_mail }, after: { anchor_mail } },
  )
}
