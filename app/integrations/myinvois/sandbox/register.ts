import { amountAt, type DocumentRead } from './document/read.ts'
import type { Caller } from './identity.ts'
import { newLongId, newUid } from './ids.ts'
import { addTo, type Portal } from './portal.ts'
import type { Kept } from './store.ts'
import { twinKey } from './validation/duplicate.ts'
import { referencesOf } from './validation/references.ts'
import { validate } from './validation/validate.ts'

/** Files all that is remembered anew: when the sandbox starts, and when it has forgotten something. */
export function fileAll(portal: Portal): void {
  const { index, store, now } = portal
  for (const map of [index.sent, index.received, index.twins, index.corrections, index.payloads]) map.clear()
  index.waiting.length = 0
  for (const kept of store.rows('documents').values()) file(portal, kept)
  for (const { tin, payload, received } of store.rows('submissions').values())
    if (now() - received < REPEATED) index.payloads.set(`${tin} ${payload}`, received)
}

/** How long a request is compared with those that come after it. */
export const REPEATED = 600_000

/** Files a document in the indexes, once. */
function file({ index }: Portal, kept: Kept): void {
  addTo(index.sent, kept.issuerTin, kept)
  const receiver = kept.issuerTin === kept.supplierTin ? kept.buyerTin : kept.supplierTin
  addTo(index.received, receiver, kept)
  addTo(index.twins, twinKey(kept), kept.uuid)
  for (const uuid of kept.references) addTo(index.corrections, uuid, kept.uuid)
  if (kept.status === 'Submitted') queue(index.waiting, kept)
}

/** Mostly the last one; a shorter delay may bring it before others. */
function queue(waiting: Kept[], kept: Kept): void {
  let at = waiting.length
  while (at > 0 && waiting[at - 1]!.due > kept.due) at--
  waiting.splice(at, 0, kept)
}

interface Arrival {
  submissionUid: string
  caller: Caller
  channel: Kept['channel']
  /** Its bytes as text. */
  text: string
  hash: string
}

/** Takes a document in, which the validators then wait for. */
export function takeIn(portal: Portal, document: DocumentRead, arrival: Arrival): Kept {
  const { store, now } = portal
  const { invoice, supplier, buyer, issuer } = document
  const { client, tin, appointment } = arrival.caller
  const total = (name: string) => amountAt(invoice, `LegalMonetaryTotal.${name}`) ?? 0
  const received = now()
  const kept: Kept = {
    ...{ uuid: newUid(), submissionUid: arrival.submissionUid, longId: '' },
    ...{ number: document.number, type: document.type, version: document.version },
    ...{ issuerTin: issuer.tin, issuerName: issuer.name },
    ...{ supplierTin: supplier.tin, supplierName: supplier.name, buyerTin: buyer.tin, buyerName: buyer.name },
    ...{ buyerIdType: buyer.ids[0]?.type ?? '', buyerId: buyer.ids[0]?.value ?? '' },
    ...{ issued: `${document.issueDate}T${document.issueTime}`, received },
    ...{ due: received + store.meta.switches.validateAfterMs, validated: null },
    ...{ totalExcludingTax: total('TaxExclusiveAmount'), totalDiscount: total('AllowanceTotalAmount') },
    ...{ totalNet: total('LineExtensionAmount'), totalPayable: total('PayableAmount') },
    ...{
      currency: document.currency,
      status: 'Submitted',
      cancelled: null,
      rejectionAsked: null,
      reason: null,
    },
    references: referencesOf(document),
    ...{ channel: arrival.channel, clientId: client.clientId, createdBy: `${tin}:${client.clientId}` },
    intermediary: appointment && { tin: client.tin, name: client.name },
    ...{ hash: arrival.hash, text: store.texts.add(arrival.text), steps: [] },
  }
  store.put('documents', kept.uuid, kept)
  file(portal, kept)
  return kept
}

/** Decides upon all documents whose time has come, in order, as if somebody had been at work all the while. */
export function settle(portal: Portal): Promise<void> {
  portal.settling = portal.settling.then(() => decide(portal))
  return portal.settling
}

async function decide(portal: Portal): Promise<void> {
  const { index, store, now } = portal
  let due = 0
  while (due < index.waiting.length && index.waiting[due]!.due <= now()) due++
  for (const kept of index.waiting.splice(0, due)) {
    kept.steps = validate(portal, kept, await store.texts.read(kept.text))
    const isValid = kept.steps.every(({ status }) => status === 'Valid')
    kept.status = isValid ? 'Valid' : 'Invalid'
    kept.validated = kept.due
    if (isValid) kept.longId = newLongId()
    store.put('documents', kept.uuid, kept)
  }
}
