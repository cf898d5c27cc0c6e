import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createRequestListener } from '@mjackson/node-fetch-server'
import type { SandboxOptions } from './options.ts'
import { createSandbox } from './sandbox.ts'

/** Serves a sandbox on 127.0.0.1; port 0 takes a free one. */
export async function startSandbox(
  port: number,
  options: SandboxOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const sandbox = await createSandbox(options)
  const server = createServer(createRequestListener((request) => sandbox.handle(request)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await sandbox.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * As a process of its own:
 *
 *     node --import tsx app/integrations/fpx/sandbox/server.ts --port 3001 --directory .data/sandbox/fpx \
 *       --public-url http://localhost:3000/sandbox/fpx --base-path /sandbox/fpx \
 *       --direct-url http://127.0.0.1:3000/fpx/direct --indirect-url http://localhost:3000/fpx/indirect [--control]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3001' },
      mode: { type: 'string', default: 'demo' },
      directory: { type: 'string', default: '.data/sandbox/fpx' },
      'base-path': { type: 'string', default: '/sandbox/fpx' },
      'public-url': { type: 'string', default: 'http://localhost:3000/sandbox/fpx' },
      'direct-url': { type: 'string', default: 'http://localhost:3000/fpx/direct' },
      'indirect-url': { type: 'string', default: 'http://localhost:3000/fpx/indirect' },
      control: { type: 'boolean', default: false },
    },
  })
  const running = await startSandbox(Number(values.port), {
    mode: values.mode as SandboxOptions['mode'],
    directory: values.directory,
    basePath: values['base-path'],
    publicUrl: values['public-url'],
    directUrl: values['direct-url'],
    indirectUrl: values['indirect-url'],
    control: values.control,
  })
  process.stdout.write(`FPX sandbox on port ${running.port}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
