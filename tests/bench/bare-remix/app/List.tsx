import { cellText, columns, type Row, roles, title } from '../../list-page/words.ts'

export function List({ rows }: { rows: Row[] }) {
  const [first, ...others] = columns
  return (
    <div className="cards brief">
      <table {...roles.table}>
        <caption className="hidden">{title}</caption>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map(({ key, label, className, sort }) => (
              <th key={key} scope="col" {...roles.head} className={className}>
                {sort ? <a href={`?sort=${key}`}>{label}</a> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr key={row.id} {...roles.row}>
              <th scope="row" className={first!.className} {...roles.rowHead}>
                <a href={`/invoice/view/${row.id}`}>{cellText(first!, row)}</a>
              </th>
              {others.map((column) => (
                <td
                  key={column.key}
                  className={column.className}
                  data-label={column.called && column.label}
                  {...roles.cell}
                >
                  {column.kind === 'status' ? (
                    <span className={`status ${row.status}`}>{row.status}</span>
                  ) : (
                    cellText(column, row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <Totals rows={rows} />
      </table>
    </div>
  )
}

function Totals({ rows }: { rows: Row[] }) {
  const sums = { total_sen: 0, paid_sen: 0, balance_sen: 0 }
  for (const key of Object.keys(sums) as (keyof typeof sums)[]) for (const row of rows) sums[key] += row[key]
  return (
    <tfoot {...roles.group}>
      <tr {...roles.row}>
        <th scope="row" colSpan={3} {...roles.rowHead}>
          Total without drafts and cancelled
        </th>
        <td className="date widest" {...roles.cell} />
        {columns
          .filter(({ kind }) => kind === 'money')
          .map((column) => (
            <td key={column.key} className={column.className} data-label={column.label} {...roles.cell}>
              {cellText(column, sums as unknown as Row)}
            </td>
          ))}
        <td className="state" data-label="Status" {...roles.cell} />
      </tr>
    </tfoot>
  )
}
