import { Fragment } from 'react'
import { menu, type Section } from '../../list-page/words.ts'

export function Menu() {
  return (
    <nav aria-label="Main menu">
      {menu.map(({ title, folded, items }) =>
        folded ? (
          <details key={title}>
            <summary>
              <h2>{title}</h2>
            </summary>
            <Items items={items} />
          </details>
        ) : (
          <Fragment key={title ?? ''}>
            {title && <h2>{title}</h2>}
            <Items items={items} />
          </Fragment>
        ),
      )}
    </nav>
  )
}

function Items({ items }: Pick<Section, 'items'>) {
  return (
    <ul className="items">
      {items.map(({ href, label, count }) => (
        <li key={href}>
          <a href={href}>
            {label}
            {count && <span className="count">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
