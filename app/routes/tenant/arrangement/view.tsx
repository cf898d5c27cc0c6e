import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ArrangementStatus } from '#app/domain/billing/arrangements/arrangement.ts'
import { arrangementOf } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AgreedInvoices, PartsTable } from '#app/ui/billing/arrangement/ArrangementTables.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { requestFacts } from '#app/ui/core/four-eyes/request-facts.ts'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'arrangement.view', title: 'arrangement.one' } satisfies Handle

/** After these a family may agree anew. */
const isOver: ReadonlySet<string> = new Set<ArrangementStatus>(['kept', 'broken', 'ended', 'rejected'])

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor, today } = context
  const scope = context.scope('arrangement.view')
  const id = idOf(params, 'not_found.arrangement')
  const db = await context.read()
  const row = await arrangementOf(db, scope, id, today)
  const { parent_id, parent, status, total_sen, came_sen, next_on, next_sen, over_on, parts, invoices } = row
  const isOffice = scope.scope !== 'own'
  const isOwn = isOwnRequest(actor, row)
  const decides =
    can('arrangement.approve') && !(await isOwnFamily(db, actor, { type: 'arrangement', ids: [id] }))
  return {
    row: {
      ...{ id, parent_id, parent, status, total_sen, came_sen, next_on, next_sen, over_on },
      ...{ parts, invoices },
    },
    // A family is told what was agreed, and not what was said about it.
    office: isOffice
      ? {
          ...{ reason: row.reason, requester: row.requester, requested_at: row.requested_at },
          ...{ decider: row.decider, decided_at: row.decided_at, decision_reason: row.decision_reason },
        }
      : null,
    may: {
      decide: status === 'proposed' && decides,
      withdraw: status === 'proposed' && isOwn && can('arrangement.request'),
      end: status === 'active' && decides,
      renew: isOver.has(status) && can('arrangement.request'),
      print: status !== 'rejected' && status !== 'withdrawn' && can('arrangement.print'),
    },
  }
}

export default function ViewArrangement() {
  const { row, office, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const left_sen = Math.max(0, row.total_sen - row.came_sen)
  return (
    <ViewPage
      title={t('arrangement.one')}
      subtitle={row.parent}
      back={{ label: t('arrangement.plural'), href: paths.arrangement.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.print && (
            <LinkButton href={paths.arrangement.print(row.id)}>{t('arrangement.print')}</LinkButton>
          )}
          {may.renew && (
            <LinkButton href={paths.arrangement.new(row.parent_id)}>{t('arrangement.new')}</LinkButton>
          )}
          {may.end && <LinkButton href={paths.arrangement.end(row.id)}>{t('arrangement.end')}</LinkButton>}
        </>
      }
    >
      {row.status === 'proposed' && <WaitsNotice noun="arrangement" id={row.id} may={may} />}
      {!office && (
        <p>
          {t(`arrangement.yours_${row.status}`, {
            amount: formatRinggit(row.next_sen ?? 0),
            date: row.next_on ? formatDate(row.next_on, locale) : '',
          })}
        </p>
      )}
      <Facts
        columns={2}
        items={[
          {
            label: t('arrangement.parent'),
            value: office ? <a href={paths.family.view(row.parent_id)}>{row.parent}</a> : row.parent,
          },
          { label: t('arrangement.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('arrangement.came_sen'), value: formatRinggit(row.came_sen) },
          { label: t('arrangement.left_sen'), value: formatRinggit(left_sen) },
          row.over_on !== null && {
            label: t('arrangement.over_on'),
            value: formatDate(row.over_on, locale),
          },
          ...(office
            ? [
                { label: t('arrangement.reason'), value: office.reason },
                ...requestFacts('arrangement', office, t, locale),
              ]
            : []),
        ]}
      />
      <PartsTable rows={row.parts} total_sen={row.total_sen} came />
      <AgreedInvoices rows={row.invoices} />
    </ViewPage>
  )
}
