import { companyKey, deliver, type Sandbox, tellHooks } from './deliver.ts'
import type { Kept, Shown } from './state.ts'

/** What a payer may let happen on the page of CHIP; the first ones are offered, the others below a fold. */
export const scenarios = {
  paid: 'Pay',
  declined: 'Be declined by the bank',
  pending: 'Pay, and let the bank take its time',
  callbacks_lost: 'Pay, and lose every callback',
  no_return: 'Pay, and close the window',
  late: 'Pay, and let the callback come late',
  doubled: 'Pay, with five callbacks and a webhook at once',
  stale: 'Pay, with a callback that says “viewed”',
  forged: 'Pay, with a callback that somebody else signed',
  wrong_key: 'Pay, with the keys of callback and webhook mixed up',
  rewritten: 'Pay, with a callback whose spaces were changed on the way',
  other_amount: 'Pay one ringgit more than was asked',
  other_currency: 'Pay in another currency',
  other_brand: 'Pay to another brand',
  other_mode: 'Pay with the other mode’s money',
  pending_fails: 'Be declined after a while',
} as const
export type Scenario = keyof typeof scenarios

export function isScenario(name: string): name is Scenario {
  return name in scenarios
}

export function setStatus(sandbox: Sandbox, { purchase }: Kept, status: string): void {
  const timestamp = Math.floor(sandbox.now() / 1_000)
  purchase.status = status
  purchase.updated_on = timestamp
  purchase.status_history.push({ status, timestamp })
  sandbox.note({ kind: 'status', id: purchase.id, said: status })
  sandbox.save()
}

const payable = ['created', 'sent', 'viewed', 'error', 'overdue', 'pending_execute']

/** Whether it may still be paid now; an end that was strict has come by itself. */
export function isPayable(sandbox: Sandbox, kept: Kept): boolean {
  const { purchase, due, due_strict } = kept
  if (due !== null && sandbox.now() > due * 1_000 && payable.includes(purchase.status)) {
    if (purchase.status !== 'overdue') setStatus(sandbox, kept, due_strict ? 'expired' : 'overdue')
  }
  return payable.includes(purchase.status)
}

/** Moves the money; `given` is what differs from what was asked. */
export function pay(
  sandbox: Sandbox,
  kept: Kept,
  method: string,
  given: Partial<Shown['payment']> = {},
): void {
  const { purchase } = kept
  const at = Math.floor(sandbox.now() / 1_000)
  const amount = purchase.purchase.total_override ?? purchase.purchase.total
  purchase.payment = {
    ...{ amount, currency: purchase.purchase.currency, net_amount: amount - 150, fee_amount: 150 },
    ...{ paid_on: at, remote_paid_on: at, payment_type: 'purchase', is_outgoing: false },
    ...given,
  }
  purchase.refundable_amount = purchase.payment.amount
  purchase.refund_availability = 'all'
  purchase.transaction_data = { payment_method: method, flow: 'payform', extra: extraOf(sandbox, method) }
  setStatus(sandbox, kept, 'paid')
}

/** What FPX said to CHIP, each value in a list of one, as it is passed on. */
function extraOf(sandbox: Sandbox, method: string): Record<string, unknown> {
  if (!method.startsWith('fpx')) return {}
  const id = `99${String(sandbox.now()).slice(-10)}${String(sandbox.state.sequence).padStart(4, '0')}`
  return { webhook_payload: { fpx_fpxTxnId: [id], fpx_debitAuthCode: ['00'] } }
}

/** What was asked, done; what remains to be done later is a plan of the clock. Returns where the browser goes, if it does. */
export function play(
  sandbox: Sandbox,
  kept: Kept,
  scenario: Scenario,
  method: string,
  later: (after: number, scenario: Scenario) => void,
): string | null {
  const { purchase, redirects, success_callback: url } = kept
  const { settleAfter } = sandbox.settings
  const key = companyKey(sandbox, purchase.is_test)
  const tell = (more: Partial<Parameters<typeof deliver>[1]> = {}) => {
    if (url) deliver(sandbox, { url, body: purchase, key, ...more })
  }
  if (scenario === 'declined') {
    purchase.transaction_data = { payment_method: method, flow: 'payform', extra: {} }
    setStatus(sandbox, kept, 'error')
    return null
  }
  if (scenario === 'pending' || scenario === 'pending_fails') {
    setStatus(sandbox, kept, 'pending_execute')
    later(settleAfter, scenario === 'pending' ? 'paid' : 'declined')
    return redirects.success
  }
  const before = structuredClone(purchase)
  pay(sandbox, kept, method, differing(scenario, purchase))
  if (scenario === 'other_brand') purchase.brand_id = '00000000-0000-4000-8000-0000000000ff'
  if (scenario === 'other_mode') purchase.is_test = !purchase.is_test
  const hook = { key: scenario === 'wrong_key' ? key : ('hook' as const) }
  if (scenario === 'stale') tell({ body: { ...before, status: 'viewed' } })
  else if (scenario === 'forged') tell({ key: 'stranger' })
  else if (scenario === 'rewritten') tell({ changed: (text) => text.replace(',', ', ') })
  else if (scenario === 'wrong_key') tell({ key: 'hook' })
  else if (scenario === 'late') tell({ after: settleAfter })
  else if (scenario === 'doubled') tell({ copies: 5 })
  else if (scenario !== 'callbacks_lost') tell()
  if (scenario !== 'callbacks_lost' && scenario !== 'forged') tellHooks(sandbox, kept, 'purchase.paid', hook)
  return scenario === 'no_return' ? null : redirects.success
}

function differing(scenario: Scenario, { purchase }: Shown): Partial<NonNullable<Shown['payment']>> {
  if (scenario === 'other_amount') return { amount: (purchase.total_override ?? purchase.total) + 100 }
  return scenario === 'other_currency' ? { currency: 'SGD' } : {}
}
