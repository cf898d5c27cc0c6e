import type { LoaderFunctionArgs } from '@remix-run/node'
import { trialColumns } from '#app/domain/billing/discount-trials/try-discount.ts'
import { discountTrial } from '#app/server/documents/discount-trial.ts'
import { tableFile } from '#app/server/documents/table-file.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The families that a rule reaches, as a workbook or as CSV. */
export const handle = { access: 'discount.try' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) =>
  tableFile(args.context, args.params.format, async () => {
    const { rule, month, trial } = await discountTrial(args, 'taken')
    const file = `discount-${rule.code.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${month.slice(0, 7)}`
    return { name: 'discount', file, columns: trialColumns, rows: trial.families }
  })
