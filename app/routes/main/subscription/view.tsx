import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { latestMovementsOf } from '#app/domain/platform/message-credits/find-credits.ts'
import { platformInvoices } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { changesOf, subscriptionForOperator } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { InvoiceTable } from '#app/ui/platform/subscription/Invoices.tsx'

/** One subscription: how it stands, what was billed, and what happened to it. */
export const handle = { access: 'admin.subscription.view', title: 'subscription.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await subscriptionForOperator(db, idOf(params, 'not_found.subscription'))
  const [invoices, changes, credits] = await Promise.all([
    platformInvoices(db, row.entity_id),
    changesOf(db, row.id),
    latestMovementsOf(db, row.entity_id),
  ])
  return { row, invoices, changes, credits, mayEdit: context.operatorCan('admin.subscription.edit') }
}

type Change = ReturnType<typeof useLoaderData<typeof loader>>['changes'][number]

export default function ViewSubscription() {
  const { row, invoices, changes, credits, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const to = paths.admin.subscription
  return (
    <ViewPage
      title={row.entity}
      subtitle={row.package}
      back={{ label: t('subscription.plural'), href: to.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        mayEdit && (
          <>
            {row.yearly_fee_sen > 0 && (
              <LinkButton href={to.renew(row.id)} look="primary">
                {t('subscription.renew')}
              </LinkButton>
            )}
            <LinkButton href={to.extend(row.id)}>{t('subscription.extend')}</LinkButton>
            <LinkButton href={to.credit(row.id)}>{t('subscription.change_credit')}</LinkButton>
          </>
        )
      }
    >
      <Facts
        items={[
          {
            label: t('subscription.entity'),
            value: <a href={paths.admin.entity.view(row.entity_id)}>{row.entity}</a>,
          },
          { label: t('subscription.package'), value: row.package },
          { label: t('subscription.yearly_fee'), value: formatRinggit(row.yearly_fee_sen) },
          { label: t('subscription.starts_on'), value: formatDate(row.starts_on, locale) },
          { label: t('subscription.expires_on'), value: formatDate(row.expires_on, locale) },
          row.next_package !== null && {
            label: t('subscription.next_package'),
            value: t('subscription.next_package_from', {
              package: row.next_package,
              date: formatDate(row.next_package_on!, locale),
            }),
          },
          { label: t('subscription.credit'), value: formatCount(row.credit) },
          {
            label: t('subscription.auto_renew'),
            value: t(`subscription.auto_renew_${row.auto_renew ? 'on' : 'off'}`),
          },
        ]}
      />
      <Section title={t('platform_invoice.plural')}>
        <InvoiceTable rows={invoices} open={({ id }) => paths.admin.platformInvoice.view(id)} />
      </Section>
      <CreditMovements of={row.entity_id} rows={credits} />
      <SubscriptionHistory rows={changes} />
    </ViewPage>
  )
}

type Movement = ReturnType<typeof useLoaderData<typeof loader>>['credits'][number]

const movementColumns = columnsOf<Movement>()(
  { key: 'kind', label: 'message_credit.kind', words: 'message_credit.kinds', room: 'who' },
  { key: 'moved_on', label: 'message_credit.moved_on', kind: 'date' },
  { key: 'about', label: 'message_credit.use', words: 'message_credit.uses' },
  { key: 'delta', label: 'message_credit.delta', kind: 'count', room: 'much' },
  { key: 'balance', label: 'message_credit.balance', kind: 'count', room: 'table' },
)

/** The latest lines of the ledger of its message credits. */
function CreditMovements({ of, rows }: { of: string; rows: readonly Movement[] }) {
  const { t } = useTranslation()
  const title = t('message_credit.ledger')
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="quiet">{t('message_credit.no_movements')}</p>
      ) : (
        <>
          <Table caption={title} columns={movementColumns} rows={rows} brief />
          <div className="actions">
            <a href={paths.admin.messageCredit.entries({ entity_id: of })}>{t('message_credit.all')}</a>
          </div>
        </>
      )}
    </Section>
  )
}

/** The audit history of a subscription, the newest first. */
function SubscriptionHistory({ rows }: { rows: readonly Change[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('subscription.changes')}>
      {rows.length === 0 && <p className="quiet">{t('subscription.no_changes')}</p>}
      <ul className="facts">
        {rows.map((row) => (
          <li key={row.id}>
            <ChangeEntry row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ChangeEntry({ row }: { row: Change }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const came = [
    row.status && t(`common.status.${row.status}`),
    row.expires_on &&
      row.expires_on !== row.expired_on &&
      t('subscription.until', { date: formatDate(row.expires_on, locale) }),
    row.credit && row.credit !== row.credit_before && t('subscription.credits_now', { credit: row.credit }),
    row.reason,
  ]
  const who = [row.actor_name, row.at && formatInstant(row.at, locale)]
  return (
    <div>
      <p>{t(`audit.actions.${row.action}`)}</p>
      <p>{unbroken(came.filter(Boolean).join(' · '))}</p>
      <p className="quiet small">{unbroken(who.filter(Boolean).join(', '))}</p>
    </div>
  )
}
