import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { latestReconciliation } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { ledgerLine, paymentOfLine } from '#app/domain/accounting/traces/find-trace.ts'
import { trailOf } from '#app/domain/accounting/traces/trail.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Sum } from '#app/ui/accounting/reconciliation/Sum.tsx'
import { TrailView } from '#app/ui/accounting/trace/TrailView.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** One line of the ledger with the way of its money: from the payment to who has it, and what the platform earned by it. */
export const handle = { access: 'admin.collection.view', title: 'collection.payment' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.collection')
  const db = await context.read()
  const line = await ledgerLine(db, id)
  const night = context.operatorCan('admin.payout.view')
    ? await latestReconciliation(db, line.entity_id)
    : undefined
  const { collection_id, entity_id, reference, entity, gross_sen, method, source, status, collected_on } =
    line
  const earned =
    line.revenue_id !== null && context.operatorCan('admin.revenue.view')
      ? { id: line.revenue_id, fee: line.earned_sen!, cost: line.bank_cost_sen!, kept: line.kept_sen! }
      : null
  return {
    line: { entity_id, reference, entity, gross_sen, method, source, status, collected_on },
    ...{ earned, night: night ?? null, mayPayouts: context.operatorCan('admin.payout.view') },
    trail: await trailAt(context, entity_id, collection_id),
  }
}

/** At the organisation's own place; its payer is no more than told apart to who may not know. */
async function trailAt(context: RequestContext, entity_id: string, collection_id: string) {
  const entity = await context.entityById(entity_id)
  if (!entity || entity.place.version === 0) return null
  await context.enterTenant(entity)
  const db = await context.read()
  const payment_id = await paymentOfLine(db, collection_id)
  const trail = payment_id === undefined ? null : await trailOf(db, payment_id)
  await context.leaveTenant()
  if (trail && !context.operatorCan('admin.collection.payer')) {
    const { payer_name } = trail.payment
    trail.payment.payer_name = payer_name && maskedName(payer_name)
  }
  return trail
}

export default function ViewCollection() {
  const { line, trail, earned, night, mayPayouts } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={formatRinggit(line.gross_sen)}
      subtitle={`${line.reference} · ${line.entity}`}
      back={{ label: t('collection.plural'), href: paths.admin.collection() }}
      status={<StatusBadge status={line.status} />}
    >
      {trail ? (
        <TrailView trail={trail} payout={mayPayouts ? paths.admin.payout.view : undefined} />
      ) : (
        <Section title={t('trace.books')}>
          <p>{t('trace.line_alone')}</p>
          <Facts
            columns={2}
            items={[
              { label: t('collection.collected_on'), value: formatDate(line.collected_on, locale) },
              { label: t('collection.method'), value: t(`payment.methods.${line.method}`) },
            ]}
          />
        </Section>
      )}
      {earned && (
        <Section
          title={t('trace.earned')}
          actions={<a href={paths.admin.revenue.view(earned.id)}>{t('common.action.view')}</a>}
        >
          <Sum
            lines={[
              { label: t('revenue.gross'), sen: earned.fee },
              { label: t('revenue.bank_cost'), sen: -earned.cost },
            ]}
            total={{ label: t('revenue.net'), sen: earned.kept }}
          />
        </Section>
      )}
      <Facts
        columns={2}
        items={[
          {
            label: t('collection.entity'),
            value: line.entity,
            href: paths.admin.entity.view(line.entity_id),
          },
          night !== null && {
            label: t('admin.equation.last', { day: formatDate(night.on_day, locale) }),
            value: t(`admin.equation.states.${night.state}`),
            href: paths.admin.equation.view(night.id),
          },
        ]}
      />
    </ViewPage>
  )
}
