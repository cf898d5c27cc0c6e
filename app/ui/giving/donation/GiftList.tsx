import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

/** Gifts of a kind; from here one comes to what they were for, and to the funds that have them. */
export function GiftList<Row extends { id: string }>({
  kind,
  list,
  sees,
}: {
  kind: GivingKind
  list: ListView<Row>
  sees: { types: boolean; funds: boolean }
}) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(`donation.list.${kind}`)}
      open={({ id }) => paths[kind].view(id)}
      actions={
        (sees.types || sees.funds) && (
          <>
            {sees.types && <a href={paths[`${kind}_type`].list()}>{t(`${kind}_type.plural`)}</a>}
            {sees.funds && <a href={paths.fund.list()}>{t('fund.plural')}</a>}
          </>
        )
      }
      add={{ label: t('donation.record'), href: paths[kind].new() }}
      searchHint={t('donation.search_hint')}
      empty={{ title: t('donation.empty'), hint: t('donation.empty_hint') }}
    />
  )
}
