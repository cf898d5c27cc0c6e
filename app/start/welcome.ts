import { type Parts, seconds } from './steps.ts'

/** Somebody who can sign in to the demo. */
export interface DemoAccount {
  /** "Operator", or the name of the organisation. */
  who: string
  /** Undefined on the operator's host. */
  subdomain?: string
  email: string
  password: string
}

export interface Welcome {
  /** Of the operator's host. */
  origin: string
  accounts: readonly DemoAccount[]
  /** Whether mail is caught by the sandbox. */
  sandbox: boolean
  /** How long the start took, an installation before it included. */
  ms: number
  /** What it went into. */
  parts: Parts
}

/** The last words of a start: where the product is and who can sign in there. */
export function welcome({ origin, accounts, sandbox, ms, parts }: Welcome): string {
  const hosts = [...new Set(accounts.map(({ subdomain }) => subdomain))]
  const rows = hosts.map((host) =>
    rowOf(
      origin,
      accounts.filter(({ subdomain }) => subdomain === host),
    ),
  )
  if (sandbox) {
    rows.push(['Mail that was caught', `${origin}/sandbox/mail`, ''])
    rows.push(['SMS that was caught', `${origin}/sandbox/sms`, ''])
    rows.push(['Tax portal (sandbox)', `${origin}/sandbox/myinvois`, ''])
  }
  const passwords = [...new Set(accounts.map(({ password }) => password))]
  return [
    '',
    `Lunas is ready at ${origin} (${seconds(ms)}). Ctrl-C stops it.`,
    ...splitOf(parts),
    '',
    ...aligned(rows),
    ...(passwords.length > 0 ? ['', `  Password of all of them: ${passwords.join(', ')}`] : []),
    '',
  ].join('\n')
}

/** One line of the parts that took at least a tenth of a second; none when there is no such part. */
function splitOf(parts: Parts): string[] {
  const told = (['install', 'database', 'demo data', 'build', 'processes'] as const).flatMap((part) => {
    const ms = parts[part] ?? 0
    return ms < 100 ? [] : [`${part} ${seconds(ms)}${part === 'build' ? ' beside them' : ''}`]
  })
  return told.length > 0 ? [`  Of that: ${told.join(', ')}`] : []
}

/** The first account in full, the others by the part of their address that differs. */
function rowOf(origin: string, people: readonly DemoAccount[]): string[] {
  const [first, ...others] = people
  if (!first) return []
  const address = first.subdomain ? origin.replace('://', `://${first.subdomain}.`) : origin
  const also = others.map(({ email }) => `${email.slice(0, email.indexOf('@'))}@`)
  return [first.who, address, first.email + (also.length > 0 ? `, also ${also.join(', ')}` : '')]
}

function aligned(rows: string[][]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), 0]
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  )
}
