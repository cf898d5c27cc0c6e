import type { Party } from './document.ts'
import { notApplicable } from './phone.ts'
import { plainText } from './text.ts'
import { leaf, optional, type UblElement } from './ubl.ts'

const countryList = { listID: 'ISO3166-1', listAgencyID: '6' }

/** `Party` of a seller, who says what the business is, or of a buyer, who does not. */
export function partyBlock(party: Party, role: 'supplier' | 'buyer'): UblElement {
  const { id, msic, address } = party
  const identified = (value: string, schemeID: string) => ({ ID: leaf(value, { schemeID }) })
  return {
    ...(role === 'supplier' &&
      msic && { IndustryClassificationCode: leaf(msic.code, { name: plainText(msic.activity) }) }),
    PartyIdentification: [
      identified(party.tin, 'TIN'),
      identified(id.value, id.type),
      identified(party.sst || notApplicable, 'SST'),
      identified(party.ttx || notApplicable, 'TTX'),
    ],
    PostalAddress: [
      {
        CityName: leaf(address.city),
        ...optional('PostalZone', address.postcode),
        CountrySubentityCode: leaf(address.state),
        AddressLine: address.lines.map((line) => ({ Line: leaf(line) })),
        Country: [{ IdentificationCode: leaf(address.country, countryList) }],
      },
    ],
    PartyLegalEntity: [{ RegistrationName: leaf(party.name) }],
    Contact: [{ Telephone: leaf(party.phone), ...optional('ElectronicMail', party.email) }],
  }
}
