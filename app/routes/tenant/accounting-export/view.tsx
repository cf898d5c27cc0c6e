import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  accountSumColumns,
  changedColumns,
  exportOf,
} from '#app/domain/reporting/archives/accounting/find-exports.ts'
import { shapes } from '#app/domain/reporting/archives/accounting/shapes.ts'
import { paths } from '#app/paths.ts'
import { monthParam } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { accountName } from '#app/ui/reporting/archive/account-name.ts'
import { newId } from '#db/id.ts'

/** What a month books on each account, its exports, and their files. */
export const handle = { access: 'month.print', title: 'accounting_export.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const name = monthParam(params)
  // It adds up all postings of a month, so it reads on the connections for reports.
  const found = await context.report((db) => exportOf(db, name, context.today))
  return { ...found, may: context.can('month.close'), form_key: newId() }
}

export default function ViewExport() {
  const told = useLoaderData<typeof loader>()
  const { row, made, changes, sums, missing, collected_sen, exported, may, form_key } = told
  const { t } = useTranslation()
  const { locale } = usePage()
  const month = formatMonth(row.month, locale)
  const closed = row.status === 'closed'
  const next = closed && !exported
  const again = made.length > 0
  const total = (side: 'debit_sen' | 'credit_sen') => sums.reduce((sum, one) => sum + one[side], 0)
  const codes = paths.accounting_export.accounts({ month: row.id })
  return (
    <ViewPage
      title={t('accounting_export.make', { month })}
      back={{ label: t('accounting_export.plural'), href: paths.accounting_export.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        next && missing === 0 && may ? (
          <ConfirmButton
            look="primary"
            label={t(again ? 'accounting_export.make_difference' : 'accounting_export.make', { month })}
            text={t(again ? 'accounting_export.difference_text' : 'accounting_export.make_text')}
            action={paths.accounting_export.make(row.id)}
            confirm={t(again ? 'accounting_export.make_difference' : 'accounting_export.make', { month })}
            fields={{ form_key }}
          />
        ) : undefined
      }
    >
      {!closed && (
        <Notice tone={again ? 'warning' : 'info'}>
          <p>
            {t(again ? 'accounting_export.reopened_text' : 'accounting_export.not_closed')}{' '}
            <a href={paths.month.view(row.id)}>{t('menu.month')}</a>
          </p>
        </Notice>
      )}
      {next && missing > 0 && (
        <Notice tone="warning" title={t('accounting_export.missing', { count: missing })}>
          <p>
            {t('accounting_export.missing_text')} <a href={codes}>{t('accounting_export.enter_codes')}</a>
          </p>
        </Notice>
      )}
      {closed && collected_sen !== row.net_sen && (
        <Notice tone="error" title={t('accounting_export.tie_differs')} />
      )}
      {made.length > 0 && (
        <Section title={t('accounting_export.files')}>
          {made.map(({ id, position, entries, debit_sen, credit_sen, created_at, exporter }) => (
            <div key={id} className="section">
              <p>
                <strong>
                  {t(position === 1 ? 'accounting_export.first' : 'accounting_export.difference', {
                    ...{ position, name: exporter, at: formatInstant(created_at, locale) },
                  })}
                </strong>
              </p>
              <p className="quiet">
                {t('accounting_export.entries', { count: entries })}
                {' · '}
                {t('accounting_export.balance', {
                  debit: formatRinggit(debit_sen),
                  credit: formatRinggit(credit_sen),
                })}
              </p>
              <div className="actions">
                {shapes.map((shape) => (
                  <LinkButton key={shape} href={paths.accounting_export.file(id, shape)}>
                    {t(`accounting_export.download.${shape}`)}
                  </LinkButton>
                ))}
              </div>
            </div>
          ))}
        </Section>
      )}
      {changes.length > 0 && (
        <TableSection
          title={t('accounting_export.changes')}
          columns={changedColumns}
          rows={changes}
          rowKey={(_row, index) => String(index)}
        />
      )}
      <TableSection
        title={t('accounting_export.sums')}
        actions={<a href={codes}>{t('accounting_export.accounts')}</a>}
        columns={accountSumColumns}
        rows={sums.map((one) => ({ ...one, account: accountName(t, one) }))}
        rowKey={({ key }) => key}
        totals={{ debit_sen: total('debit_sen'), credit_sen: total('credit_sen') }}
      >
        <p className="quiet">
          {t('accounting_export.tie', {
            net: formatRinggit(row.net_sen),
            collected: formatRinggit(collected_sen),
          })}
        </p>
      </TableSection>
    </ViewPage>
  )
}
