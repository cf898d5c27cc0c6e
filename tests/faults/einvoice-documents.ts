import type { Fault } from './fault.ts'

const folder = 'app/domain/einvoice'
const document = `${folder}/document`
const signature = `${folder}/signature`

/** What an e-invoice says to the tax portal, and how it is signed. */
export const einvoiceDocumentFaults: readonly Fault[] = [
  {
    about: 'An e-invoice is stamped with the time in Malaysia',
    file: `${document}/build-document.ts`,
    find: 'at.toISOString()',
    replace: 'new Date(at.getTime() + 28_800_000).toISOString()',
    tests: ['build-document'],
  },
  {
    about: 'Amounts of an e-invoice are added up in floating point',
    file: `${document}/amounts.ts`,
    find: 'return Number(plainRinggit(whole))',
    replace: 'return whole * 0.01',
    tests: ['build-document', 'generated-invoices'],
  },
  {
    about: 'A deposit of the whole amount makes nothing payable',
    file: `${document}/totals.ts`,
    find: 'prepaid.sen < gross',
    replace: 'prepaid.sen <= gross',
    tests: ['build-document'],
  },
  {
    about: 'A note bears the deposit of its invoice',
    file: `${document}/totals.ts`,
    find: '!isNote(document) && ',
    replace: '',
    tests: ['build-document'],
  },
  {
    about: 'Taxes of an e-invoice are one sum, whatever their kind',
    file: `${document}/totals.ts`,
    find: "(type === 'E' ? `E ${exemption}` : type)",
    replace: "(exemption === '' ? '' : type)",
    tests: ['build-document'],
  },
  {
    about: 'A line break reaches the tax portal',
    file: `${document}/text.ts`,
    find: "replace(breaks, ' ').trim()",
    replace: 'trim()',
    tests: ['build-document', 'generated-invoices'],
  },
  {
    about: 'Residents have the general number of foreigners still',
    file: `${document}/general-tin-table.ts`,
    find: "residentsUntil = '2026-09-06'",
    replace: "residentsUntil = '2026-09-07'",
    tests: ['document/parties'],
  },
  {
    about: 'Twelve digits that can be a company are taken for a card',
    file: `${document}/parties.ts`,
    find: "return idTypeOf[identity.type] === 'NRIC'",
    replace: 'return false',
    tests: ['document/parties'],
  },
  {
    about: 'The state of somebody abroad is what was typed',
    file: `${document}/parties.ts`,
    find: 'state: inside ? stateOf(person.address.state) : noState',
    replace: 'state: stateOf(person.address.state)',
    tests: ['document/parties'],
  },
  {
    about: 'A passport of thirteen characters is sent',
    file: `${document}/identity-number.ts`,
    find: "on < '2026-10-23' ? 20 : 12",
    replace: "on < '2026-10-23' ? 20 : 13",
    tests: ['document/parties'],
  },
  {
    about: 'A consolidated line goes on over a receipt that is left out',
    file: `${document}/consolidated-lines.ts`,
    find: 'one.no === before.no + 1',
    replace: 'one.no > before.no',
    tests: ['consolidated-lines'],
  },
  {
    about: 'A consolidated document has a hundred and one lines',
    file: `${document}/consolidated-lines.ts`,
    find: 'last.length < mostLinesOfDocument',
    replace: 'last.length <= mostLinesOfDocument',
    tests: ['consolidated-lines'],
  },
  {
    about: 'An individual e-invoice may be classified as consolidated',
    file: `${document}/check-line.ts`,
    find: '(isConsolidated ? !isPooled : classifications.includes(consolidated))',
    replace: 'isConsolidated && !isPooled',
    tests: ['check-document'],
  },
  {
    about: 'A foreigner’s number for buyers is taken of a supplier',
    file: `${document}/check-party.ts`,
    find: '[generalTins.foreignBuyer, generalTins.government]',
    replace: '[generalTins.government]',
    tests: ['check-document'],
  },
  {
    about: 'The serial of a certificate is in hexadecimal',
    file: `${signature}/certificate.ts`,
    find: 'BigInt(`0x${certificate.serialNumber}`).toString()',
    replace: 'certificate.serialNumber',
    tests: ['signature/certificate', 'sign-document'],
  },
  {
    about: 'The issuer of a certificate is in its own order',
    file: `${signature}/distinguished-name.ts`,
    find: '.toReversed()',
    replace: '.slice()',
    tests: ['signature/certificate', 'sign-document'],
  },
  {
    about: 'A signature that does not verify is returned',
    file: `${signature}/sign-document.ts`,
    find: 'failed.length > 0',
    replace: 'failed.length > 9',
    tests: ['sign-document'],
  },
  {
    about: 'The digest of signed properties is of a part of them',
    file: `${signature}/verify-document.ts`,
    find: "at(signature, 'Object', 'QualifyingProperties') ?? null",
    replace: "at(signature, 'Object', 'QualifyingProperties', 'SignedProperties') ?? null",
    tests: ['sign-document'],
  },
  {
    about: 'A certificate of another organisation signs',
    file: `${signature}/certificate.ts`,
    find: 'tin !== undefined && tin !== owner.tin',
    replace: 'tin === undefined',
    tests: ['signature/certificate'],
  },
]
