import { pages } from './pages.ts'

/** Reports of what was billed and paid. */
export const money_report = pages('tenant/report-money', {})
