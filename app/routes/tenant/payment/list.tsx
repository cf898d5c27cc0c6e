import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { attentionCount } from '#app/domain/payments/attempts/find-attempts.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

export const handle = { access: 'payment.view', title: 'payment.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [list, attention] = await Promise.all([
    listPage({ request, context }, paymentList),
    context.can('payment.enquire') ? attentionCount(db, context.scope('payment.enquire')) : 0,
  ])
  const may = { statements: context.can('bank_statement.view'), cancelled: context.can('report_money.view') }
  return { list, attention, may }
}

export default function Payments() {
  const { list, attention, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      nav={
        (may.statements || may.cancelled) && (
          <SubNav
            label={t('payment.plural')}
            items={[
              { label: t('payment.plural'), href: paths.payment.list(), current: true },
              ...(may.statements
                ? [{ label: t('bank_statement.plural'), href: paths.bank_statement.list() }]
                : []),
              ...(may.cancelled
                ? [{ label: t('payment.cancelled_list.title'), href: paths.payment.cancelled() }]
                : []),
            ]}
          />
        )
      }
      open={(row) => paths.payment.view(row.payment_id)}
      cells={{ invoices: ({ invoices }) => shortened(invoices) }}
      searchHint={t('payment.search_hint')}
      empty={{ title: t('payment.empty'), hint: t('payment.empty_hint') }}
    >
      {attention > 0 && (
        <Notice tone="warning" title={t('payment.attempt.attention_count', { count: attention })}>
          <p>
            <a href={paths.attempt.list({ state: 'attention' })}>{t('payment.attempt.attention_link')}</a>
          </p>
        </Notice>
      )}
    </ListPage>
  )
}

/** The first of several numbers, and how many more there are. */
function shortened(numbers: string | null): string {
  const [first = '', ...others] = numbers?.split(', ') ?? []
  return others.length > 0 ? `${first} +${others.length}` : first
}
