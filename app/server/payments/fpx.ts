import { type BankList, createBankLists } from '#app/integrations/fpx/banks/bank-list.ts'
import { type FpxEnvironment, fpxConfig } from '#app/integrations/fpx/config.server.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

/** FPX as pages and callbacks need it. */
export interface Fpx {
  /** Keys and addresses, read anew each time; refuses (FpxConfigError) when one is missing. */
  config(): Promise<FpxConfig>
  /** Which banks are up, as far as is known. */
  banks(config: FpxConfig, model: Model): Promise<BankList>
}

/** One for the process, since the bank lists are its memory. */
export function fpxGateway(environment: FpxEnvironment): Fpx {
  const lists = createBankLists()
  return { config: () => fpxConfig(environment), banks: (config, model) => lists.get(config, model) }
}
