import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOpenOn, progressOf } from '#app/domain/accounting/gifts/gift.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { infaqType, infaqTypeFacts, infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { fundSums } from '#app/domain/giving/funds/find-fund-moves.ts'
import { paths } from '#app/paths.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Image } from '#app/ui/core/crud/Image.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { FundSection } from '#app/ui/giving/donation/FundSection.tsx'
import { Goal } from '#app/ui/giving/donation/Goal.tsx'

export const handle = { access: 'infaq_type.view', title: 'infaq_type.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { row, may } = await openRow(args, infaqTypes, infaqType)
  return {
    ...{ row, may },
    fund: await fundSums(await context.read(), 'infaq', row.id),
    open: row.status === 'active' && isOpenOn(row, context.today),
    mayMove: context.can('fund_move.request'),
  }
}

export default function ViewInfaqType() {
  const { row, may, fund, open, mayMove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, code, target_sen, raised_sen } = row
  return (
    <ResourceViewPage
      noun="infaq_type"
      row={row}
      may={may}
      actions={open && <a href={paths.infaq.pay(code)}>{t('donation.public_page')}</a>}
    >
      <Image noun="infaq_type" row={row} mayEdit={may.edit} />
      {target_sen !== null && (
        <Goal goal={{ target_sen, raised_sen, percent: progressOf(raised_sen, target_sen) }} />
      )}
      <Facts
        items={[
          ...infaqTypeFacts(row, t, locale),
          { label: t('infaq_type.gifts'), value: row.gifts },
          { label: t('infaq_type.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <FundSection kind="infaq" type_id={id} fund={fund} mayMove={mayMove} />
    </ResourceViewPage>
  )
}
