import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reconciliationCounts } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { addDays, formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  allExceptionList,
  openCount,
  operatorDesk,
} from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { openAppointmentCount } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { bankChangesWaiting } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { sellerPermission } from '#app/domain/platform/entities/change-entity.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import {
  collectedByDay,
  collectedByMonth,
  endingDays,
  endingSubscriptions,
  entitiesByState,
  entitiesOn,
  entityColumns,
  overview,
  registrationColumns,
  totalToPayOut,
  waitingRegistrations,
  withoutSeller,
} from '#app/domain/platform/overview/overview.ts'
import { adjustmentsWaiting } from '#app/domain/platform/payouts/adjustments.ts'
import { dayRequestsWaiting } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { operatorReaderOf } from '#app/server/lists/list-page.ts'
import { fpxWarnings } from '#app/server/payments/fpx-set-up.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Email } from '#app/ui/core/page/Contact.tsx'
import { Facts, Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ToDoList } from '#app/ui/core/page/ToDoList.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ExceptionNotice } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'
import { FpxNotices } from '#app/ui/payments/fpx/FpxNotices.tsx'
import {
  CollectionCharts,
  durationOf,
  StateChart,
  WorkerNotice,
} from '#app/ui/platform/operator/OperatorDashboard.tsx'

export const handle = { access: 'admin.dashboard.view', title: 'menu.dashboard' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { today } = context
  const db = await context.read()
  const mayJobs = context.operatorCan('admin.job.view')
  const open = failedJobList.search.parse({ state: 'open', limit: 5 })
  const mayMoney = context.operatorCan('admin.collection.view')
  const mayPayouts = context.operatorCan('admin.payout.view')
  const longest = allExceptionList.search.parse({ state: 'unsettled', sort: 'raised_at', limit: 5 })
  const [
    figures,
    exceptions,
    entities,
    registrations,
    jobs,
    fpx,
    zakat,
    banks,
    adjusted,
    days_asked,
    sellers,
    days,
    months,
    states,
    ending,
    held,
    books,
    doubts,
  ] = await Promise.all([
    overview(db, today),
    openCount(db, operatorDesk),
    context.operatorCan('admin.entity.view') ? entitiesOn(db, today) : [],
    context.operatorCan('admin.registration.view') ? waitingRegistrations(db) : [],
    mayJobs ? readPage(failedJobList, db, operatorReaderOf(context), open).then(({ rows }) => rows) : [],
    context.operatorCan('admin.fpx.view') ? fpxWarnings(context) : null,
    context.operatorCan('admin.zakat.decide') ? openAppointmentCount(db) : 0,
    context.operatorCan('admin.entity_bank.confirm') ? bankChangesWaiting(db) : 0,
    context.operatorCan('admin.payout.approve') ? adjustmentsWaiting(db, context.actor.id) : 0,
    context.operatorCan('admin.payout.create') ? dayRequestsWaiting(db) : [],
    context.operatorCan(sellerPermission) && context.operatorCan('admin.entity.edit')
      ? withoutSeller(db)
      : [],
    mayMoney ? collectedByDay(db, today) : [],
    mayMoney ? collectedByMonth(db, today) : [],
    entitiesByState(db),
    endingSubscriptions(db, today),
    mayPayouts ? totalToPayOut(db) : null,
    mayPayouts ? reconciliationCounts(db, today) : null,
    context.operatorCan('admin.payment_exception.view')
      ? readPage(allExceptionList, db, operatorReaderOf(context), longest).then(({ rows }) => rows)
      : [],
  ])
  const pictures = { days, months, states, ending, held, books, doubts }
  const lacksFactor = context.session?.kind === 'operator' && !context.session.second_factor
  const jobColumns = failedJobList.columns.slice(0, 5)
  const doubtColumns = allExceptionList.columns.slice(0, 5)
  const lists = { entities, registrations, jobs, jobColumns, doubtColumns }
  return {
    today,
    pictures,
    figures,
    exceptions,
    ...lists,
    mayJobs,
    mayMoney,
    lacksFactor,
    fpx,
    zakat,
    banks,
    sellers,
    ...{ adjusted, days_asked: days_asked.map(({ entity_id, entity }) => ({ entity_id, entity })) },
  }
}

export default function Dashboard() {
  const data = useLoaderData<typeof loader>()
  const { today, pictures, figures, exceptions, jobs, jobColumns, mayMoney } = data
  const { lacksFactor, fpx, sellers } = data
  const { t } = useTranslation()
  const { locale } = usePage()
  const { entities, money, waiting_seconds, worker } = figures
  const ledger = (from: string) =>
    mayMoney ? { href: `${paths.admin.collection()}?from=${from}&to=${today}` } : {}
  return (
    <>
      <PageHeader title={t('menu.dashboard')} subtitle={formatDate(today, locale)} />
      {lacksFactor && (
        <Notice>
          {t('second_factor.missing')} <a href={paths.admin.secondFactor()}>{t('second_factor.set_up')}</a>
        </Notice>
      )}
      {fpx && <FpxNotices {...fpx} brief />}
      <WorkerNotice {...worker} waiting_seconds={waiting_seconds} />
      <Waiting {...data} />
      {sellers.length > 0 && (
        <Notice tone="warning" title={t('admin.dashboard.sellers', { count: sellers.length })}>
          <ul>
            {sellers.map(({ id, name }) => (
              <li key={id}>
                <a href={`${paths.admin.entity.edit(id)}#fpx_seller_id`}>{name}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ExceptionNotice {...exceptions} href={paths.admin.exception.list({ state: 'unsettled' })} />
      <Registrations {...data} />
      <Section title={t('admin.dashboard.figures')}>
        <Figures
          items={[
            {
              label: t('admin.dashboard.collected_today'),
              value: formatRinggit(money.today_sen),
              hint: t('admin.dashboard.payments', { count: money.today_count }),
              ...ledger(today),
            },
            {
              label: t('admin.dashboard.collected_in', { month: formatMonth(money.month, locale) }),
              value: formatRinggit(money.month_sen),
              hint: t('admin.dashboard.payments', { count: money.month_count }),
              ...ledger(money.month),
            },
            {
              label: t('admin.dashboard.entities'),
              value: String(entities),
              href: paths.admin.listed('entity', 'status=active'),
            },
            ...(pictures.held
              ? [
                  {
                    label: t('admin.dashboard.held'),
                    value: formatRinggit(pictures.held.sen),
                    hint: t('admin.dashboard.held_hint', { count: pictures.held.entities }),
                    href: paths.admin.payout.list(),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      {mayMoney && <CollectionCharts days={pictures.days} months={pictures.months} />}
      <StateChart rows={pictures.states} />
      {pictures.doubts.length > 0 && <Doubts {...data} />}
      <Organisations {...data} />
      <Operations {...data} />
      {jobs.length > 0 && (
        <TableSection
          title={t('admin.dashboard.latest_jobs')}
          actions={<a href={paths.admin.job({ state: 'open' })}>{t('common.action.show_all')}</a>}
          columns={jobColumns}
          brief
          rows={jobs}
          open={(row) => paths.admin.jobView(row.id)}
        />
      )}
    </>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Who wants to join, each a link to the page where that is decided. */
function Registrations({ registrations }: Data) {
  const { t } = useTranslation()
  if (registrations.length === 0) return null
  return (
    <TableSection
      title={t('admin.dashboard.registrations')}
      actions={
        <a href={paths.admin.listed('registration', 'status=pending')}>{t('common.action.show_all')}</a>
      }
      columns={registrationColumns}
      brief
      rows={registrations}
      open={({ id }) => paths.admin.registration.view(id)}
      cells={{ contact_email: (row) => <Email address={row.contact_email} /> }}
    />
  )
}

/** Whom the platform serves, with what came in today. */
function Organisations({ entities, mayMoney, today }: Data) {
  const { t } = useTranslation()
  return (
    <TableSection
      title={t('admin.dashboard.organisations')}
      columns={entityColumns}
      brief
      rows={entities}
      open={mayMoney ? (row) => paths.admin.collectionOf(row.id, today) : undefined}
    />
  )
}

/** What has waited longest for somebody who decides where its money belongs. */
function Doubts({ pictures, doubtColumns }: Data) {
  const { t } = useTranslation()
  return (
    <TableSection
      title={t('admin.dashboard.doubts')}
      actions={<a href={paths.admin.exception.list({ state: 'unsettled' })}>{t('common.action.show_all')}</a>}
      columns={doubtColumns}
      brief
      rows={pictures.doubts}
      open={({ id }) => paths.admin.exception.view(id)}
    />
  )
}

/** What waits for this operator, besides registrations and payments to check, each linked to where it is decided. */
function Waiting({ zakat, banks, adjusted, days_asked }: Data) {
  const { t } = useTranslation()
  const entry = (key: 'zakat' | 'bank' | 'adjustment', count: number, href: string) =>
    count > 0 ? [{ count, words: t(`admin.dashboard.to_do.${key}`, { count }), href }] : []
  return (
    <ToDoList
      items={[
        ...entry('zakat', zakat, `${paths.admin.zakat.list()}?status=requested`),
        ...entry('bank', banks, `${paths.admin.entityBank.list()}?status=pending`),
        ...entry('adjustment', adjusted, paths.admin.payoutAdjustment.list({ status: 'requested' })),
        ...days_asked.map(({ entity_id, entity }) => ({
          count: 1,
          words: t('admin.dashboard.to_do.payout_day', { organisation: entity }),
          href: paths.admin.entity.view(entity_id),
        })),
      ]}
    />
  )
}

/** How the platform runs: what is looked at when something is wrong, and smaller than the money. */
function Operations({ pictures, figures, today, mayJobs }: Data) {
  const { t } = useTranslation()
  const { failed_jobs, failed_einvoices, waiting_seconds, messages } = figures
  const { ending, books } = pictures
  return (
    <Section title={t('admin.dashboard.operations')}>
      <Facts
        columns={2}
        items={[
          {
            label: t('admin.dashboard.ending'),
            value: String(ending),
            href: paths.admin.listed(
              'entity',
              `status=active&expires_from=${today}&expires_to=${addDays(today, endingDays)}`,
            ),
          },
          books && {
            label: t(books.red > 0 ? 'admin.dashboard.books_bad' : 'admin.dashboard.books'),
            value: t('admin.dashboard.books_hint', books),
            href: paths.admin.equation.list({ state: books.red > 0 ? 'red' : undefined }),
          },
          {
            label: t('admin.job.plural'),
            value: String(failed_jobs),
            href: mayJobs ? paths.admin.job({ state: 'open' }) : null,
          },
          {
            label: t('home_chart.einvoice_jobs'),
            value: String(failed_einvoices),
            href: mayJobs ? paths.admin.job({ state: 'open', area: 'einvoice' }) : null,
          },
          {
            label: t('admin.dashboard.waiting'),
            value: waiting_seconds === null ? t('admin.dashboard.nothing') : durationOf(waiting_seconds, t),
          },
          {
            label: t('admin.dashboard.unmatched'),
            value:
              messages.unsigned > 0
                ? t('admin.dashboard.unsigned', { total: messages.count, count: messages.unsigned })
                : String(messages.count),
          },
        ]}
      />
    </Section>
  )
}
