import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that a test can cut and mend. */
export interface TcpProxy {
  port: number
  /** Ends all connections and refuses new ones. */
  cut(): void
  mend(): void
  /** How many connections were refused. */
  refused(): number
  close(): Promise<void>
}

/** Passes everything on to a port of this machine until it is cut. */
export async function tcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let open = true
  let refused = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (!open) {
      refused += 1
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    open = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      open = true
    },
    refused: () => refused,
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
