import { accessFaults } from './access.ts'
import type { Fault } from './fault.ts'
import { moneyFaults } from './money.ts'

/** All of them by theme; a new feature adds its own. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  money: moneyFaults,
}
