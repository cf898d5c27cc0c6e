import { type BankList, createBankLists } from '#app/integrations/fpx/banks/bank-list.ts'
import { type FpxConfig, type FpxEnvironment, fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

export interface Fpx {
  /** Of this second; refuses (FpxConfigError) when a key or an address is missing. */
  config(): Promise<FpxConfig>
  banks(config: FpxConfig, model: Model): Promise<BankList>
}

/** Milliseconds after which keys and certificates are looked for again: many payments begin in a second, of four files. */
const freshMs = 1_000

/** One for the process, since the bank lists are its memory. */
export function fpxGateway(environment: FpxEnvironment): Fpx {
  const lists = createBankLists()
  let read: { config: Promise<FpxConfig>; at: number } | undefined
  const config = () => {
    if (read && performance.now() - read.at < freshMs) return read.config
    const reading = { config: fpxConfig(environment), at: performance.now() }
    read = reading
    // What is missing may be there at the next look.
    reading.config.catch(() => {
      if (read === reading) read = undefined
    })
    return reading.config
  }
  return { config, banks: (config, model) => lists.get(config, model) }
}
