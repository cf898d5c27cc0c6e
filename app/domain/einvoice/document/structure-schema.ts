/**
 * The structure of a document as JSON schema (draft 7): which elements the portal knows of UBL 2.1, how often each may stand,
 * what it holds. In our own words, after the tables of the MyInvois SDK; OASIS's schema allows far more.
 */
type Schema = Record<string, unknown>

const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const number = { type: 'number' }
const date = { type: 'string', format: 'date' }
const time = { type: 'string', format: 'utc-time' }

/** An object of these properties and no other; a name with `?` may be missing. */
function object(properties: Record<string, Schema>): Schema {
  const names = Object.keys(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}

const many = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 })
const one = (items: Schema): Schema => ({ type: 'array', items, minItems: 1, maxItems: 1 })
/** Another element, once. */
const element = (properties: Record<string, Schema>): Schema => one(object(properties))
/** A value with attributes. */
const leaf = (value: Schema, attributes: Record<string, Schema> = {}): Schema =>
  element({ _: value, ...attributes })

const amount = leaf(number, { currencyID: { type: 'string', pattern: '^[A-Z]{3}$' } })
const flag = leaf({ type: 'boolean' })

const country = {
  Country: element({ IdentificationCode: leaf(text, { 'listID?': text, 'listAgencyID?': text }) }),
}
const address = element({
  CityName: leaf(text),
  'PostalZone?': leaf(text),
  CountrySubentityCode: leaf(text),
  AddressLine: many(object({ Line: leaf(text) })),
  ...country,
})
const identification = many(
  object({
    ID: leaf(filled, { schemeID: { enum: ['TIN', 'BRN', 'NRIC', 'PASSPORT', 'ARMY', 'SST', 'TTX'] } }),
  }),
)
const party = {
  PartyIdentification: identification,
  PostalAddress: address,
  PartyLegalEntity: element({ RegistrationName: leaf(filled) }),
  Contact: element({ Telephone: leaf(filled), 'ElectronicMail?': leaf(filled) }),
}
const business = { IndustryClassificationCode: leaf(filled, { name: filled }) }

const charge = {
  ChargeIndicator: flag,
  'AllowanceChargeReason?': leaf(text),
  'MultiplierFactorNumeric?': leaf(number),
  Amount: amount,
}

const taxTotal = element({
  TaxAmount: amount,
  TaxSubtotal: many(
    object({
      TaxableAmount: amount,
      TaxAmount: amount,
      'Percent?': leaf(number),
      'BaseUnitMeasure?': leaf(number, { unitCode: filled }),
      'PerUnitAmount?': amount,
      TaxCategory: element({
        ID: leaf(filled),
        'TaxExemptionReason?': leaf(filled),
        TaxScheme: element({
          ID: leaf({ const: 'OTH' }, { schemeID: { const: 'UN/ECE 5153' }, schemeAgencyID: { const: '6' } }),
        }),
      }),
    }),
  ),
})

const line = object({
  ID: leaf(filled),
  'InvoicedQuantity?': leaf(number, { 'unitCode?': filled }),
  LineExtensionAmount: amount,
  'AllowanceCharge?': many(object(charge)),
  TaxTotal: taxTotal,
  Item: element({
    Description: leaf(filled),
    'OriginCountry?': element({ IdentificationCode: leaf(filled) }),
    CommodityClassification: many(
      object({ ItemClassificationCode: leaf(filled, { listID: { enum: ['CLASS', 'PTC'] } }) }),
    ),
  }),
  Price: element({ PriceAmount: amount }),
  ItemPriceExtension: element({ Amount: amount }),
})

const delivery = element({
  'DeliveryParty?': element({
    PartyIdentification: identification,
    PostalAddress: address,
    PartyLegalEntity: element({ RegistrationName: leaf(filled) }),
  }),
  'Shipment?': element({ ID: leaf(filled), 'FreightAllowanceCharge?': many(object(charge)) }),
})

const sha256 = leaf({ const: '' }, { Algorithm: { const: 'http://www.w3.org/2001/04/xmlenc#sha256' } })
const issuerSerial = element({
  X509IssuerName: leaf(filled),
  X509SerialNumber: leaf({ type: 'string', pattern: '^[0-9]+$' }),
})
const properties = element({
  Target: { const: 'signature' },
  SignedProperties: element({
    Id: { const: 'id-xades-signed-props' },
    SignedSignatureProperties: element({
      SigningTime: leaf({ type: 'string', format: 'utc-instant' }),
      SigningCertificate: element({
        Cert: element({
          CertDigest: element({ DigestMethod: sha256, DigestValue: leaf(filled) }),
          IssuerSerial: issuerSerial,
        }),
      }),
    }),
  }),
})
const signature = element({
  Id: { const: 'signature' },
  Object: element({ QualifyingProperties: properties }),
  KeyInfo: element({
    X509Data: element({
      X509Certificate: leaf(filled),
      X509SubjectName: leaf(filled),
      X509IssuerSerial: issuerSerial,
    }),
  }),
  SignatureValue: leaf(filled),
  SignedInfo: element({
    SignatureMethod: leaf({ const: '' }, { Algorithm: filled }),
    Reference: many(object({ Type: text, URI: text, DigestMethod: sha256, DigestValue: leaf(filled) })),
  }),
})
/** The names under which the portal looks for a signature. */
const named = (name: string): Schema => leaf({ const: `urn:oasis:names:specification:ubl:${name}` })
const signed = {
  UBLExtensions: element({
    UBLExtension: element({
      ExtensionURI: named('dsig:enveloped:xades'),
      ExtensionContent: element({
        UBLDocumentSignatures: element({
          SignatureInformation: element({
            ID: named('signature:1'),
            ReferencedSignatureID: named('signature:Invoice'),
            Signature: signature,
          }),
        }),
      }),
    }),
  }),
  Signature: element({ ID: named('signature:Invoice'), SignatureMethod: named('dsig:enveloped:xades') }),
}

const head = {
  ID: leaf(filled),
  IssueDate: leaf(date),
  IssueTime: leaf(time),
  DocumentCurrencyCode: leaf(filled),
  'TaxCurrencyCode?': leaf(filled),
  'InvoicePeriod?': element({
    'StartDate?': leaf(date),
    'EndDate?': leaf(date),
    'Description?': leaf(filled),
  }),
  'BillingReference?': many({
    ...object({
      'InvoiceDocumentReference?': many(object({ ID: leaf(filled), UUID: leaf(filled) })),
      'AdditionalDocumentReference?': many(object({ ID: leaf(filled) })),
    }),
    minProperties: 1,
  }),
  'AdditionalDocumentReference?': many(
    object({ ID: leaf(filled), 'DocumentType?': leaf(filled), 'DocumentDescription?': leaf(filled) }),
  ),
  AccountingSupplierParty: element({
    'AdditionalAccountID?': leaf(filled, { 'schemeAgencyName?': filled }),
    Party: element({ ...business, ...party }),
  }),
  AccountingCustomerParty: element({ Party: element(party) }),
  'Delivery?': delivery,
  'PaymentMeans?': element({
    PaymentMeansCode: leaf(filled),
    'PayeeFinancialAccount?': element({ ID: leaf(filled) }),
  }),
  'PaymentTerms?': element({ Note: leaf(filled) }),
  'PrepaidPayment?': element({
    'ID?': leaf(filled),
    PaidAmount: amount,
    'PaidDate?': leaf(date),
    'PaidTime?': leaf(time),
  }),
  'AllowanceCharge?': many(object(charge)),
  'TaxExchangeRate?': element({
    SourceCurrencyCode: leaf(filled),
    TargetCurrencyCode: leaf(filled),
    CalculationRate: leaf({ type: 'number', exclusiveMinimum: 0 }),
  }),
  TaxTotal: taxTotal,
  LegalMonetaryTotal: element({
    'LineExtensionAmount?': amount,
    TaxExclusiveAmount: amount,
    TaxInclusiveAmount: amount,
    'AllowanceTotalAmount?': amount,
    'ChargeTotalAmount?': amount,
    'PayableRoundingAmount?': amount,
    PayableAmount: amount,
  }),
  InvoiceLine: many(line),
}

const typeCode = (...versions: string[]): Schema =>
  leaf({ enum: ['01', '02', '03', '04', '11', '12', '13', '14'] }, { listVersionID: { enum: versions } })

/**
 * A signed document has both elements of its signature, one without has neither. 1.2 and 1.3 are the same again, for what was
 * left out in the past.
 */
export const structureSchema: Schema = object({
  _D: { const: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' },
  _A: { const: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2' },
  _B: { const: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2' },
  '_E?': { const: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2' },
  Invoice: one({
    if: { required: ['UBLExtensions'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON schema
    then: object({ ...head, InvoiceTypeCode: typeCode('1.1', '1.3'), ...signed }),
    else: object({ ...head, InvoiceTypeCode: typeCode('1.0', '1.2') }),
  }),
})
