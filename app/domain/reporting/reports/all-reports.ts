import { moneyReports } from './money-reports.ts'
import { peopleReports } from './people-reports.ts'
import type { AnyReport } from './report.ts'
import { rolledUpReports } from './rolled-up-reports.ts'

/** Every report of an organisation. */
export const allReports: readonly AnyReport[] = [...moneyReports, ...rolledUpReports, ...peopleReports]
