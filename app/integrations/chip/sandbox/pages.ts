import { type Html, html } from '../../fpx/sandbox/pages/html.ts'
import { respond } from '../../fpx/sandbox/pages/layout.ts'
import type { Sandbox } from './deliver.ts'
import { scenarios } from './scenarios.ts'
import type { Kept } from './state.ts'

const shown: readonly string[] = ['paid', 'declined', 'pending', 'callbacks_lost']
const ringgit = (sen: number) => `RM ${(sen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
const owner = 'CHIP'

function facts({ purchase }: Kept): Html {
  const [product] = purchase.purchase.products
  return html`<p class="amount">${ringgit(purchase.purchase.total_override ?? purchase.purchase.total)}</p>
<dl><dt>For</dt><dd>${product?.name}</dd><dt>Payer</dt><dd>${purchase.client.full_name ?? purchase.client.email}</dd>
<dt>Reference</dt><dd>${purchase.reference}</dd><dt>Mode</dt><dd>${purchase.is_test ? 'test' : 'live'}</dd></dl>`
}

/** The payer chooses a method and what shall happen. */
export function checkoutPage(sandbox: Sandbox, kept: Kept, preferred: string | null): Response {
  const { purchase, whitelist, redirects } = kept
  const here = `${sandbox.settings.publicUrl}/p/${purchase.id}/pay`
  const choice = ([key, label]: [string, string]) =>
    html`<label class="choice"><input type="radio" name="scenario" value="${key}"${key === 'paid' ? { html: ' checked' } : null}><span>${label}</span></label>`
  const all = Object.entries(scenarios)
  const method = (name: string) =>
    html`<label class="choice"><input type="radio" name="method" value="${name}"${name === (preferred ?? whitelist[0]) ? { html: ' checked' } : null}><span>${name}</span></label>`
  return respond({
    title: 'Checkout',
    owner,
    body: html`<section><h1>Checkout</h1>${facts(kept)}
${purchase.status === 'error' && html`<p class="wrong">Declined. You may try again.</p>`}
<form method="post" action="${here}"><fieldset><legend>Pay with</legend>${whitelist.map(method)}</fieldset>
<fieldset><legend>What shall happen</legend>${all.filter(([key]) => shown.includes(key)).map(choice)}
<details><summary>More</summary>${all.filter(([key]) => !shown.includes(key)).map(choice)}</details></fieldset>
<button>Confirm</button></form>
${redirects.cancel && html`<p><a href="${redirects.cancel}">Back to the merchant without paying</a></p>`}</section>`,
  })
}

/** What became of it, with the way back. */
export function endPage({ purchase, redirects }: Kept, back: boolean): Response {
  return respond({
    title: 'Payment',
    owner,
    body: html`<section><h1>This purchase is ${purchase.status}</h1>
<p class="quiet">Purchase ${purchase.id}</p>
${back && redirects.success && html`<p><a href="${redirects.success}">Return to merchant</a></p>`}</section>`,
  })
}

/** Everything that the sandbox remembers, with what somebody may do in the portal. */
export function deskPage({ settings, state }: Sandbox): Response {
  const row = ({
    purchase,
  }: Kept) => html`<tr><td>${purchase.reference}</td><td class="figure">${ringgit(purchase.purchase.total_override ?? purchase.purchase.total)}</td><td>${purchase.status}</td>
<td>${purchase.payment && purchase.refundable_amount > 0 && html`<form method="post" action="${settings.publicUrl}/portal/${purchase.id}/refund"><button class="plain">Refund</button></form>`}</td>
<td>${purchase.status === 'paid' && html`<form method="post" action="${settings.publicUrl}/portal/${purchase.id}/chargeback"><button class="plain">Charge back</button></form>`}</td></tr>`
  return respond({
    title: 'Portal',
    owner,
    wide: true,
    body: html`<section><h1>Purchases</h1><div class="scroll"><table><tr><th>Reference</th><th class="figure">Amount</th><th>Status</th><th></th><th></th></tr>
${[...state.kept].reverse().slice(0, 100).map(row)}</table></div>
<p class="quiet">The last two digits of a sum let the making of a purchase go wrong: .91 no answer though it was made, .92 no answer, .93 an error, .94 refused, .95 too many requests.</p></section>`,
  })
}
