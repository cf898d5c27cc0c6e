import { findTransaction, type Sandbox } from '../delivery.ts'
import type { Entry, Transaction } from '../state.ts'
import { malaysianTime } from '../wire.ts'
import { type Html, html, readable, ringgit } from './html.ts'
import { respond } from './layout.ts'

/** `/b2bauth`: enter the FPX id, or pick one that waits. `said` is how the last try went. */
export function approverPage(sandbox: Sandbox, id: string, said: string | null): Response {
  const found = findTransaction(sandbox.state, id)
  const url = `${sandbox.settings.publicUrl}/b2bauth`
  return respond({
    title: 'Approve a payment',
    owner: 'Corporate approver',
    status: id && !found ? 404 : 200,
    body: html`<section><h1>Approve a corporate payment</h1>${said && html`<p role="status"><strong>${said}</strong></p>`}
<form method="post" action="${url}"><label for="id">FPX transaction ID</label>
<input id="id" name="id" type="text" inputmode="numeric" value="${id}" autocomplete="off" required>
${id !== '' && !found && html`<p class="wrong" role="alert">No payment has this ID.</p>`}${found && details(found)}
<button name="code" value="00">Approve</button><button class="plain" name="code" value="80">Reject</button>
<button class="plain" name="code" value="51">Approve, but there is not enough money</button></form></section>
${waitingList(sandbox, url)}`,
  })
}

function details(transaction: Transaction): Html {
  const { ar } = transaction
  return html`<dl><dt>Order</dt><dd>${ar.fpx_sellerOrderNo}</dd><dt>Amount</dt><dd>${ringgit(ar.fpx_txnAmount ?? '')}</dd>
<dt>Bank says</dt><dd>${standing(transaction)}</dd></dl>`
}

function waitingList({ state }: Sandbox, url: string): Html {
  const waiting = state.transactions.filter(({ code }) => code === '99').slice(-10)
  const rows = waiting
    .reverse()
    .map(
      ({ id, ar }) =>
        html`<dt><a href="${url}?id=${id}">${id}</a></dt><dd>${ringgit(ar.fpx_txnAmount ?? '')}</dd>`,
    )
  return html`<section><h1>Waiting for approval</h1>${rows.length ? html`<dl>${rows}</dl>` : html`<p class="quiet">None.</p>`}</section>`
}

export function deskPage(sandbox: Sandbox): Response {
  const { state, settings } = sandbox
  const payments = state.transactions.slice(-20).reverse()
  const messages = state.journal.slice(-40).reverse()
  return respond({
    title: 'Desk',
    owner: 'FPX',
    wide: true,
    body: html`<section><h1>Payments at the sandbox</h1><div class="scroll"><table><thead><tr><th>Time (Malaysia)</th>
<th>FPX ID</th><th>Order</th><th class="figure">Amount</th><th>Scenario</th><th>Bank says</th><th></th></tr></thead>
<tbody>${payments.map((payment) => paymentRow(sandbox, payment))}</tbody></table></div>
<p><a href="${settings.publicUrl}/b2bauth">Approve corporate payments</a></p></section>
${settings.control && clockLevers(sandbox)}
<section><h1>Messages</h1><div class="scroll"><table><thead><tr><th>Time (Malaysia)</th><th>Kind</th><th>Order</th><th>Said</th>
<th>Merchant answered</th></tr></thead><tbody>${messages.map(messageRow)}</tbody></table></div></section>`,
  })
}

function paymentRow(sandbox: Sandbox, payment: Transaction): Html {
  const { id, time, ar, scenario, code } = payment
  const again =
    sandbox.settings.control &&
    code !== null &&
    lever(sandbox, 'resend', 'exchange_order_no', ar.fpx_sellerExOrderNo ?? '', 'Send again')
  return html`<tr><td>${readable(time)}</td><td>${id}</td><td>${ar.fpx_sellerExOrderNo}</td>
<td class="figure">${ringgit(ar.fpx_txnAmount ?? '')}</td><td>${scenario}</td><td>${standing(payment)}</td><td>${again}</td></tr>`
}

function messageRow({ at, kind, order_no, said, status, answer = '' }: Entry): Html {
  const answered = status !== undefined && `${status || 'nothing:'} ${answer.slice(0, 60)}`
  return html`<tr><td>${readable(malaysianTime(Date.parse(at)))}</td><td>${kind}</td><td>${order_no}</td><td>${said}</td>
<td class="wrap">${answered}</td></tr>`
}

function clockLevers(sandbox: Sandbox): Html {
  return html`<section><h1>Clock</h1><p>The sandbox stands at ${readable(malaysianTime(sandbox.now()))} (Malaysia).</p>
<div class="levers">${lever(sandbox, 'clock', 'advance_ms', '60000', 'A minute later')}${lever(sandbox, 'clock', 'advance_ms', '3600000', 'An hour later')}${lever(sandbox, 'clock', 'advance_ms', '90000000', '25 hours later')}</div></section>`
}

function lever({ settings }: Sandbox, action: string, name: string, value: string, label: string): Html {
  return html`<form method="post" action="${settings.publicUrl}/__control/${action}"><button class="plain" name="${name}" value="${value}">${label}</button></form>`
}

export function termsPage(): Response {
  return respond({
    title: 'Terms and conditions',
    owner: 'FPX',
    body: html`<section><h1>FPX terms and conditions</h1><p>The real FPX shows its terms here. The sandbox has none: nothing
that happens in it binds anybody.</p></section>`,
  })
}

function standing({ code, step }: Transaction): string {
  return code ?? (step === 'done' ? 'never finished' : 'at the bank')
}
