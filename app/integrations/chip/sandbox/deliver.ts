import { sign } from 'node:crypto'
import type { Keys } from './keys.ts'
import type { Settings } from './options.ts'
import type { Entry, Job, Kept, State } from './state.ts'

export interface Sandbox {
  settings: Settings
  keys: Keys
  state: State
  now(): number
  save(): void
  note(entry: Omit<Entry, 'at'>): void
  /** Plans the work that is due next. */
  wake(): void
}

export const SECOND = 1_000
/** Pauses between the tries of one delivery: eight more, the last of them within 36 hours. */
const again = [5, 30, 120, 600, 3_600, 14_400, 36_000, 72_000].map((seconds) => seconds * SECOND)

type Key = keyof Keys

/** The company's key of the purchase's mode, or the one that came after it. */
export const companyKey = ({ state }: Sandbox, is_test: boolean): Key =>
  state.rotated ? 'rotated' : is_test ? 'test' : 'live'

export interface Message {
  url: string
  body: unknown
  key: Key
  /** Milliseconds from now. */
  after?: number
  copies?: number
  /** What happens to the bytes after they were signed. */
  changed?: (text: string) => string
}

/** Signed over the bytes that are sent, unless a scenario spoils them afterwards. */
export function deliver(sandbox: Sandbox, { url, body, key, after = 0, copies = 1, changed }: Message): void {
  const { state, keys } = sandbox
  const text = JSON.stringify(body)
  const signature = sign('RSA-SHA256', Buffer.from(text), keys[key].private).toString('base64')
  for (let copy = 0; copy < copies; copy++)
    state.jobs.push({
      ...{ due_at: sandbox.now() + after, order: state.sequence++, url, signature, attempt: 1 },
      body: changed ? changed(text) : text,
    })
  sandbox.save()
  sandbox.wake()
}

/** Of an event, to each webhook of the purchase's mode that asked for it. */
export function tellHooks(
  sandbox: Sandbox,
  { purchase }: Kept,
  event_type: string,
  given: { body?: unknown; key?: Key; copies?: number } = {},
): void {
  const { body = purchase, key = 'hook', copies = 1 } = given
  for (const hook of sandbox.state.webhooks)
    if (hook.is_test === purchase.is_test && (hook.all_events || hook.events.includes(event_type)))
      deliver(sandbox, { url: hook.callback, body: { ...(body as object), event_type }, key, copies })
}

/** A merchant that is down or slow is an answer like another. */
export async function post(sandbox: Sandbox, job: Job): Promise<void> {
  const { state, settings } = sandbox
  const status = await fetch(job.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': job.signature },
    body: job.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(settings.callbackTimeout),
  }).then(
    ({ status: answered }) => answered,
    () => 0,
  )
  sandbox.note({ kind: 'callback', id: null, said: `try ${job.attempt}`, status })
  const pause = again[job.attempt - 1]
  if ((status < 200 || status > 299) && pause !== undefined)
    state.jobs.push({ ...job, due_at: sandbox.now() + pause, attempt: job.attempt + 1 })
  sandbox.save()
}
