import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { creditRefund, maskedRefundAccount } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { CreditRefundDocument } from '#app/print/voucher/CreditRefundDocument.tsx'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The voucher by which the money goes, for who pays and who receives it to sign. */
export const handle = {
  access: 'credit_refund.print',
  title: 'credit_refund.voucher',
  look: 'paper',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.credit_refund')
  const row = await creditRefund(db, context.scope('credit_refund.print'), id)
  // What nobody has approved, and what was called off, pays nobody.
  if (row.number === null || row.decided_at === null || row.status === 'cancelled')
    throw new Refusal('not_found.credit_refund')
  const { number, parent, family_code, amount_sen, method, payee_name, bank_name } = row
  const { requester, decider, paymaster, paid_on, bank_reference } = row
  const told = {
    ...{ number, parent, family_code, amount_sen, method, payee_name, bank_name },
    ...{ requester, decider, paymaster, paid_on, bank_reference },
    account: maskedRefundAccount(keysOf(context), id, row.account_number_sealed),
    // The cash is handed over against this voucher, before it is recorded as paid.
    cash_sen:
      method !== 'cash'
        ? amount_sen
        : row.status === 'paid'
          ? amount_sen + row.rounding_sen
          : await cashAmount(db, amount_sen),
    approved_on: instantIn(row.decided_at).slice(0, 10),
  }
  return { id, told, organisation: await organisationOf(db) }
}

export default function PrintCreditRefund() {
  const { id, told, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PaperTools back={{ label: t('credit_refund.one'), href: paths.credit_refund.view(id) }} />
      <CreditRefundDocument row={told} organisation={organisation} logo={usePage().organisation.logo} />
    </>
  )
}
