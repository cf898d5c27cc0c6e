import type { Permission } from '#app/domain/core/access/access.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { moneyReports } from './money-reports.ts'
import { peopleReports } from './people-reports.ts'
import type { AnyReport, Report } from './report.ts'
import { rolledUpReports } from './rolled-up-reports.ts'

/** Every report of an organisation. */
export const allReports: readonly AnyReport[] = [...moneyReports, ...rolledUpReports, ...peopleReports]

const byName: ReadonlyMap<string, AnyReport> = new Map(allReports.map((report) => [report.list.name, report]))

/** The report of a list; undefined of a list that is none. */
export const reportNamed = (name: string): AnyReport | undefined => byName.get(name)

/** The report of a list, for its page. Refuses (Error) a list that is none. */
export function reportOf<
  F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(list: List<Reader, Permission, F, Row, Raw, Key>): Report<F, Row, Raw, Key> {
  const report = byName.get(list.name)
  if (!report) throw new Error(`${list.name} is no report`)
  return report as unknown as Report<F, Row, Raw, Key>
}
