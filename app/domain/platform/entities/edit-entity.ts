import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import {
  type Address,
  addressColumns,
  type ProfileInput,
  type SmtpInput,
} from '#app/domain/organisation/entities/entity-form.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import type { DB } from '#db/types.ts'

interface EntityChange {
  profile: ProfileInput
  address?: Address | undefined
  /** Null removes the organisation's own mail server. */
  smtp?: SmtpInput | null | undefined
}

/**
 * Changes the given fields. A changed mail server, port or user needs the password again, since the stored one must not be
 * sent to another server. Refuses version_conflict.
 */
export async function editEntity(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, ring }: { id: string; version: number; ring: Keyring },
  { profile, address, smtp }: EntityChange,
): Promise<void> {
  const before = await locked(trx, id, version)
  const { smtp_password_sealed, ...shown } = before
  const plain = { ...given(profile), ...(address && addressColumns(address)) }
  const mail = smtp === undefined ? {} : smtp === null ? noSmtp : smtpColumns(smtp, before)
  const password = smtp === undefined ? {} : { ...sealedPassword(ring, id, smtp), ...untried }
  await trx
    .updateTable('platform.entity')
    .set({ ...plain, ...mail, ...password, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = difference(shown, { ...plain, ...mail })
  if (smtp?.password) change.after = { ...change.after, smtp_password: 'changed' }
  if (smtp?.password === null && before.smtp_password_sealed) {
    change.after = { ...change.after, smtp_password: 'removed' }
  }
  await record(trx, actor, 'entity.edited', { type: 'entity', id }, change)
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function given<Fields extends object>(fields: Fields): Given<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Given<Fields>
}

const noSmtp = {
  smtp_host: null,
  smtp_port: null,
  smtp_username: null,
  smtp_sender_name: null,
  smtp_sender_email: null,
  smtp_status: 'not_setup',
}

/** Results of tests with the former settings no longer apply. */
const untried = { smtp_failure: null, smtp_tried_at: null, smtp_hard_errors: 0 }

type Row = Awaited<ReturnType<typeof locked>>

function smtpColumns(smtp: SmtpInput, before: Row) {
  const { host, port, sender_name, sender_email } = smtp
  const username = smtp.username ?? null
  const elsewhere =
    host !== before.smtp_host || port !== before.smtp_port || username !== before.smtp_username
  const keepsPassword = before.smtp_password_sealed !== null && smtp.password === undefined
  if (elsewhere && keepsPassword && username) throw new Refusal('smtp.password_again', 'smtp_password')
  return {
    smtp_host: host,
    smtp_port: port,
    smtp_username: username,
    smtp_sender_name: sender_name,
    smtp_sender_email: sender_email,
    smtp_status: 'entered',
  }
}

/** Without a new password the stored one stays, as long as there is a user name. */
function sealedPassword(ring: Keyring, id: string, smtp: SmtpInput | null) {
  if (!smtp?.username || smtp.password === null) return { smtp_password_sealed: null, smtp_password_at: null }
  if (smtp.password === undefined) return {}
  const smtp_password_sealed = seal(ring, entityCell(id, 'smtp_password_sealed'), smtp.password)
  return { smtp_password_sealed, smtp_password_at: sql<Date>`now()` }
}

async function locked(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('platform.entity')
    .select([
      'name',
      'company_name',
      'registration_number',
      'licence_no',
      'nametag',
      'contact_name',
      'contact_phone',
      'contact_email',
      'opening_hours',
      'theme_colour',
      'default_locale',
      'tax_registered',
      'sst_number',
      'academic_year_start_month',
      ...addressNames,
      'smtp_host',
      'smtp_port',
      'smtp_username',
      'smtp_password_sealed',
      'smtp_sender_name',
      'smtp_sender_email',
      'smtp_status',
      'version',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values
}
