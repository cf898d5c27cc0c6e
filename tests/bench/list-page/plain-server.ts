import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rowsOf } from './rows.ts'
import {
  cellText,
  classes,
  columns,
  formats,
  menu,
  organisation,
  type Row,
  statuses,
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
</head><body><a class="skip" href="#main">Skip to the content</a><div class="shell"><header class="side">
<a class="org" href="/"><span>${organisation}</span></a><details class="switch"><summary>Menu</summary></details>
<div class="menu"><nav aria-label="Menu"><ul class="items">${menu
    .map(({ href, label }) => `<li><a href="${href}">${label}</a></li>`)
    .join(
      '',
    )}</ul></nav><div class="you"><p><a href="/profile">Puan Aminah</a><br><span class="quiet">Clerk</span></p>
<form method="post" action="/logout"><button type="submit" class="link">Sign out</button></form>
<nav class="languages" aria-label="Language"><a href="/language/my" lang="ms-MY">Bahasa Melayu</a></nav></div></div>
</header><main id="main" tabindex="-1"><header class="head"><div><h1>${title}</h1></div><div class="actions">
<a class="button primary" href="/invoice/new">New invoice</a></div></header>${filters()}<div class="tally">
<span>1 to ${rows.length}</span><span class="exports">${formats
    .map((format) => `<a href="/invoice/export/${format}">${format}</a>`)
    .join('')}</span></div><div class="cards"><table role="table"><caption class="hidden">${title}</caption>
<thead role="rowgroup"><tr role="row">${columns
    .map(
      ({ key, label, kind, sort }) =>
        `<th scope="col" role="columnheader"${attribute('class', classes[kind])}>${sort ? `<a href="?sort=${key}">${label}</a>` : label}</th>`,
    )
    .join(
      '',
    )}</tr></thead><tbody role="rowgroup">${rows.map(bodyRow).join('')}</tbody>${totals(rows)}</table></div>
<nav class="pages" aria-label="Pages">${[1, 2, 9]
    .map((number) => `<a href="?page=${number}" aria-label="Page ${number}">${number}</a>`)
    .join('')}<a href="?page=2" rel="next">Next</a></nav></main></div></body></html>`
}

function filters(): string {
  const option = (value: string, label: string) => `<option value="${value}">${label}</option>`
  const sorts = columns.filter(({ sort }) => sort)
  return `<form class="search" role="search"><div class="field find"><label for="q">Search</label><div>
<input type="search" id="q" name="q" maxlength="100" autocomplete="off"><button type="submit">Find</button></div></div>
<details class="switch"><summary>Filters</summary></details><div class="filters"><div class="field">
<label for="status">Status</label><select id="status" name="status"><option value="">All</option>${statuses
    .map((status) => option(status, status))
    .join(
      '',
    )}</select></div><div class="field"><label for="from">From</label><input type="date" id="from" name="from">
</div><div class="field"><label for="to">To</label><input type="date" id="to" name="to"></div><div class="sorting">
<div class="field"><label for="sort">Sort by</label><select id="sort" name="sort"><option value="">Usual</option>${sorts
    .map(({ key, label }) => option(key, `${label} ↑`) + option(`-${key}`, `${label} ↓`))
    .join('')}</select></div></div><button type="submit">Apply</button></div></form>`
}

function bodyRow(row: Row): string {
  const [first, ...others] = columns
  return `<tr role="row"><th scope="row" role="rowheader"><a href="/invoice/view/${row.id}">${text(cellText(first!, row))}</a></th>${others
    .map((column) => {
      const cell = text(cellText(column, row))
      const inner = column.kind === 'status' ? `<span class="status ${row.status}">${cell}</span>` : cell
      return `<td${attribute('class', classes[column.kind])} data-label="${column.label}" role="cell">${inner}</td>`
    })
    .join('')}</tr>`
}

function totals(rows: Row[]): string {
  const sums = { total_sen: 0, paid_sen: 0, balance_sen: 0 }
  for (const key of Object.keys(sums) as (keyof typeof sums)[]) for (const row of rows) sums[key] += row[key]
  const money = columns.filter(({ kind }) => kind === 'money')
  return `<tfoot role="rowgroup"><tr role="row"><th scope="row" colspan="5" role="rowheader">Total</th>${money
    .map((column) => {
      const sum = cellText(column, sums as unknown as Row)
      return `<td class="figure" data-label="${column.label}" role="cell">${sum}</td>`
    })
    .join('')}<td role="cell"></td></tr></tfoot>`
}
