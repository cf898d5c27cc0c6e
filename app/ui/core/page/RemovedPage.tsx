import { useTranslation } from 'react-i18next'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { ListPage, type ListView } from './ListPage.tsx'

interface RemovedPageProps<Row> {
  list: ListView<Row>
  /** Group of the language files. */
  noun: string
  restore: (id: string) => string
}

/** What was removed and can still be brought back. */
export function RemovedPage<Row extends { id: string; version: number }>({
  list,
  noun,
  restore,
}: RemovedPageProps<Row>) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(`${noun}.removed_hint`)}
      rowActions={(row) => (
        <PostButton action={restore(row.id)} fields={{ version: String(row.version) }}>
          {t(`${noun}.restore`)}
        </PostButton>
      )}
      empty={{ title: t(`${noun}.none_removed`), hint: t(`${noun}.removed_hint`) }}
    />
  )
}
