/**
 * The text of a DuitNow QR, as PayNet takes it from EMVCo's "Merchant-Presented QR" (v1.1): fields of two digits, a length of two
 * digits and a value, one behind the other, the last of them (63) a checksum of all that stands before it.
 */

/** Why a QR is not one by which families can pay an organisation. */
export const qrFaults = [
  'unreadable',
  'not_payment',
  'broken',
  'checksum',
  'not_duitnow',
  'currency',
  'country',
  'one_time',
  'amount',
  'nameless',
] as const
export type QrFault = (typeof qrFaults)[number]

export class QrUnusable extends Error {
  override name = 'QrUnusable'
  readonly fault: QrFault
  constructor(fault: QrFault) {
    super(fault)
    this.fault = fault
  }
}

export interface DuitNowQr {
  /** All of it, as the bank has issued it. */
  text: string
  /** Whom a banking app will name. */
  name: string
  city: string | null
  /** The bank that issued it, by its number at PayNet, and the account there; null where the QR does not say. */
  acquirer: string | null
  account: string | null
}

/** PayNet's identifier, in whichever of the fields for accounts (26 to 51) it stands. */
const duitNow = 'A0000006150001'
const ringgit = '458'
const longestText = 512
const longestName = 25

/**
 * What a static DuitNow QR says. Refuses (QrUnusable) what is no such text or was changed since it was issued, money of
 * another kind or country, one for a single payment, and one with an amount of its own, which no invoice asks for.
 */
export function readDuitNow(text: string): DuitNowQr {
  if (!/^0002(01|02)/.test(text) || text.length > longestText) throw new QrUnusable('not_payment')
  const fields = fieldsOf(text)
  // It covers its own name and length, too, so it must be the last field.
  if (!/6304[0-9A-Fa-f]{4}$/.test(text) || [...fields.keys()].at(-1) !== '63') throw new QrUnusable('broken')
  if (crc(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) throw new QrUnusable('checksum')
  const account = accountOf(fields)
  if (!account) throw new QrUnusable('not_duitnow')
  if (fields.get('53') !== ringgit) throw new QrUnusable('currency')
  if (fields.get('58') !== 'MY') throw new QrUnusable('country')
  // Without it the QR may be used again and again, too.
  if ((fields.get('01') ?? '11') !== '11') throw new QrUnusable('one_time')
  if (fields.has('54')) throw new QrUnusable('amount')
  const name = plain(fields.get('59') ?? '')
  if (name === '' || name.length > longestName) throw new QrUnusable('nameless')
  return {
    ...{ text, name, city: plain(fields.get('60') ?? '') || null },
    ...{ acquirer: account.get('01') ?? null, account: account.get('02') ?? null },
  }
}

/** In their order. Refuses (QrUnusable) what is cut off, and the same field twice. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4))
    if (!head) throw new QrUnusable('broken')
    const [, id, length] = head as unknown as [string, string, string]
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (value.length < Number(length) || fields.has(id)) throw new QrUnusable('broken')
    fields.set(id, value)
    at += 4 + Number(length)
  }
  return fields
}

function accountOf(fields: ReadonlyMap<string, string>): Map<string, string> | undefined {
  for (const [id, value] of fields) {
    if (Number(id) < 26 || Number(id) > 51 || !value.startsWith(`0014${duitNow}`)) continue
    return fieldsOf(value)
  }
  return undefined
}

const plain = (value: string) => value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()

/** CRC-16/CCITT-FALSE: polynomial 0x1021, beginning with 0xFFFF (EMVCo MPM v1.1 §4.7.3), in four hexadecimal digits. */
export function crc(text: string): string {
  let sum = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}
