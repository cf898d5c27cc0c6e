/** Why a fee of a student is not billed, in the order in which they are told when there are several. */
export const skipReasons = [
  'already_billed',
  'ended',
  'paused',
  'subject_closed',
  'fee_not_valid',
  'month_not_billed',
  'no_payer',
  'zero_total',
] as const

/** What is planned: always the whole of each student, so that discounts see all that there is. */
export interface PlanInput {
  /** First day of the month that is billed. */
  month: string
  /** The day on which the invoices are issued. */
  issued_on: string
  /** Only these; everybody by default. */
  students?: readonly string[] | undefined
  /** Of the student. */
  branch_id?: string | undefined
  program_id?: string | undefined
  subject_id?: string | undefined
  fee_category_id?: string | undefined
  /** By hand: any period that runs is due while it is not billed, not only in its first month. */
  catch_up?: boolean | undefined
  /** Only these seats, which somebody has just been given: each from its first day or `issued_on` on. */
  joining?: readonly string[] | undefined
  /**
   * The month as if nothing of it were billed yet, and as if one rule of discounts were `on`, whatever its state and its
   * days are, or not there at all. Only to look at.
   */
  trial?: { discount_id: string; on: boolean } | undefined
  /**
   * One period of each fee that runs in the month, whether it is billed in it or was billed already; without what comes
   * once, or for who has just come. Only to look at.
   */
  every_fee?: boolean | undefined
}
