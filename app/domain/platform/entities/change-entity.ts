import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import { type OperatorPermission, operatorMay } from '#app/domain/core/access/operator-access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, record, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addressFields, addressNames, missingOfAddress } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { reason, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import {
  type Address,
  addressColumns,
  entityStatuses,
  fpxSellerId,
  organisationTypes,
  type ProfileInput,
  profileFields,
  type SmtpInput,
} from '#app/domain/organisation/entities/entity-form.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import type { DB } from '#db/types.ts'

interface EntityChange {
  profile: ProfileInput
  address?: Address | undefined
  /** Null removes the organisation's own mail server. */
  smtp?: SmtpInput | null | undefined
}

interface At {
  id: string
  version: number
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
  const before = await locked(trx, { id, version })
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

// Changes by operators run in the platform's schema; each is also recorded in the organisation's own audit log.

/** Changing the FPX seller id needs the right to confirm bank accounts, since both decide where the money goes. */
export const sellerPermission = 'admin.entity_bank.confirm' satisfies OperatorPermission

const { name, company_name, registration_number, nametag, contact_name, contact_email } = profileFields

/**
 * Fields that an operator may change. Bank account, subdomain and status have pages and permissions of their own. An emptied
 * field is stored as empty.
 */
export const entityEditForm = z
  .object({
    name,
    organisation_type: z.enum(organisationTypes),
    company_name,
    registration_number,
    licence_no: profileFields.licence_no.unwrap().optional(),
    nametag,
    /** As PayNet has registered it; without it the organisation is not paid through FPX. */
    fpx_seller_id: fpxSellerId.optional(),
    contact_name,
    contact_phone: malaysianPhone,
    contact_email,
    ...addressFields,
    version,
  })
  .superRefine((entity, context) => {
    for (const field of missingOfAddress(entity))
      context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
  })

type EntityEditInput = z.output<typeof entityEditForm>

/** Only closing needs a reason. */
export const entityStatusForm = z
  .object({ status: z.enum(entityStatuses), inactive_reason: reason.optional(), version })
  .superRefine(({ status, inactive_reason }, context) => {
    if (status === 'inactive' && inactive_reason === undefined)
      context.addIssue({ code: 'custom', path: ['inactive_reason'], message: 'invoice.reason' })
  })

/**
 * Changes an organisation. The FPX seller id is left as it is for operators without `sellerPermission`; payments under way
 * keep the seller id they were signed for. Refuses not_found.entity, version_conflict, a changed seller id without the
 * permission (action_not_allowed), and one that is in use (duplicate.seller_id).
 */
export async function editEntityByOperator(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: At,
  { version: _, ...input }: EntityEditInput,
): Promise<void> {
  const { status: _status, inactive_reason: _reason, ...before } = await locked(trx, { id, version })
  const emptied = Object.fromEntries(addressNames.map((name) => [name, input[name] ?? null]))
  const { licence_no = null } = input
  const fpx_seller_id = await sellerOf(trx, actor, before, input)
  const after = { ...input, licence_no, fpx_seller_id, ...emptied }
  await trx
    .updateTable('platform.entity')
    .set({ ...after, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await recordInBoth(
    trx,
    actor,
    'entity.edited',
    entityItself(id),
    difference<Record<string, unknown>>(before, after),
  )
}

/**
 * Closes an organisation: nobody can sign in and no payment can begin, but payments under way still arrive. With the reason
 * stored, only an operator can open it again. Refuses not_found.entity, version_conflict and one that is not active
 * (action_not_allowed).
 */
export async function deactivateEntity(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  inactive_reason: string,
): Promise<{ name: string }> {
  const { name, status } = await locked(trx, at)
  if (status !== 'active') throw new Refusal('action_not_allowed')
  const after = { status: 'inactive', inactive_reason }
  await setStatus(trx, at, 'active', after)
  await recordInBoth(
    trx,
    actor,
    'entity.deactivated',
    entityItself(at.id),
    named(name, { before: { status }, after }),
  )
  return { name }
}

/** Refuses not_found.entity, version_conflict and one that is active (action_not_allowed). */
export async function activateEntity(trx: Transaction<DB>, actor: Actor, at: At): Promise<{ name: string }> {
  const { name, status, inactive_reason } = await locked(trx, at)
  if (status !== 'inactive') throw new Refusal('action_not_allowed')
  const after = { status: 'active', inactive_reason: null }
  await setStatus(trx, at, 'inactive', after)
  const change = named(name, { before: { status, inactive_reason }, after: { status: 'active' } })
  await recordInBoth(trx, actor, 'entity.activated', entityItself(at.id), change)
  return { name }
}

/** Adds a note, which cannot be changed; a double submit adds one. Refuses not_found.entity. */
export async function writeEntityNote(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { note_id, body }: { note_id: string; body: string },
): Promise<void> {
  const entity = await trx
    .selectFrom('platform.entity')
    .select('name')
    .where('id', '=', entity_id)
    .executeTakeFirst()
  if (!entity) throw new Refusal('not_found.entity')
  const written = await trx
    .insertInto('platform.entity_note')
    .values({ id: note_id, entity_id, body, author_id: actor.id, author: actor.name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return
  const after = { name: entity.name, note: body }
  await recordOperator(trx, actor, 'entity.noted', { type: 'entity', id: entity_id, entity_id }, { after })
}

async function sellerOf(
  trx: Transaction<DB>,
  { operator_role }: Actor,
  before: { fpx_seller_id: string | null },
  { fpx_seller_id: said }: Pick<EntityEditInput, 'fpx_seller_id'>,
): Promise<string | null> {
  if (operator_role !== null && operatorMay(operator_role, sellerPermission)) {
    if (said !== undefined && said === (await platformIssuer(trx)).fpx_seller_id)
      throw new Refusal('duplicate.seller_id', 'fpx_seller_id')
    return said ?? null
  }
  if (said !== undefined && said !== before.fpx_seller_id) throw new Refusal('action_not_allowed')
  return before.fpx_seller_id
}

async function setStatus(
  trx: Transaction<DB>,
  { id, version }: At,
  from: string,
  values: { status: string; inactive_reason: string | null },
): Promise<void> {
  await trx
    .updateTable('platform.entity')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}

/** Locks the row and returns its fields; refuses not_found.entity and version_conflict. */
async function locked(trx: Transaction<DB>, { id, version }: At) {
  const row = await trx
    .selectFrom('platform.entity')
    .select(['name', 'organisation_type', 'company_name', 'registration_number', 'licence_no', 'nametag'])
    .select([
      'contact_name',
      'contact_phone',
      'contact_email',
      'opening_hours',
      'opening_hours_en',
      'opening_hours_my',
      ...addressNames,
    ])
    .select(['theme_colour', 'default_locale', 'tax_registered', 'sst_number', 'academic_year_start_month'])
    .select(['smtp_host', 'smtp_port', 'smtp_username', 'smtp_password_sealed', 'smtp_sender_name'])
    .select(['smtp_sender_email', 'smtp_status', 'fpx_seller_id', 'status', 'inactive_reason', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values
}
