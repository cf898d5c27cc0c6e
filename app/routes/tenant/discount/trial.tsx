import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  trialBranchColumns,
  trialColumns,
  trialMonths,
} from '#app/domain/billing/discount-trials/try-discount.ts'
import { isGivenOnly } from '#app/domain/catalogue/discounts/discount.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { discountTrial } from '#app/server/documents/discount-trial.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Pagination } from '#app/ui/core/table/Pagination.tsx'

/** What a rule would have cost in a month, or does cost, and which families it reaches; nothing is billed by it. */
export const handle = { access: 'discount.try', title: 'discount.trial.title' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { rule, month, page, limit, trial, scope } = await discountTrial(args, 'page')
  const { today, can } = args.context
  const { families, ...sums } = trial
  const pages = Math.max(1, Math.ceil(families.length / limit))
  const shown = Math.min(page, pages)
  return {
    ...{
      rule,
      month,
      months: trialMonths(today),
      limit,
      page: shown,
      pages,
      total: families.length,
      ...sums,
    },
    after_sen: families.reduce((sum, { after_sen }) => sum + after_sen, 0),
    before_sen: families.reduce((sum, { before_sen }) => sum + before_sen, 0),
    rows: families.slice((shown - 1) * limit, shown * limit),
    partly: scope.scope !== 'all',
    opens: can('family.view'),
  }
}

export default function DiscountTrial() {
  const told = useLoaderData<typeof loader>()
  const { rule, month, branches, total, rows, less_sen, cost_sen } = told
  const { t } = useTranslation()
  const { locale } = usePage()
  const on = rule.status === 'active'
  const words = { month: formatMonth(month, locale), count: total, families: formatCount(total) }
  return (
    <ViewPage
      title={t('discount.trial.title')}
      subtitle={`${rule.name} · ${rule.code}`}
      back={{ label: rule.name, href: paths.discount.view(rule.id) }}
      actions={
        total > 0 ? (
          <>
            <LinkButton href={paths.discount.trialPrint(rule.id, { month })}>
              {t('common.format.print')}
            </LinkButton>
            <LinkButton href={paths.discount.trialFile(rule.id, 'xlsx', { month })}>Excel</LinkButton>
            <LinkButton href={paths.discount.trialFile(rule.id, 'csv', { month })}>CSV</LinkButton>
          </>
        ) : null
      }
    >
      <form className="fields section" action={paths.discount.trial(rule.id)}>
        <div className="field">
          <label htmlFor="month">{t('discount.trial.month')}</label>
          <select id="month" name="month" defaultValue={month}>
            {told.months.map((one) => (
              <option key={one} value={one}>
                {formatMonth(one, locale)}
              </option>
            ))}
          </select>
        </div>
        <div className="actions">
          <button type="submit">{t('statement.show')}</button>
        </div>
      </form>
      <Caveats {...told} />
      {total === 0 ? (
        <EmptyState title={t('discount.trial.none', words)} hint={t('discount.trial.none_hint')} />
      ) : (
        <>
          <p>{t(on ? 'discount.trial.costs' : 'discount.trial.would_cost', words)}</p>
          <Figures
            items={[
              {
                label: t(on ? 'discount.trial.cost' : 'discount.trial.cost_would'),
                value: formatRinggit(cost_sen),
                hint: t('discount.trial.of', { amount: formatRinggit(told.without_sen) }),
              },
              { label: t('discount.trial.families'), value: formatCount(total) },
              { label: t('discount.students'), value: formatCount(told.students) },
              ...(less_sen === cost_sen
                ? []
                : [
                    {
                      label: t('discount.trial.less'),
                      value: formatRinggit(less_sen),
                      hint: t('discount.trial.with_tax'),
                    },
                  ]),
            ]}
          />
          {branches.length > 1 ? (
            <TableSection
              title={t('discount.trial.by_branch')}
              columns={trialBranchColumns}
              rows={branches}
              brief
            />
          ) : null}
          <TableSection
            title={t('discount.trial.by_family')}
            columns={trialColumns}
            rows={rows}
            totals={{ before_sen: told.before_sen, after_sen: told.after_sen, less_sen }}
            open={told.opens ? ({ id }) => paths.family.view(id) : undefined}
            brief
          >
            <Pagination
              page={told.page}
              pages={told.pages}
              total={total}
              limit={told.limit}
              search={{ month, page: told.page, limit: told.limit }}
            />
          </TableSection>
        </>
      )}
    </ViewPage>
  )
}

type Told = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'rule' | 'partly' | 'month'>

/** What the figures leave aside, so that nobody takes them for what was billed. */
function Caveats({ rule, partly, month }: Told) {
  const { t } = useTranslation()
  const ends = month.slice(0, 7)
  const beside =
    (rule.valid_from !== null && rule.valid_from.slice(0, 7) > ends) ||
    (rule.valid_to !== null && rule.valid_to < month)
  return (
    <Notice title={t('discount.trial.how')}>
      <p>{t('discount.trial.how_text')}</p>
      {isGivenOnly(rule) ? <p>{t('discount.trial.given_only', { count: rule.given })}</p> : null}
      {beside ? <p>{t('discount.trial.other_days')}</p> : null}
      {partly ? <p>{t('discount.trial.partly')}</p> : null}
    </Notice>
  )
}
