import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter, definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import { outboxChannel } from '#app/outbox/enqueue.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { type Anchor, anchorCode, anchorKey, readAnchorCode } from './seal.ts'

/** Stores the anchor with the files of the log's owner; `on` (`YYYY-MM-DD`) also stores a copy for that day. */
export async function saveAnchor(
  files: Pick<Files, 'put'>,
  anchor: Anchor,
  { on }: { on?: string } = {},
): Promise<void> {
  const bytes = Buffer.from(`${anchorCode(anchor)}\n`)
  if (on) await files.put(`audit/${on}.txt`, bytes, 'text/plain')
  await files.put(anchorKey, bytes, 'text/plain')
}

/** The stored anchor; undefined if there is none yet. */
export async function savedAnchor(files: Pick<Files, 'get' | 'exists'>): Promise<Anchor | undefined> {
  if (!(await files.exists(anchorKey))) return undefined
  return readAnchorCode((await files.get(anchorKey)).toString('utf8'))
}

/** Switches the daily mail on or off. */
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

/** Active superadmins with an e-mail address, if the mail is switched on. */
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

/** One of them; undefined if they have left or the mail was switched off. */
async function anchorReader(db: Kysely<DB>, user_id: string) {
  return (await anchorReaders(db)).find(({ id }) => id === user_id)
}

const wake = sql`select pg_notify(${sql.lit(outboxChannel)}, '')`

/**
 * Enqueues sealing for each organisation whose audit log has grown since the last call; runs in the platform's schema and
 * returns how many. It compares Postgres's own row statistics, so that writers pay nothing and no tenant schema is read. The
 * counts are up to ten seconds late. After a crash of the database they start again at zero, which differs and therefore
 * triggers a check.
 */
export async function enqueueSeals(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql`
    with counted as (
      select entity.id, pg_stat_get_tuples_inserted(log.oid) as rows
      from platform.entity
      join pg_namespace as place on place.nspname = entity.schema_name
      join pg_class as log on log.relnamespace = place.oid and log.relname = 'audit_log'
    ), grown as (
      insert into platform.audit_watch (entity_id, counted)
      select id, rows from counted
      where not exists (
        select from platform.audit_watch where audit_watch.entity_id = counted.id and audit_watch.counted = counted.rows)
      on conflict (entity_id) do update set counted = excluded.counted, changed_at = now()
      returning entity_id
    )
    insert into platform.outbox (id, entity_id, name, payload)
    select gen_random_uuid(), entity_id, 'audit.seal', '{}' from grown returning id`.execute(trx)
  if (rows.length > 0) await wake.execute(trx)
  return rows.length
}

/** Enqueues the anchor of each active organisation whose log has grown since its last one; returns how many. */
export async function enqueueAnchors(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql`
    with due as (
      update platform.audit_watch as watch set anchored_at = now() from platform.entity
      where entity.id = watch.entity_id and entity.status = 'active'
        and (watch.anchored_at is null or watch.changed_at > watch.anchored_at)
      returning watch.entity_id
    )
    insert into platform.outbox (id, entity_id, name, payload)
    select gen_random_uuid(), entity_id, 'audit.anchor', '{}' from due returning id`.execute(trx)
  if (rows.length > 0) await wake.execute(trx)
  return rows.length
}

interface SealedAnchor {
  anchor: Anchor
  sealed_at: Date
}

/** The daily mail with the last seal of an audit log, by which a later rewriting of the log can be detected. */
export const anchorLetter = defineLetter<'audit.mail', SealedAnchor>({
  list: 'audit',
  noReply: true,
  load: (trx, { user_id: _, ...anchor }) => sealed(trx, anchor),
  async to(trx, { user_id }) {
    const reader = await anchorReader(trx, user_id)
    return reader && recipientOf(reader)
  },
  compose(sealedAnchor, setting) {
    const { name, lines } = senderOf(setting.organisation)
    return compose(sealedAnchor, {
      ...setting,
      organisation: name,
      sender: lines,
      verify: paths.log.verify(),
    })
  },
})

/** The same for the platform's log, to its owners; not sent if the platform has no mail server. */
export const platformAnchorLetter = definePlatformLetter<'audit.mail_owner', SealedAnchor>({
  list: 'audit',
  load: async (trx, { operator_id: _, ...anchor }, { environment }) =>
    environment.smtpUrl ? sealed(trx, anchor) : undefined,
  async to(trx, { operator_id }) {
    const owner = (await activeOwners(trx)).find(({ id }) => id === operator_id)
    return owner && recipientOf(owner)
  },
  compose: (sealedAnchor, setting) =>
    compose(sealedAnchor, {
      ...setting,
      organisation: 'Lunas',
      sender: ['Lunas'],
      verify: paths.admin.log.verify(),
    }),
})

interface Setting extends PlatformLetterSetting {
  organisation: string
  sender: string[]
  /** The page on which the code is verified. */
  verify: string
}

function compose({ anchor, sealed_at }: SealedAnchor, setting: Setting): Letter {
  const { t, locale, organisation } = setting
  return {
    subject: t('mail.audit.subject', { organisation, number: anchor.number }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t('mail.audit.what', { organisation }), t('mail.audit.why')],
    figure: { label: t('mail.audit.number'), value: String(anchor.number) },
    facts: [
      { label: t('mail.audit.sealed_at'), value: formatInstant(sealed_at, locale) },
      { label: t('mail.audit.code'), value: anchorCode(anchor) },
    ],
    action: { label: t('mail.audit.verify'), url: setting.origin + setting.verify },
    sender: setting.sender,
    note: t('mail.audit.note', { organisation }),
  }
}

export function activeOwners(trx: Transaction<DB>) {
  return trx
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'locale'])
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
}

/** Undefined if there is no such seal. */
async function sealed(trx: Transaction<DB>, anchor: Anchor): Promise<SealedAnchor | undefined> {
  const row = await trx
    .selectFrom('audit_seal')
    .select('at')
    .where('number', '=', anchor.number)
    .where('hash', '=', Buffer.from(anchor.hash, 'hex'))
    .executeTakeFirst()
  return row && { anchor, sealed_at: row.at }
}
