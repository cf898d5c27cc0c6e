import { useLoaderData } from '@remix-run/react'
import { formats, menu, organisation, title } from '../../../list-page/words.ts'
import { Filters } from '../Filters.tsx'
import { List } from '../List.tsx'
import { rows } from '../rows.server.ts'

export const loader = () => rows()

/** The real list's elements, written down without any component, translation or helper of the product. */
export default function Invoices() {
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="shell">
        <header className="side">
          <a className="org" href="/">
            <span>{organisation}</span>
          </a>
          <details className="switch">
            <summary>Menu</summary>
          </details>
          <div className="menu">
            <nav aria-label="Menu">
              <ul className="items">
                {menu.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="you">
              <p>
                <a href="/profile">Puan Aminah</a>
                <br />
                <span className="quiet">Clerk</span>
              </p>
              <form method="post" action="/logout">
                <button type="submit" className="link">
                  Sign out
                </button>
              </form>
              <nav className="languages" aria-label="Language">
                <a href="/language/my" lang="ms-MY">
                  Bahasa Melayu
                </a>
              </nav>
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          <header className="head">
            <div>
              <h1>{title}</h1>
            </div>
            <div className="actions">
              <a className="button primary" href="/invoice/new">
                New invoice
              </a>
            </div>
          </header>
          <Filters />
          <div className="tally">
            <span>1 to {list.length}</span>
            <span className="exports">
              {formats.map((format) => (
                <a key={format} href={`/invoice/export/${format}`}>
                  {format}
                </a>
              ))}
            </span>
          </div>
          <List rows={list} />
          <nav className="pages" aria-label="Pages">
            {[1, 2, 9].map((number) => (
              <a key={number} href={`?page=${number}`} aria-label={`Page ${number}`}>
                {number}
              </a>
            ))}
            <a href="?page=2" rel="next">
              Next
            </a>
          </nav>
        </main>
      </div>
    </>
  )
}
