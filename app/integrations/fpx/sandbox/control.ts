import { findBank } from './banks.ts'
import { deliver, findOrder, type Sandbox } from './delivery.ts'
import { answerOf } from './messages.ts'
import { approve } from './play.ts'
import type { Forge } from './scenario.ts'
import { scenarioNamed } from './scenarios.ts'
import { BANK_LIST_MODES, type Transaction } from './state.ts'

type Input = Readonly<Record<string, string>>

class BadCall extends Error {}

/**
 * `/__control/*`: the levers, for tests and for the desk page. POST takes form fields (JSON works too) and answers JSON;
 * a browser (Accept: text/html) is sent back to the desk.
 *
 * | call | fields | does |
 * | --- | --- | --- |
 * | GET `state` | | clock, transactions, jobs, journal |
 * | GET `indirect` | `exchange_order_no` | the fields that the browser would carry back |
 * | POST `clock` | `advance_ms` | moves the time on and does what falls due |
 * | POST `scenario` | `scenario` (blank lifts it) | plays it in every payment from now on |
 * | POST `banks` | `model` 01 or 02, `code`, `status` A or B | a bank goes up or down |
 * | POST `bank_list` | `mode`: ok, unknown_code, empty, error, html, timeout, bad_signature | how BE is answered |
 * | POST `certificates` | `signer`: current, next, previous | the key that FPX signs with |
 * | POST `approve` | `exchange_order_no`, `code` (00) | the approver's answer to a 99 |
 * | POST `resend` | `exchange_order_no` | sends the last direct AC again, at once |
 * | POST `send` | `exchange_order_no`, `code`, `copies`, `forge` | sends any direct AC; the bank then says `code` too |
 * | POST `reset` | | forgets payments, jobs, journal and levers |
 */
export async function control(sandbox: Sandbox, request: Request, action: string): Promise<Response> {
  try {
    const url = new URL(request.url)
    const input = request.method === 'GET' ? Object.fromEntries(url.searchParams) : await readInput(request)
    const lever = (request.method === 'GET' ? VIEWS : LEVERS)[action]
    if (!lever) return Response.json({ error: `no ${request.method} ${action}` }, { status: 404 })
    const result = await lever(sandbox, input)
    sandbox.save()
    if (request.method === 'POST' && request.headers.get('accept')?.includes('text/html'))
      return new Response(null, { status: 303, headers: { location: `${sandbox.settings.publicUrl}/` } })
    return Response.json(result ?? { done: true })
  } catch (error) {
    if (error instanceof BadCall) return Response.json({ error: error.message }, { status: 400 })
    throw error
  }
}

type Lever = (sandbox: Sandbox, input: Input) => unknown

const VIEWS: Readonly<Record<string, Lever>> = {
  state: ({ state, now }) => ({ now: new Date(now()).toISOString(), ...state }),
  indirect: (sandbox, input) => {
    const transaction = orderOf(sandbox, input)
    const { indirect } = transaction
    return { fields: indirect && answerOf(sandbox, transaction, indirect.code, indirect.forge) }
  },
}

const LEVERS: Readonly<Record<string, Lever>> = {
  clock: async ({ clock }, input) => {
    await clock.advance(wholeNumber(input.advance_ms))
    return { now: new Date(clock.now()).toISOString() }
  },
  scenario: ({ state }, { scenario }) => {
    state.forced = scenario ? must(() => scenarioNamed(scenario).key) : null
  },
  banks: ({ state }, { model = '', code = '', status }) => {
    const key = `${model} ${code}`
    if (!findBank(model, code)) throw new BadCall(`no bank ${key}`)
    state.offline = state.offline.filter((down) => down !== key)
    if (status === 'B') state.offline.push(key)
  },
  bank_list: ({ state }, { mode }) => {
    state.bankList = oneOf(BANK_LIST_MODES, mode)
  },
  certificates: ({ state }, { signer }) => {
    state.signer = oneOf(['current', 'next', 'previous'] as const, signer)
  },
  approve: async (sandbox, input) => {
    if (!(await approve(sandbox, orderOf(sandbox, input), input.code || '00')))
      throw new BadCall('nothing waits for approval')
  },
  resend: async (sandbox, input) => {
    const transaction = orderOf(sandbox, input)
    const message = transaction.direct ?? { code: transaction.code ?? '76' }
    return { tries: await deliver(sandbox, transaction, { ...message, copies: 1 }, 1) }
  },
  send: async (sandbox, input) => {
    const transaction = orderOf(sandbox, input)
    const message = {
      code: input.code || '00',
      copies: input.copies ? wholeNumber(input.copies) : 1,
      ...(input.forge && { forge: input.forge as Forge }),
    }
    if (!message.forge) transaction.code = message.code
    return { tries: await deliver(sandbox, transaction, message, 1) }
  },
  reset: ({ state }) => {
    Object.assign(state, {
      transactions: [],
      jobs: [],
      journal: [],
      forced: null,
      bankList: 'ok',
      signer: 'current',
    })
    state.offset = 0
  },
}

async function readInput(request: Request): Promise<Input> {
  const text = await request.text()
  if (!request.headers.get('content-type')?.includes('json'))
    return Object.fromEntries(new URLSearchParams(text))
  const values: Record<string, unknown> = must(() => JSON.parse(text || '{}'))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
}

function orderOf({ state }: Sandbox, { exchange_order_no = '' }: Input): Transaction {
  const found = findOrder(state, exchange_order_no)
  if (!found) throw new BadCall(`no order ${exchange_order_no}`)
  return found
}

function oneOf<T extends string>(allowed: readonly T[], value: string | undefined): T {
  const found = allowed.find((one) => one === value)
  if (!found) throw new BadCall(`one of ${allowed.join(', ')}`)
  return found
}

function wholeNumber(text: string | undefined): number {
  if (!text || !/^\d{1,12}$/.test(text)) throw new BadCall('a whole number, please')
  return Number(text)
}

function must<T>(attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    throw new BadCall((error as Error).message)
  }
}
