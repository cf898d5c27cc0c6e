import type { BankStatus } from '#app/integrations/fpx/answers.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { BANK_NAMES, type BankName } from './bank-names.ts'

export interface BankChoice {
  code: string
  /** PayNet's display name, or the code itself for a bank that the table does not know yet. */
  name: string
  /** An offline bank stays in the list, marked, and cannot be chosen (PayNet's UAT rule). */
  online: boolean
  test: boolean
  /** False when the table lacks the code: worth a note to the operator. */
  known: boolean
}

const NAMES: ReadonlyMap<string, BankName> = new Map(
  BANK_NAMES.map((bank) => [key(bank.model, bank.code), bank]),
)
const TEST_CODES: ReadonlySet<string> = new Set(BANK_NAMES.flatMap(({ code, test }) => (test ? [code] : [])))
const ALPHABETICAL = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The code itself when it is not known. */
export function bankName(model: Model, code: string): string {
  return NAMES.get(key(model, code))?.name ?? code
}

/**
 * Every bank that FPX named and no other, in alphabetical order of display name, offline ones included. In production
 * the test environment's banks are dropped, whoever put them there. `hidden` are codes that the operator has switched
 * off for this model (Maybank2E confuses private payers).
 */
export function bankChoices(
  model: Model,
  statuses: readonly BankStatus[],
  environment: FpxConfig['environment'],
  hidden: ReadonlySet<string> = new Set(),
): BankChoice[] {
  const byCode = new Map(statuses.map((status) => [status.code, status]))
  return [...byCode.values()]
    .filter(({ code }) => !hidden.has(code))
    .filter(({ code }) => environment !== 'production' || !TEST_CODES.has(code))
    .map(({ code, online }) => ({
      code,
      name: bankName(model, code),
      online,
      test: TEST_CODES.has(code),
      known: NAMES.has(key(model, code)),
    }))
    .sort((a, b) => ALPHABETICAL.compare(a.name, b.name) || (a.code < b.code ? -1 : 1))
}

function key(model: Model, code: string): string {
  return `${model} ${code}`
}
