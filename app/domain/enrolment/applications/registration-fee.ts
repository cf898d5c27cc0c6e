/** What a family has to pay before its application is approved by itself, in sen, and with what it did. */
export interface RegistrationFee {
  due_sen: number
  /** Null as long as it is not paid, also when its payment was cancelled. */
  payment: { id: string; number: string; public_code: string } | null
}

/** Whether a fee still keeps an application from being approved by itself. */
export const isOwed = (fee: RegistrationFee | null): boolean =>
  fee !== null && fee.due_sen > 0 && fee.payment === null
