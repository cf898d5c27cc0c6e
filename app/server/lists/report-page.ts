import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { Report } from '#app/domain/reporting/reports/report.ts'
import { listPage } from './list-page.ts'

/** The loader of a report's page. */
export function reportLoader<
  F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(report: Report<F, Row, Raw, Key>) {
  return async (args: LoaderFunctionArgs) => ({
    list: await listPage(args, report.list, { alone: true }),
    subtitle: args.context.t(report.subtitle),
  })
}
