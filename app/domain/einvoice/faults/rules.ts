import type { FaultField, FaultOwner } from './field.ts'

/** The validator that found a fault, whatever number its step has today; `local` is our own check before sending. */
export const stepKinds = [
  ['local', /^local$/],
  ['duplicate', /duplicat/i],
  ['signature', /signature/i],
  ['taxpayer', /taxpayer/i],
  ['reference', /reference/i],
  ['currency', /currency/i],
  ['code', /\bcode/i],
  ['structure', /structure|standard|schema/i],
  ['core', /core/i],
] as const
export type StepKind = (typeof stepKinds)[number][0]

/** What a rule asks of a fault; all that it names must hold. The portal gives old codes new texts, so few ask for a code alone. */
export interface When {
  step?: StepKind
  code?: RegExp
  text?: RegExp
  /** Of the path without its indexes, such as `Invoice.AccountingCustomerParty.Party.Contact.Telephone`. */
  path?: RegExp
  /** Only where the portal said no more than the code. */
  silent?: true
}

export interface Rule extends When {
  key: string
  field: FaultField | null
  whose: FaultOwner
  /** Sending the same again, later or with a new time, makes sense. */
  retry?: boolean
}

/** A rule about seller or buyer alike: `about` follows `organisation.` or `buyer.` in the key; `at` in the field. */
export interface PartyRule extends When {
  about: string
  at: 'name' | 'tin' | 'id' | 'address' | 'phone' | 'email' | 'sst'
}

type Owned = (key: string, field: FaultField | null, when: When) => Rule
const owned =
  (whose: FaultOwner, retry = false): Owned =>
  (key, field, when) => ({ key, field, whose, retry, ...when })
const [us, fee, buyer, organisation] = [owned('us'), owned('fee'), owned('buyer'), owned('organisation')]
const portal = owned('portal')
const passing = owned('portal', true)
/** A document gets a new time whenever it is sent again. */
const stale = owned('us', true)

/** What is answered to a whole request, and how a connection fails. */
export const requestRules: readonly Rule[] = [
  organisation('connection.secret', 'organisation.secret', { code: /^invalid_client$/ }),
  organisation('connection.not_appointed', 'organisation.intermediary', { code: /^unauthori[sz]ed_client$/ }),
  us('connection.sign_in', null, {
    code: /^(invalid_(request|grant|scope)|unsupported_grant_type)$/,
  }),
  organisation('connection.tin', 'organisation.tin', { text: /authenticated tin .*not match/is }),
  organisation('connection.submitter', 'organisation.intermediary', { code: /^IncorrectSubmitter$/ }),
  passing('connection.maintenance', null, { text: /<(!doctype|html|head|body)\b|under maintenance/i }),
  organisation('connection.forbidden', 'organisation.secret', { code: /^Forbidden$/ }),
  passing('connection.token', null, { code: /^Unauthorized$/ }),
  passing('connection.busy', null, { code: /^TooManyRequests$/ }),
  passing('connection.down', null, { code: /^(InternalServerError|NotImplemented|ServiceUnavailable)$/ }),
  portal('cancel.too_late', null, { code: /^OperationPeriodOver$/ }),
  portal('cancel.state', null, { code: /^IncorrectState$/ }),
  portal('cancel.referenced', null, { code: /^ActiveReferencingDocuments$/ }),
  us('document.too_large', 'document.lines', { code: /^MaximumSizeExceeded$/ }),
  passing('document.sent_twice', null, { code: /^DuplicateSubmission$/ }),
  buyer('buyer.tin_ambiguous', 'buyer.tin', { text: /more than one tin/i }),
  us('document.hash', 'document.structure', { text: /hash is not valid/i }),
]

/** The same document a second time. DS302 is another fault in the step of signatures. */
export const duplicateRules: readonly Rule[] = [
  us('document.duplicate', 'document.number', { code: /^D[SV]302$/, step: 'duplicate' }),
  us('document.duplicate', 'document.number', { code: /^D[SV]302$/, text: /duplicat/i }),
  us('document.duplicate', 'document.number', { code: /^DV302$/, silent: true }),
  us('document.duplicate', 'document.number', { step: 'duplicate' }),
]

/** The document's signature. */
export const signatureRules: readonly Rule[] = [
  organisation('certificate.personal', 'organisation.certificate', { code: /^DS30[89]$/ }),
  organisation('certificate.without_number', 'organisation.certificate', { code: /^DS(30[67]|33[78])$/ }),
  organisation('certificate.other_tin', 'organisation.certificate', { code: /^DS(31[01]|330)$/ }),
  organisation('certificate.other_registration', 'organisation.certificate', { code: /^DS312$/ }),
  organisation('certificate.expired', 'organisation.certificate', { code: /^DS304$/ }),
  organisation('certificate.unreadable', 'organisation.certificate', { code: /^DS305$/ }),
  organisation('certificate.untrusted', 'organisation.certificate', { code: /^DS329$/ }),
  organisation('certificate.issuer', 'organisation.certificate', { code: /^DS32[45678]$/ }),
  us('signature.missing', 'document.signature', { code: /^DS30[13]$/ }),
  us('signature.digest', 'document.signature', { code: /^DS(319|32[0-2]|33[3-5])$/ }),
  us('signature.form', 'document.signature', { code: /^DS3\d\d$/ }),
  us('signature.form', 'document.signature', { step: 'signature' }),
]

/** The shape of the document, as two validators of the portal put it; these are mistakes of Lunas. */
export const shapeRules: readonly Rule[] = [
  us('document.signature_place', 'document.signature', { path: /UBLExtensions|(^|\.)Signature\b/ }),
  us('document.period', 'document.period', { path: /InvoicePeriod/ }),
  us('document.prepaid', 'document.prepaid', { path: /PrepaidPayment/ }),
  us('document.currency', 'document.currency', { path: /CurrencyCode|TaxExchangeRate/ }),
  us('document.original_form', 'document.original', { path: /BillingReference/ }),
  us('document.amount', 'document.amount', { path: /Amount|MonetaryTotal|TaxTotal|AllowanceCharge|Percent/ }),
  us('document.structure', 'document.structure', {}),
]
export const shapeText =
  /\b(Array|Object|Date|Time|String|Number|Integer|Boolean|Null|Uri|Uuid)Expected\b|ArrayItemNotValid|NoAdditionalProperties|PropertyRequired|TooFewItems|TooManyItems|NotInEnumeration|PatternMismatch|could not be converted to|Invalid child element|json is not valid|invalid structure\b/i

/** Each validator's own findings. The first that fits counts, so the particular stands before the general. */
export const findingRules: readonly Rule[] = [
  stale('document.time', 'document.time', { text: /issu\w+ date ?time.*(too old|future)/i }),
  stale('document.time', 'document.time', { text: /too old|future/i, path: /Issue(Date|Time)/ }),
  us('document.structure', 'document.structure', { text: /must be in UTC/ }),
  // references
  portal('document.original_dead', 'document.original', { code: /^DR303$/ }),
  portal('document.original_dead', 'document.original', { text: /status of referenced document/i }),
  portal('document.original', 'document.original', { code: /^DR\d+$/ }),
  portal('document.original', 'document.original', { step: 'reference' }),
  // taxpayers
  organisation('trainer.general_tin', 'trainer.tin', { text: /not applicable for foreign supplier/i }),
  organisation('trainer.general_tin', 'trainer.tin', { code: /^ERR208$/ }),
  buyer('buyer.general_tin', 'buyer.tin', { text: /general tin \(0\d0\) is not applicable/i }),
  buyer('buyer.no_number', 'buyer.id', { code: /^ERR236$/ }),
  buyer('buyer.no_number', 'buyer.id', { text: /010\).*004/is }),
  buyer('buyer.general_tin', 'buyer.tin', { code: /^ERR237$/ }),
  buyer('buyer.general_tin', 'buyer.tin', { text: /cannot be general tin/i }),
  buyer('buyer.id_required', 'buyer.id', { code: /^ERR205$/ }),
  buyer('buyer.id_required', 'buyer.id', { text: /general tin.*\bNA\b.*not allowed/is }),
  // codes
  fee('fee.classification_consolidated', 'fee.classification', {
    text: /004 is for consolidated/i,
  }),
  fee('fee.classification', 'fee.classification', { text: /classification/i }),
  fee('fee.classification', 'fee.classification', { path: /CommodityClassification/ }),
  fee('fee.classification', 'fee.classification', { code: /^CF364$/, silent: true }),
  organisation('organisation.msic', 'organisation.msic', { path: /IndustryClassificationCode/ }),
  organisation('organisation.msic', 'organisation.msic', { text: /\bMSIC\b/i }),
  organisation('organisation.activity', 'organisation.activity', { text: /business activity/i }),
  us('document.currency_tax', 'document.currency', { code: /^DC501$/ }),
  us('document.currency_amounts', 'document.currency', { code: /^DC502$/ }),
  us('document.exchange_rate', 'document.currency', { code: /^DC51[12]$/ }),
  us('document.exchange_rate', 'document.currency', { path: /TaxExchangeRate/ }),
  us('document.exchange_rate', 'document.currency', { text: /exchange rate/i }),
  us('document.currency', 'document.currency', { step: 'currency' }),
  us('document.currency', 'document.currency', { text: /currency code/i }),
  us('document.currency', 'document.currency', { path: /CurrencyCode/ }),
  us('document.currency', 'document.currency', { code: /^CF378$/, silent: true }),
]

/** What is said of seller or buyer. */
export const partyRules: readonly PartyRule[] = [
  { about: 'address_long', at: 'address', text: /address line.*maximum length/i },
  { about: 'address', at: 'address', text: /address line/i },
  { about: 'foreign_state', at: 'address', code: /^CV316$/ },
  { about: 'foreign_state', at: 'address', text: /state codes?.*(restricted to|not applicable for) MYS/i },
  { about: 'phone', at: 'phone', text: /contact number|phone/i },
  { about: 'phone', at: 'phone', path: /Telephone/ },
  { about: 'email', at: 'email', text: /e-?mail/i },
  { about: 'email', at: 'email', path: /ElectronicMail/ },
  { about: 'country', at: 'address', text: /\bcountry/i },
  { about: 'country', at: 'address', path: /Country\.IdentificationCode/ },
  { about: 'city', at: 'address', text: /\bcity\b/i },
  { about: 'city', at: 'address', path: /CityName/ },
  { about: 'postcode', at: 'address', text: /post(al|code)/i },
  { about: 'postcode', at: 'address', path: /PostalZone/ },
  { about: 'state', at: 'address', text: /\bstate\b/i },
  { about: 'state', at: 'address', path: /CountrySubentityCode/ },
  { about: 'address', at: 'address', path: /PostalAddress|AddressLine/ },
  { about: 'name', at: 'name', text: /\bname\b/i },
  { about: 'name', at: 'name', path: /RegistrationName/ },
  { about: 'sst', at: 'sst', text: /\b(TTX|SST)\b/ },
  { about: 'sst', at: 'sst', code: /^CF407$/, silent: true },
  { about: 'registration', at: 'id', text: /\bBRN mismatch/i },
  { about: 'id_mismatch', at: 'id', code: /^ERR206$/ },
  { about: 'id_mismatch', at: 'id', text: /mismatch or not exist|\bHITS\b/i },
  { about: 'passport', at: 'id', text: /passport/i },
  { about: 'id_ask', at: 'id', code: /^(supplier|buyer)\.id_ask$/ },
  { about: 'city_length', at: 'address', code: /^(supplier|buyer)\.city_length$/ },
  { about: 'registration', at: 'id', text: /\b(BRN|business registration)/i },
  { about: 'tin', at: 'tin', code: /^ERR406$/ },
  { about: 'tin', at: 'tin', text: /\bTIN\b/ },
  { about: 'id', at: 'id', text: /identification|\bNRIC\b|\bARMY\b/i },
  { about: 'id', at: 'id', path: /PartyIdentification/ },
]

/** What is left: a code that is in no list, a part of the document that the path names, the request as a whole. */
export const lastRules: readonly Rule[] = [
  fee('fee.tax', 'fee.tax', { path: /TaxCategory|TaxScheme/ }),
  fee('fee.description', 'fee.description', { path: /Item\.Description/ }),
  us('document.payment', 'document.payment', { path: /PaymentMeans/ }),
  us('document.original_form', 'document.original', { path: /BillingReference/ }),
  us('local.nothing_payable', 'document.amount', { text: /payable amount must not be zero/i }),
  us('document.amount', 'document.amount', { text: /\bdigits\b|\bexponent\b/i }),
  us('document.amount', 'document.amount', {
    path: /Amount|MonetaryTotal|TaxTotal|AllowanceCharge|Quantity|Percent/,
  }),
  us('document.structure', 'document.structure', { path: /InvoiceTypeCode/ }),
  stale('document.time', 'document.time', { path: /Issue(Date|Time)/ }),
  us('document.number', 'document.number', { path: /^Invoice\.ID/ }),
  us('document.code', 'document.structure', { text: /itemcode .*codetype|was not active/i }),
  us('document.code', 'document.structure', { code: /^CV\d+$/ }),
  us('document.submission', 'document.structure', { text: /structured submission/i }),
  us('document.submission', 'document.structure', {
    code: /^(ValidationError|BadStructure|BadArgument|BadRequest|submission)$/,
  }),
]

/** What our own checks call the parts of a party where the portal's findings have another name. */
export const localAbouts: Record<string, string> = {
  name_length: 'name',
  name_public: 'name',
  tin_form: 'tin',
  tin_role: 'general_tin',
  tin_public: 'general_tin',
  id_form: 'id',
  passport_length: 'passport',
  ttx: 'sst',
  address_length: 'address_long',
  state_country: 'foreign_state',
}

/** What is found before anything is sent, beside `buyer.…` and `supplier.…`. */
export const localRules: readonly Rule[] = [
  organisation('local.not_set_up', 'organisation.name', { code: /^supplier\.missing$/ }),
  organisation('organisation.msic', 'organisation.msic', { code: /^(supplier|buyer)\.msic$/ }),
  organisation('organisation.activity', 'organisation.activity', { code: /^(supplier|buyer)\.activity$/ }),
  organisation('organisation.general_tin', 'organisation.tin', { code: /^supplier\.tin_(role|public)$/ }),
  buyer('buyer.general_tin', 'buyer.tin', { code: /^buyer\.tin_(role|public)$/ }),
  organisation('local.withdrawn', null, { code: /^withdrawn$/ }),
  us('local.source_cancelled', null, { code: /^source\.cancelled$/ }),
  us('local.original_cancelled', 'document.original', { code: /^original\.cancelled$/ }),
  us('local.not_reportable', null, { code: /^not_reportable\b/ }),
  us('local.nothing_payable', 'document.amount', { code: /^document\.(payable|lines)$/ }),
  us('document.number', 'document.number', { code: /^document\.number/ }),
  stale('document.time', 'document.time', { code: /^document\.issued_at$/ }),
  us('document.currency', 'document.currency', { code: /^document\.currency$/ }),
  us('document.exchange_rate', 'document.currency', { code: /^document\.exchange_rate$/ }),
  us('document.period', 'document.period', { code: /^document\.(period|frequency)$/ }),
  us('document.payment', 'document.payment', { code: /^document\.payment_mode$/ }),
  us('document.prepaid', 'document.prepaid', { code: /^document\.prepaid$/ }),
  us('document.original_form', 'document.original', { code: /^document\.original/ }),
  us('document.amount', 'document.amount', { code: /^document\.(rounding|amount)/ }),
  us('document.too_large', 'document.lines', { code: /^document\.too_large$/ }),
  us('document.structure', 'document.structure', { code: /^document\./ }),
  fee('fee.description', 'fee.description', { code: /^line\.description/ }),
  fee('fee.classification_consolidated', 'fee.classification', {
    code: /^line\.classification_consolidated$/,
  }),
  fee('fee.classification', 'fee.classification', { code: /^line\.classification/ }),
  fee('fee.tax', 'fee.tax', { code: /^line\.(tax|exemption)/ }),
  us('local.negative', 'document.lines', { code: /^line\.negative$/ }),
  us('document.amount', 'document.amount', { code: /^line\./ }),
]

/** The codes whose text says which party it is, where the text is missing. */
export const partyOfCode: Record<string, ['organisation' | 'buyer', string, PartyRule['at']]> = {
  CF333: ['buyer', 'name', 'name'],
  CF334: ['organisation', 'name', 'name'],
  CF336: ['organisation', 'country', 'address'],
  CF337: ['buyer', 'country', 'address'],
  CF339: ['organisation', 'city', 'address'],
  CF340: ['buyer', 'city', 'address'],
  CF342: ['organisation', 'state', 'address'],
  CF343: ['buyer', 'state', 'address'],
  CF345: ['organisation', 'address', 'address'],
  CF346: ['buyer', 'address', 'address'],
  CF348: ['organisation', 'phone', 'phone'],
  CF349: ['buyer', 'phone', 'phone'],
}

const allRules = [
  localRules,
  requestRules,
  duplicateRules,
  signatureRules,
  shapeRules,
  findingRules,
  lastRules,
].flat()

/** Every meaning that a fault can have; each has a sentence. */
export const everyFaultKey: readonly string[] = [
  ...new Set([
    'unknown',
    ...allRules.map(({ key }) => key),
    ...partyRules.flatMap(({ about }) => [`organisation.${about}`, `buyer.${about}`]),
  ]),
]
