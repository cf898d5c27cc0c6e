import type { ComponentProps, ReactNode } from 'react'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'
import { Section } from './ViewPage.tsx'

interface TableSectionProps<Row>
  extends Omit<TableProps<Row>, 'caption' | 'actions'>,
    Pick<ComponentProps<typeof Section>, 'title' | 'id' | 'actions'> {
  rowActions?: TableProps<Row>['actions']
  /** Below the table. */
  children?: ReactNode
}

/** A part of a page that is a table; the heading is its caption, too. */
export function TableSection<Row extends object>(props: TableSectionProps<Row>) {
  const { title, id, actions, rowActions, children, ...table } = props
  return (
    <Section title={title} id={id} actions={actions}>
      <Table caption={title} actions={rowActions} {...table} />
      {children}
    </Section>
  )
}
