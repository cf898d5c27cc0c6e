import { createServer } from 'node:net'
import { StartError } from './sentence.ts'

/** A port that a process of ours will listen on, and the variable that moves it. */
export interface WantedPort {
  host: string
  port: number
  variable: string
}

/** Refuses (StartError) the first port that cannot be had, naming it, the reason and the way out. */
export async function claimPorts(wanted: WantedPort[]): Promise<void> {
  for (const { host, port, variable } of wanted) {
    const reason = await refusal(host, port)
    if (reason === 'EADDRINUSE') {
      const other = await nextFree(host, port + 10)
      throw new StartError(
        `Port ${port} is taken by another program: choose another one, for example with ${variable}=${other} npm start.`,
      )
    }
    if (reason === 'EACCES') {
      throw new StartError(
        `Port ${port} may not be used by this user: choose one above 1023, for example with ${variable}=${await nextFree(host, 3000)} npm start.`,
      )
    }
    if (reason)
      throw new StartError(
        `HOST must be an address of this machine, such as 127.0.0.1; it is "${host}" (${reason}).`,
      )
  }
}

/**
 * Why a port cannot be listened on, as the system's code. For 127.0.0.1 its twin ::1 is asked too: a program there
 * would get what browsers send to "localhost".
 */
async function refusal(host: string, port: number): Promise<string | undefined> {
  const reason = await tryListen(host, port)
  if (reason || host !== '127.0.0.1') return reason
  return (await tryListen('::1', port)) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined
}

async function nextFree(host: string, from: number): Promise<number> {
  const start = from > 65_000 ? 3000 : from
  for (let port = start; port < start + 500; port += 10) {
    if (!(await refusal(host, port))) return port
  }
  return start
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
