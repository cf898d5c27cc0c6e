import type { Environment } from '#app/environment.ts'
import { type Program, programs } from './building/programs.ts'
import type { Database } from './prepare.ts'
import type { ChildPlan } from './process/child.ts'

/** With readable errors, and not longer than who started it. */
const watched = ['--import', './app/start/plain-errors.ts', '--import', './app/start/end-with-parent.ts']

/** How Node runs any of our sources, in whatever of TypeScript they are written. */
export const sourceFlags = ['--import', 'tsx', ...watched]

/** The processes of the product, in the order in which they start; they stop in the opposite one. */
export function childPlans(
  environment: Environment,
  database: Database,
  options: { dev: boolean },
): ChildPlan[] {
  const env = childVariables(environment, database)
  const nodeEnv = options.dev ? 'development' : 'production'
  const plan = (name: string, ...args: string[]): ChildPlan => ({
    name,
    args: [...(options.dev ? sourceFlags : watched), ...args],
    env: { ...env, NODE_ENV: nodeEnv },
  })
  const sources = { ...programs, web: 'app/start/process/dev-web.ts' }
  const program = (name: Program) =>
    options.dev ? plan(name, sources[name]) : plan(name, 'app/start/command/program.ts', name)
  return [...(environment.sandbox ? [program('sandbox')] : []), program('worker'), program('web')]
}

/** What a child gets: our settings under their names, and of the caller's environment only what any program needs. */
export function childVariables(environment: Environment, database: Database): Record<string, string> {
  const passed = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'TMPDIR',
    'NODE_OPTIONS',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
  ]
  const own = {
    APP_ENV: environment.mode,
    PORT: environment.port,
    HOST: environment.host,
    MAIN_HOST: environment.mainHost,
    SECURE: yesOrNo(environment.secure),
    TRUST_PROXY: yesOrNo(environment.trustProxy),
    APP_KEY: environment.appKey.toString('base64'),
    APP_KEY_BEFORE: environment.olderKeys.map((key) => key.toString('base64')).join(','),
    DATABASE_URL: database.ownerUrl,
    APP_DATABASE_URL: database.appUrl,
    REDIS_URL: environment.redisUrl,
    WORKER_PORT: environment.workerPort,
    DATA_DIR: environment.dataDir,
    LOG_LEVEL: environment.logLevel,
    DNS_SERVERS: environment.dnsServers.join(','),
    DOMAIN_ADDRESSES: environment.domainAddresses.join(','),
    ASK_KEY: environment.askKey,
    SMTP_URL: environment.smtpUrl,
    MAIL_FROM: environment.mailFrom,
    SMS_GATEWAY: jsonOf(environment.smsGateway),
    WHATSAPP_GATEWAY: jsonOf(environment.whatsAppGateway),
    MESSAGES_PER_DAY: environment.messagesPerDay,
    CHIP_URL: environment.chipUrl,
    FPX_URL: environment.fpx.url,
    FPX_EXCHANGE_ID: environment.fpx.exchangeId,
    FPX_SELLER_BANK_CODE: environment.fpx.sellerBankCode,
    FPX_PRIVATE_KEY_FILE: environment.fpx.privateKeyFile,
    FPX_CERTIFICATES: environment.fpx.certificates.join(','),
    FPX_OWN_CERTIFICATE: environment.fpx.ownCertificateFile,
    CHROMIUM_PATH: environment.chromiumPath,
    ALLOW_SANDBOX: yesOrNo(environment.sandbox),
    SANDBOX_PORT: environment.sandboxPort,
    WEB_CONNECTIONS: environment.webConnections,
    REPORT_CONNECTIONS: environment.reportConnections,
    TZ: 'UTC',
  }
  const entries = [...passed.map((name) => [name, process.env[name]]), ...Object.entries(own)]
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )
}

const jsonOf = (value: object | undefined) => (value ? JSON.stringify(value) : undefined)
const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
