import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MyInvoisSandboxOptions } from './options.ts'
import { type Sample, school } from './samples.fixture.ts'
import { createMyInvoisSandbox } from './sandbox.ts'
import { listenerOf } from './serve.ts'
import type { Step } from './store.ts'

/** What stands in for the portal on a port of its own. */
export interface ServedSandbox {
  /** Base of the API and of identity. */
  apiUrl: string
  /** Base of share links. */
  portalUrl: string
  directory: string
  /** POSTs `fields` to the control API, or GETs a view when there are none; throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever it has asked for
  control(action: string, fields?: object | null): Promise<any>
  close(options?: { keep?: boolean }): Promise<void>
}

const PATH = '/sandbox/myinvois'

/** On a free port, with a directory that is thrown away when it closes unless it was given. */
export async function serveSandbox(options: Partial<MyInvoisSandboxOptions> = {}): Promise<ServedSandbox> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'myinvois-sandbox-'))
  let handle = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const server = createServer(listenerOf((request) => handle(request)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`
  const sandbox = await createMyInvoisSandbox({
    ...{ mode: 'test', basePath: PATH, publicUrl: url, control: true },
    ...options,
    directory,
  })
  handle = sandbox.handle
  return {
    ...{ apiUrl: url, portalUrl: url, directory },
    control: async (action, fields) => {
      const response = await fetch(
        `${url}/__control/${action}`,
        fields ? { method: 'POST', body: JSON.stringify(fields) } : {},
      )
      const answer = await response.json()
      if (!response.ok) throw new Error(`${action}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    },
    close: async ({ keep = false } = {}) => {
      await sandbox.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      if (!keep && !options.directory) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A document as the API takes it. */
export function envelope(text: string, codeNumber: string) {
  return {
    format: 'JSON',
    document: Buffer.from(text, 'utf8').toString('base64'),
    documentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    codeNumber,
  }
}

const START = Date.parse('2026-11-10T08:00:00Z')
const SCHOOL = { clientId: 'school', secrets: ['first', 'second'], tin: school.tin }

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  body: any
}

/**
 * A portal in this process whose clock stands still until `wait` moves it, with a school that is registered and signed in:
 * what the calls of an ERP give, without a port.
 */
export async function openDesk(options: Partial<MyInvoisSandboxOptions> = {}) {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'myinvois-sandbox-'))
  let at = START
  const sandbox = await createMyInvoisSandbox({
    ...{
      mode: 'test',
      basePath: PATH,
      publicUrl: `http://localhost:3000${PATH}`,
      control: true,
      clock: () => at,
    },
    clients: [SCHOOL],
    taxpayers: [{ tin: school.tin, name: school.name, idType: 'BRN', idValue: school.id }],
    ...options,
    directory,
  })

  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await sandbox.handle(new Request(`http://localhost:3000${PATH}${path}`, init))
    const text = response.type === 'error' ? '' : await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  let own = ''
  const login = (form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    send('/connect/token', {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        ...{ client_id: 'school', client_secret: 'first', grant_type: 'client_credentials' },
        ...form,
      }),
    })
  const desk = {
    directory,
    send,
    now: () => new Date(at),
    wait: (ms: number) => {
      at += ms
    },
    /** Of the identity service; `form` over what the school would send. */
    login,
    /** Of the school, as it last signed in. */
    get token() {
      return own
    },
    signIn: async () => {
      own = (await login()).body.access_token
    },
    /** Of the API, signed in as the school unless a token is given. */
    call: (method: string, path: string, body?: unknown, token = own) =>
      send(`/api/v1.0/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    /** Of documents, or of their texts where the text itself matters. */
    submit: (documents: readonly (Sample | string)[], token = own) =>
      desk.call(
        'POST',
        'documentsubmissions/',
        {
          documents: documents.map((one) => {
            const text = typeof one === 'string' ? one : JSON.stringify(one)
            return envelope(text, JSON.parse(text).Invoice[0].ID[0]._)
          }),
        },
        token,
      ),
    /** Submits one that is taken in, lets the validators work, and gives what they said. */
    validated: async (document: Sample | string, token = own) => {
      const { body } = await desk.submit([document], token)
      const uuid: string | undefined = body.acceptedDocuments?.[0]?.uuid
      if (!uuid) throw new Error(`not taken in: ${JSON.stringify(body)}`)
      desk.wait(2_000)
      const details = (await desk.call('GET', `documents/${uuid}/details`, undefined, token)).body
      const steps: Step[] = details.validationResults.validationSteps
      const codes = steps.flatMap(({ error }) => (error?.innerError ?? []).map(({ errorCode }) => errorCode))
      return { uuid, status: details.status as string, longId: details.longId as string, steps, codes }
    },
    control: async (action: string, fields?: object) =>
      (await send(`/__control/${action}`, fields ? { method: 'POST', body: JSON.stringify(fields) } : {}))
        .body,
    close: async ({ keep = false } = {}) => {
      await sandbox.close()
      if (!keep && !options.directory) rmSync(directory, { recursive: true, force: true })
    },
  }
  await desk.signIn()
  return desk
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
