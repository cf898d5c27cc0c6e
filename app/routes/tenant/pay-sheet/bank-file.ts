import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { bankPayments } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { makeSheetsForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { csvOf } from '#app/print/csv.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The file with which a bank pays a month's approved sheets. It has whole account numbers, so the log says who took it. */
export const handle = { access: 'trainer_pay.edit', confirm: 'change' } satisfies Handle

export const loader = () => redirect(paths.pay_sheet.bank())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, makeSheetsForm, paths.pay_sheet.bank(), async ({ trx, actor, context }, { month }) => {
    const { t } = context
    const scope = context.scope('trainer_pay.edit')
    const payments = await bankPayments(trx, actor, scope, keysOf(context), month)
    const head = (['name', 'bank', 'account', 'amount', 'reference'] as const).map((column) =>
      t(`pay_sheet.bank_columns.${column}`),
    )
    const rows = payments.map(({ name, bank_name, account_number, amount_sen, reference }) => [
      ...[name, bank_name, account_number, plainRinggit(amount_sen), reference],
    ])
    return new Response(csvOf([head, ...rows]), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="pay-${month}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  })
