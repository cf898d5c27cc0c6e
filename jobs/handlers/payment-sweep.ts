import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import type { Handler } from '../handler.ts'

export const sweepPayments: Handler<'payment.sweep'> = async (_payload, { inPlace, log }) => {
  const lost = await inPlace((trx) => sweepEnquiries(trx))
  if (lost > 0) log.warn({ lost }, 'lost enquiries are made again')
}
