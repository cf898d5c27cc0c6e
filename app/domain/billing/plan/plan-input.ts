/** Why a fee of a student is not billed; of several reasons the first in this order is shown. */
export const skipReasons = [
  'already_billed',
  'ended',
  'paused',
  'subject_closed',
  'fee_not_valid',
  'month_not_billed',
  'no_sessions',
  'sessions_back',
  'no_payer',
  'zero_total',
] as const

/** What is planned: always all fees of a student, because discounts depend on all of them. */
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
  /** A current period is due while it is not billed, not only in its first month. */
  catch_up?: boolean | undefined
  /** Only these new enrolments, each from the later of its first day and `issued_on`. */
  joining?: readonly string[] | undefined
  /**
   * A simulation of the month as if nothing were billed yet, with one discount switched on (whatever its status and dates) or
   * off.
   */
  trial?: { discount_id: string; on: boolean } | undefined
  /**
   * A simulation with one period of each recurring fee that is valid in the month, whether or not it is billed in it; without
   * one-off fees and fees for new students.
   */
  every_fee?: boolean | undefined
  /** An estimate: fees by session charge as many sessions as the class agreed for a month. */
  agreed_sessions?: boolean | undefined
}
