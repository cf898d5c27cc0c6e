import type { AnyReport } from './report.ts'
import { billedLinesReport } from './rolled-up/billed-lines.ts'
import { billingSummaryReport } from './rolled-up/billing-summary.ts'
import { branchCollectionsReport } from './rolled-up/branch-collections.ts'
import { collectionYearlyReport } from './rolled-up/collection-yearly.ts'

/** Reports of what was billed and collected in sum, from sums that the writes keep or from the rows of one month. */
export const rolledUpReports = [
  billingSummaryReport,
  billedLinesReport,
  collectionYearlyReport,
  branchCollectionsReport,
] as unknown as readonly AnyReport[]
