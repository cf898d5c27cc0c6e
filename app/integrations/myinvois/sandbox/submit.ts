import { createHash } from 'node:crypto'
import { coreFaults } from './document/core-fields.ts'
import { sentences } from './document/faults.ts'
import { type DocumentRead, type Part, readDocument } from './document/read.ts'
import { structureFaults } from './document/structure.ts'
import { type Caller, mustMay } from './identity.ts'
import { newUid } from './ids.ts'
import { inForce, type Portal } from './portal.ts'
import { REPEATED, takeIn } from './register.ts'
import { badSubmission, type Detail, isoSeconds, refuse } from './reply.ts'

const MEGABYTES_5 = 5 * 1024 * 1024
const KILOBYTES_300 = 300 * 1024

interface Envelope {
  format: string
  document: string
  documentHash: string
  codeNumber: string
}

type Judged =
  | { codeNumber: string; document: DocumentRead; text: string; hash: string }
  | { codeNumber: string; code: string | null; details: Detail[] }

interface Received {
  request: Request
  body: string
  correlationId: string
}

/**
 * Takes in what it can of up to a hundred documents and refuses the others with all that is wrong with each: answers 202 even
 * when it refuses every one. Throws when the request itself is wrong, is another taxpayer's, or came in already.
 */
export function submit(portal: Portal, caller: Caller, { request, body, correlationId }: Received): Response {
  mustMay(caller, 'submit')
  if (!request.headers.get('content-type')?.includes('application/json'))
    throw refuse(415, 'UnsupportedMediaType', 'The content type must be application/json')
  if (Buffer.byteLength(body) > MEGABYTES_5)
    throw refuse(400, 'MaximumSizeExceeded', 'The submission exceeds 5 MB')
  const envelopes = readEnvelopes(body)
  refuseRepeated(portal, caller, body)

  const judged = envelopes.map((envelope) => judge(portal, caller, envelope, correlationId))
  const good = judged.filter((one) => 'document' in one)
  const bad = judged.filter((one) => 'details' in one)
  const uid = good.length > 0 ? newUid() : null
  const accepted = good.map(({ codeNumber, document, text, hash }) => ({
    uuid: takeIn(portal, document, { submissionUid: uid ?? '', caller, channel: 'ERP', text, hash }).uuid,
    invoiceCodeNumber: codeNumber,
  }))
  remember(portal, caller, body, uid, accepted)
  return Response.json(
    {
      submissionUid: uid,
      acceptedDocuments: accepted,
      rejectedDocuments: bad.map(({ codeNumber, code, details }) => ({
        invoiceCodeNumber: codeNumber,
        error: { code, message: 'Validation Error', target: codeNumber, propertyPath: null, details },
      })),
    },
    { status: 202 },
  )
}

function readEnvelopes(body: string): Envelope[] {
  const given = parsed(body)
  const documents = isPart(given) ? given.documents : undefined
  if (given === undefined) throw refuse(400, 'ValidationError', 'JSON is not valid', { target: 'submission' })
  if (!Array.isArray(documents) || documents.length === 0)
    throw refuse(400, 'ValidationError', 'Invalid structure', { target: 'submission' })
  if (documents.length > 100)
    throw refuse(400, 'MaximumSizeExceeded', 'The submission has more than 100 documents')
  for (const one of documents)
    for (const name of ['format', 'document', 'documentHash', 'codeNumber'])
      if (!isPart(one) || typeof one[name] !== 'string' || one[name] === '')
        throw refuse(400, 'BadStructure', `${name} is missing`, { target: 'submission' })
  if (documents.some(({ format }: Envelope) => format !== 'JSON'))
    throw refuse(400, 'BadStructure', 'The format of all documents must be JSON', { target: 'submission' })
  return documents
}

/** The whole request is compared with those of the same taxpayer in the last ten minutes. */
function refuseRepeated({ index, now }: Portal, { tin }: Caller, body: string): void {
  const at = index.payloads.get(payloadKey(tin, body))
  // a clock that was moved back knows nothing of what will be
  if (at === undefined || now() < at || now() - at >= REPEATED) return
  throw refuse(422, 'DuplicateSubmission', 'The same submission was received within the last 10 minutes', {
    headers: { 'retry-after': isoSeconds(at + REPEATED - now()) },
  })
}

const payloadKey = (tin: string, body: string) => `${tin} ${createHash('sha256').update(body).digest('hex')}`

function remember(
  { store, index, now }: Portal,
  { tin, client, appointment }: Caller,
  body: string,
  uid: string | null,
  accepted: readonly { uuid: string }[],
): void {
  const received = now()
  const payload = payloadKey(tin, body)
  for (const [key, at] of index.payloads) {
    if (received - at < REPEATED) break
    index.payloads.delete(key)
  }
  index.payloads.set(payload, received)
  if (uid === null) return
  const documents = accepted.map(({ uuid }) => uuid)
  const intermediaryTin = appointment ? client.tin : null
  const submission = { uid, tin, clientId: client.clientId, intermediaryTin, received, documents, payload }
  store.put('submissions', uid, submission)
}

function judge(
  portal: Portal,
  caller: Caller,
  { document: base64, documentHash, codeNumber }: Envelope,
  correlationId: string,
): Judged {
  const { switches } = portal.store.meta
  const refused = (message: string): Judged => ({
    codeNumber,
    code: null,
    details: [{ code: null, message, target: codeNumber, propertyPath: null, details: null }],
  })
  if (base64.length > KILOBYTES_300) {
    if (switches.oversizedAs === 'request')
      throw refuse(400, 'MaximumSizeExceeded', `Document ${codeNumber} exceeds 300 KB`)
    return refused('Document exceeds 300 KB')
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) return refused('Document is not valid Base64.')
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== documentHash) return refused('Document hash is not valid.')

  const text = bytes.toString('utf8')
  const whole = parsed(text)
  if (!isPart(whole)) throw badSubmission(invalid(correlationId))
  const structure = structureFaults(whole, {
    emptyDates: inForce(portal, 'emptyDates'),
    dotNetText: switches.dotNetText,
  })
  if (structure.length > 0) {
    if (switches.structureAs === 'request') throw badSubmission(invalid(correlationId))
    return { codeNumber, code: '3', details: structure }
  }
  const document = readDocument(whole, text)
  mustBeOfCaller(caller, document)
  const faults = coreFaults(portal, document, codeNumber)
  if (faults.length === 0) return { codeNumber, document, text, hash }
  const details = faults.map((fault) => ({
    ...{ code: fault.code, message: sentences(fault).en, target: fault.property },
    ...{ propertyPath: fault.path, details: null },
  }))
  return { codeNumber, code: null, details }
}

const invalid = (correlationId: string) =>
  `Invalid structured submission. For more details contact the System Admin using Correlation Id: ${correlationId}`

/** The issuer is who the token was given for; a sole proprietor is known by MyKad, not by company number. */
function mustBeOfCaller({ tin }: Caller, { issuer }: DocumentRead): void {
  const isPersonAsCompany =
    tin.startsWith('IG') && issuer.ids.some(({ type, value }) => type === 'BRN' && value === 'NA')
  if (issuer.tin === tin && !isPersonAsCompany) return
  throw badSubmission('The authenticated TIN and documents TIN is not matching')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
