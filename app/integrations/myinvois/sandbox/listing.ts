import { SHAPES } from './document/shapes.ts'
import { listed, mayRead, readPages, typeName } from './documents.ts'
import { type Caller, mustMay } from './identity.ts'
import { iso, type Portal } from './portal.ts'
import { notFound, refuse } from './reply.ts'
import type { Kept } from './store.ts'

const DAY = 86_400_000
const AT_MOST = 10_000

/** The caller's documents of the last 31 days, the newest first. */
export function recent(portal: Portal, caller: Caller, query: URLSearchParams): Response {
  const since = portal.now() - 31 * DAY
  return answer(
    portal,
    caller,
    query,
    (kept) => kept.received >= since && fits(kept, query, 'InvoiceDirection'),
  )
}

/** By a pair of dates at most 31 days apart, which is mandatory, and by words; or by one UUID. */
export function search(portal: Portal, caller: Caller, query: URLSearchParams): Response {
  const words = query.get('searchQuery')?.trim().toLowerCase() ?? ''
  if (/[^\p{L}\p{N} ._/@&'()-]/u.test(words)) throw bad('searchQuery', 'searchQuery has special characters')
  const isOfTime = timesOf(query)
  return answer(portal, caller, query, (kept) => {
    if (query.has('uuid') && kept.uuid !== query.get('uuid')) return false
    if (!isOfTime(kept) || !fits(kept, query, 'invoiceDirection')) return false
    if (words === '') return true
    const fields = [
      kept.uuid,
      kept.buyerTin,
      kept.supplierTin,
      kept.buyerName,
      kept.supplierName,
      kept.number,
    ]
    return [...fields, String(kept.totalPayable)].some((field) => field.toLowerCase().includes(words))
  })
}

const bad = (target: string, message: string) => refuse(400, 'BadArgument', message, { target })

function timesOf(query: URLSearchParams): (kept: Kept) => boolean {
  const pairs = (['submissionDate', 'issueDate'] as const).flatMap((name) => {
    const [from, to] = [query.get(`${name}From`), query.get(`${name}To`)]
    if (from === null && to === null) return []
    if (from === null || to === null) throw bad(name, `${name}From and ${name}To must both be given`)
    const [since, until] = [instant(from, name, 'T00:00:00Z'), instant(to, name, 'T23:59:59Z')]
    if (since >= until) throw bad(name, `${name}From must be before ${name}To`)
    if (until - since > 31 * DAY) throw bad(name, `${name}From and ${name}To must be at most 31 days apart`)
    return [{ name, since, until }]
  })
  if (pairs.length === 0)
    throw bad('submissionDate', 'Either the submission dates or the issue dates are mandatory')
  return (kept) =>
    pairs.every(({ name, since, until }) => {
      const at = name === 'submissionDate' ? kept.received : Date.parse(kept.issued)
      return at >= since && at <= until
    })
}

function instant(text: string, target: string, time: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/.test(text)
  const at = Date.parse(isDay ? text + time : text.endsWith('Z') ? text : `${text}Z`)
  if ((!isDay && !isInstant) || Number.isNaN(at)) throw bad(target, `${target} is not a date`)
  return at
}

function fits(kept: Kept, query: URLSearchParams, directionName: string): boolean {
  const status = query.get('status')
  const type = query.get('documentType')
  const direction = query.get(directionName) ?? query.get('InvoiceDirection')
  if (direction !== null && !/^(sent|received)$/i.test(direction))
    throw bad(directionName, 'Sent or Received')
  if (status !== null && kept.status.toLowerCase() !== status.toLowerCase()) return false
  if (type !== null && kept.type !== type) return false
  const same = (name: string, value: string) => !query.has(name) || query.get(name) === value
  if (!same('receiverTin', kept.buyerTin) || !same('issuerTin', kept.issuerTin)) return false
  if (!same('receiverId', kept.buyerId) || !same('receiverIdType', kept.buyerIdType)) return false
  return isBetween(query, 'submissionDate', iso(kept.received)) && isBetween(query, 'issueDate', kept.issued)
}

/** Of Recent, where the pair may be left out. */
function isBetween(query: URLSearchParams, name: string, at: string): boolean {
  const [from, to] = [query.get(`${name}From`), query.get(`${name}To`)]
  return (from === null || at >= from) && (to === null || at.slice(0, to.length) <= to)
}

function answer(
  portal: Portal,
  caller: Caller,
  query: URLSearchParams,
  isWanted: (kept: Kept) => boolean,
): Response {
  mustMay(caller, 'view')
  const { page, size } = readPages(query)
  const { sent, received } = portal.index
  const direction = (query.get('InvoiceDirection') ?? query.get('invoiceDirection') ?? '').toLowerCase()
  const lists = [
    ...(direction === 'received' ? [] : [sent.get(caller.tin) ?? []]),
    ...(direction === 'sent' ? [] : [received.get(caller.tin) ?? []]),
  ]
  const found = lists
    .flat()
    .filter((kept) => mayRead(caller, kept) && isWanted(kept))
    .sort((a, b) => b.received - a.received)
    .slice(0, AT_MOST)
  return Response.json({
    result: found.slice((page - 1) * size, page * size).map((kept) => listed(portal, kept)),
    metadata: { totalPages: Math.ceil(found.length / size), totalCount: found.length },
  })
}

const KINDS = { received: 6, validated: 7, cancelled: 8, rejection: 15 } as const

/** What the portal would have mailed: taken in, decided, cancelled, rejection asked for; the newest first. */
export function notifications(portal: Portal, caller: Caller, query: URLSearchParams): Response {
  const { page, size } = readPages(query)
  const all: { type: number; at: number; kept: Kept }[] = []
  const add = (type: number, at: number | null, kept: Kept) => {
    if (at !== null) all.push({ type, at, kept })
  }
  for (const kept of portal.index.sent.get(caller.tin) ?? []) {
    add(KINDS.validated, kept.validated, kept)
    add(KINDS.rejection, kept.rejectionAsked, kept)
    add(KINDS.cancelled, kept.cancelled, kept)
  }
  for (const kept of portal.index.received.get(caller.tin) ?? [])
    if (mayRead(caller, kept)) {
      add(KINDS.received, kept.validated, kept)
      add(KINDS.cancelled, kept.cancelled, kept)
    }
  const [from, to, type] = ['dateFrom', 'dateTo', 'type'].map((name) => query.get(name))
  const found = all
    .filter(
      ({ type: one, at }) =>
        (!type || Number(type) === one) && (!from || iso(at) >= from) && (!to || iso(at) <= to),
    )
    .sort((a, b) => b.at - a.at)
  return Response.json({
    result: found.slice((page - 1) * size, page * size).map(({ type: typeId, at, kept }, index) => ({
      ...{ notificationId: `${kept.uuid}-${typeId}-${index}`, receiverName: caller.client.name },
      ...{
        notificationDeliveryId: `${kept.uuid}-${typeId}`,
        creationDateTime: iso(at),
        receivedDateTime: iso(at),
      },
      ...{ notificationSubject: `${typeName(kept.type)} ${kept.number}`, deliveredDateTime: iso(at) },
      ...{ typeId, typeName: typeName(kept.type), finalMessage: `${kept.number}: ${kept.status}` },
      ...{ address: '', language: 'en', status: 4 },
    })),
    metadata: { hasNext: page * size < found.length },
  })
}

const ACTIVE = { activeFrom: '2024-05-01T00:00:00Z', activeTo: null }

const TYPES = ['01', '02', '03', '04', '11', '12', '13', '14'].map((type, index) => ({
  ...{ id: index + 1, invoiceTypeCode: Number(type), description: typeName(type), ...ACTIVE },
  documentTypeVersions: ['1.0', '1.1'].map((version, number) => ({
    ...{ id: (index + 1) * 10 + number, name: version, description: `${typeName(type)} ${version}` },
    ...{ ...ACTIVE, versionNumber: Number(version), status: 'published' },
  })),
}))

/** The types with their versions; of one of them also the hours that rules go by. */
export function documentTypes({ store }: Portal, id: string | undefined): Response {
  if (id === undefined) return Response.json({ result: TYPES })
  const one = TYPES.find((type) => String(type.id) === id)
  if (!one) throw notFound()
  const { submissionHours, cancellationHours, rejectionHours } = store.meta.switches
  const parameters = { submissionDuration: submissionHours, cancellationDuration: cancellationHours }
  return Response.json({
    ...one,
    workflowParameters: Object.entries({ ...parameters, rejectionDuration: rejectionHours }).map(
      ([parameter, value], number) => ({ id: number + 1, parameter, value, ...ACTIVE }),
    ),
  })
}

/** `3/versions/30`: one version of one type, with the names that its structure knows. */
export function documentTypeVersion(ids: string): Response {
  const [typeId, , versionId] = ids.split('/')
  const type = TYPES.find(({ id }) => String(id) === typeId)
  const version = type?.documentTypeVersions.find(({ id }) => String(id) === versionId)
  if (!type || !version) throw notFound()
  return Response.json({
    ...{ invoiceTypeCode: type.invoiceTypeCode, ...version },
    jsonSchema: Buffer.from(JSON.stringify(SHAPES)).toString('base64'),
    xmlSchema: null,
  })
}
