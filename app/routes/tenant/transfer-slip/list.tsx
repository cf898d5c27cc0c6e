import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Transfers that families show; the office looks for the money, a family follows its own. */
export const handle = { access: 'transfer_slip.view', title: 'transfer_slip.plural' } satisfies Handle

export const loader = listLoader(slipList)

export default function TransferSlips() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('transfer_slip.subtitle')}
      yours="transfer_slip"
      open={({ id }) => paths.transfer_slip.view(id)}
      searchHint={t('transfer_slip.search_hint')}
      empty={{
        title: t('transfer_slip.empty'),
        hint: t('transfer_slip.empty_hint'),
      }}
    />
  )
}
