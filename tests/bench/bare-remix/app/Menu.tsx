import { menu, placeTabs } from '../../list-page/words.ts'

export function Menu() {
  return (
    <nav aria-label="Main menu">
      <Items items={menu} />
    </nav>
  )
}

export function PlaceTabs() {
  return (
    <nav className="place many" aria-label="Invoices">
      <details className="switch all">
        <summary>Invoices</summary>
      </details>
      <Items items={placeTabs} />
    </nav>
  )
}

export function HeaderSearch() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the product has it
    <form className="header-search" role="search" action="/search">
      <input
        type="search"
        name="q"
        maxLength={200}
        placeholder="Search"
        aria-label="Search"
        enterKeyHint="search"
        autoComplete="off"
      />
      <button type="submit" aria-label="Search">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M13 13l5 5M8.5 2a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z" />
        </svg>
      </button>
    </form>
  )
}

function Items({ items }: { items: typeof menu }) {
  return (
    <ul className="items">
      {items.map(({ href, label, count }) => (
        <li key={href}>
          <a href={href}>
            {label}
            {count && <span className="count"> {count}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
