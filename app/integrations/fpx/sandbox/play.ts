import { APPROVES, BY_SEN, DECLINES, SETTLES_LATER } from './banks.ts'
import { refuseAr, senOf } from './check.ts'
import { deliver, findTransaction, post, type Sandbox } from './delivery.ts'
import { refusalOf, transactionId } from './messages.ts'
import type { Delay, Message, Scenario } from './scenario.ts'
import { SCENARIOS, scenarioNamed } from './scenarios.ts'
import type { Job, Transaction } from './state.ts'
import { AR, type Fields, malaysianTime } from './wire.ts'

/** The bank's page goes on without the first direct AC after this. */
const PATIENCE = 5_000

export type Received = { refused: Fields } | { transaction: Transaction }

export async function receive(sandbox: Sandbox, message: Fields): Promise<Received> {
  const { state, settings } = sandbox
  const refusal = refuseAr(sandbox, message)
  const scenario = refusal ? null : chosen(sandbox, message)
  const code = refusal ?? (scenario && scenarioNamed(scenario).refuse)
  sandbox.note({
    kind: 'AR',
    txn: null,
    order_no: message.fpx_sellerExOrderNo ?? null,
    said: code ?? 'accepted',
  })
  if (code) {
    const refused = refusalOf(sandbox, message, code)
    if (settings.errorsByDirect) await post(settings, refused)
    return { refused }
  }
  const now = sandbox.now()
  const sequence = ++state.sequence
  const transaction: Transaction = {
    id: transactionId(now, sequence),
    time: malaysianTime(now),
    ar: Object.fromEntries(AR.map((name) => [name, message[name] ?? ''])),
    scenario,
    step: 'sign_in',
    misses: 0,
    code: null,
    reference: String(15_000_000 + sequence),
    indirect: null,
    direct: null,
    enquiries: 0,
  }
  state.transactions.push(transaction)
  sandbox.save()
  return { transaction }
}

/** Named by control, the bank or the sen; null leaves it to the person. */
function chosen({ state }: Sandbox, ar: Fields): string | null {
  if (state.forced) return state.forced
  const corporate = ar.fpx_msgToken === '02'
  switch (ar.fpx_buyerBankId) {
    case APPROVES:
      return corporate ? 'submit' : 'approve'
    case DECLINES:
      return 'decline'
    case SETTLES_LATER:
      return corporate ? 'submitted_settles_later' : 'settles_later'
    case BY_SEN:
      return SCENARIOS.find(({ sen }) => sen === senOf(ar) % 100)?.key ?? null
    default:
      return null
  }
}

export function choices(transaction: Transaction): Scenario[] {
  return SCENARIOS.filter(({ refuse, model }) => !refuse && (!model || model === transaction.ar.fpx_msgToken))
}

/** The person is done. Waits a little, since direct usually comes before the browser. */
export async function play(sandbox: Sandbox, transaction: Transaction, scenario: Scenario): Promise<void> {
  if (transaction.step === 'done') return
  transaction.step = 'done'
  transaction.scenario = scenario.key
  transaction.indirect = scenario.indirect
  for (const { code, after = 0 } of scenario.truth) {
    const wait = milliseconds(sandbox, after)
    if (wait === 0) transaction.code = code
    else sandbox.clock.plan(wait, { kind: 'settle', txn: transaction.id, code })
  }
  for (const message of scenario.direct) planDirect(sandbox, transaction, message)
  sandbox.save()
  await atMost(PATIENCE, sandbox.clock.settle())
}

/** For a corporate payment; no browser is involved. False when none is waiting. */
export async function approve(sandbox: Sandbox, transaction: Transaction, code: string): Promise<boolean> {
  if (transaction.code !== '99') return false
  transaction.code = code
  planDirect(sandbox, transaction, { code })
  sandbox.save()
  await atMost(PATIENCE, sandbox.clock.settle())
  return true
}

export async function runJob(sandbox: Sandbox, job: Job): Promise<void> {
  const transaction = findTransaction(sandbox.state, job.txn)
  if (!transaction) return
  if (job.kind === 'settle') transaction.code = job.code
  else await deliver(sandbox, transaction, job.message, job.attempt)
}

function planDirect(sandbox: Sandbox, transaction: Transaction, message: Message): void {
  const wait = milliseconds(sandbox, message.after ?? 0)
  sandbox.clock.plan(wait, { kind: 'direct', txn: transaction.id, message, attempt: 1 })
}

function milliseconds({ settings }: Sandbox, delay: Delay): number {
  return delay === 'soon' ? settings.settleAfter : delay
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
