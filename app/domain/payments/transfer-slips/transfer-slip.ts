/** What became of a slip: it waits, the money was found, it was not, or its family took it back. */
export const slipStatuses = ['requested', 'confirmed', 'rejected', 'withdrawn'] as const
export type SlipStatus = (typeof slipStatuses)[number]

/** A transfer may be shown that was made so many days ago. */
export const slipDays = 365

/** Days for which the paper of a slip that was not confirmed is kept, as that of an application that was not accepted. */
export const keptDays = 180

/** What speaks against booking a slip as it is; each is a sentence beside the form. */
export interface SlipSign {
  /** The same reference or the same picture on another slip, or the reference in a payment. */
  kind: 'reference' | 'picture' | 'paid'
  /** Of the invoice or payment; null of one beyond the reader's reach. */
  number: string | null
  /** The slip or payment; null as above. */
  id: string | null
}

/** A payment that may be the very transfer of a slip. */
export interface Twin {
  id: string
  number: string
  paid_on: string
  amount_sen: number
  reference_no: string | null
  /** Its reference says so; otherwise amount and days do. */
  certain: boolean
}
