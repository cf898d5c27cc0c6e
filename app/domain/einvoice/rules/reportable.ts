import type { feeKinds } from '#app/domain/catalogue/fee-categories/fee-category.ts'

export type FeeKind = (typeof feeKinds)[number]

/** Why something is never reported; its sentence is `einvoice_obligation.not_reportable.<reason>`. */
export const notReportableReasons = ['zakat', 'donation', 'deposit', 'overpayment'] as const
export type NotReportableReason = (typeof notReportableReasons)[number]

export type Reportability =
  | { reportable: true }
  | { reportable: false; reason: NotReportableReason; source: string }

const sources: Record<NotReportableReason, string> = {
  zakat: 'LHDN e-Invoice Guideline, 1.6.7(e)',
  donation: 'LHDN e-Invoice Guideline, 1.6.7(h), and its FAQ on donations',
  deposit: 'LHDN e-Invoice General FAQ, 49',
  overpayment: 'LHDN e-Invoice General FAQ, 46',
}

const never = (reason: NotReportableReason): Reportability => {
  return { reportable: false, reason, source: sources[reason] }
}

/** A line of an invoice. A deposit that is given back is no income; one that is kept is reported. */
export function lineReportable(fee: { kind: FeeKind | null; refundable: boolean }): Reportability {
  return fee.kind === 'deposit' && fee.refundable ? never('deposit') : { reportable: true }
}

/** What an organisation receives beside invoices: gifts, and money that a family has with it. */
export type Received = 'zakat' | 'infaq' | 'overpayment' | 'family_credit'

/** Gifts are reported by bodies that are approved for tax relief, and by no others. */
export function receivedReportable(
  what: Received,
  { approvedDonations }: { approvedDonations: boolean },
): Reportability {
  if (what === 'zakat') return never('zakat')
  if (what === 'infaq') return approvedDonations ? { reportable: true } : never('donation')
  return never('overpayment')
}
