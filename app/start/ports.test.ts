import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#db/embedded/launch.ts'
import { claimPorts } from './ports.ts'

const open: Server[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done)))))

function occupy(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    open.push(server)
    server.listen(0, host, () => resolve((server.address() as { port: number }).port))
  })
}

const claim = (host: string, port: number) => claimPorts([{ host, port, variable: 'PORT' }])

test('a free port may be had, and is free again afterwards', async () => {
  const port = await freePort()
  await claim('127.0.0.1', port)
  await claim('127.0.0.1', port)
})

test.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s is named, with one that is free', async (host) => {
  const port = await occupy(host)
  const error = await claim('127.0.0.1', port).catch((refusal: Error) => refusal)
  expect((error as Error).message).toMatch(
    new RegExp(
      `^Port ${port} is taken by another program: choose another one, for example with PORT=\\d+ npm start\\.$`,
    ),
  )
  const other = Number(/PORT=(\d+)/.exec((error as Error).message)?.[1])
  await claim('127.0.0.1', other)
})

test('a program on ::1 would get what is meant for localhost', async ({ skip }) => {
  const port = await occupy('::1').catch(() => 0)
  if (!port) skip('no IPv6 on this machine')
  await expect(claim('127.0.0.1', port)).rejects.toThrow(`Port ${port} is taken by another program`)
})

test('an address of another machine', async () => {
  await expect(claim('192.0.2.1', await freePort())).rejects.toThrow(
    'HOST must be an address of this machine, such as 127.0.0.1; it is "192.0.2.1" (EADDRNOTAVAIL).',
  )
})

test.skipIf(process.getuid?.() === 0)('a port below 1024', async () => {
  await expect(claim('127.0.0.1', 81)).rejects.toThrow('Port 81 may not be used by this user')
})
