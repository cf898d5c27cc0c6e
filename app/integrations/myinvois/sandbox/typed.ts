import { createHash } from 'node:crypto'
import { type Part, readDocument } from './document/read.ts'
import type { Caller } from './identity.ts'
import { newLongId, newUid } from './ids.ts'
import type { Client, Taxpayer } from './options.ts'
import { iso, type Portal } from './portal.ts'
import { takeIn } from './register.ts'
import type { Kept } from './store.ts'

/** What somebody fills in in the portal's own form. */
export interface Typed {
  tin: string
  number: string
  type?: string
  buyerName?: string
  buyerTin?: string
  buyerIdType?: string
  buyerId?: string
  /** Ringgit, at most two decimals. */
  total: number
  description?: string
}

/** A document that was typed by hand in the portal: valid at once, and unknown to whoever reports by ERP. */
export function typeByHand(portal: Portal, typed: Typed): Kept {
  const issuer = portal.store.rows('taxpayers').get(typed.tin)
  const text = JSON.stringify(ubl(portal, typed, issuer))
  const document = readDocument(JSON.parse(text), text)
  const at = portal.now()
  const client: Client = {
    ...{ clientId: 'portal', secrets: [], tin: typed.tin, name: issuer?.name ?? typed.tin },
    ...{ endsAt: at, environment: portal.settings.environment },
  }
  const caller: Caller = { client, tin: typed.tin, rob: null, appointment: null }
  const hash = createHash('sha256').update(text).digest('hex')
  const uid = newUid()
  const kept = takeIn(portal, document, {
    submissionUid: uid,
    caller,
    channel: 'Invoicing Portal',
    text,
    hash,
  })
  portal.index.waiting.splice(portal.index.waiting.indexOf(kept), 1)
  Object.assign(kept, { status: 'Valid', validated: at, due: at, longId: newLongId() })
  portal.store.put('documents', kept.uuid, kept)
  portal.store.put('submissions', uid, {
    ...{ uid, tin: typed.tin, clientId: 'portal', intermediaryTin: null, received: at },
    ...{ documents: [kept.uuid], payload: hash },
  })
  return kept
}

const leaf = (value: unknown, attributes: object = {}) => [{ _: value, ...attributes }]

function party(name: string, tin: string, idType: string, id: string, one: Partial<Taxpayer> = {}): Part[] {
  const scheme = (value: string, schemeID: string) => ({ ID: leaf(value, { schemeID }) })
  return [
    {
      Party: [
        {
          IndustryClassificationCode: leaf(one.msic ?? '85499', { name: one.activity ?? 'Education' }),
          PartyIdentification: [
            scheme(tin, 'TIN'),
            scheme(id, idType),
            scheme('NA', 'SST'),
            scheme('NA', 'TTX'),
          ],
          PostalAddress: [
            {
              CityName: leaf(one.city ?? 'Kuala Lumpur'),
              CountrySubentityCode: leaf(one.state ?? '14'),
              AddressLine: [{ Line: leaf(one.address?.[0] ?? 'NA') }],
              Country: [{ IdentificationCode: leaf('MYS', { listID: 'ISO3166-1', listAgencyID: '6' }) }],
            },
          ],
          PartyLegalEntity: [{ RegistrationName: leaf(name) }],
          Contact: [{ Telephone: leaf(one.phone ?? '+60300000000') }],
        },
      ],
    },
  ]
}

function ubl({ now }: Portal, typed: Typed, issuer: Taxpayer | undefined): Part {
  const at = iso(now())
  const money = leaf(typed.total, { currencyID: 'MYR' })
  const tax = [
    {
      TaxAmount: leaf(0, { currencyID: 'MYR' }),
      TaxSubtotal: [
        {
          ...{ TaxableAmount: money, TaxAmount: leaf(0, { currencyID: 'MYR' }) },
          TaxCategory: [{ ID: leaf('06'), TaxScheme: [{ ID: leaf('OTH') }] }],
        },
      ],
    },
  ]
  const own = party(
    issuer?.name ?? typed.tin,
    typed.tin,
    issuer?.idType ?? 'BRN',
    issuer?.idValue ?? 'NA',
    issuer,
  )
  const other = party(
    ...([typed.buyerName || 'General Public', typed.buyerTin || 'EI00000000010'] as const),
    ...([typed.buyerIdType || 'BRN', typed.buyerId || 'NA'] as const),
  )
  const isSelfBilled = typed.type?.startsWith('1') ?? false
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: [
      {
        ...{ ID: leaf(typed.number), IssueDate: leaf(at.slice(0, 10)), IssueTime: leaf(at.slice(11)) },
        InvoiceTypeCode: leaf(typed.type || '01', { listVersionID: '1.0' }),
        DocumentCurrencyCode: leaf('MYR'),
        AccountingSupplierParty: isSelfBilled ? other : own,
        AccountingCustomerParty: isSelfBilled ? own : other,
        TaxTotal: tax,
        LegalMonetaryTotal: [
          {
            LineExtensionAmount: money,
            TaxExclusiveAmount: money,
            TaxInclusiveAmount: money,
            PayableAmount: money,
          },
        ],
        InvoiceLine: [
          {
            ...{ ID: leaf('1'), LineExtensionAmount: money, TaxTotal: tax },
            Item: [
              {
                CommodityClassification: [{ ItemClassificationCode: leaf('022', { listID: 'CLASS' }) }],
                Description: leaf(typed.description || typed.number),
              },
            ],
            ...{ Price: [{ PriceAmount: money }], ItemPriceExtension: [{ Amount: money }] },
          },
        ],
      },
    ],
  }
}
