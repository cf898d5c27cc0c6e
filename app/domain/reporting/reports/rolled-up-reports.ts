import type { AnyReport } from './report.ts'

/** Reports that read roll-ups: figures that the writes themselves keep. */
export const rolledUpReports: readonly AnyReport[] = []
