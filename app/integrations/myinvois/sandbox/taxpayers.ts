import { createHash } from 'node:crypto'
import { isGeneral } from './document/read.ts'
import { ID_TYPES, type IdType, type Taxpayer } from './options.ts'
import { iso, type Portal } from './portal.ts'
import { notFound, refuse } from './reply.ts'

/**
 * Whether a TIN exists and an identity is its owner's. Where the register is open, strangers are believed: each well-formed
 * TIN exists, unless its digits begin with 99, and fits each identity, unless they begin with 98.
 */
export function checkPair(
  { store }: Portal,
  tin: string,
  type: string,
  value: string,
): 'match' | 'mismatch' | 'unknown' {
  const known = store.rows('taxpayers').get(tin)
  if (known) {
    const isOwn = known.idType === type && known.idValue === value && !known.outdated
    return isOwn ? 'match' : 'mismatch'
  }
  if (!store.meta.switches.openRegister || !isWellFormed(tin) || /^[A-Z]+99/.test(tin)) return 'unknown'
  return /^[A-Z]+98/.test(tin) ? 'mismatch' : 'match'
}

export const exists = (portal: Portal, tin: string): boolean =>
  checkPair(portal, tin, 'NRIC', '0') !== 'unknown'

/** `IG` and digits, or a prefix of companies and digits that end with 0. */
export function isWellFormed(tin: string): boolean {
  return /^IG\d{8,12}$/.test(tin) || /^(C|CS|D|F|FA|PT|TA|TC|TN|TR|TP|J|LE)[1-9]\d{6,10}0$/.test(tin)
}

const isIdType = (text: string | null): text is IdType => ID_TYPES.some((type) => type === text)
const badArgument = (target: string) =>
  refuse(400, 'BadArgument', `${target} is missing or not valid`, { target })

/** 200 without a body when TIN and identity are of one person. */
export function validateTin(portal: Portal, tin: string, query: URLSearchParams): Response {
  const [idType, idValue] = [query.get('idType'), query.get('idValue')]
  if (!isIdType(idType)) throw badArgument('idType')
  if (!idValue || !/^[A-Za-z0-9]{1,20}$/.test(idValue)) throw badArgument('idValue')
  if (!/^[A-Z]{1,2}\d{6,12}$/.test(tin)) throw badArgument('tin')
  if (isGeneral(tin) || checkPair(portal, tin, idType, idValue) !== 'match') throw notFound()
  return new Response(null)
}

/** The one TIN that fits all that is known; several are refused, since the portal does not say whose is whose. */
export function searchTin({ store }: Portal, query: URLSearchParams): Response {
  const idType = query.get('idType')
  const idValue = query.get('idValue')
  const name = query.get('taxpayerName')?.trim().toLowerCase()
  const fileType = query.get('fileType')
  if (idType !== null && !isIdType(idType)) throw badArgument('idType')
  if ((idType === null) !== (idValue === null)) throw badArgument(idType === null ? 'idType' : 'idValue')
  if (!name && idType === null) throw badArgument('taxpayerName')
  if (fileType !== null && (idType === null || !/^[12]$/.test(fileType))) throw badArgument('fileType')
  const fitting = [...store.rows('taxpayers').values()].filter(
    (one) =>
      (!name || one.name.toLowerCase() === name) &&
      (idType === null || (one.idType === idType && one.idValue === idValue)) &&
      (fileType === null || (fileType === '1') === one.tin.startsWith('IG')),
  )
  if (fitting.length > 1)
    throw refuse(
      400,
      'BadArgument',
      'Search criteria in not conclusive and more than one TIN can be found. Please refine your search criteria.',
    )
  if (!fitting[0]) throw notFound()
  return Response.json({ tin: fitting[0].tin })
}

/** What the QR code in a taxpayer's profile holds, once its Base64 is taken away. */
export function qrText({ tin, qr }: Taxpayer): string {
  if (qr) return qr
  const hex = createHash('sha256').update(tin).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function qrInfo({ store, now }: Portal, text: string): Response {
  const one = [...store.rows('taxpayers').values()].find((taxpayer) => qrText(taxpayer) === text)
  if (!one) throw notFound()
  const [addressLine0 = 'NA', addressLine1 = '', addressLine2 = ''] = one.address ?? []
  return Response.json({
    ...{ tin: one.tin, name: one.name, idType: one.idType, idNumber: one.idValue },
    ...{ sst: one.sst ?? 'NA', ttx: one.ttx ?? 'NA', email: one.email ?? '', contactNumber: one.phone ?? '' },
    ...{ msic: one.msic ?? '00000', businessActivityDescriptionBM: one.activity ?? 'NA' },
    ...{ businessActivityDescriptionEN: one.activity ?? 'NA', addressLine0, addressLine1, addressLine2 },
    ...{
      postalZone: one.postcode ?? '',
      city: one.city ?? '',
      state: one.state ?? '',
      country: one.country ?? 'MYS',
    },
    generatedTimestamp: iso(now()),
  })
}
