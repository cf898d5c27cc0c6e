interface Figure {
  label: string
  /** Already written out: `RM1,234.50`, `42`. */
  value: string
  /** What it is compared with or made of. */
  hint?: string | undefined
  /** The list behind the figure. */
  href?: string | undefined
}

/** The few numbers that a day begins with. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className="figures">
      {items.map(({ label, value, hint, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <a href={href}>{value}</a> : value}</dd>
          {hint && <dd>{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
