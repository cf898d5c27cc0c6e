import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

/** Donations of a kind. */
export function GiftList<Row extends { id: string }>({
  kind,
  list,
}: {
  kind: GivingKind
  list: ListView<Row>
}) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      yours={kind}
      subtitle={t(`donation.list.${kind}`)}
      open={({ id }) => paths[kind].view(id)}
      add={{ label: t('donation.record'), href: paths[kind].new() }}
      searchHint={t('donation.search_hint')}
      empty={{ title: t('donation.empty'), hint: t('donation.empty_hint') }}
    />
  )
}
