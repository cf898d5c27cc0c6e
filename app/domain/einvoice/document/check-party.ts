import { generalTins, isGeneralTin, isTin } from '#app/domain/core/contact/tin.ts'
import { email } from '#app/domain/core/fields.ts'
import { isCountry, malaysia } from '../codes/countries.ts'
import { isMsic, noMsic } from '../codes/msic.ts'
import { isState, noState } from '../codes/states.ts'
import type { Fault } from '../words.ts'
import { longestLine, mostLines } from './address.ts'
import type { Party } from './document.ts'
import { generalPublic, isGeneralPublic } from './general-public.ts'
import {
  isArmy,
  isBrn,
  isCompanyNumber,
  isNric,
  isPassport,
  longestPassport,
  unknownNric,
} from './identity-number.ts'
import { faultsOf, localFault, type Role, tooLong } from './local-faults.ts'
import { isPhone, notApplicable } from './phone.ts'
import { plainText } from './text.ts'

/** How a party stands in its document. */
export interface Standing {
  role: Role
  /** The document is issued by the buyer; then the organisation is the buyer, and the supplier is anybody. */
  selfBilled: boolean
  /** The day of the document, in Malaysia. */
  on: string
}

/** Everything that the portal would refuse of a seller or a buyer: fields that lack, forms, and how they go together. */
export function checkParty(party: Party, standing: Standing): Fault[] {
  const at = (name: string) =>
    `${standing.role === 'supplier' ? 'AccountingSupplierParty' : 'AccountingCustomerParty'}.Party.${name}`
  const isPublic = isGeneralPublic(party)
  const isIssuer = (standing.role === 'buyer') === standing.selfBilled
  const wrong = [
    ...checkName(party, standing, at),
    ...checkTin(party, standing, isIssuer, at),
    ...(isPublic && !isIssuer ? [] : checkNumber(party, standing, at)),
    ...checkTaxNumbers(party, standing, at),
    ...(standing.role === 'supplier' ? checkBusiness(party, standing, at) : []),
    ...(isPublic && !isIssuer ? checkPublicPlace(party, standing, at) : checkPlace(party, standing, at)),
  ]
  return faultsOf(wrong)
}

type At = (name: string) => string
type Found = (Fault | false | undefined)[]

function checkName({ name, ...party }: Party, { role }: Standing, at: At): Found {
  const path = at('PartyLegalEntity.RegistrationName')
  const plain = plainText(name)
  return [
    plain === '' && localFault(`${role}.name`, path),
    tooLong(`${role}.name_length`, path, plain, 300),
    isGeneralPublic(party) && plain !== generalPublic.name && localFault(`${role}.name_public`, path),
  ]
}

/** The issuer has a number of its own; of the other side, each general number stands for one kind of people. */
function checkTin({ tin, id }: Party, { role }: Standing, isIssuer: boolean, at: At): Found {
  const path = at('PartyIdentification.ID')
  if (tin === '') return [localFault(`${role}.tin`, path)]
  if (!isTin(tin)) return [localFault(`${role}.tin_form`, path)]
  if (!isGeneralTin(tin)) return []
  const others: readonly string[] =
    role === 'buyer' ? [generalTins.foreignSupplier] : [generalTins.foreignBuyer, generalTins.government]
  if (isIssuer || others.includes(tin)) return [localFault(`${role}.tin_role`, path, tin)]
  const byCard = id.type === 'NRIC' || id.type === 'ARMY' || id.value === notApplicable
  return [tin === generalTins.public && !byCard && localFault(`${role}.tin_public`, path, tin)]
}

/** The number beside the TIN, in the form of its kind. */
function checkNumber({ tin, id: { type, value } }: Party, { role, on }: Standing, at: At): Found {
  const path = at('PartyIdentification.ID')
  const bad = [localFault(`${role}.id_form`, path, type)]
  if (value === '') return [localFault(`${role}.id`, path, type)]
  if (value === notApplicable) {
    // Whoever has neither: a government, a company abroad. A real TIN has a real number beside it.
    return [(type !== 'BRN' || !isGeneralTin(tin)) && localFault(`${role}.id`, path, type)]
  }
  switch (type) {
    case 'NRIC':
      if (value === unknownNric) return [isGeneralTin(tin) && localFault(`${role}.id`, path, type)]
      return isNric(value) ? [] : bad
    case 'PASSPORT':
      if (!isPassport(value)) return bad
      return [tooLong(`${role}.passport_length`, path, value, longestPassport(on))]
    case 'ARMY':
      return isArmy(value) ? [] : bad
    case 'BRN':
      return isBrn(value) && (!/^\d{12}$/.test(value) || isCompanyNumber(value)) ? [] : bad
  }
}

/** Registrations for service tax and tourism tax; NA without one. */
function checkTaxNumbers(
  { sst = notApplicable, ttx = notApplicable }: Party,
  { role }: Standing,
  at: At,
): Found {
  const path = at('PartyIdentification.ID')
  const isSst = sst.length <= 35 && /^[A-Z0-9-]+(?:;[A-Z0-9-]+)?$/i.test(sst)
  const isTtx = ttx.length <= 17 && /^[A-Z0-9-]+$/i.test(ttx)
  return [!isSst && localFault(`${role}.sst`, path), !isTtx && localFault(`${role}.ttx`, path)]
}

/** Only a supplier from abroad, and nobody in particular, may be without a code; the issuer never. */
function checkBusiness(party: Party, { role, selfBilled }: Standing, at: At): Found {
  const path = at('IndustryClassificationCode')
  const { code = '', activity = '' } = party.msic ?? {}
  const isForeign = party.address.country !== malaysia || party.tin === generalTins.foreignSupplier
  const mayLack = selfBilled && (isForeign || isGeneralPublic(party))
  const words = plainText(activity)
  return [
    (code === noMsic ? !mayLack : !isMsic(code)) && localFault(`${role}.msic`, path, code),
    (words === '' || (code === noMsic && words !== notApplicable)) && localFault(`${role}.activity`, path),
    tooLong(`${role}.activity`, path, words, 300),
  ]
}

function checkPlace({ address, phone, email: mail }: Party, { role }: Standing, at: At): Found {
  const inside = address.country === malaysia
  const line = at('PostalAddress.AddressLine')
  const lines = address.lines.map(plainText)
  const long = lines.find(({ length }) => length > longestLine)
  const city = plainText(address.city)
  const { postcode = null, state, country } = address
  const mapped = isState(state) === inside || (state !== noState && !isState(state))
  return [
    (lines.length === 0 || lines.some((one) => one === '' || one === notApplicable)) &&
      localFault(`${role}.address`, line),
    lines.length > mostLines && localFault(`${role}.address_length`, line, `${lines.length} > ${mostLines}`),
    tooLong(`${role}.address_length`, line, long, longestLine),
    (city === '' || city === notApplicable) && localFault(`${role}.city`, at('PostalAddress.CityName')),
    tooLong(`${role}.city_length`, at('PostalAddress.CityName'), city, 50),
    !isPostcode(postcode, inside) && localFault(`${role}.postcode`, at('PostalAddress.PostalZone')),
    !isState(state) &&
      state !== noState &&
      localFault(`${role}.state`, at('PostalAddress.CountrySubentityCode'), state),
    !mapped &&
      localFault(`${role}.state_country`, at('PostalAddress.CountrySubentityCode'), `${state} ${country}`),
    !isCountry(country) &&
      localFault(`${role}.country`, at('PostalAddress.Country.IdentificationCode'), country),
    !isPhone(phone) && localFault(`${role}.phone`, at('Contact.Telephone')),
    ...checkMail(mail, role, at),
  ]
}

/** Nobody in particular lives nowhere: its state is 17, and the rest may be NA. */
function checkPublicPlace({ address, phone, email: mail }: Party, { role }: Standing, at: At): Found {
  return [
    address.lines.length === 0 && localFault(`${role}.address`, at('PostalAddress.AddressLine')),
    address.city === '' && localFault(`${role}.city`, at('PostalAddress.CityName')),
    address.state !== noState &&
      localFault(`${role}.state`, at('PostalAddress.CountrySubentityCode'), address.state),
    !isPostcode(address.postcode, true) && localFault(`${role}.postcode`, at('PostalAddress.PostalZone')),
    !isCountry(address.country) &&
      localFault(`${role}.country`, at('PostalAddress.Country.IdentificationCode'), address.country),
    phone !== notApplicable && !isPhone(phone) && localFault(`${role}.phone`, at('Contact.Telephone')),
    ...checkMail(mail, role, at),
  ]
}

/** May be missing, never NA or a part of one. */
function checkMail(mail: string | undefined, role: Role, at: At): Found {
  const known = mail === undefined || mail === ''
  return [
    !known && !email.safeParse(mail).success && localFault(`${role}.email`, at('Contact.ElectronicMail')),
  ]
}

/** May be missing; `00000` is nowhere. */
function isPostcode(postcode: string | null | undefined, inside: boolean): boolean {
  if (postcode === null || postcode === undefined || postcode === '') return true
  return inside ? /^\d{5}$/.test(postcode) && postcode !== '00000' : postcode.length <= 50
}
