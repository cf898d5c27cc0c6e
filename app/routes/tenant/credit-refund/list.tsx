import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Credit that went back to families, and what waits to be decided or paid. */
export const handle = { access: 'credit_refund.view', title: 'credit_refund.plural' } satisfies Handle

export const loader = listLoader(creditRefundList)

export default function CreditRefunds() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('credit_refund.subtitle')}
      yours="credit_refund"
      actions={
        list.family && <LinkButton href={paths.ask({ about: 'credit' })}>{t('ask.title.credit')}</LinkButton>
      }
      open={({ id }) => paths.credit_refund.view(id)}
      searchHint={t('credit_refund.search_hint')}
      empty={{
        title: t('credit_refund.empty'),
        hint: t('credit_refund.empty_hint'),
      }}
    />
  )
}
