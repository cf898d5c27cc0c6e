import { type Caller, mustMay } from './identity.ts'
import { iso, type Portal } from './portal.ts'
import { notFound, refuse } from './reply.ts'
import type { Kept } from './store.ts'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  '01': 'Invoice',
  '02': 'Credit Note',
  '03': 'Debit Note',
  '04': 'Refund Note',
  11: 'Self-billed Invoice',
  12: 'Self-billed Credit Note',
  13: 'Self-billed Debit Note',
  14: 'Self-billed Refund Note',
}
export const typeName = (type: string): string => TYPE_NAMES[type] ?? type

const maybe = (at: number | null) => (at === null ? null : iso(at))

/** The long id is there as long as the document is valid, and after that by switch. */
function longIdOf({ store }: Portal, { status, longId }: Kept): string {
  return status === 'Cancelled' && !store.meta.switches.longIdAfterCancel ? '' : longId
}

/** As Get Submission and the calls for one document show it. */
export function summary(portal: Portal, kept: Kept): Record<string, unknown> {
  return {
    ...{ uuid: kept.uuid, submissionUid: kept.submissionUid, longId: longIdOf(portal, kept) },
    ...{ internalId: kept.number, typeName: typeName(kept.type), typeVersionName: kept.version },
    ...{ issuerTin: kept.issuerTin, issuerName: kept.issuerName },
    ...{ receiverId: kept.buyerId, receiverName: kept.buyerName },
    ...{
      dateTimeIssued: kept.issued,
      dateTimeReceived: iso(kept.received),
      dateTimeValidated: maybe(kept.validated),
    },
    ...{ totalExcludingTax: kept.totalExcludingTax, totalDiscount: kept.totalDiscount },
    ...{ totalNetAmount: kept.totalNet, totalPayableAmount: kept.totalPayable, status: kept.status },
    ...{ cancelDateTime: maybe(kept.cancelled), rejectRequestDateTime: maybe(kept.rejectionAsked) },
    ...{ documentStatusReason: kept.reason, createdByUserId: kept.createdBy },
  }
}

/** As Recent and Search show it: other names for the same amounts. */
export function listed(portal: Portal, kept: Kept): Record<string, unknown> {
  const { intermediary } = kept
  return {
    ...{ uuid: kept.uuid, submissionUID: kept.submissionUid, longId: longIdOf(portal, kept) },
    ...{ internalId: kept.number, typeName: typeName(kept.type), typeVersionName: kept.version },
    ...{ issuerTin: kept.issuerTin, receiverId: kept.buyerId, receiverName: kept.buyerName },
    ...{
      dateTimeIssued: kept.issued,
      dateTimeReceived: iso(kept.received),
      dateTimeValidated: maybe(kept.validated),
    },
    ...{ totalSales: kept.totalExcludingTax, totalDiscount: kept.totalDiscount, netAmount: kept.totalNet },
    ...{ total: kept.totalPayable, status: kept.status, cancelDateTime: maybe(kept.cancelled) },
    ...{ rejectRequestDateTime: maybe(kept.rejectionAsked), documentStatusReason: kept.reason },
    ...{ createdByUserId: kept.createdBy, supplierTIN: kept.supplierTin, supplierName: kept.supplierName },
    ...{ submissionChannel: kept.channel, buyerName: kept.buyerName, buyerTIN: kept.buyerTin },
    ...{ intermediaryName: intermediary?.name ?? null, intermediaryTin: intermediary?.tin ?? null },
    intermediaryRob: null,
  }
}

/** An intermediary sees what it sent itself, a receiver what is or was valid; others get nothing. */
export function mayRead({ tin, client, appointment }: Caller, kept: Kept): 'issuer' | 'receiver' | null {
  if (appointment) return kept.issuerTin === tin && kept.intermediary?.tin === client.tin ? 'issuer' : null
  if (kept.issuerTin === tin) return 'issuer'
  const isReceiver = [kept.buyerTin, kept.supplierTin].includes(tin)
  return isReceiver && (kept.status === 'Valid' || kept.status === 'Cancelled') ? 'receiver' : null
}

/** 404 for what is unknown and for what is another's. */
function findDocument({ store }: Portal, caller: Caller, uuid: string): Kept {
  mustMay(caller, 'view')
  const kept = store.rows('documents').get(uuid)
  if (!kept || !mayRead(caller, kept)) throw notFound()
  return kept
}

/** A page number from one on, and how many on each; throws when a number is none. */
export function readPages(query: URLSearchParams): { page: number; size: number } {
  const number = (name: string, usual: number) => {
    const given = query.get(name)
    if (given === null) return usual
    if (!/^[1-9]\d{0,4}$/.test(given))
      throw refuse(400, 'BadArgument', `${name} is not valid`, { target: name })
    return Number(given)
  }
  const size = number('pageSize', 100)
  if (size > 100) throw refuse(400, 'BadArgument', 'pageSize is at most 100', { target: 'pageSize' })
  return { page: number('pageNo', 1), size }
}

/** How a submission goes on; not found in its first moments, and for everybody but who sent it. */
export function getSubmission(portal: Portal, caller: Caller, uid: string, query: URLSearchParams): Response {
  const { store, now } = portal
  const found = store.rows('submissions').get(uid)
  const intermediaryTin = caller.appointment ? caller.client.tin : null
  if (!found || found.tin !== caller.tin || found.intermediaryTin !== intermediaryTin) throw notFound()
  if (now() - found.received < store.meta.switches.unknownForMs) throw notFound()
  const { page, size } = readPages(query)
  const documents = found.documents.flatMap((uuid) => store.rows('documents').get(uuid) ?? [])
  return Response.json({
    ...{ submissionUid: uid, documentCount: documents.length, dateTimeReceived: iso(found.received) },
    overallStatus: overall(documents, store.meta.switches.partiallyValid),
    documentSummary: documents.slice((page - 1) * size, page * size).map((one) => summary(portal, one)),
  })
}

function overall(documents: readonly Kept[], partially: string): string {
  if (documents.some(({ status }) => status === 'Submitted')) return 'InProgress'
  const invalid = documents.filter(({ status }) => status === 'Invalid').length
  if (invalid === 0) return 'Valid'
  return invalid === documents.length ? 'Invalid' : partially
}

/** With the document as it was sent; not for invalid ones. */
export async function getRaw(portal: Portal, caller: Caller, uuid: string): Promise<Response> {
  const kept = findDocument(portal, caller, uuid)
  if (kept.status === 'Invalid' || kept.status === 'Submitted') throw notFound()
  return Response.json({ ...summary(portal, kept), document: await portal.store.texts.read(kept.text) })
}

/** With what the validators said. */
export function getDetails(portal: Portal, caller: Caller, uuid: string): Response {
  const kept = findDocument(portal, caller, uuid)
  const status = kept.status === 'Submitted' ? 'InProgress' : kept.status === 'Invalid' ? 'Invalid' : 'Valid'
  return Response.json({
    ...summary(portal, kept),
    validationResults: { status, validationSteps: kept.steps },
  })
}
