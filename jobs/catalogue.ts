import { z } from 'zod'

const id = z.uuid()

/** Names and payloads of all jobs. Imports nothing but zod, so that anything may import it. */
export const catalogue = {
  'document.render': z.object({ document_id: id }),
  'receipt.send': z.object({ payment_id: id }),
  'invoice.send': z.object({ invoice_id: id }),
  'payment.enquire': z.object({ attempt_id: id }),
} as const

export type JobName = keyof typeof catalogue
export type Payload<N extends JobName> = z.output<(typeof catalogue)[N]>
