import { createHash, sign, X509Certificate } from 'node:crypto'
import type { Pair } from './authority.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes
export type Sample = any

const leaf = (value: unknown, attributes: object = {}) => [{ _: value, ...attributes }]
const amount = (value: number) => leaf(value, { currencyID: 'MYR' })
const scheme = (value: string, schemeID: string) => ({ ID: leaf(value, { schemeID }) })

interface Who {
  name: string
  tin: string
  type: string
  id: string
  state?: string
  country?: string
  phone?: string
}

function party({ name, tin, type, id, state = '10', country = 'MYS', phone = '+60123456789' }: Who): Sample {
  return [
    {
      Party: [
        {
          IndustryClassificationCode: leaf('85102', { name: 'Kindergarten' }),
          PartyIdentification: [
            scheme(tin, 'TIN'),
            scheme(id, type),
            scheme('NA', 'SST'),
            scheme('NA', 'TTX'),
          ],
          PostalAddress: [
            {
              CityName: leaf('Shah Alam'),
              PostalZone: leaf('40000'),
              CountrySubentityCode: leaf(state),
              AddressLine: [{ Line: leaf('8 Jalan Rumah') }],
              Country: [{ IdentificationCode: leaf(country, { listID: 'ISO3166-1', listAgencyID: '6' }) }],
            },
          ],
          PartyLegalEntity: [{ RegistrationName: leaf(name) }],
          Contact: [{ Telephone: leaf(phone), ElectronicMail: leaf('someone@example.test') }],
        },
      ],
    },
  ]
}

export const school: Who = {
  name: 'Tadika Contoh Sdn Bhd',
  tin: 'C1234567890',
  type: 'BRN',
  id: '202001234567',
}
export const parent: Who = {
  name: 'Aminah binti Contoh',
  tin: 'EI00000000010',
  type: 'NRIC',
  id: '850101995678',
}
export const everybody: Who = {
  ...{ name: 'General Public', tin: 'EI00000000010', type: 'BRN', id: 'NA', state: '17', phone: 'NA' },
}

interface Given {
  number?: string
  type?: string
  version?: string
  at: Date
  supplier?: Who
  buyer?: Who
  total?: number
  classification?: string
  /** UUIDs of the originals. */
  corrects?: readonly string[]
}

/** A document that is right, as an issuer would build it; with what is given. */
export function sample(given: Given): Sample {
  const {
    number = 'R-1',
    type = '01',
    version = '1.0',
    at,
    total = 2310,
    classification = '002',
    corrects,
  } = given
  const issued = at.toISOString()
  const tax = [
    {
      TaxAmount: amount(0),
      TaxSubtotal: [
        {
          ...{ TaxableAmount: amount(total), TaxAmount: amount(0) },
          TaxCategory: [
            {
              ID: leaf('06'),
              TaxScheme: [{ ID: leaf('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }],
            },
          ],
        },
      ],
    },
  ]
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: [
      {
        ...{
          ID: leaf(number),
          IssueDate: leaf(issued.slice(0, 10)),
          IssueTime: leaf(`${issued.slice(11, 19)}Z`),
        },
        InvoiceTypeCode: leaf(type, { listVersionID: version }),
        ...{ DocumentCurrencyCode: leaf('MYR'), TaxCurrencyCode: leaf('MYR') },
        InvoicePeriod: [
          { StartDate: leaf('2026-11-01'), EndDate: leaf('2026-11-30'), Description: leaf('Monthly') },
        ],
        ...(corrects && {
          BillingReference: corrects.map((uuid) => ({
            InvoiceDocumentReference: [{ ID: leaf('original'), UUID: leaf(uuid) }],
          })),
        }),
        AccountingSupplierParty: party(given.supplier ?? school),
        AccountingCustomerParty: party(given.buyer ?? parent),
        PaymentMeans: [{ PaymentMeansCode: leaf('03') }],
        TaxTotal: tax,
        LegalMonetaryTotal: [
          {
            ...{ LineExtensionAmount: amount(total), TaxExclusiveAmount: amount(total) },
            ...{ TaxInclusiveAmount: amount(total), PayableAmount: amount(total) },
          },
        ],
        InvoiceLine: [
          {
            ...{
              ID: leaf('1'),
              InvoicedQuantity: leaf(1, { unitCode: 'C62' }),
              LineExtensionAmount: amount(total),
            },
            TaxTotal: structuredClone(tax),
            Item: [
              {
                CommodityClassification: [
                  { ItemClassificationCode: leaf(classification, { listID: 'CLASS' }) },
                ],
                Description: leaf('Fee of November'),
              },
            ],
            Price: [{ PriceAmount: amount(total) }],
            ItemPriceExtension: [{ Amount: amount(total) }],
          },
        ],
      },
    ],
  }
}

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const digest = (data: string | Buffer) => createHash('sha256').update(data).digest('base64')

/** The same, signed; `text` is what is signed where that shall be another text than the document's. */
export function signed(document: Sample, { key, certificate }: Pair, at: Date, text?: string): Sample {
  const { raw, issuer, serialNumber } = new X509Certificate(certificate)
  const bare = text ?? JSON.stringify(document)
  const method = leaf('', { Algorithm: SHA256 })
  const names = { E: 'emailAddress', SERIALNUMBER: 'serialNumber', 'OID.2.5.4.97': 'organizationIdentifier' }
  const issuerName = issuer
    .split('\n')
    .reverse()
    .map((part) =>
      Object.entries(names).reduce((one, [short, long]) => one.replace(`${long}=`, `${short}=`), part),
    )
    .join(', ')
  const issuerSerial = [
    { X509IssuerName: leaf(issuerName), X509SerialNumber: leaf(BigInt(`0x${serialNumber}`).toString()) },
  ]
  const properties = {
    Target: 'signature',
    SignedProperties: [
      {
        Id: 'id-xades-signed-props',
        SignedSignatureProperties: [
          {
            SigningTime: leaf(`${at.toISOString().slice(0, 19)}Z`),
            SigningCertificate: [
              {
                Cert: [
                  {
                    CertDigest: [{ DigestMethod: method, DigestValue: leaf(digest(raw)) }],
                    IssuerSerial: issuerSerial,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  const reference = (Type: string, URI: string, value: string) => ({
    ...{ Type, URI, DigestMethod: method, DigestValue: leaf(value) },
  })
  const signature = {
    Id: 'signature',
    Object: [{ QualifyingProperties: [properties] }],
    KeyInfo: [
      {
        X509Data: [
          {
            X509Certificate: leaf(raw.toString('base64')),
            X509SubjectName: leaf(issuerName),
            X509IssuerSerial: issuerSerial,
          },
        ],
      },
    ],
    SignatureValue: leaf(sign('sha256', Buffer.from(bare), key).toString('base64')),
    SignedInfo: [
      {
        SignatureMethod: leaf('', { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
        Reference: [
          reference(
            'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
            '#id-xades-signed-props',
            digest(JSON.stringify(properties)),
          ),
          reference('', '', digest(bare)),
        ],
      },
    ],
  }
  const id = 'urn:oasis:names:specification:ubl:signature:Invoice'
  const enveloped = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'
  return {
    ...document,
    Invoice: [
      {
        ...document.Invoice[0],
        UBLExtensions: [
          {
            UBLExtension: [
              {
                ExtensionURI: leaf(enveloped),
                ExtensionContent: [
                  {
                    UBLDocumentSignatures: [
                      {
                        SignatureInformation: [
                          {
                            ID: leaf('urn:oasis:names:specification:ubl:signature:1'),
                            ReferencedSignatureID: leaf(id),
                            Signature: [signature],
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
        Signature: [{ ID: leaf(id), SignatureMethod: leaf(enveloped) }],
      },
    ],
  }
}
