import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { paySheet, sheetLines } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { paths } from '#app/paths.ts'
import { PaySlip } from '#app/print/pay/PaySlip.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The payslip of a trainer for a month. */
export const handle = {
  access: 'trainer_pay.view',
  title: 'pay_sheet.payslip',
  look: 'paper',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.pay_sheet')
  const row = await paySheet(db, context.scope('trainer_pay.view'), id)
  const { trainer, month_name, status, total_sen, minutes, sessions, bank_name, tin } = row
  const { submitter, decider, paid_on, bank_reference } = row
  return {
    row: {
      ...{ id, trainer, month_name, status, total_sen, minutes, sessions, bank_name, tin },
      ...{ submitter, decider, paid_on, bank_reference },
    },
    lines: await sheetLines(db, id),
    organisation: await organisationOf(db),
  }
}

export default function PrintPaySheet() {
  const { row, lines, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { organisation: here } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('pay_sheet.one'), href: paths.pay_sheet.view(row.id) }} />
      <PaySlip row={row} lines={lines} organisation={organisation} logo={here.logo} />
    </>
  )
}
