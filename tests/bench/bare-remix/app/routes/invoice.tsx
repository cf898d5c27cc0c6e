import { useLoaderData } from '@remix-run/react'
import { asked, files, lengths, organisation, periods, tabs, title } from '../../../list-page/words.ts'
import { Filters } from '../Filters.tsx'
import { List } from '../List.tsx'
import { HeaderSearch, Menu, PlaceTabs } from '../Menu.tsx'
import { rows } from '../rows.ts'

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
            <img src="/logo.svg" alt="" width="36" height="36" loading="lazy" decoding="async" />
            <span>{organisation}</span>
          </a>
          <details className="switch">
            <summary>Menu</summary>
          </details>
          <HeaderSearch />
          <div className="menu">
            <Menu />
            <div className="you">
              <div className="who">
                <span className="portrait" aria-hidden="true">
                  PA
                </span>
                <p>
                  <a href="/profile">Puan Aminah</a>
                  <br />
                  <span className="quiet">Clerk</span>
                </p>
              </div>
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
        <div className="page">
          <PlaceTabs />
          <main id="main" tabIndex={-1}>
            <header className="head">
              <div>
                <h1>{title}</h1>
              </div>
              <div className="actions">
                <a className="button" href="/invoice/several">
                  Bill several students
                </a>
                <a className="button primary" href="/invoice/new">
                  New invoice
                </a>
              </div>
            </header>
            <nav className="tabs subnav" aria-label="Status">
              {tabs.map(({ href, label, count }) => (
                <a key={href} href={href}>
                  {label} <span className="count">{count}</span>
                </a>
              ))}
            </nav>
            <Filters />
            <div className="tally">
              <nav className="exports" aria-label="Period">
                {periods.map((period) => (
                  <a key={period} href={`?issued_from=2026-11-01&issued_to=2026-11-30&period=${period}`}>
                    {period}
                  </a>
                ))}
              </nav>
            </div>
            <div className="tally">
              <span>1 to {list.length}</span>
              <div className="exports">
                {files.map((file) => (
                  <a key={file} href={`/invoice/export/${file}`}>
                    {file}
                  </a>
                ))}
                {asked.map((file) => (
                  <form key={file} method="post" action={`/invoice/export/${file}`}>
                    <button type="submit" className="link">
                      {file}
                    </button>
                  </form>
                ))}
              </div>
            </div>
            <List rows={list} />
            <nav className="pages" aria-label="Pages">
              {[1, 2, 9].map((number) => (
                <a key={number} href={`?page=${number}`} aria-label={`Page ${number}`}>
                  {number}
                </a>
              ))}
              <span>…</span>
              <a href="?page=2" rel="next">
                Next
              </a>
            </nav>
            <nav className="pages small" aria-label="Rows per page">
              <span>Rows per page</span>
              {lengths.map((length) => (
                <a key={length} href={`?limit=${length}`}>
                  {length}
                </a>
              ))}
            </nav>
          </main>
        </div>
      </div>
    </>
  )
}
