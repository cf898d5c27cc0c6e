import { z } from 'zod'
import type { Call, Reply } from './call.ts'
import { type PortalFault, readCodes, readFaults, readStepFaults } from './errors.ts'
import { type Endpoint, portalLimits } from './limits.ts'
import { type OverallStatus, overallStatusOf, type PortalStatus, statusOf } from './statuses.ts'

/** One kind of call: where it goes, and how its answer is read. Undefined: an answer of another form. */
export interface Operation<T> {
  endpoint: Endpoint
  call: Omit<Call, 'token'>
  read(reply: Reply): T | undefined
}

const api = '/api/v1.0'
const words = z.string().nullish().catch(null)
/** In UTC also where the portal leaves out the zone. */
const instant = words.transform((text) => {
  const at = text ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at)
})
/** Ringgit as a JSON number; only ever compared. */
const sen = z
  .number()
  .nullish()
  .catch(null)
  .transform((ringgit) => (ringgit == null ? null : Math.round(ringgit * 100)))

/** Those of the portal have some forty characters; of a whole page no code could be drawn. */
const linkable = (id: string | null | undefined): string | null => {
  const trimmed = id?.trim() ?? ''
  return trimmed !== '' && trimmed.length <= 200 ? trimmed : null
}

/** What the portal tells of a document in a list, in the terms of all of its lists. */
export interface PortalDocument {
  uuid: string
  submissionUid: string | null
  /** Null until the document is valid. */
  longId: string | null
  number: string
  status: PortalStatus
  issuerTin: string | null
  issuedAt: Date | null
  receivedAt: Date | null
  validatedAt: Date | null
  cancelledAt: Date | null
  /** Its buyer asks for it to be cancelled; it stays valid meanwhile. */
  rejectRequestedAt: Date | null
  /** Why it was cancelled or is to be rejected. */
  reason: string | null
  /** Its totals, of which each list tells others. */
  totalsSen: number[]
  buyerName: string | null
  /** `ERP` by an API, else typed into the portal or its app. */
  channel: string | null
  /** Two digits, where the list tells it. */
  type: string | null
}

const documentForm = z
  .object({
    uuid: z.string().min(1).max(60),
    submissionUid: words,
    submissionUID: words,
    longId: words,
    internalId: words,
    typeCode: words,
    typeName: words,
    issuerTin: words,
    issuerTIN: words,
    supplierTin: words,
    supplierTIN: words,
    dateTimeIssued: instant,
    dateTimeReceived: instant,
    dateTimeValidated: instant,
    cancelDateTime: instant,
    rejectRequestDateTime: instant,
    documentStatusReason: words,
    status: z.union([z.string(), z.number()]).nullish(),
    totalPayableAmount: sen,
    totalNetAmount: sen,
    totalExcludingTax: sen,
    total: sen,
    netAmount: sen,
    totalSales: sen,
    receiverName: words,
    buyerName: words,
    submissionChannel: words,
  })
  .transform(
    (found): PortalDocument => ({
      uuid: found.uuid,
      submissionUid: found.submissionUid ?? found.submissionUID ?? null,
      longId: linkable(found.longId),
      number: found.internalId ?? '',
      status: statusOf(found.status),
      issuerTin: found.issuerTin ?? found.issuerTIN ?? found.supplierTin ?? found.supplierTIN ?? null,
      issuedAt: found.dateTimeIssued,
      receivedAt: found.dateTimeReceived,
      validatedAt: found.dateTimeValidated,
      cancelledAt: found.cancelDateTime,
      rejectRequestedAt: found.rejectRequestDateTime,
      reason: found.documentStatusReason?.slice(0, 300).toWellFormed() || null,
      totalsSen: [
        ...[found.totalPayableAmount, found.total, found.totalNetAmount, found.netAmount],
        ...[found.totalExcludingTax, found.totalSales],
      ].filter((one) => one !== null),
      buyerName: found.buyerName ?? found.receiverName ?? null,
      channel: found.submissionChannel ?? null,
      type: found.typeCode ?? null,
    }),
  )

export interface Submitted {
  /** Null when no document was accepted. */
  submissionUid: string | null
  accepted: { uuid: string; number: string }[]
  rejected: { number: string; faults: PortalFault[] }[]
}

const number = z.string().max(200)
const submittedForm = z.object({
  submissionUid: words,
  submissionUID: words,
  acceptedDocuments: z
    .array(z.object({ uuid: z.string().min(1).max(60), invoiceCodeNumber: number }))
    .nullish(),
  rejectedDocuments: z.array(z.object({ invoiceCodeNumber: number, error: z.unknown() })).nullish(),
})

export interface NewDocument {
  number: string
  /** Exactly the bytes that were hashed, as text. */
  text: string
  /** SHA-256 of them in hexadecimal. */
  hash: string
}

/** The body of a request that submits these: the same for the same documents, byte for byte. */
export function submissionBody(documents: readonly NewDocument[]): string {
  const each = documents.map(({ number, text, hash }) => ({
    format: 'JSON',
    documentHash: hash,
    codeNumber: number,
    document: Buffer.from(text, 'utf8').toString('base64'),
  }))
  return JSON.stringify({ documents: each })
}

/** Accepted (202) is not valid: it is not even checked. */
export const submit = (body: string): Operation<Submitted> => ({
  endpoint: 'submit',
  call: { method: 'POST', path: `${api}/documentsubmissions/`, json: body },
  read({ json }) {
    const found = submittedForm.safeParse(json).data
    if (!found) return undefined
    return {
      submissionUid: found.submissionUid ?? found.submissionUID ?? null,
      accepted: (found.acceptedDocuments ?? []).map(({ uuid, invoiceCodeNumber }) => ({
        uuid,
        number: invoiceCodeNumber,
      })),
      rejected: (found.rejectedDocuments ?? []).map(({ invoiceCodeNumber, error }) => ({
        number: invoiceCodeNumber,
        faults: readFaults({ error }),
      })),
    }
  },
})

export interface SubmissionPage {
  overall: OverallStatus
  /** Over all pages; null when the portal does not say. */
  count: number | null
  documents: PortalDocument[]
}

const submissionForm = z.object({
  overallStatus: words,
  documentCount: z.number().int().nullish(),
  documentSummary: z.array(documentForm),
})

/** Pages begin at 1. */
export const getSubmission = (uid: string, page: number): Operation<SubmissionPage> => ({
  endpoint: 'submission',
  call: {
    method: 'GET',
    path: `${api}/documentsubmissions/${encodeURIComponent(uid)}?pageNo=${page}&pageSize=${portalLimits.pageSize}`,
  },
  read({ json }) {
    const found = submissionForm.safeParse(json).data
    if (!found) return undefined
    return {
      overall: overallStatusOf(found.overallStatus),
      count: found.documentCount ?? null,
      documents: found.documentSummary,
    }
  },
})

const stepsForm = z.object({
  validationResults: z
    .object({
      validationSteps: z
        .array(z.object({ name: words, status: words, error: z.unknown().optional() }))
        .nullish(),
    })
    .nullish(),
})

export type Details = PortalDocument & { faults: PortalFault[] }

/** One document with what its validation found. */
export const getDetails = (uuid: string): Operation<Details> => ({
  endpoint: 'details',
  call: { method: 'GET', path: `${api}/documents/${encodeURIComponent(uuid)}/details` },
  read({ json }) {
    const document = documentForm.safeParse(json).data
    const found = stepsForm.safeParse(json).data
    if (!document || !found) return undefined
    const steps = found.validationResults?.validationSteps ?? []
    return { ...document, faults: readStepFaults(steps) }
  },
})

export interface ListPage {
  documents: PortalDocument[]
  pages: number
}

const listForm = z.object({
  result: z.array(documentForm).nullish(),
  metadata: z.object({ totalPages: z.number().int().nullish() }).nullish(),
})

/** That a document is in no list proves that it never arrived: what does not say that it is a list is none. */
const readList = ({ json }: Reply): ListPage | undefined => {
  const found = listForm.safeParse(json).data
  if (!found) return undefined
  const pages = found.metadata?.totalPages
  if (!found.result) return pages === 0 ? { documents: [], pages } : undefined
  // Without their number a full page is not the last one.
  const isFull = found.result.length >= portalLimits.pageSize
  return { documents: found.result, pages: pages ?? (isFull ? Number.POSITIVE_INFINITY : 1) }
}

export interface Search {
  /** By the time at which the portal received them; at most 31 days apart. */
  from: Date
  to: Date
  /** Free text over number, uuid, names, TINs and total, without special characters. */
  text?: string
  status?: string
  page?: number
}

/** Documents that the taxpayer has issued. */
export const search = ({ from, to, text, status, page = 1 }: Search): Operation<ListPage> => ({
  endpoint: 'search',
  call: {
    method: 'GET',
    path: `${api}/documents/search?${new URLSearchParams({
      submissionDateFrom: seconds(from),
      submissionDateTo: seconds(to),
      invoiceDirection: 'Sent',
      ...(text ? { searchQuery: text } : {}),
      ...(status ? { status } : {}),
      pageNo: String(page),
      pageSize: String(portalLimits.pageSize),
    })}`,
  },
  read: readList,
})

/** Those of the last 31 days, the newest first. */
export const getRecent = (page = 1): Operation<ListPage> => ({
  endpoint: 'recent',
  call: {
    method: 'GET',
    path: `${api}/documents/recent?${new URLSearchParams({
      InvoiceDirection: 'Sent',
      pageNo: String(page),
      pageSize: String(portalLimits.pageSize),
    })}`,
  },
  read: readList,
})

const seconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** Cancelled by its issuer, or asked to be rejected by its buyer. Refused when the answer holds an error after all. */
const setState = (uuid: string, status: 'cancelled' | 'rejected', reason: string): Operation<true> => ({
  endpoint: 'state',
  call: {
    method: 'PUT',
    path: `${api}/documents/state/${encodeURIComponent(uuid)}/state`,
    json: JSON.stringify({ status, reason }),
  },
  read: () => true,
})
export const cancelDocument = (uuid: string, reason: string) => setState(uuid, 'cancelled', reason)
export const rejectDocument = (uuid: string, reason: string) => setState(uuid, 'rejected', reason)

export interface Identity {
  type: 'NRIC' | 'PASSPORT' | 'BRN' | 'ARMY'
  /** Without spaces and hyphens. */
  value: string
}

/** Whether a TIN and a number belong together: refused with 404 when they do not. */
export const validateTin = (tin: string, { type, value }: Identity): Operation<true> => ({
  endpoint: 'tin_validate',
  call: {
    method: 'GET',
    path: `${api}/taxpayer/validate/${encodeURIComponent(tin)}?${new URLSearchParams({ idType: type, idValue: value })}`,
  },
  read: () => true,
})

export interface TinSearch {
  identity?: Identity | undefined
  name?: string | undefined
  /** 1 a person, 2 anything else: tells the TINs of somebody apart who has several. */
  fileType?: '1' | '2' | undefined
}

const tinForm = z.object({ tin: z.string().min(1).max(20) })

/** The TIN of somebody: refused with 404 when there is none, and with 400 when there are several. */
export const searchTin = ({ identity, name, fileType }: TinSearch): Operation<{ tin: string }> => ({
  endpoint: 'tin_search',
  call: {
    method: 'GET',
    path: `${api}/taxpayer/search/tin?${new URLSearchParams({
      ...(identity ? { idType: identity.type, idValue: identity.value } : {}),
      ...(name ? { taxpayerName: name } : {}),
      ...(fileType ? { fileType } : {}),
    })}`,
  },
  read: ({ json }) => tinForm.safeParse(json).data,
})

/** Whether an answer holds an error although its status is that of a success. */
export const holdsError = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  'error' in json &&
  json.error != null &&
  readCodes(json).length > 0
