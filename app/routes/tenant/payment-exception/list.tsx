import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ExceptionList } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'

/** Online payments that need checking, those that are not settled first. */
export const handle = { access: 'payment_exception.view', title: 'payment_exception.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, exceptionList, { alone: true }),
  mayEnquire: args.context.can('payment.enquire'),
})

export default function Exceptions() {
  const { list, mayEnquire } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ExceptionList
      {...list}
      actions={mayEnquire && <a href={paths.attempt.list()}>{t('payment_exception.attempts')}</a>}
      open={({ id }) => paths.exception.view(id)}
    />
  )
}
