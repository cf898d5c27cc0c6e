import { accessFaults } from './access.ts'
import { amountFaults } from './amounts.ts'
import { billingFaults } from './billing.ts'
import { creditFaults } from './credit.ts'
import type { Fault } from './fault.ts'
import { gatewayFaults } from './gateways.ts'
import { givingFaults } from './giving.ts'
import { paymentFaults } from './payments.ts'
import { payoutFaults } from './payouts.ts'

/** All of them by theme; a new feature adds its own. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  amounts: amountFaults,
  billing: billingFaults,
  credit: creditFaults,
  gateways: gatewayFaults,
  giving: givingFaults,
  payments: paymentFaults,
  payouts: payoutFaults,
}
