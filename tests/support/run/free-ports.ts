import { createServer } from 'node:net'

/** The first of `count` neighbouring ports that are free now. */
export async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = await freePort(0)
    const rest = Array.from({ length: count - 1 }, (_, index) => first + 1 + index)
    const all = await Promise.all(rest.map((port) => freePort(port).catch(() => 0)))
    if (all.every((port) => port > 0)) return first
  }
  throw new Error('no free ports')
}

function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
