import { useTranslation } from 'react-i18next'
import type { Column } from '#app/domain/core/lists/columns.ts'
import { Table } from '#app/ui/core/table/Table.tsx'
import { Letterhead, type Sender } from '../head/Letterhead.tsx'

/** A table of the archive with all of its rows. */
export interface FamilySection {
  name: string
  title: string
  columns: readonly Column[]
  rows: readonly Record<string, unknown>[]
}

/** A parent or a child, as pairs of a name and what is on file. */
interface Person {
  title: string
  facts: readonly { label: string; value: string }[]
}

interface FamilyArchiveProps {
  organisation: Sender
  logo: string | null
  /** When it was made, as text in the reader's language. */
  printed: string
  people: readonly Person[]
  sections: readonly FamilySection[]
}

/** All that an organisation has on file of a family and shows it, to read and to print. */
export function FamilyArchive({ organisation, logo, printed, people, sections }: FamilyArchiveProps) {
  const { t } = useTranslation()
  const filled = sections.filter(({ rows }) => rows.length > 0)
  const empty = sections.filter(({ rows }) => rows.length === 0)
  return (
    <main className="paper paper-list landscape">
      <Letterhead organisation={organisation} logo={logo} />
      <header>
        <h1>{t('archive.family.title')}</h1>
        <p>{t('archive.family.intro', { organisation: organisation.name })}</p>
      </header>
      {people.map(({ title, facts }) => (
        <section key={title}>
          <h2>{title}</h2>
          <table>
            <tbody>
              {facts.map(({ label, value }) => (
                <tr key={`${label} ${value}`}>
                  <th scope="row">{label}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      {filled.map(({ name, title, columns, rows }) => (
        <section key={name}>
          <h2>{title}</h2>
          <Table caption={title} columns={columns} rows={rows as Record<string, unknown>[]} rowKey={keyOf} />
        </section>
      ))}
      {empty.length > 0 && (
        <p>{t('archive.family.no_rows', { lists: empty.map(({ title }) => title).join(', ') })}</p>
      )}
      <footer>{t('document.printed', { at: printed })}</footer>
    </main>
  )
}

const keyOf = (_row: object, index: number) => String(index)
