import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/SubNav.tsx'

/** From the lines of the money-in book to what they come to, and back; both for the same search. */
export function CollectionNav({ current, query }: { current: 'lines' | 'sums'; query: string }) {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('collection.plural')}
      items={[
        {
          label: t('collection.each'),
          href: `${paths.collection.list()}${query}`,
          current: current === 'lines',
        },
        {
          label: t('collection.sums'),
          href: `${paths.collection.sums()}${query}`,
          current: current === 'sums',
        },
      ]}
    />
  )
}
