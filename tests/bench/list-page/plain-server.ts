import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rowsOf } from './rows.ts'
import {
  ages,
  asked,
  cellText,
  columns,
  days,
  files,
  lengths,
  menu,
  orders,
  organisation,
  periods,
  placeTabs,
  type Row,
  tabs,
  title,
} from './words.ts'

/** A list page without any framework: node:http, one named query, one template string. */
const rows = rowsOf(process.env.LIST_DATABASE!, process.env.LIST_SCHEMA!)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) =>
  /[&<>"]/.test(value) ? value.replace(/[&<>"]/g, (letter) => escapes[letter]!) : value
const attribute = (name: string, value: string | undefined) => (value ? ` ${name}="${value}"` : '')

const server = createServer(async (_, response) => {
  const html = page(await rows())
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
  })
  response.end(html)
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('SIGTERM', () => process.exit(0))

function page(rows: Row[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} · ${organisation}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/lists.css">
<style>:root{--tenant:#0f5f4c}</style></head><body><a class="skip" href="#main">Skip to content</a><div class="shell">
<header class="side"><a class="org" href="/"><img src="/logo.svg" alt="" width="36" height="36" loading="lazy" decoding="async">
<span>${organisation}</span></a><details class="switch"><summary>Menu</summary></details><form class="header-search" role="search" action="/search"><input type="search" name="q"
value="" maxlength="200" placeholder="Search" aria-label="Search" enterkeyhint="search" autocomplete="off"><button type="submit"
aria-label="Search"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M13 13l5 5M8.5 2a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"/>
</svg></button></form><div class="menu"><nav aria-label="Main menu">${links(menu)}</nav>
<div class="you"><div class="who"><span class="portrait" aria-hidden="true">PA</span><p><a href="/profile">Puan Aminah</a><br>
<span class="quiet">Clerk</span></p></div><form method="post" action="/logout"><button type="submit" class="link">Sign out</button>
</form><nav class="languages" aria-label="Language"><a href="/language/my" lang="ms-MY">Bahasa Melayu</a></nav></div></div>
</header><div class="page"><nav class="place many" aria-label="Invoices"><details class="switch all">
<summary>Invoices</summary></details>${links(placeTabs)}</nav><main id="main" tabindex="-1"><header class="head"><div><h1>${title}</h1></div><div class="actions">
<a class="button" href="/invoice/several">Bill several students</a><a class="button primary" href="/invoice/new">New invoice</a>
</div></header><nav class="tabs subnav" aria-label="Status">${each(
    tabs,
    ({ href, label, count }) => `<a href="${href}">${label} <span class="count">${count}</span></a>`,
  )}</nav>${filters()}<div class="tally"><nav class="exports" aria-label="Period">${each(
    periods,
    (period) =>
      `<a href="?issued_from=2026-11-01&amp;issued_to=2026-11-30&amp;period=${period}">${period}</a>`,
  )}</nav></div><div class="tally"><span>1 to ${rows.length}</span><div class="exports">${each(
    files,
    (file) => `<a href="/invoice/export/${file}">${file}</a>`,
  )}${each(
    asked,
    (file) =>
      `<form method="post" action="/invoice/export/${file}"><button type="submit" class="link">${file}</button></form>`,
  )}</div></div>${table(rows)}<nav class="pages" aria-label="Pages">${each(
    [1, 2, 9],
    (number) => `<a href="?page=${number}" aria-label="Page ${number}">${number}</a>`,
  )}<span>…</span><a href="?page=2" rel="next">Next</a></nav><nav class="pages small" aria-label="Rows per page">
<span>Rows per page</span>${each(
    lengths,
    (length) => `<a href="?limit=${length}">${length}</a>`,
  )}</nav></main></div></div></body></html>`
}

const each = <Item>(items: readonly Item[], draw: (item: Item) => string) => items.map(draw).join('')

const links = (items: typeof menu) =>
  `<ul class="items">${each(
    items,
    ({ href, label, count }) =>
      `<li><a href="${href}">${label}${count ? `<span class="count"> ${count}</span>` : ''}</a></li>`,
  )}</ul>`

function filters(): string {
  const option = (value: string, label: string) => `<option value="${value}">${label}</option>`
  return `<form class="search" role="search"><div class="field find"><label for="q">Number, student or payer</label>
<input type="search" id="q" name="q" value="" maxlength="100" enterkeyhint="search" autocomplete="off"></div>
<details class="switch"><summary>Filters and order</summary></details><div class="filters"><div class="field">
<label for="filter-age">Overdue for</label><select id="filter-age" name="age">${each(ages, (age) =>
    option(age === ages[0] ? '' : age, age),
  )}</select></div>${each(
    days,
    (day) =>
      `<div class="field"><label for="filter-${day}">${day}</label><input type="date" id="filter-${day}" name="${day}" value=""></div>`,
  )}<div class="sorting"><div class="field"><label for="filter-sort">Order by</label><select id="filter-sort" name="sort">
${option('', 'The usual order')}${each(orders, ({ value, label }) => option(value, label))}</select></div></div></div>
<button type="submit">Search</button></form>`
}

function table(rows: Row[]): string {
  return `<div class="cards brief"><table role="table"><caption class="hidden">${title}</caption>
<thead role="rowgroup"><tr role="row">${each(
    columns,
    ({ key, label, className, sort }) =>
      `<th scope="col" role="columnheader" class="${className}">${sort ? `<a href="?sort=${key}">${label}</a>` : label}</th>`,
  )}</tr></thead><tbody role="rowgroup">${each(rows, bodyRow)}</tbody>${totals(rows)}</table></div>`
}

function bodyRow(row: Row): string {
  const [first, ...others] = columns
  return `<tr role="row"><th scope="row" class="${first!.className}" role="rowheader"><a href="/invoice/view/${row.id}">${text(cellText(first!, row))}</a></th>${each(
    others,
    (column) => {
      const cell = text(cellText(column, row))
      const inner = column.kind === 'status' ? `<span class="status ${row.status}">${cell}</span>` : cell
      return `<td class="${column.className}"${attribute('data-label', column.called && column.label)} role="cell">${inner}</td>`
    },
  )}</tr>`
}

function totals(rows: Row[]): string {
  const sums = { total_sen: 0, paid_sen: 0, balance_sen: 0 }
  for (const key of Object.keys(sums) as (keyof typeof sums)[]) for (const row of rows) sums[key] += row[key]
  const money = columns.filter(({ kind }) => kind === 'money')
  return `<tfoot role="rowgroup"><tr role="row"><th scope="row" colspan="3" role="rowheader">Total without drafts and cancelled</th>
<td class="date widest" role="cell"></td>${each(money, (column) => {
    const sum = cellText(column, sums as unknown as Row)
    return `<td class="${column.className}" data-label="${column.label}" role="cell">${sum}</td>`
  })}<td class="state" data-label="Status" role="cell"></td></tr></tfoot>`
}
