import { sql, type Transaction } from 'kysely'
import { seal } from '#app/domain/core/secrets.ts'
import { type NewDocument, submissionBody } from '#app/integrations/myinvois/calls.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { buildDocument, documentText } from '../document/build-document.ts'
import { checkDocument } from '../document/check-document.ts'
import type { EInvoice } from '../document/document.ts'
import { type Composed, type ComposedDocument, composeDocuments } from '../documents/compose-documents.ts'
import { fingerprintOf, isUnchanged } from '../documents/fingerprint.ts'
import type { SealedSetting } from '../settings/find-setting.ts'
import { signerOf } from '../settings/secrets.ts'
import { type Signer, signDocument } from '../signature/sign-document.ts'
import type { Fault } from '../words.ts'
import { type Access, done, later, type Step, setFault } from './access.ts'
import { attemptCell, sha256 } from './attempts.ts'
import { type Move, moveDocuments } from './move-documents.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { minute, planNext } from './schedule.ts'
import type { EventKind } from './states.ts'

/** A clock may be so far ahead of the portal's; beyond it nothing is sent, since the portal would call every time a future one. */
const mostAheadMs = 5 * minute

/** So often a hundred documents are looked at for one request: those that wait for others are passed over. */
const mostChunks = 5

interface Candidate {
  id: string
  number: string
  created_at: Date
  composed: Exclude<Composed, { waits: unknown }>
  /** What the portal said of it last. */
  before: { fingerprint: string; faults: readonly Fault[] } | undefined
}

interface Built extends NewDocument {
  candidate: Candidate
  fingerprint: string
}

/**
 * Makes the next request of an organisation: up to a hundred queued documents, stamped with the time, built, signed and stored
 * as the bytes that will leave, with the job that sends them. A document with faults fails by itself and leaves the others
 * alone. While a request has not been answered, no further one is made, so that a client id that many share is shared fairly.
 */
export async function prepareSubmission(tools: PortalTools, access: Access): Promise<Step> {
  const { setting } = access
  const [now, portalTime] = [await tools.write((trx) => timeOf(tools, trx)), access.portal.portalTime()]
  const issuedAt = stampOf(now, portalTime)
  if (!issuedAt) {
    const ahead = Math.round((now.getTime() - portalTime!.getTime()) / minute)
    await setFault(tools, access, 'clock', `${ahead}`)
    return later(5 * minute, `the clock is ${ahead} minutes ahead of the portal’s`)
  }
  const isSigned = setting.document_version === '1.1'
  const signer = isSigned ? signerOf(tools.keys, setting) : undefined
  const isOver = setting.certificate_ends_at !== null && setting.certificate_ends_at <= issuedAt
  if (isSigned && (!signer || isOver)) {
    await setFault(tools, access, 'certificate', isOver ? 'ended' : 'missing')
    return later(30 * minute, 'there is no certificate to sign with')
  }
  // What the portal has refused because of its time says more than a clock that we cannot see.
  if (portalTime) await setFault(tools, access, null)
  await tools.write((trx) =>
    prepare(tools, trx, access, { now, issuedAt, version: setting.document_version, signer }),
  )
  await tools.releaseConnection?.()
  return done
}

/**
 * The time that documents bear: now, but never later than by the portal's own clock. Undefined when our clock is so far ahead
 * that its days cannot be trusted.
 */
export function stampOf(now: Date, portalTime: Date | null): Date | undefined {
  const ahead = portalTime ? now.getTime() - portalTime.getTime() : 0
  if (ahead > mostAheadMs) return undefined
  return new Date(Math.floor((now.getTime() - Math.max(ahead, 0)) / 1_000) * 1_000)
}

interface Making {
  now: Date
  issuedAt: Date
  version: EInvoice['version']
  signer: Signer | undefined
}

/** The documents stay locked from what they say to their bytes, so that nobody changes an invoice in between. */
async function prepare(
  tools: PortalTools,
  trx: Transaction<DB>,
  access: Access,
  making: Making,
): Promise<void> {
  if (await isAnotherUnanswered(trx, access.setting)) return
  const { candidates, more } = await gather(tools, trx, access.setting)
  const { built, faulty } = await buildAll(candidates, making)
  for (const same of Map.groupBy(faulty, ({ event }) => event).values())
    await moveDocuments(trx, 'faulty', same, { at: making.now })
  const fitting = asManyAsFit(built)
  if (fitting.length > 0) await store(tools, trx, access, fitting, making)
  // After an answer the next request is made; here there is none to wait for.
  else if (more) await enqueue(trx, 'einvoice.submit', {})
}

/** The row of the setting lets one job at a time decide. */
async function isAnotherUnanswered(
  trx: Transaction<DB>,
  { id, environment }: SealedSetting,
): Promise<boolean> {
  await trx.selectFrom('einvoice_setting').select('id').where('id', '=', id).forUpdate().execute()
  const open = await trx
    .selectFrom('einvoice_submission')
    .select('id')
    .where('state', 'in', ['stored', 'unknown'])
    .where('environment', '=', environment)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Queued documents in the order in which they came, composed; without those that wait for the one that they correct. Another one
 * that somebody is changing right now is left for the next time.
 */
async function gather(tools: PortalTools, trx: Transaction<DB>, { environment }: SealedSetting) {
  const candidates: Candidate[] = []
  let more = true
  let after: { created_at: Date; id: string } | undefined
  const numbers = new Set<string>()
  for (let chunk = 0; chunk < mostChunks && more && candidates.length < portalLimits.documents; chunk++) {
    const rows = await queued(trx, environment, after)
    more = rows.length === portalLimits.documents
    after = rows.at(-1)
    const ids = rows.map(({ id }) => id)
    const [composed, said] = [await composeDocuments(trx, tools.keys, ids), await lastRefusals(trx, ids)]
    for (const row of rows) {
      const one = composed.get(row.id)
      // The portal names documents by their number within a request.
      if (!one || 'waits' in one || numbers.has(row.number)) continue
      if (candidates.length === portalLimits.documents) break
      numbers.add(row.number)
      candidates.push({ ...row, composed: one, before: said.get(row.id) })
    }
  }
  return { candidates, more }
}

/** SQL: the document is a note whose invoice has an e-invoice that is not decided; however many wait, nothing waits behind them. */
const waitsForOriginal = sql<boolean>`exists (select from credit_note as note
  join einvoice_document as original on original.invoice_id = note.invoice_id
    and original.environment = einvoice_document.environment
  where note.id = einvoice_document.credit_note_id and original.status not in ('valid', 'cancelled'))`

const queued = (
  trx: Transaction<DB>,
  environment: string,
  after: { created_at: Date; id: string } | undefined,
) =>
  trx
    .selectFrom('einvoice_document')
    .select(['id', 'number', 'created_at'])
    .where('status', '=', 'queued')
    .where('environment', '=', environment)
    .where(({ not }) => not(waitsForOriginal))
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(created_at, id) > (${after!.created_at}, ${after!.id})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(portalLimits.documents)
    .forUpdate()
    .skipLocked()
    .execute()

/** What the portal decided last of documents that it has had before. */
async function lastRefusals(trx: Transaction<DB>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Candidate['before']>()
  const rows = await trx
    .selectFrom('einvoice_attempt as attempt')
    .innerJoin('einvoice_submission as submission', 'submission.id', 'attempt.submission_id')
    .distinctOn('attempt.document_id')
    .select(['attempt.document_id', 'attempt.outcome', 'attempt.fingerprint', 'attempt.faults'])
    .where('attempt.document_id', 'in', ids)
    .where('attempt.outcome', 'is distinct from', 'lost')
    .orderBy('attempt.document_id')
    .orderBy('submission.created_at', 'desc')
    .orderBy('submission.id', 'desc')
    .execute()
  return new Map(
    rows
      .filter(({ outcome }) => outcome === 'refused' || outcome === 'invalid')
      .map(({ document_id, fingerprint, faults }) => [
        document_id,
        { fingerprint, faults: faults as unknown as Fault[] },
      ]),
  )
}

async function buildAll(candidates: readonly Candidate[], making: Making) {
  const built: Built[] = []
  const faulty: Move[] = []
  for (const candidate of candidates) {
    const { composed, before } = candidate
    const one = 'faults' in composed ? composed : await build(candidate, composed.document, making)
    if ('faults' in one) faulty.push(failing(candidate, one.faults))
    else if (before && isUnchanged(one.fingerprint, before))
      faulty.push(failing(candidate, before.faults, 'unchanged'))
    else built.push(one)
  }
  return { built, faulty }
}

const failing = ({ id }: Candidate, faults: readonly Fault[], event: EventKind = 'faulty'): Move => ({
  ...{ id, set: { faults }, event, detail: { faults } },
})

async function build(
  candidate: Candidate,
  document: ComposedDocument,
  making: Making,
): Promise<Built | { faults: readonly Fault[] }> {
  const { signer, issuedAt, version } = making
  const stamped: EInvoice = { ...document, issuedAt, version }
  const faults = checkDocument(stamped)
  if (faults.length > 0) return { faults }
  const unsigned = buildDocument(stamped)
  const text = documentText(signer ? await signDocument(unsigned, signer, issuedAt) : unsigned)
  if (base64Length(text) > portalLimits.documentBytes) return { faults: [tooLarge] }
  const fingerprint = fingerprintOf(document, version)
  return { candidate, number: candidate.number, text, hash: sha256(text), fingerprint }
}

const tooLarge: Fault = {
  ...{ step: 'local', code: 'document.too_large', text: '', text_my: null, path: null },
}

const base64Length = (text: string) => Math.ceil(Buffer.byteLength(text) / 3) * 4

/** Room for the names around a document in a request. */
const envelopeBytes = 300

/** As many as one request may hold. */
function asManyAsFit(built: readonly Built[]): Built[] {
  const fitting: Built[] = []
  let bytes = envelopeBytes
  for (const one of built) {
    bytes += base64Length(one.text) + Buffer.byteLength(one.number) + envelopeBytes
    if (bytes > portalLimits.requestBytes) break
    fitting.push(one)
  }
  return fitting
}

async function store(
  { keys }: PortalTools,
  trx: Transaction<DB>,
  { setting, credentials, clientKey }: Access,
  built: readonly Built[],
  { issuedAt, now }: Making,
): Promise<void> {
  const submission_id = newId()
  await trx
    .insertInto('einvoice_submission')
    .values({
      ...{ id: submission_id, environment: setting.environment, client_key: clientKey },
      ...{ on_behalf_of: credentials.onBehalfOf ?? null, document_count: built.length },
      ...{ body_hash: sha256(submissionBody(built)), created_at: now },
    })
    .execute()
  await trx
    .insertInto('einvoice_attempt')
    .values(
      built.map(({ candidate, text, hash, fingerprint }, position) => {
        const id = newId()
        return {
          ...{ id, submission_id, document_id: candidate.id, position, fingerprint, issued_at: issuedAt },
          content_sealed: seal(keys.ring, attemptCell(keys.place, id), text),
          content_hash: hash,
        }
      }),
    )
    .execute()
  await moveDocuments(
    trx,
    'stored',
    built.map(({ candidate, fingerprint }) => ({
      id: candidate.id,
      set: { submission_id, issued_at: issuedAt, fingerprint, faults: [], uuid: null, long_id: null },
    })),
    { at: now },
  )
  await planNext(trx, submission_id, now, now)
}
