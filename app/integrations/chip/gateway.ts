import type { Dialect, Enquiry, GatewayClient, Report } from '../gateway/gateway.ts'
import { fetchPurchase } from './calls.ts'
import { unknown } from './client.ts'
import type { ChipConfig } from './config.ts'
import { readPurchase, reportOf } from './purchase.ts'
import { meaningOf } from './statuses.ts'

/** Milliseconds after its end for which a purchase may still be under way at the payer's bank. */
const slack = 300_000

/** What is stored with an attempt and compared with every report; `id` once CHIP has made it. */
export interface PurchaseRequest {
  brand_id: string
  reference: string
  is_test: string
  amount: string
  currency: string
  is_outgoing: string
  /** What it is for, as the payer reads it. */
  name: string
  /** What the payer chose: a group of methods. */
  group: string
  /** ISO; after it nothing can be paid. */
  due: string
  id?: string
}

const COMPARED = ['id', 'brand_id', 'reference', 'is_test', 'amount', 'currency', 'is_outgoing'] as const

export const chip: Dialect = {
  label: 'CHIP',
  meaningOf,
  differences: ({ fields }, stored) => COMPARED.filter((name) => fields[name] !== stored[name]),
  readStored(body) {
    const purchase = readPurchase(body)
    return purchase && reportOf(purchase)
  },
  bankName: ({ bank_name }) => (bank_name ? `CHIP: ${bank_name}` : 'CHIP'),
  environmentOf: ({ is_test }) => (is_test === 'true' ? 'test' : 'live'),
}

/** TLS names who answers, so a purchase that was asked for needs no signature. */
export function chipClient(config: ChipConfig): GatewayClient {
  return {
    name: 'chip',
    environment: config.keyOf,
    isMute: () => false,
    async enquire(stored, options = {}): Promise<Enquiry> {
      const { id, due } = stored
      if (!id) {
        const over = (options.now ?? new Date()).getTime() > Date.parse(due ?? '') + slack
        // Nobody has its address, so nobody can have paid it.
        return over
          ? unknown('never_made', 'no purchase came of it', null)
          : unknown('no_purchase', 'CHIP did not say whether it has made one', null)
      }
      const reply = await fetchPurchase(config, id, options)
      if (reply.kind === 'refused') return unknown('refused', reply.detail, null)
      if (reply.kind === 'unknown') return reply
      const { origin } = new URL(config.url)
      return {
        kind: 'answer',
        report: inMode(reportOf(reply.purchase), config),
        fingerprint: origin,
        body: reply.body,
      }
    },
  }
}

/** Money of a mode that the organisation has left is no money of now: its report is not what was asked. */
function inMode(report: Report, { mode }: ChipConfig): Report {
  const { is_test } = report.fields
  if (is_test === String(mode === 'test') || meaningOf(report.debit_code).class !== 'paid') return report
  return { ...report, fields: { ...report.fields, is_test: `${is_test}, and now ${mode}` } }
}
