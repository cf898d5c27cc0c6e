import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Change, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import type { DB, EinvoiceSetting } from '#db/types.ts'
import { msicActivity } from '../codes/msic.ts'
import { openStatuses } from '../words.ts'
import { type CompanyInput, msicOf, refuseWrongId } from './company-form.ts'
import { findSealedSetting, type SealedSetting } from './find-setting.ts'
import { idValueOf, sealFor } from './secrets.ts'
import type { ConnectionInput, WorkflowInput } from './setting-forms.ts'

type Values = Partial<{ [Column in keyof EinvoiceSetting]: unknown }>

/** What a connection test found does not hold for another taxpayer, client, way or system. */
const untested = {
  ...{ status: 'pending', fault: null, fault_detail: null, tested_at: null, refused_logins: 0 },
}

/**
 * Stores who the organisation is. Another tax number or registration number is to be tested anew. Refuses version_conflict, a
 * missing number (input.required), what `refuseWrongId` and `msicOf` refuse, and an identity card of another kind than the
 * stored one without its number.
 */
export async function saveCompany(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { version, id_value, msic, msic_choice, ...input }: CompanyInput,
): Promise<{ tin: string }> {
  const before = await opened(trx, version)
  const id = before?.id ?? newId()
  const stored = before && before.id_type === input.id_type ? idValueOf(keys, before) : null
  const number = id_value || stored
  if (!number) throw new Refusal('input.required', 'id_value')
  refuseWrongId(input.id_type, number, input.tin)
  const code = msicOf({ msic, msic_choice })
  const values = {
    ...input,
    sst_number: input.sst_number ?? null,
    msic: code,
    activity: input.activity ?? msicActivity(code) ?? null,
    address_line2: input.address_line2 ?? null,
    address_line3: input.address_line3 ?? null,
    email: input.email ?? null,
  }
  const another = number !== stored
  const moved = before?.tin !== input.tin || another
  await store(trx, actor, before, id, {
    ...values,
    ...(another ? { id_value_sealed: sealFor(keys, id, 'id_value_sealed', number) } : {}),
    ...(moved ? untested : {}),
  })
  await record(
    trx,
    actor,
    'einvoice_setting.company_saved',
    { type: 'einvoice_setting', id },
    changeOf({
      ...{ before, values },
      more: another ? { id_value: 'changed' } : {},
    }),
  )
  return { tin: input.tin }
}

/**
 * Stores how the portal is reached; it is to be tested anew. Refuses version_conflict, another client id or system without the
 * secret that belongs to it (einvoice_setting.secret_again), none at all (einvoice_setting.secret_missing), a second secret
 * that is the first (einvoice_setting.secret_twice), and secrets that have ended (einvoice_setting.end_past).
 */
export async function saveConnection(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { version, secret, second_secret, clear_second, ...input }: ConnectionInput,
  today: string,
): Promise<void> {
  const before = await opened(trx, version)
  const id = before?.id ?? newId()
  const other = before?.client_id !== input.client_id || before.environment !== input.environment
  if (!secret && !before?.secret_sealed) throw new Refusal('einvoice_setting.secret_missing', 'secret')
  if (!secret && other) throw new Refusal('einvoice_setting.secret_again', 'secret')
  if (secret && secret === second_secret) throw new Refusal('einvoice_setting.secret_twice', 'second_secret')
  if (secret && input.secrets_end_on <= today)
    throw new Refusal('einvoice_setting.end_past', 'secrets_end_on')
  const direct = input.mode === 'direct'
  const values = {
    ...input,
    intermediary_name: direct ? null : input.intermediary_name!,
    intermediary_tin: direct ? null : input.intermediary_tin!,
    intermediary_brn: direct ? null : input.intermediary_brn!,
  }
  const seconds = second_secret
    ? { second_secret_sealed: sealFor(keys, id, 'second_secret_sealed', second_secret) }
    : clear_second || other
      ? { second_secret_sealed: null }
      : {}
  const renewed = Boolean(secret || second_secret)
  await store(trx, actor, before, id, {
    ...values,
    ...(secret ? { secret_sealed: sealFor(keys, id, 'secret_sealed', secret) } : {}),
    ...seconds,
    ...(renewed ? { secrets_at: sql`now()` } : {}),
    ...(before?.secrets_end_on === input.secrets_end_on ? {} : { secrets_warned_days: null }),
    ...untested,
  })
  await record(
    trx,
    actor,
    'einvoice_setting.connection_saved',
    { type: 'einvoice_setting', id },
    changeOf({
      ...{ before, values },
      more: {
        ...(secret ? { secret: 'changed' } : {}),
        ...(second_secret ? { second_secret: 'changed' } : clear_second ? { second_secret: 'removed' } : {}),
      },
    }),
  )
}

/** Stores how documents are made and sent. Refuses version_conflict, and signing without a certificate (einvoice_setting.certificate_missing). */
export async function saveWorkflow(
  trx: Transaction<DB>,
  actor: Actor,
  { version, auto_since, ...input }: WorkflowInput,
): Promise<void> {
  const before = await opened(trx, version)
  const id = before?.id ?? newId()
  if (input.document_version === '1.1' && !before?.certificate)
    throw new Refusal('einvoice_setting.certificate_missing', 'document_version')
  const values = { ...input, auto_since: input.auto_submit === 'off' ? null : auto_since! }
  await store(trx, actor, before, id, values)
  await record(
    trx,
    actor,
    'einvoice_setting.workflow_saved',
    { type: 'einvoice_setting', id },
    changeOf({ before, values }),
  )
}

/** Stores the certificate and, sealed, its key. Refuses version_conflict. */
export async function saveCertificate(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  version: number,
  { certificate, key, ends_at, serial }: { certificate: Buffer; key: Buffer; ends_at: Date; serial: string },
): Promise<void> {
  const before = await opened(trx, version)
  const id = before?.id ?? newId()
  await store(trx, actor, before, id, {
    certificate: certificate.toString('base64'),
    certificate_key_sealed: sealFor(keys, id, 'certificate_key_sealed', key.toString('base64')),
    ...{ certificate_at: sql`now()`, certificate_ends_at: ends_at, certificate_warned_days: null },
  })
  await record(
    trx,
    actor,
    'einvoice_setting.certificate_saved',
    { type: 'einvoice_setting', id },
    { after: { certificate_serial: serial, certificate_ends_at: ends_at.toISOString() } },
  )
}

/** Forgets certificate and key; documents are made without a signature from then on. Refuses version_conflict. */
export async function removeCertificate(trx: Transaction<DB>, actor: Actor, version: number): Promise<void> {
  const before = await opened(trx, version)
  if (!before?.certificate) throw new Refusal('version_conflict')
  await store(trx, actor, before, before.id, {
    ...{ certificate: null, certificate_key_sealed: null, certificate_at: null, certificate_ends_at: null },
    ...{ certificate_warned_days: null, document_version: '1.0' },
  })
  await record(
    trx,
    actor,
    'einvoice_setting.certificate_removed',
    { type: 'einvoice_setting', id: before.id },
    { before: { document_version: before.document_version }, after: { document_version: '1.0' } },
  )
}

/** Forgets all of it, secrets included. Refuses version_conflict, and while documents are under way (einvoice_setting.under_way). */
export async function removeSetting(trx: Transaction<DB>, actor: Actor, version: number): Promise<void> {
  const before = await opened(trx, version)
  if (!before) throw new Refusal('version_conflict')
  const open = await trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', 'in', openStatuses)
    .limit(1)
    .executeTakeFirst()
  if (open) throw new Refusal('einvoice_setting.under_way')
  await record(trx, actor, 'einvoice_setting.removed', { type: 'einvoice_setting', id: before.id })
  await trx
    .deleteFrom('einvoice_setting')
    .where('id', '=', before.id)
    .where('version', '=', version)
    .execute()
}

async function opened(trx: Transaction<DB>, version: number): Promise<SealedSetting | undefined> {
  const before = await findSealedSetting(trx)
  refuseStale({ version: before?.version ?? 0 }, version)
  return before
}

/** One conditional change of the row that was read, or the first row. */
async function store(
  trx: Transaction<DB>,
  actor: Actor,
  before: SealedSetting | undefined,
  id: string,
  values: Values,
): Promise<void> {
  if (!before) {
    await trx
      .insertInto('einvoice_setting')
      .values({ id, ...values, created_by: actor.id, updated_by: actor.id } as never)
      .execute()
    return
  }
  const { numUpdatedRows } = await trx
    .updateTable('einvoice_setting')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()`, updated_by: actor.id } as never)
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}

/** The fields that changed, as they were and as they are. */
function changeOf({
  before,
  values,
  more = {},
}: {
  before: SealedSetting | undefined
  values: object
  more?: Record<string, string>
}): Change {
  const was = (before ?? {}) as Record<string, unknown>
  const fields = Object.entries(values).filter(([name, value]) => (was[name] ?? null) !== (value ?? null))
  return {
    ...(before && { before: Object.fromEntries(fields.map(([name]) => [name, was[name] ?? null])) }),
    after: { ...Object.fromEntries(fields), ...more },
  }
}
