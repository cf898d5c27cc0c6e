import { type Html, html } from '../../../fpx/sandbox/pages/html.ts'
import { typeName } from '../documents.ts'
import { ID_TYPES } from '../options.ts'
import { iso, type Portal } from '../portal.ts'
import type { Kept } from '../store.ts'
import { ENDPOINTS } from '../switches.ts'
import { TROUBLES } from '../trouble.ts'
import { money, page, time } from './layout.ts'

const ON_A_PAGE = 12

/** All documents, the newest first, and what somebody may do in the portal or to it. */
export function deskPage(portal: Portal, query: URLSearchParams): Response {
  const { settings, store, now, index } = portal
  const words = query.get('q')?.trim().toLowerCase() ?? ''
  const found = [...store.rows('documents').values()]
    .filter((kept) => words === '' || nameOf(kept).toLowerCase().includes(words))
    .reverse()
  const number = Math.max(1, Number(query.get('page')) || 1)
  const shown = found.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE)
  return page({
    ...{ title: 'Desk', home: settings.publicUrl },
    body: html`<section><h1>Documents</h1>
<form method="get" action="${settings.publicUrl}" class="row" role="search"><div class="grow"><label for="q">Number, name or TIN</label><input id="q" name="q" value="${query.get('q') ?? ''}"></div><button class="plain">Search</button></form>
${shown.length > 0 ? html`<ol class="list">${shown.map((kept) => row(portal, kept))}</ol>` : html`<p>None yet.</p>`}
${pages(settings.publicUrl, query, number, found.length)}
<p class="quiet">${index.waiting.length === 1 ? '1 waits' : `${index.waiting.length} wait`} for the validators. The clock here says ${time(now())} (Malaysia).</p></section>
<div class="columns">${portal.settings.control && [delays(portal), troubles(portal)]}${typeForm(portal)}${erpForm(portal)}${taxpayerForm(portal)}${certificateForm(portal)}</div>`,
  })
}

const nameOf = (kept: Kept) =>
  [kept.number, kept.supplierName, kept.buyerName, kept.supplierTin, kept.buyerTin, kept.uuid].join(' ')

function row({ settings }: Portal, kept: Kept): Html {
  return html`<li><a href="${settings.publicUrl}/desk/documents/${kept.uuid}"><b>${typeName(kept.type)} ${kept.number}</b><b class="figure">${money(kept.totalPayable, kept.currency)}</b>
<span>${kept.supplierName} to ${kept.buyerName}</span><span class="figure ${kept.status}">${standing(kept)}</span></a></li>`
}

/** Status, and what else stands beside it. */
export function standing({ status, rejectionAsked, channel }: Kept): string {
  const more = [
    rejectionAsked !== null && status === 'Valid' && 'rejection asked',
    channel !== 'ERP' && 'typed by hand',
  ]
  return [status, ...more.filter(Boolean)].join(', ')
}

function pages(base: string, query: URLSearchParams, number: number, count: number): Html | null {
  const last = Math.ceil(count / ON_A_PAGE)
  if (last <= 1) return null
  const to = (target: number) =>
    `${base}?${new URLSearchParams({ q: query.get('q') ?? '', page: String(target) })}`
  return html`<p>Page ${number} of ${last}. ${number > 1 && html`<a href="${to(number - 1)}">Newer</a> `}${number < last && html`<a href="${to(number + 1)}">Older</a>`}</p>`
}

const option = (value: string | number, label: string, isChosen = false) =>
  html`<option value="${value}"${isChosen && { html: ' selected' }}>${label}</option>`

const field = (name: string, label: string, value = '', type = 'text') =>
  html`<div><label>${label}<input name="${name}" type="${type}" value="${value}"${type === 'text' && { html: ' autocomplete="off"' }}></label></div>`

const post = ({ settings }: Portal, action: string, body: Html) =>
  html`<form method="post" action="${settings.publicUrl}/desk/${action}">${body}</form>`

/** How long the validators may take; the last one waits for a word from the desk. */
export const DELAYS: readonly [number, string][] = [
  [0, 'At once'],
  [2_000, 'Two seconds'],
  [30_000, 'Half a minute'],
  [300_000, 'Five minutes'],
  [1_800_000, 'Half an hour'],
  [315_360_000_000, 'Until it is decided here'],
]

function delays(portal: Portal): Html {
  const { validateAfterMs, unknownForMs } = portal.store.meta.switches
  const unknown = [
    [0, 'Found at once'],
    [10_000, 'Not found for ten seconds'],
    [60_000, 'Not found for a minute'],
  ] as const
  return html`<details class="box"><summary>Time</summary>${post(
    portal,
    'delays',
    html`<label>Validators take<select name="validateAfterMs">${DELAYS.map(([ms, label]) => option(ms, label, ms === validateAfterMs))}</select></label>
<label>A new submission is<select name="unknownForMs">${unknown.map(([ms, label]) => option(ms, label, ms === unknownForMs))}</select></label><button>Set</button>`,
  )}
<p class="quiet">The portal’s own clock: ${iso(portal.now())}</p><div class="row">${[1, 24, 73].map((hours) =>
    post(
      portal,
      'clock',
      html`<button class="plain" name="hours" value="${hours}">${hours} ${hours === 1 ? 'hour' : 'hours'} later</button>`,
    ),
  )}${post(portal, 'clock', html`<button class="plain" name="hours" value="0">Back to now</button>`)}</div></details>`
}

function troubles(portal: Portal): Html {
  const { orders } = portal.trouble
  return html`<details class="box"><summary>Trouble</summary>${post(
    portal,
    'trouble',
    html`<label>What goes wrong<select name="kind">${Object.entries(TROUBLES).map(([kind, label]) => option(kind, label))}</select></label>
<div class="two"><div><label>At<select name="endpoint">${option('any', 'any call')}${ENDPOINTS.map((name) => option(name, name))}</select></label></div>${field('times', 'How often', '1', 'number')}</div><button>Order</button>`,
  )}
${orders.length > 0 && html`<p>Ordered: ${orders.map(({ kind, endpoint, times }, index) => html`${index > 0 && '; '}${times} × ${TROUBLES[kind]} (${endpoint})`)}</p>${post(portal, 'calm', html`<button class="plain">Take all back</button>`)}`}</details>`
}

function typeForm(portal: Portal): Html {
  return html`<details class="box"><summary>Type a document by hand</summary>${post(
    portal,
    'type',
    html`<div class="two">${field('tin', 'Your TIN')}${field('number', 'Document number')}${field('total', 'Total in ringgit')}
<div><label>Type<select name="type">${['01', '02', '11'].map((type) => option(type, typeName(type)))}</select></label></div>
${field('buyerName', 'Name of the buyer, or blank')}${field('buyerTin', 'TIN of the buyer, or blank')}</div><button>Submit in the portal</button>`,
  )}</details>`
}

function erpForm(portal: Portal): Html {
  return html`<details class="box"><summary>Register an ERP</summary><p class="quiet">Gives a client id and two secrets for the taxpayer.</p>${post(
    portal,
    'erp',
    html`<div class="two">${field('tin', 'TIN')}${field('name', 'Name')}</div><button>Register</button>`,
  )}</details>`
}

function taxpayerForm(portal: Portal): Html {
  const { openRegister } = portal.store.meta.switches
  return html`<details class="box"><summary>Add a taxpayer</summary>${
    openRegister &&
    html`<p class="quiet">Others are believed: a TIN exists unless its digits begin with 99, and fits any identity unless they begin with 98.</p>`
  }${post(
    portal,
    'taxpayer',
    html`<div class="two">${field('tin', 'TIN')}${field('name', 'Name')}
<div><label>Identity<select name="idType">${ID_TYPES.map((type) => option(type, type))}</select></label></div>${field('idValue', 'Its number')}</div><button>Add</button>`,
  )}</details>`
}

function certificateForm(portal: Portal): Html {
  const kinds = {
    organisation: 'of an organisation',
    personal: 'of a person',
    expired: 'expired',
    self_signed: 'self-signed',
    other_usage: 'not for documents',
  }
  return html`<details class="box"><summary>Get a certificate</summary><p class="quiet">A file for signing, of the authority that this portal trusts.</p>${post(
    portal,
    'certificate',
    html`<div class="two">${field('name', 'Organisation')}${field('tin', 'TIN')}${field('registrationNo', 'Company number')}${field('password', 'Password for the file')}
<div><label>Kind<select name="kind">${Object.entries(kinds).map(([kind, label]) => option(kind, label))}</select></label></div>
<div><label>Form<select name="form">${option('modern', 'today’s')}${option('old', 'of old: RC2 and 3DES')}</select></label></div></div><button>Download</button>`,
  )}</details>`
}

/** What is shown once: nobody can read a secret again. */
export function erpPage(
  { settings }: Portal,
  clientId: string,
  secrets: readonly string[],
  endsAt: number,
): Response {
  return page({
    ...{ title: 'ERP registered', home: settings.publicUrl },
    body: html`<section><h1>The ERP is registered</h1><p>Copy these now. The secrets are not shown again.</p>
<dl><dt>Client ID</dt><dd><code>${clientId}</code></dd>${secrets.map((secret, index) => html`<dt>Secret ${index + 1}</dt><dd><code>${secret}</code></dd>`)}
<dt>Both end</dt><dd>${time(endsAt).slice(0, 10)}</dd></dl><p><a href="${settings.publicUrl}">Back to the desk</a></p></section>`,
  })
}

export function wrongPage({ settings }: Portal, said: string): Response {
  return page({
    ...{ title: 'Not done', home: settings.publicUrl, status: 400 },
    body: html`<section><h1>Not done</h1><p class="wrong">${said}</p><p><a href="${settings.publicUrl}">Back to the desk</a></p></section>`,
  })
}
