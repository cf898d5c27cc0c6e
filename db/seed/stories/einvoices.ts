import { sql, type Transaction } from 'kysely'
import { type RowScope, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { stateCode } from '#app/domain/einvoice/codes/states.ts'
import { queueDocuments } from '#app/domain/einvoice/documents/queue-documents.ts'
import { sealFor } from '#app/domain/einvoice/settings/secrets.ts'
import { identityOf } from '#app/domain/einvoice/tin-checks/tin-pair.ts'
import { portalSandboxAccounts } from '#app/integrations/myinvois/sandbox-accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

/** What each demo organisation says of itself; the second reports through an intermediary. */
const organisations = {
  demo: { msic: '85491', activity: 'Tuition centre', band: 'to_5m', year: 2024, mode: 'direct' },
  cahaya: { msic: '85212', activity: 'Sekolah swasta', band: 'to_25m', year: 2022, mode: 'intermediary' },
} as const

/** A TIN that the sandbox does not know: its digits begin with 99. */
const unknownTin = 'IG9900000010'

/**
 * E-invoicing as somebody has set it up, and invoices that wait to be sent: once the product runs, the tax portal of the sandbox
 * decides on each, so that its links and QR codes lead to pages that are there. One is refused by it, one is stopped before, one
 * is cancelled as soon as it is valid, and a credit note follows its invoice.
 */
export async function addEinvoices(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const { plan, entity, ring } = stage
  const subdomain = plan.entity.subdomain as keyof typeof organisations
  const owner = office.find((colleague) => colleague.role === 'superadmin')
  if (!organisations[subdomain] || !owner) return
  const keys = { ring, place: entity.schema }
  await setUp(trx, stage, subdomain, keys)
  const { valid, cancelled, refused, stopped, notes } = await chosen(trx, keys)
  await change(trx, refused, { tin: unknownTin })
  await change(trx, stopped, {
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    postcode: null,
  })
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const actor = await userOrSystemActor(trx, owner.user_id)
  const everywhere: RowScope = { scope: 'all', user_id: owner.user_id, branch_ids: [], parent_id: null }
  const invoice_ids = [...valid, ...cancelled, ...refused, ...stopped].map(({ id }) => id)
  const { queued } = await queueDocuments(trx, actor, everywhere, {
    invoice_ids: [...invoice_ids, ...notes.map(({ invoice_id }) => invoice_id)],
    credit_note_ids: notes.map(({ id }) => id),
  })
  await enqueue(trx, 'einvoice.check_tins', {})
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, stage.now)
  await sql`update einvoice_document set created_at = ${stage.now}, updated_at = ${stage.now}`.execute(trx)
  await sql`update einvoice_event set at = ${stage.now}`.execute(trx)
  const withdrawn = queued.filter(({ source_id }) => cancelled.some(({ id }) => id === source_id))
  for (const { document_id } of withdrawn)
    await trx
      .updateTable('einvoice_document')
      .set({
        cancel_requested_at: sql<Date>`now()`,
        cancel_reason: 'Pelajar yang salah / Wrong student',
      })
      .where('id', '=', document_id)
      .execute()
}

async function setUp(
  trx: Transaction<DB>,
  { plan, starter, today, now }: Stage,
  subdomain: keyof typeof organisations,
  keys: Keys,
) {
  const id = newId()
  const { msic, activity, band, year, mode } = organisations[subdomain]
  const ours = portalSandboxAccounts[subdomain]
  const agent = portalSandboxAccounts.intermediary
  const client = mode === 'direct' ? ours : agent
  const by = { created_by: starter.superadmin_id, updated_by: starter.superadmin_id }
  const { address_line1, address_line2, city, postcode, state, contact_phone, contact_email } = plan.entity
  await trx
    .insertInto('einvoice_obligation')
    .values({ id: newId(), turnover_band: band, turnover_year: year, started_on: '2021-03-01', ...by })
    .execute()
  await trx
    .insertInto('einvoice_setting')
    .values({
      ...{ id, name: ours.name, tin: ours.tin, msic, activity, mode, status: 'validated' },
      id_value_sealed: sealFor(keys, id, 'id_value_sealed', ours.registrationNo),
      ...{ address_line1, address_line2, city, postcode, state_code: stateCode(String(state)) },
      ...{ phone: contact_phone, email: contact_email, client_id: client.clientId },
      secret_sealed: sealFor(keys, id, 'secret_sealed', client.secrets[0]),
      second_secret_sealed: sealFor(keys, id, 'second_secret_sealed', client.secrets[1]),
      ...{ secrets_at: now, secrets_end_on: addMonths(today, 30), tested_at: now },
      ...(mode === 'intermediary'
        ? {
            intermediary_name: agent.name,
            intermediary_tin: agent.tin,
            intermediary_brn: agent.registrationNo,
          }
        : {}),
      ...by,
    })
    .execute()
}

interface Chosen {
  id: string
  payer_parent_id: string
}

/** Paid invoices of families of their own, and credit notes that were approved; the newest first. */
async function chosen(trx: Transaction<DB>, keys: Keys) {
  const { rows: notes } = await sql<{ id: string; invoice_id: string; payer_parent_id: string }>`
    select note.id, note.invoice_id, invoice.payer_parent_id from credit_note as note
    join invoice on invoice.id = note.invoice_id
    where note.status = 'approved' and note.kind <> 'write_off' order by note.number desc limit 1`.execute(
    trx,
  )
  const { rows } = await sql<Chosen & { identity_type: string | null; identity_no_sealed: string | null }>`
    select distinct on (parent.id) invoice.id, payer_parent_id, parent.identity_type, parent.identity_no_sealed
    from invoice join parent on parent.id = invoice.payer_parent_id
    where invoice.status = 'paid' and invoice.credited_sen = 0 and not invoice.is_carried_over
      and parent.identity_type = 'nric' and parent.address_line1 is not null and parent.tin is null
      and parent.user_id is null
      and parent.id <> all(${notes.map(({ payer_parent_id }) => payer_parent_id)}::uuid[])
    order by parent.id, invoice.number desc limit 40`.execute(trx)
  // the sandbox says of a number that ends in 99 that it is somebody else's
  const fit = rows.filter(
    (row) => !identityOf(keys, { ...row, id: row.payer_parent_id })?.value.endsWith('99'),
  )
  const [first, second, third, cancelled, refused, stopped] = fit
  const some = (...of: (Chosen | undefined)[]) => of.filter((one) => one !== undefined)
  if (first && second)
    for (const [n, one] of [first, second].entries()) await change(trx, [one], { tin: `IG209900000${n}0` })
  return {
    valid: some(first, second, third),
    ...{ cancelled: some(cancelled), refused: some(refused), stopped: some(stopped), notes },
  }
}

async function change(
  trx: Transaction<DB>,
  rows: readonly Chosen[],
  values: { tin: string } | Record<'address_line1' | 'address_line2' | 'city' | 'state' | 'postcode', null>,
) {
  for (const { payer_parent_id } of rows)
    await trx.updateTable('parent').set(values).where('id', '=', payer_parent_id).execute()
}
