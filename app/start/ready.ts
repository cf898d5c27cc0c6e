import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './sentence.ts'

/** Waits until the web process answers 200 at /readyz; refuses (StartError) after `ms`. */
export async function untilReady(
  host: string,
  port: number,
  signal: AbortSignal,
  ms = 60_000,
): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    signal.throwIfAborted()
    if (await answersReady(reachable(host), port)) return
    await sleep(50)
  }
  throw new StartError(`The web process did not answer on port ${port} within ${ms / 1000} seconds.`)
}

function answersReady(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host, port, path: '/readyz', timeout: 2_000, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

/** Waits until something listens on a port of this machine; refuses (StartError) after `ms`. */
export async function untilListening(
  name: string,
  port: number,
  signal: AbortSignal,
  ms = 60_000,
): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    signal.throwIfAborted()
    if (await connects(port)) return
    await sleep(50)
  }
  throw new StartError(`The ${name} process did not answer on port ${port} within ${ms / 1000} seconds.`)
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** An address that means "all of this machine" cannot be called. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
