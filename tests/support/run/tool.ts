import { spawn } from 'node:child_process'

export interface ToolOptions {
  /** Show what it says as it says it; else it is collected. */
  show?: boolean
  env?: Record<string, string>
}

/** Runs a tool of node_modules on this Node, without standard input. */
export function runTool(
  script: string,
  args: string[],
  { show = false, env = {} }: ToolOptions = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [`node_modules/${script}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, pass)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass)
      resolve({ code: code ?? 1, said })
    })
  })
}
