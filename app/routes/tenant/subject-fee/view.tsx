import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { pricesOf, subjectFee } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { priceColumns, subjectFeeFacts } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NounActions } from '#app/ui/core/crud/NounActions.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'subject_fee.view', title: 'subject_fee.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.subject_fee')
  const db = await context.read()
  const row = await subjectFee(db, context.scope('subject_fee.view'), id)
  const prices = await pricesOf(db, row)
  const unused = row.billed === 0 && !prices.some(({ replaces_id }) => replaces_id === id)
  const may = { edit: context.can('subject_fee.edit'), remove: unused && context.can('subject_fee.remove') }
  return { row: { ...row, name: `${row.subject}, ${row.fee_type}` }, prices, may }
}

export default function ViewSubjectFee() {
  const { row, prices, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={row.code}
      back={{ label: t('subject_fee.plural'), href: paths.subject_fee.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.edit && (
            <LinkButton href={paths.subject_fee.price(row.id)}>{t('subject_fee.new_price')}</LinkButton>
          )}
          <NounActions row={row} to={paths.subject_fee} noun="subject_fee" may={may} />
        </>
      }
    >
      <Facts
        items={[
          ...subjectFeeFacts(row, t, locale),
          { label: t('subject_fee.billed_times'), value: row.billed },
          { label: t('subject_fee.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      {prices.length > 1 && (
        <TableSection
          title={t('subject_fee.prices')}
          columns={priceColumns}
          rows={prices}
          open={({ id }) => paths.subject_fee.view(id)}
          brief
        />
      )}
    </ViewPage>
  )
}
