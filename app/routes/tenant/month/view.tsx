import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  closingsOf,
  type MethodSums,
  type MonthSums,
  methodsIn,
  month,
  pendingPaymentsIn,
} from '#app/domain/accounting/months/find-months.ts'
import { firstDayOf } from '#app/domain/accounting/months/month.ts'
import { endOfMonth, formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { openInMonth } from '#app/domain/reporting/months/open-in-month.ts'
import { paths } from '#app/paths.ts'
import { readerOf } from '#app/server/lists/list-page.ts'
import { monthParam } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'month.view', title: 'month.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const name = monthParam(params)
  const db = await context.read()
  const [row, closings, undecided, methods, left] = await Promise.all([
    month(db, name, context.today),
    closingsOf(db, name),
    pendingPaymentsIn(db, name),
    methodsIn(db, name),
    openInMonth(db, name, (view) => (context.can(view) ? readerOf(context, view) : undefined)),
  ])
  return {
    row,
    closings,
    undecided,
    methods,
    left: row.status === 'closed' ? [] : left,
    may: {
      close: row.status === 'open' && context.can('month.close'),
      reopen: row.status === 'closed' && context.can('month.reopen'),
    },
    form_key: newId(),
  }
}

const methodColumns = columnsOf<MethodSums>()(
  { key: 'method', label: 'month.method', words: 'payment.methods', room: 'who' },
  { key: 'received_sen', label: 'month.received', kind: 'money', total: true },
  { key: 'reversed_sen', label: 'month.reversed', kind: 'money', total: true },
  { key: 'fees_sen', label: 'month.fees', kind: 'money', total: true },
  { key: 'net_sen', label: 'month.net', kind: 'money', room: 'much', total: true },
)

export default function ViewMonth() {
  const { row, closings, undecided, methods, left, may, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const name = formatMonth(row.month, locale)
  const span = `from=${firstDayOf(row.id)}&to=${endOfMonth(firstDayOf(row.id))}`
  return (
    <ViewPage
      title={name}
      back={{ label: t('month.plural'), href: paths.month.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.close && (
            <ConfirmButton
              label={t('month.close')}
              text={t('month.close_text', { month: name })}
              action={paths.month.close(row.id)}
              confirm={t('month.close_confirm', { month: name })}
              fields={{ form_key }}
            />
          )}
          {may.reopen && <LinkButton href={paths.month.reopen(row.id)}>{t('month.reopen')}</LinkButton>}
        </>
      }
    >
      {row.status === 'running' && <p className="quiet">{t('month.running_text')}</p>}
      {row.status === 'open' && undecided > 0 && (
        <Notice tone="warning" title={t('month.undecided', { count: undecided })}>
          <p>
            {t('month.undecided_text')} <a href={paths.attempt.list()}>{t('menu.fpx')}</a>
          </p>
        </Notice>
      )}
      <Section
        title={t('month.sums')}
        actions={
          <>
            <a href={paths.listed('payment', span)}>{t('menu.payment')}</a>{' '}
            <a href={paths.listed('collection', span)}>{t('menu.collection')}</a>
          </>
        }
      >
        <Table
          caption={t('month.methods')}
          columns={methodColumns}
          rows={methods}
          rowKey={({ method }) => method}
          totals={sumsOf(row)}
        />
      </Section>
      {row.status !== 'closed' && (
        <Section title={t('month.left.title')}>
          {left.length > 0 ? (
            <>
              <ul>
                {left.map(({ key, count, list, search }) => (
                  <li key={key}>
                    <a href={paths.listed(list, String(new URLSearchParams(search)))}>
                      {t(`month.left.${key}`, { count })}
                    </a>
                  </li>
                ))}
              </ul>
              <p className="quiet">{t('month.left.text')}</p>
            </>
          ) : (
            <p>{t('month.left.none')}</p>
          )}
        </Section>
      )}
      {closings.length > 0 && (
        <Section title={t('month.history')}>
          <Timeline
            items={closings.flatMap(({ closed_at, closer, reopened_at, opener, reopen_reason }) => [
              ...(reopened_at
                ? [
                    {
                      title: t('month.reopened_by', { name: opener, reason: reopen_reason }),
                      at: reopened_at,
                      tone: 'open' as const,
                    },
                  ]
                : []),
              { title: t('month.closed_by', { name: closer }), at: closed_at, tone: 'good' as const },
            ])}
          />
          <p className="quiet small">
            {row.closed_at && t('month.kept', { at: formatInstant(row.closed_at, locale) })}
          </p>
        </Section>
      )}
    </ViewPage>
  )
}

const sumsOf = ({ received_sen, reversed_sen, fees_sen, net_sen }: MonthSums) => ({
  ...{ received_sen, reversed_sen, fees_sen, net_sen },
})
