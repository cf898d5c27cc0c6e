import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

/** Donations of a kind: the office records one, a parent gives one. */
export function GiftList<Row extends { id: string }>({
  kind,
  list,
}: {
  kind: GivingKind
  list: ListView<Row>
}) {
  const { t } = useTranslation()
  const give = { label: t(`donation.give.${kind}`), href: paths[kind].open() }
  const record = { label: t('donation.record'), href: paths[kind].new() }
  return (
    <ListPage
      {...list}
      mayCreate={list.family || (list.mayCreate ?? true)}
      yours={kind}
      subtitle={t(`donation.list.${kind}`)}
      open={({ id }) => paths[kind].view(id)}
      add={list.family ? give : record}
      searchHint={t('donation.search_hint')}
      empty={{ title: t('donation.empty'), hint: t('donation.empty_hint') }}
    />
  )
}
