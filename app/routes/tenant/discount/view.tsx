import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { discountFacts, isGivenOnly } from '#app/domain/catalogue/discounts/discount.ts'
import { discount, discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { soonUntil } from '#app/domain/catalogue/discounts/ending.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'discount.view', title: 'discount.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, discounts, discount)
  // An early payment is rewarded when somebody pays: no month can be worked out for it.
  const { status, valid_to } = row
  const { today } = args.context
  const ends =
    status === 'active' && valid_to && valid_to >= today && valid_to <= soonUntil(today) ? valid_to : null
  return { row, ends, may: { ...may, try: args.context.can('discount.try') && row.type !== 'early' } }
}

export default function ViewDiscount() {
  const { row, ends, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage
      noun="discount"
      row={row}
      may={may}
      actions={
        may.try ? (
          <LinkButton href={paths.discount.trial(row.id)}>{t('discount.trial.open')}</LinkButton>
        ) : null
      }
    >
      {ends ? (
        <Notice tone="warning" title={t('discount.ending', { date: ends })}>
          <p>{t('discount.ending_text')}</p>
        </Notice>
      ) : null}
      <Facts
        items={[
          ...discountFacts(row, t, locale),
          // Of one that each bill works out by itself nobody was given any, and a nought would say that nobody has it.
          isGivenOnly(row) || row.students > 0
            ? {
                label: t('discount.students'),
                value: row.students,
                href: row.students > 0 ? paths.student_discount.list({ q: row.code }) : null,
              }
            : null,
          { label: t('discount.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ResourceViewPage>
  )
}
