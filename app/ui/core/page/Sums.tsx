import { formatRinggit } from '#app/domain/core/money.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

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
          <dt>{unbroken(label)}</dt>
          <dd className="number">{formatRinggit(sen)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{total.label}</dt>
        <dd className="number">{formatRinggit(total.sen)}</dd>
      </div>
    </dl>
  )
}
