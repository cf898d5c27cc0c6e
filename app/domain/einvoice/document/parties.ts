import { generalTins, isGeneralTin, normalizeTin } from '#app/domain/core/contact/tin.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { countryCode, malaysia } from '../codes/countries.ts'
import { noMsic } from '../codes/msic.ts'
import { noState, stateCode } from '../codes/states.ts'
import type { Fault } from '../words.ts'
import { addressLines } from './address.ts'
import { checkParty } from './check-party.ts'
import type { Party } from './document.ts'
import { generalTin, type IdentityType, idTypeOf } from './general-tin-table.ts'
import { isAmbiguous, unknownNric } from './identity-number.ts'
import { faultsOf, localFault, type Role } from './local-faults.ts'
import { notApplicable, portalPhone } from './phone.ts'
import { filledText, plainText } from './text.ts'

/** Somebody as the product knows them, in whatever spelling; what is not known is missing, null or empty. */
export interface Person {
  name: string
  tin?: string | null | undefined
  /** `confirmed`: somebody looked at twelve digits that could be a card or a company, and said which. */
  identity?: { type: IdentityType; value: string; confirmed?: boolean | undefined } | undefined
  address: {
    lines: readonly (string | null | undefined)[]
    postcode?: string | null | undefined
    city?: string | null | undefined
    /** One of our own names, such as `Selangor`, or the portal's two digits. */
    state?: string | null | undefined
    /** In two letters or three; Malaysia when it is missing. */
    country?: string | null | undefined
  }
  phone?: string | null | undefined
  email?: string | null | undefined
  /** Of those registered for service tax. */
  sst?: string | null | undefined
  /** Of suppliers who have a business. */
  msic?: { code: string; activity: string } | undefined
}

export type Resolved = { party: Party } | { faults: Fault[] }

/**
 * The buyer of a document that is issued on a day (`YYYY-MM-DD` in Malaysia): numbers in the portal's spelling, the general
 * number in the place of a TIN that is not known. Never guesses: what lacks or can be read in two ways is a fault.
 */
export function resolveBuyer(person: Person, on: string): Resolved {
  return resolve(person, 'buyer', on)
}

/** The supplier of a self-billed document, such as a trainer without a business or somebody abroad. */
export function resolveSupplier(person: Person, on: string): Resolved {
  return resolve(person, 'supplier', on)
}

function resolve(person: Person, role: Role, on: string): Resolved {
  const country = countryCode(person.address.country || malaysia) ?? plainText(person.address.country ?? '')
  const inside = country === malaysia
  const lines = addressLines(person.address.lines)
  const numbers = numbersOf(person, role, inside, on)
  const sst = filledText(person.sst)
  const postcode = filledText(person.address.postcode)
  const email = filledText(person.email)
  const party: Party = {
    name: plainText(person.name),
    ...numbers,
    ...(sst && { sst: sst.replace(/\s/g, '') }),
    ...businessOf(person, role, numbers.tin, inside),
    address: {
      lines: lines ?? person.address.lines.flatMap((line) => filledText(line) ?? []),
      city: filledText(person.address.city) ?? '',
      ...(postcode && { postcode }),
      state: inside ? stateOf(person.address.state) : noState,
      country,
    },
    phone: portalPhone(person.phone ?? '') ?? '',
    ...(email && { email }),
  }
  const faults = [
    ...faultsOf([isDoubtful(person) && localFault(`${role}.id_ask`, idPath[role])]),
    ...checkParty(party, { role, selfBilled: role === 'supplier', on }),
  ]
  return faults.length > 0 ? { faults } : { party }
}

const idPath: Record<Role, string> = {
  supplier: 'AccountingSupplierParty.Party.PartyIdentification.ID',
  buyer: 'AccountingCustomerParty.Party.PartyIdentification.ID',
}

/** TIN and the number beside it; what is not known and has no general number stays empty, which the check refuses. */
function numbersOf(person: Person, role: Role, inside: boolean, on: string): Pick<Party, 'tin' | 'id'> {
  const own = ownTin(person)
  const { identity } = person
  if (!identity) {
    const id: Party['id'] = isOfCompany(own)
      ? { type: 'BRN', value: '' }
      : { type: 'NRIC', value: own && unknownNric }
    return { tin: own, id }
  }
  const type = idTypeOf[identity.type]
  const value = numberOf(identity)
  if (identity.type === 'government' && !(own && value)) {
    return { tin: generalTin('government', role, on) ?? '', id: { type, value: notApplicable } }
  }
  if (own) {
    const isPerson = type !== 'BRN'
    return { tin: own, id: isPerson && !value ? { type: 'NRIC', value: unknownNric } : { type, value } }
  }
  if (identity.type === 'company') {
    return inside
      ? { tin: '', id: { type, value } }
      : { tin: generalTin('company', role, on) ?? '', id: { type, value: notApplicable } }
  }
  return { tin: generalTin(identity.type, role, on) ?? '', id: { type, value } }
}

/** A general number that somebody typed is none of their own. */
function ownTin({ tin }: Person): string {
  const normal = normalizeTin(tin ?? '')
  return isGeneralTin(normal) ? '' : normal
}

const isOfCompany = (tin: string): boolean => tin !== '' && !tin.startsWith('IG')

/** Without dashes and spaces, as the portal wants it. */
const numberOf = ({ value }: { value: string }): string => compact(value).toUpperCase()

/** Twelve digits that could be a card or a company, unless somebody said which or the TIN is a company's. */
function isDoubtful(person: Person): boolean {
  const { identity } = person
  if (!identity || identity.confirmed || !isAmbiguous(numberOf(identity))) return false
  if (identity.type === 'company') return !isOfCompany(ownTin(person))
  return idTypeOf[identity.type] === 'NRIC'
}

/** What a supplier does; of somebody from abroad one need not know it. */
function businessOf({ msic }: Person, role: Role, tin: string, inside: boolean): Pick<Party, 'msic'> {
  if (role === 'buyer') return {}
  if (msic) return { msic }
  return inside && tin !== generalTins.foreignSupplier
    ? {}
    : { msic: { code: noMsic, activity: notApplicable } }
}

function stateOf(written: string | null | undefined): string {
  const state = filledText(written) ?? ''
  return stateCode(state) ?? state
}
