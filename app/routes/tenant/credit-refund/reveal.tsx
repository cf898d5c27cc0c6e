import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  creditRefund,
  maskedRefundAccount,
  revealRefundAccount,
} from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

/** Where the money goes, in full, for who compares and pays it. */
export const handle = { access: 'credit_refund.pay', title: 'credit_refund.account_number' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_refund')
  const row = await creditRefund(await context.read(), context.scope('credit_refund.pay'), id)
  const account = maskedRefundAccount(keysOf(context), id, row.account_number_sealed)
  // Cash goes into a hand.
  if (account === null) throw new Refusal('not_found.credit_refund')
  return { id, account, payee_name: row.payee_name, bank_name: row.bank_name }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('credit_refund.pay')
  const id = idOf(params, 'not_found.credit_refund')
  return context.write((trx) => revealRefundAccount(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedAccount() {
  const { id, account, payee_name, bank_name } = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <RevealPage
      noun="credit_refund"
      title={t('credit_refund.account_number')}
      back={{ label: t('credit_refund.one'), href: paths.credit_refund.view(id) }}
      action={paths.credit_refund.reveal(id)}
      facts={[
        { label: t('credit_refund.payee_name'), value: payee_name },
        { label: t('credit_refund.bank_name'), value: bank_name },
        { label: t('credit_refund.account_number'), value: shown?.account_number ?? account },
      ]}
      shown={shown !== undefined}
    />
  )
}
