import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { loginRole } from '#db/provisioning/role-names.ts'
import { type Mode, type Variables, variables } from './start/variables.ts'

/** What the product may be told from outside, checked and with every default filled in. */
export interface Environment {
  mode: Mode
  port: number
  host: string
  /** The operator's host as a browser writes it, with the port when it is not the usual one; tenants live below it. */
  mainHost: string
  /** True when browsers arrive over https: cookies are then `Secure` and links start with https. */
  secure: boolean
  trustProxy: boolean
  /** Whether an operator without a second factor must set one up before anything else. */
  operatorSecondFactor: 'required' | 'optional'
  /** At least 32 secret bytes from which every key and password of the product is derived. */
  appKey: Buffer
  /** Keys that were APP_KEY before and must still open what they sealed. */
  olderKeys: Buffer[]
  /** Owner of the database: migrations and provisioning. Undefined: the Postgres inside the product. */
  databaseUrl: string | undefined
  /** Login role of the application, if it was given; else see {@link appDatabaseUrl}. */
  appDatabaseUrl: string | undefined
  redisUrl: string | undefined
  /** Port of a worker's probes; undefined: it has none. */
  workerPort: number | undefined
  /** Absolute path of the folder for what the product keeps outside the database. */
  dataDir: string
  logLevel: NonNullable<Variables['LOG_LEVEL']>
  /** Name servers that are asked about domains of organisations; none: those of the machine. */
  dnsServers: string[]
  /** Public addresses of the proxy, to which such domains lead; none: what the main host has. */
  domainAddresses: string[]
  /** By which a proxy beyond our own network may ask about domains. */
  askKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Gateways for messages; undefined: the sandbox, or none. */
  smsGateway: Variables['SMS_GATEWAY']
  whatsAppGateway: Variables['WHATSAPP_GATEWAY']
  /** Messages at most that the platform pays for in a day, over all organisations. */
  messagesPerDay: number
  mailsPerSecond: number
  /** Of CHIP's API; undefined: the sandbox where it may stand in, else CHIP's own. */
  chipUrl: string | undefined
  fpx: {
    url: string | undefined
    exchangeId: string | undefined
    sellerBankCode: string | undefined
    privateKeyFile: string | undefined
    certificates: string[]
    ownCertificateFile: string | undefined
  }
  /** True when the sandboxes may stand in for outside systems. */
  sandbox: boolean
  /** Port of the sandboxes (HTTP). */
  sandboxPort: number
  chromiumPath: string | undefined
  /** Size of the pool that answers pages, in connections of one process. */
  webConnections: number
  /** Size of the pool for reports and exports, in connections of one process. */
  reportConnections: number
}

const usualLogLevel = { demo: 'warn', production: 'info', test: 'silent' } as const

/** Raised when a variable is missing or wrong; its message is one sentence for the person who starts the product. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads and checks the variables of a process. In demo mode it makes `<DATA_DIR>/app-key` when there is none.
 * Refuses (EnvironmentError) the first variable that is wrong, naming it and what is expected; secrets are never repeated.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = parseVariables(source)
  const mode = given.APP_ENV
  if (mode === 'production') demandForProduction(given)
  const sandbox = mode !== 'production' || given.ALLOW_SANDBOX
  const dataDir = resolve(given.DATA_DIR)
  const sandboxPort = given.SANDBOX_PORT ?? given.PORT + 1
  return {
    mode,
    port: given.PORT,
    host: given.HOST,
    mainHost: given.MAIN_HOST ?? (given.PORT === 80 ? 'localhost' : `localhost:${given.PORT}`),
    secure: given.SECURE ?? mode === 'production',
    trustProxy: given.TRUST_PROXY,
    operatorSecondFactor: given.OPERATOR_SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional'),
    appKey: given.APP_KEY ?? ownKey(mode, dataDir),
    olderKeys: given.APP_KEY_BEFORE,
    databaseUrl: given.DATABASE_URL,
    appDatabaseUrl: given.APP_DATABASE_URL,
    redisUrl: given.REDIS_URL,
    workerPort: given.WORKER_PORT,
    dataDir,
    logLevel: given.LOG_LEVEL ?? usualLogLevel[mode],
    dnsServers: given.DNS_SERVERS,
    domainAddresses: given.DOMAIN_ADDRESSES,
    askKey: given.ASK_KEY,
    smtpUrl: given.SMTP_URL ?? (sandbox ? `smtp://127.0.0.1:${sandboxPort + 1}` : undefined),
    mailFrom: given.MAIL_FROM,
    smsGateway: given.SMS_GATEWAY,
    whatsAppGateway: given.WHATSAPP_GATEWAY,
    messagesPerDay: given.MESSAGES_PER_DAY,
    mailsPerSecond: given.MAILS_PER_SECOND,
    chipUrl: given.CHIP_URL,
    fpx: {
      url: given.FPX_URL,
      exchangeId: given.FPX_EXCHANGE_ID,
      sellerBankCode: given.FPX_SELLER_BANK_CODE,
      privateKeyFile: given.FPX_PRIVATE_KEY_FILE,
      certificates: given.FPX_CERTIFICATES,
      ownCertificateFile: given.FPX_OWN_CERTIFICATE,
    },
    sandbox,
    sandboxPort,
    chromiumPath: given.CHROMIUM_PATH,
    webConnections: given.WEB_CONNECTIONS,
    reportConnections: given.REPORT_CONNECTIONS,
  }
}

/**
 * Connection string of the application's login role: APP_DATABASE_URL, or the owner's server and database with
 * role `<database>_app` and a password that only the holders of APP_KEY can derive (HKDF-SHA256, 32 bytes, base64url).
 */
export function appDatabaseUrl(
  environment: Pick<Environment, 'appDatabaseUrl' | 'databaseUrl' | 'appKey'>,
): string {
  if (environment.appDatabaseUrl) return environment.appDatabaseUrl
  if (!environment.databaseUrl)
    throw new EnvironmentError('DATABASE_URL is not set, so there is no database to connect to.')
  const url = new URL(environment.databaseUrl)
  url.username = loginRole(decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username))
  url.password = appDatabasePassword(environment.appKey)
  return url.href
}

/** Password of that role, for the migration that creates it. */
function appDatabasePassword(appKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', appKey, '', 'lunas_app database password', 32)).toString('base64url')
}

/** One row for each variable, in the order of the table in docs/configuration.md. */
function describeEnvironment(): { name: string; default: string; expects: string; purpose: string }[] {
  return Object.entries(variables).map(([name, { standard, expects, purpose }]) => ({
    name,
    default: standard,
    expects,
    purpose,
  }))
}

/** The same as the table in docs/configuration.md. */
export function environmentTable(): string {
  const rows = describeEnvironment().map((row) => `| \`${row.name}\` | ${row.default} | ${row.purpose} |`)
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function parseVariables(source: Record<string, string | undefined>): Variables {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const text = source[name]?.trim()
    const result = (variable.schema as z.ZodType).safeParse(text === '' ? undefined : text)
    if (result.success) return [name, result.data]
    const found = variable.secret || !text ? '' : `; it is "${text.slice(0, 80)}"`
    throw new EnvironmentError(`${name} must be ${variable.expects}${found}.`)
  })
  return Object.fromEntries(entries)
}

function demandForProduction(given: Variables) {
  for (const name of ['APP_KEY', 'MAIN_HOST'] as const) {
    if (given[name] === undefined) {
      throw new EnvironmentError(
        `${name} must be set when APP_ENV is production: ${variables[name].expects}.`,
      )
    }
  }
  // PORT differs from process to process, and so would what is one more than it
  if (given.ALLOW_SANDBOX && given.SANDBOX_PORT === undefined) {
    throw new EnvironmentError(
      'SANDBOX_PORT must be set when ALLOW_SANDBOX is yes in production: a port that is free, with the one after it, and the same for every process.',
    )
  }
  if (given.OPERATOR_SECOND_FACTOR === 'optional') {
    throw new EnvironmentError('OPERATOR_SECOND_FACTOR must be required when APP_ENV is production.')
  }
  if (!given.DATABASE_URL && !given.APP_DATABASE_URL) {
    throw new EnvironmentError(
      `DATABASE_URL must be set when APP_ENV is production: ${variables.DATABASE_URL.expects}.`,
    )
  }
}

function ownKey(mode: Mode, dataDir: string): Buffer {
  if (mode === 'test') return createHash('sha256').update('lunas test key').digest()
  const file = join(dataDir, 'app-key')
  try {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return variables.APP_KEY.schema.parse(readFileSync(file, 'utf8').trim()) as Buffer
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it holds no key' : (error as Error).message
    throw new EnvironmentError(
      `The demo keeps its key in ${file}, which cannot be used (${reason}): set DATA_DIR to a folder that can be written.`,
    )
  }
}

/** The only reading of `process.env`. */
export const environment = readEnvironment(process.env)
