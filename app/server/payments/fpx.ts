import { type BankList, createBankLists } from '#app/integrations/fpx/banks/bank-list.ts'
import { type FpxEnvironment, fpxConfig } from '#app/integrations/fpx/config.server.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

export interface Fpx {
  /** Read anew each time; refuses (FpxConfigError) when a key or an address is missing. */
  config(): Promise<FpxConfig>
  banks(config: FpxConfig, model: Model): Promise<BankList>
}

/** One for the process, since the bank lists are its memory. */
export function fpxGateway(environment: FpxEnvironment): Fpx {
  const lists = createBankLists()
  return { config: () => fpxConfig(environment), banks: (config, model) => lists.get(config, model) }
}
