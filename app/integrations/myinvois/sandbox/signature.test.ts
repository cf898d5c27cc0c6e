import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pair } from './authority.ts'
import { type Sample, sample, school, signed } from './samples.fixture.ts'
import { type Desk, openDesk } from './test-support.ts'

const shop = { clientId: 'shop', secrets: ['third'], tin: 'C2000000000', name: 'Perantara' }
let desk: Desk
let pair: Pair
const order = { name: school.name, tin: school.tin, registrationNo: school.id }
beforeAll(async () => {
  desk = await openDesk({
    clients: [{ clientId: 'school', secrets: ['first', 'second'], tin: school.tin }, shop],
    appointments: [{ intermediaryTin: shop.tin, tin: school.tin, permissions: ['submit', 'view'] }],
    switches: { limited: false },
  })
  pair = await desk.control('certificate', order)
})
afterAll(() => desk.close())

let count = 0
const next = () => sample({ number: `X-${++count}`, version: '1.1', at: desk.now() })
const sign = (document: Sample, by: Pair = pair) => signed(document, by, desk.now())
const signatureIn = (document: Sample) =>
  document.Invoice[0].UBLExtensions[0].UBLExtension[0].ExtensionContent[0].UBLDocumentSignatures[0]
    .SignatureInformation[0].Signature[0]
const codesOf = async (document: Sample | string) => (await desk.validated(document)).codes

test('a signature by a certificate of the authority is valid, and its step is the last', async () => {
  const { status, steps } = await desk.validated(sign(next()))
  expect([status, steps.at(-1)?.name]).toEqual(['Valid', 'Step08-Document Signature Validator'])
})

test('the portal writes the document anew before it takes digests', async () => {
  const plain = JSON.stringify(sign(next()))
  expect(await codesOf(plain.replace('"_":"Fee of November"', '"_":"Fee\\u0020of November"'))).toEqual([])
  // signed with two decimals, which the portal does not write
  const document = next()
  const decimals = (text: string) => text.replaceAll('"_":2310,', '"_":2310.00,')
  const text = decimals(
    JSON.stringify(signed(document, pair, desk.now(), decimals(JSON.stringify(document)))),
  )
  expect(await codesOf(text)).toEqual(['DS322'])
  const escaped = next()
  escaped.Invoice[0].InvoiceLine[0].Item[0].Description[0]._ = 'Books & toys'
  const withEscape = (one: string) => one.replace('Books & toys', 'Books \\u0026 toys')
  const sent = withEscape(
    JSON.stringify(signed(escaped, pair, desk.now(), withEscape(JSON.stringify(escaped)))),
  )
  expect(await codesOf(sent)).toEqual(['DS322'])
})

test('letters of every script are signed as they are', async () => {
  const document = next()
  document.Invoice[0].AccountingCustomerParty[0].Party[0].PartyLegalEntity[0].RegistrationName[0]._ =
    'Ñurul & "Ali" <A\'> 陈美玲 \u0645'
  expect(await codesOf(sign(document))).toEqual([])
})

describe('a signature that was changed', () => {
  test.each<[string, (document: Sample) => void, string[]]>([
    [
      'after it was made',
      (d) => {
        d.Invoice[0].InvoiceLine[0].Item[0].Description[0]._ = 'Other'
      },
      ['DS322'],
    ],
    [
      'in its time',
      (d) => {
        signatureIn(
          d,
        ).Object[0].QualifyingProperties[0].SignedProperties[0].SignedSignatureProperties[0].SigningTime[0]._ =
          '2026-11-10T07:00:00Z'
      },
      ['DS320'],
    ],
    [
      'by taking it away',
      (d) => {
        delete d.Invoice[0].UBLExtensions
      },
      ['DS301'],
    ],
    [
      'in its name',
      (d) => {
        const [object] = signatureIn(d).Object
        object.XadesQualifyingProperties = object.QualifyingProperties
        delete object.QualifyingProperties
      },
      ['DS300'],
    ],
    [
      'in its value',
      (d) => {
        signatureIn(d).SignatureValue[0]._ = Buffer.alloc(256).toString('base64')
      },
      ['DS333'],
    ],
    [
      'by emptying its value',
      (d) => {
        signatureIn(d).SignatureValue[0]._ = ''
      },
      ['DS332'],
    ],
    [
      'in its method',
      (d) => {
        signatureIn(d).SignedInfo[0].SignatureMethod[0].Algorithm = 'sha1'
      },
      ['DS323'],
    ],
    [
      'by emptying a digest',
      (d) => {
        signatureIn(d).SignedInfo[0].Reference[1].DigestValue[0]._ = ''
      },
      ['DS321'],
    ],
  ])('%s', async (_, change, codes) => {
    const document = sign(next())
    change(document)
    expect(await codesOf(document)).toEqual(codes)
  })

  test.each<[string, (properties: Sample) => void, string[]]>([
    [
      'without a time',
      (p) => {
        delete p.SigningTime
      },
      ['DS303'],
    ],
    [
      'with a local time',
      (p) => {
        p.SigningTime[0]._ = '2026-11-10T16:00:00+08:00'
      },
      ['DS336'],
    ],
    [
      'with the serial number in hexadecimal',
      (p) => {
        p.SigningCertificate[0].Cert[0].IssuerSerial[0].X509SerialNumber[0]._ = '5AF0'
      },
      ['DS327'],
    ],
    [
      'with another serial number',
      (p) => {
        p.SigningCertificate[0].Cert[0].IssuerSerial[0].X509SerialNumber[0]._ = '1'
      },
      ['DS328'],
    ],
    [
      'with the issuer’s name the other way round',
      (p) => {
        const [name] = p.SigningCertificate[0].Cert[0].IssuerSerial[0].X509IssuerName
        name._ = name._.split(', ').reverse().join(', ')
      },
      ['DS326'],
    ],
    [
      'with another certificate’s digest',
      (p) => {
        p.SigningCertificate[0].Cert[0].CertDigest[0].DigestValue[0]._ = 'x'
      },
      ['DS318'],
    ],
  ])('%s', async (_, change, codes) => {
    const document = sign(next())
    const [qualifying] = signatureIn(document).Object[0].QualifyingProperties
    change(qualifying.SignedProperties[0].SignedSignatureProperties[0])
    const { createHash } = await import('node:crypto')
    signatureIn(document).SignedInfo[0].Reference[0].DigestValue[0]._ = createHash('sha256')
      .update(JSON.stringify(qualifying))
      .digest('base64')
    expect(await codesOf(document)).toEqual(codes)
  })
})

describe('a certificate', () => {
  test.each<[string, object, string[]]>([
    ['of nobody’s authority', { kind: 'self_signed' }, ['DS329']],
    ['of a person', { kind: 'personal' }, ['DS306', 'DS307', 'DS309', 'DS311', 'DS312']],
    ['that has expired', { kind: 'expired' }, ['DS304', 'DS305']],
    ['for other use', { kind: 'other_usage' }, ['DS305']],
    ['of another TIN', { tin: 'C9876543210' }, ['DS311']],
    ['of another company number', { registrationNo: '202009999999' }, ['DS312']],
    ['of 4096 bits', { bits: 4096 }, []],
  ])('%s', async (_, given, codes) => {
    expect(await codesOf(sign(next(), await desk.control('certificate', { ...order, ...given })))).toEqual(
      codes,
    )
  })

  test('of an intermediary is good for what it sends itself', async () => {
    const own = await desk.control('certificate', { ...order, tin: shop.tin, registrationNo: '202201000000' })
    const { body } = await desk.login(
      { client_id: 'shop', client_secret: 'third' },
      { onbehalfof: school.tin },
    )
    expect((await desk.validated(sign(next(), own), body.access_token)).codes).toEqual([])
    expect(await codesOf(sign(next(), own))).toEqual(['DS311', 'DS312'])
  })
})
