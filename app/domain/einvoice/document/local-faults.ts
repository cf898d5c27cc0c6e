import type { Fault } from '../words.ts'

/** What can be wrong with a party; each is told of the supplier and of the buyer, such as `buyer.phone`. */
const partyFaults = [
  'name',
  'name_length',
  /** The buyer of a consolidated document is called `General Public`, and is nobody in particular in all else. */
  'name_public',
  'tin',
  'tin_form',
  /** A general number of the other side: ERR208 of the portal. */
  'tin_role',
  /** The general number of Malaysians beside something else than their identity card: ERR237 of the portal. */
  'tin_public',
  'id',
  'id_form',
  /** Twelve digits that can be an identity card and a company: somebody must say which. */
  'id_ask',
  'passport_length',
  'sst',
  'ttx',
  'msic',
  'activity',
  'address',
  'address_length',
  'city',
  'city_length',
  'postcode',
  'state',
  /** Outside Malaysia has a state of Malaysia, or the other way round: CV316 of the portal. */
  'state_country',
  'country',
  'phone',
  'email',
] as const

const documentFaults = [
  'number',
  'number_length',
  'version',
  'issued_at',
  'currency',
  'exchange_rate',
  'period',
  'frequency',
  'payment_mode',
  'bill_reference_length',
  'originals',
  'originals_unexpected',
  'original_number',
  'original_uuid',
  'prepaid',
  'rounding',
  'lines',
  /** Nothing is payable, or less than nothing. */
  'payable',
  'amount_length',
] as const

const lineFaults = [
  'description',
  'description_length',
  'classification',
  'classification_unknown',
  /** 004 is for consolidated documents alone: ERR236 of the portal. */
  'classification_consolidated',
  'quantity',
  'unit',
  'negative',
  'amount',
  'discount',
  'tax',
  'tax_type',
  'tax_amount',
  'taxable',
  'exemption',
] as const

type PartyFault = (typeof partyFaults)[number]
export type Role = 'supplier' | 'buyer'
export type LocalFaultCode =
  | `${Role}.${PartyFault}`
  | `document.${(typeof documentFaults)[number]}`
  | `line.${(typeof lineFaults)[number]}`

/** Every code that our own checks can give. */
export const localFaultCodes: readonly LocalFaultCode[] = [
  ...partyFaults.map((fault) => `supplier.${fault}` as const),
  ...partyFaults.map((fault) => `buyer.${fault}` as const),
  ...documentFaults.map((fault) => `document.${fault}` as const),
  ...lineFaults.map((fault) => `line.${fault}` as const),
]

/**
 * A fault that we found ourselves, before anything is sent. `path` is as the portal would name it, `detail` what a sentence
 * cannot know, such as `301 > 300`; never the value of a number that identifies somebody.
 */
export function localFault(code: LocalFaultCode, path: string, detail = ''): Fault {
  return { step: 'local', code, text: detail, text_my: null, path: `Invoice.${path}` }
}

/** The faults of those that are wrong. */
export function faultsOf(found: readonly (Fault | false | null | undefined | '')[]): Fault[] {
  return found.filter((one) => typeof one === 'object' && one !== null)
}

/** How long a text is as the portal counts; a fault when it is longer than it may be. */
export function tooLong(
  code: LocalFaultCode,
  path: string,
  text: string | undefined,
  most: number,
): Fault | undefined {
  const length = text?.length ?? 0
  return length > most ? localFault(code, path, `${length} > ${most}`) : undefined
}
