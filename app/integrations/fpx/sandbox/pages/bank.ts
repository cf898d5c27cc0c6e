import { findBank } from '../banks.ts'
import type { Sandbox } from '../delivery.ts'
import { answerOf } from '../messages.ts'
import { choices } from '../play.ts'
import type { Scenario } from '../scenario.ts'
import { scenarioNamed } from '../scenarios.ts'
import type { Transaction } from '../state.ts'
import type { Fields } from '../wire.ts'
import { type Html, html, readable, ringgit } from './html.ts'
import { respond } from './layout.ts'

/** The answer is filled in already: this is a stage, not a bank. */
export function signInPage(sandbox: Sandbox, transaction: Transaction, wrong: boolean): Response {
  return respond({
    title: 'Sign in',
    owner: bankOf(transaction),
    status: wrong ? 422 : 200,
    body: html`<section><h1>Sign in to online banking</h1>
${wrong && html`<p class="wrong" role="alert">User name or password is not correct. Both are 1234.</p>`}
<form method="post" action="${bankUrl(sandbox, transaction)}/sign-in">
<label for="user">User name</label><input id="user" name="user" type="text" value="1234" autocomplete="off">
<label for="password">Password</label><input id="password" name="password" type="password" value="1234" autocomplete="off">
<button>Sign in</button></form>
<form method="post" action="${bankUrl(sandbox, transaction)}/play"><button class="plain" name="scenario" value="cancel">Cancel</button></form>
</section><p class="quiet">The sandbox has filled both in for you.</p>`,
  })
}

const GROUPS: readonly (readonly [Scenario['group'], string])[] = [
  ['deliveries', 'Lost, late and repeated messages'],
  ['messages', 'Forged and strange messages'],
  ['enquiries', 'Trouble with the enquiry'],
]

/** The scenario that bank or sen have set, or all to choose from. */
export function reviewPage(sandbox: Sandbox, transaction: Transaction): Response {
  const action = `${bankUrl(sandbox, transaction)}/play`
  const set = transaction.scenario ? scenarioNamed(transaction.scenario) : null
  return respond({
    title: 'Review payment',
    owner: bankOf(transaction),
    body: html`<section><h1>Review your payment</h1>${summary(transaction)}
<form method="post" action="${action}">${
      set
        ? html`<p>This bank always answers: <strong>${set.label}</strong></p><button>Confirm</button>`
        : html`<fieldset><legend>What shall the bank do?</legend>${choiceList(choices(transaction))}</fieldset><button>Confirm</button>`
    }</form>
<form method="post" action="${action}"><button class="plain" name="scenario" value="cancel">Cancel payment</button></form></section>`,
  })
}

const SHOWN = 6

function choiceList(scenarios: readonly Scenario[]): Html {
  const of = (group: Scenario['group']) => scenarios.filter((scenario) => scenario.group === group)
  const answers = of('answers')
  return html`${answers.slice(0, SHOWN).map((scenario, index) => radio(scenario, index === 0))}
<details><summary>More answers</summary>${answers.slice(SHOWN).map((scenario) => radio(scenario, false))}</details>
${GROUPS.map(([group, title]) => html`<details><summary>${title}</summary>${of(group).map((scenario) => radio(scenario, false))}</details>`)}`
}

function radio({ key, label }: Scenario, checked: boolean): Html {
  const mark = checked && { html: ' checked' }
  return html`<label class="choice"><input type="radio" name="scenario" value="${key}"${mark}>${label}</label>`
}

const OUTCOMES: Readonly<Record<string, string>> = {
  '00': 'Payment approved',
  '09': 'Payment is being processed',
  '99': 'Sent to your approver',
}

/** The button carries the indirect AC to the merchant, unless the browser is to get lost here. */
export function resultPage(sandbox: Sandbox, transaction: Transaction): Response {
  const { indirect, ar, id } = transaction
  if (!indirect)
    return respond({
      title: 'Connection lost',
      owner: bankOf(transaction),
      body: html`<section><h1>The connection was lost</h1><p>This page has no way back to the merchant: it plays a payer whose
browser never returns. Close it, or open the merchant's page yourself.</p>${summary(transaction)}</section>`,
    })
  const approver =
    indirect.code === '99' &&
    html`<p>Your company's approver finishes this payment at
<a href="${sandbox.settings.publicUrl}/b2bauth?id=${id}">the approver's page</a>.</p>`
  return respond({
    title: OUTCOMES[indirect.code] ?? 'Payment not made',
    owner: bankOf(transaction),
    targets: anywhere(sandbox),
    anonymous: true,
    body: html`<section><h1>${OUTCOMES[indirect.code] ?? 'Payment not made'}</h1>${summary(transaction)}
${returnForm(sandbox, answerOf(sandbox, transaction, indirect.code, indirect.forge))}
${approver}<p class="quiet">Code ${indirect.code} for order ${ar.fpx_sellerOrderNo}.</p></section>`,
  })
}

export function refusedPage(sandbox: Sandbox, refused: Fields): Response {
  return respond({
    title: 'Payment refused',
    owner: 'FPX',
    targets: anywhere(sandbox),
    anonymous: true,
    body: html`<section><h1>FPX cannot take this payment</h1><p>Code ${refused.fpx_debitAuthCode}.</p>
${returnForm(sandbox, refused)}</section>`,
  })
}

function returnForm({ settings }: Sandbox, fields: Fields): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="${settings.indirectUrl}">${inputs}<button>Return to merchant</button></form>`
}

function summary({ ar, id, time }: Transaction): Html {
  return html`<p class="amount">${ringgit(ar.fpx_txnAmount ?? '')}</p>
<dl><dt>To</dt><dd>${ar.fpx_sellerId}</dd><dt>For</dt><dd>${ar.fpx_productDesc}</dd>
<dt>Order</dt><dd>${ar.fpx_sellerOrderNo}</dd><dt>FPX ID</dt><dd>${id}</dd><dt>Time</dt><dd>${readable(time)}</dd></dl>`
}

function bankOf({ ar }: Transaction): string {
  return findBank(ar.fpx_msgToken ?? '', ar.fpx_buyerBankId ?? '')?.name ?? 'Bank'
}

function bankUrl({ settings }: Sandbox, { id }: Transaction): string {
  return `${settings.publicUrl}/bank/${id}`
}

/**
 * Where the return form may lead. Browsers hold the merchant's own redirects against `form-action` too, and those go to
 * the merchant's other hosts, so a single origin would keep the payer here.
 */
function anywhere({ settings }: Sandbox): string[] {
  return [new URL(settings.indirectUrl).protocol]
}
