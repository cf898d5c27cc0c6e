import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MyInvoisSandboxOptions } from './options.ts'
import { createMyInvoisSandbox } from './sandbox.ts'
import { listenerOf } from './serve.ts'

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
