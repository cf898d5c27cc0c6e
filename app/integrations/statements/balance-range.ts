interface Balance {
  /** A day in a form that sorts; empty where the file has none. */
  on: string
  sen: number
}

/**
 * The opening and the closing balance of a file with several statements or pages. Banks order them from the newest or from
 * the oldest; of one day the first page opens and the last one closes.
 */
export class BalanceRange {
  #opening: Balance | undefined
  #closing: Balance | undefined

  open(balance: Balance): void {
    if (!this.#opening || balance.on < this.#opening.on) this.#opening = balance
  }

  close(balance: Balance): void {
    if (!this.#closing || balance.on >= this.#closing.on) this.#closing = balance
  }

  get ends(): { opening_sen: number | null; closing_sen: number | null } {
    return { opening_sen: this.#opening?.sen ?? null, closing_sen: this.#closing?.sen ?? null }
  }
}
