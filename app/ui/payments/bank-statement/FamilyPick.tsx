import { useTranslation } from 'react-i18next'
import { type FoundFamily, foundColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'

interface FamilyPickProps {
  id: string
  q: string
  rows: readonly FoundFamily[]
  more: boolean
}

/** Another family than the one that is suggested, by whatever is known of it. */
export function FamilyPick({ id, q, rows, more }: FamilyPickProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('bank_line.other')}>
      <FamilySearch
        q={q}
        action={paths.bankLine.view(id)}
        label={t('bank_line.find')}
        hint={t('bank_line.find_hint')}
      />
      {rows.length > 0 && (
        <Table
          caption={t('family.found')}
          columns={foundColumns}
          rows={rows}
          open={(family) => paths.bankLine.assign(id, family.id)}
          brief
        />
      )}
      {q !== '' && rows.length === 0 && <p className="quiet">{t('family.none')}</p>}
      {more && <p className="quiet">{t('family.more')}</p>}
    </Section>
  )
}
