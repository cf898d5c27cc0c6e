import { useTranslation } from 'react-i18next'
import { type FoundFamily, foundColumns } from '#app/domain/people/families/family.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface FoundFamiliesProps {
  q: string
  /** Too little was typed to look for. */
  short: boolean
  rows: readonly FoundFamily[]
  /** There are others. */
  more: boolean
  /** Where one of them leads. */
  open: (id: string) => string
}

/** What a search of families found, or what to do instead. */
export function FoundFamilies({ q, short, rows, more, open }: FoundFamiliesProps) {
  const { t } = useTranslation()
  return (
    <>
      {short ? <p className="quiet">{t('family.too_short')}</p> : null}
      {rows.length > 0 ? (
        <Table
          caption={t('family.found')}
          columns={foundColumns}
          rows={rows}
          open={({ id }) => open(id)}
          brief
        />
      ) : null}
      {rows.length === 0 && q && !short ? (
        <EmptyState title={t('family.none')} hint={t('family.none_hint')} />
      ) : null}
      {more ? <p className="quiet">{t('family.more')}</p> : null}
    </>
  )
}
