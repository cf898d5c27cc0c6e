import { formatRinggit } from '#app/domain/money.ts'

interface Sum {
  label: string
  sen: number
}

/** How a total comes about, line by line; the total is ruled off. */
export function Sums({ items, total }: { items: readonly Sum[]; total: Sum }) {
  return (
    <dl className="sums">
      {items.map(({ label, sen }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatRinggit(sen)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{total.label}</dt>
        <dd>{formatRinggit(total.sen)}</dd>
      </div>
    </dl>
  )
}
