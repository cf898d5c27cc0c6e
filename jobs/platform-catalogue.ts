import { z } from 'zod'
import { type JobKind, patience } from './patience.ts'
import { ending, fields, id, nothing, payoutDayTold, payoutTold } from './payloads.ts'

const registration = z.object({ registration_id: id })
const billed = z.object({ invoice_id: id })

/** Of what the platform sells, bills and pays out; a part of the catalogue. */
export const platformJobs = {
  'registration.received': { of: 'platform', payload: registration, ...patience.outside },
  'registration.provision': { of: 'platform', payload: registration, ...patience.inside },
  'registration.rejected': { of: 'platform', payload: registration, ...patience.outside },
  /** Each field that an operator changed, as it was and as it is; to one address. */
  'registration.changed': {
    of: 'platform',
    payload: registration.extend({ to: z.email(), reason: z.string(), before: fields, after: fields }),
    ...patience.outside,
  },
  'payout.prepare': { of: 'platform', payload: nothing, ...patience.once },
  'payout.book': { of: 'tenant', payload: nothing, ...patience.inside },
  'payout.tell': { of: 'tenant', payload: payoutTold, ...patience.inside },
  'payout.mail': {
    of: 'tenant',
    payload: payoutTold.extend({ user_id: id.nullable() }),
    ...patience.outside,
  },
  'payout.tell_day': { of: 'tenant', payload: payoutDayTold, ...patience.inside },
  'payout.mail_day': {
    of: 'tenant',
    payload: payoutDayTold.extend({ user_id: id.nullable() }),
    ...patience.outside,
  },
  'subscription.turn': { of: 'platform', payload: nothing, ...patience.once },
  'subscription.tell': { of: 'tenant', payload: ending, ...patience.inside },
  'subscription.mail': { of: 'tenant', payload: ending.extend({ user_id: id }), ...patience.outside },
  /** Of an invoice for what came by CHIP. */
  'subscription.tell_fee': { of: 'tenant', payload: billed, ...patience.inside },
  'subscription.mail_fee': { of: 'tenant', payload: billed.extend({ user_id: id }), ...patience.outside },
  /** Few message credits are left. */
  'subscription.credit_low': { of: 'tenant', payload: nothing, ...patience.inside },
  'subscription.credit_mail': { of: 'tenant', payload: z.object({ user_id: id }), ...patience.outside },
  'registration.expire': { of: 'platform', payload: nothing, ...patience.once },
  'platform_invoice.render': {
    of: 'platform',
    payload: z.object({ invoice_id: id, locale: z.string(), key: z.string() }),
    ...patience.inside,
  },
  /** The gateway is asked about a payment of an invoice of the platform. */
  'platform_payment.enquire': { of: 'platform', payload: z.object({ attempt_id: id }), ...patience.outside },
} as const satisfies Record<string, JobKind>
