import { type RawBuilder, sql } from 'kysely'

/** As a receipt prints it: its number, and the first and last day on which it holds. */
export interface TaxApproval {
  approval_no: string
  from: string
  to: string
}

/** The approval under section 44(6) that the row of `infaq_type` in the query around it has on a day; null without one. */
export const taxApprovalOn = (on: RawBuilder<unknown>) => sql<TaxApproval | null>`(
  case when infaq_type.tax_approval_no is not null and ${on}::date between infaq_type.tax_from and infaq_type.tax_to
    then json_build_object('approval_no', infaq_type.tax_approval_no, 'from', infaq_type.tax_from, 'to', infaq_type.tax_to)
  end)`
