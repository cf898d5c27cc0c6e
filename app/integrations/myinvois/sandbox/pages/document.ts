import { type Html, html } from '../../../fpx/sandbox/pages/html.ts'
import { typeName } from '../documents.ts'
import type { Portal } from '../portal.ts'
import type { Kept, Step } from '../store.ts'
import { standing } from './desk.ts'
import { money, page, time } from './layout.ts'

/** One document, with what the validators said, and what its issuer and its buyer may do. */
export async function documentPage(portal: Portal, kept: Kept): Promise<Response> {
  const { settings, store } = portal
  const text = await store.texts.read(kept.text)
  return page({
    ...{ title: kept.number, home: settings.publicUrl },
    body: html`<section><h1>${typeName(kept.type)} ${kept.number}</h1><p><strong class="${kept.status}">${standing(kept)}</strong></p>
<dl><dt>Supplier</dt><dd>${kept.supplierName} (${kept.supplierTin})</dd><dt>Buyer</dt><dd>${kept.buyerName} (${kept.buyerTin})</dd>
<dt>Total</dt><dd>${money(kept.totalPayable, kept.currency)}</dd><dt>Version</dt><dd>${kept.version}</dd><dt>Issued (UTC)</dt><dd>${kept.issued}</dd>
<dt>Received</dt><dd>${time(kept.received)}</dd>${kept.validated !== null && html`<dt>Validated</dt><dd>${time(kept.validated)}</dd>`}<dt>UUID</dt><dd>${kept.uuid}</dd>
<dt>Submission</dt><dd>${kept.submissionUid}</dd><dt>Sent by</dt><dd>${kept.channel}, ${kept.clientId}</dd>
${kept.rejectionAsked !== null && html`<dt>Rejection asked</dt><dd>${time(kept.rejectionAsked)}</dd>`}
${kept.cancelled !== null && html`<dt>Cancelled</dt><dd>${time(kept.cancelled)}</dd>`}
${kept.reason !== null && html`<dt>Reason</dt><dd>${kept.reason}</dd>`}
${kept.references.length > 0 && html`<dt>Corrects</dt><dd>${kept.references.map((uuid) => html`<a href="${settings.publicUrl}/desk/documents/${uuid}">${uuid}</a> `)}</dd>`}</dl>
${kept.status === 'Valid' && html`<p><a href="${settings.publicUrl}/${kept.uuid}/share/${kept.longId}">The page that its QR code leads to</a></p>`}</section>
${actions(portal, kept)}
${kept.steps.length > 0 && html`<section><h2>Validators</h2>${kept.steps.map(stepOf)}</section>`}
<details class="box"><summary>As it was sent</summary><pre>${pretty(text)}</pre></details>`,
  })
}

function actions({ settings }: Portal, kept: Kept): Html | null {
  const form = (action: string, label: string, withReason: boolean, plain = true) =>
    html`<form method="post" action="${settings.publicUrl}/desk/documents/${kept.uuid}/${action}" class="row">${
      withReason &&
      html`<div class="grow"><label>Reason<input name="reason" maxlength="300" value="Wrong student" required></label></div>`
    }<button${plain && { html: ' class="plain"' }}>${label}</button></form>`
  if (kept.status === 'Submitted')
    return html`<section><h2>Decide now</h2><div class="row">${form('decide', 'Let the validators decide', false, false)}${form('refuse', 'Refuse it: buyer TIN is invalid', false)}</div></section>`
  if (kept.status !== 'Valid') return null
  return html`<div class="columns">${kept.rejectionAsked === null && html`<section><h2>As the buyer</h2>${form('reject', 'Ask for rejection', true)}</section>`}
<section><h2>As the issuer</h2>${form('cancel', 'Cancel in the portal', true)}</section></div>`
}

function stepOf({ name, status, error }: Step): Html {
  const inner = error?.innerError ?? []
  return html`<p><strong class="${status}">${status}</strong> ${name}</p>${inner.map(
    (one) =>
      html`<dl><dt>${one.errorCode}</dt><dd>${one.error}</dd><dt>Malay</dt><dd>${one.errorMs}</dd><dt>Where</dt><dd>${one.propertyPath}</dd></dl>`,
  )}`
}

const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 1)
