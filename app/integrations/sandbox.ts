import { createServer } from 'node:http'
import { join } from 'node:path'
import pino from 'pino'
import { environment } from '#app/environment.ts'
import { chipSandbox } from './chip/config.ts'
import { createChipSandbox } from './chip/sandbox/sandbox.ts'
import { SANDBOX_EXCHANGE, SANDBOX_PATH, sandboxDirectory } from './fpx/config.ts'
import { createSandbox } from './fpx/sandbox/sandbox.ts'
import { createMailSandbox } from './mail/sandbox/sandbox.ts'
import { portalSandboxPath } from './myinvois/config.ts'
import { createMyInvoisSandbox } from './myinvois/sandbox/sandbox.ts'
import { listenerOf } from './myinvois/sandbox/serve.ts'
import { portalSandboxAccounts } from './myinvois/sandbox-accounts.ts'
import { createSmsSandbox } from './sms/sandbox/sandbox.ts'
import { smsSandbox } from './sms/settings.ts'

/**
 * The process that stands in for the outside world in the demo: a bank behind `/sandbox/fpx`, CHIP behind `/sandbox/chip`, the
 * tax portal behind `/sandbox/myinvois`, a mailbox behind `/sandbox/mail` and a phone behind `/sandbox/sms`, all reached through
 * the main host, and the mailbox's SMTP on the next port. Each has its own code and keys and knows nothing of the product but the addresses that it was registered with.
 */
const { mode, sandbox, sandboxPort, mainHost, secure, dataDir, logLevel } = environment
const log = pino({ level: logLevel, base: { process: 'sandbox' } })
if (!sandbox) {
  log.fatal('the sandbox is not allowed here')
  process.exit(1)
}

const origin = `${secure ? 'https' : 'http'}://${mainHost}`
const { path: chipPath, ...chipAccount } = chipSandbox
const accounts = Object.values(portalSandboxAccounts)
const { cahaya, intermediary } = portalSandboxAccounts
const [bank, chip, taxPortal, mail, phone] = await Promise.all([
  createSandbox({
    mode: mode === 'production' ? 'demo' : mode,
    directory: sandboxDirectory(environment),
    basePath: SANDBOX_PATH,
    publicUrl: origin + SANDBOX_PATH,
    directUrl: `${origin}/fpx/direct`,
    indirectUrl: `${origin}/fpx/indirect`,
    exchangeId: SANDBOX_EXCHANGE,
    control: mode !== 'production',
  }),
  createChipSandbox({
    mode: mode === 'production' ? 'demo' : mode,
    directory: join(dataDir, 'sandbox', 'chip'),
    basePath: chipPath,
    publicUrl: origin + chipPath,
    control: mode !== 'production',
    ...chipAccount,
  }),
  createMyInvoisSandbox({
    mode: mode === 'production' ? 'demo' : mode,
    directory: join(dataDir, 'sandbox', 'myinvois'),
    basePath: portalSandboxPath,
    publicUrl: origin + portalSandboxPath,
    control: mode !== 'production',
    clients: accounts,
    taxpayers: accounts.map(({ tin, name, registrationNo }) => ({
      ...{ tin, name, idType: 'BRN', idValue: registrationNo },
    })),
    appointments: [
      { intermediaryTin: intermediary.tin, tin: cahaya.tin, permissions: ['submit', 'cancel', 'view'] },
    ],
    switches: { openRegister: true },
  }),
  createMailSandbox({ folder: join(dataDir, 'sandbox', 'mail'), port: sandboxPort + 1 }),
  createSmsSandbox({
    folder: join(dataDir, 'sandbox', 'sms'),
    reportTo: (channel) => `${origin}/message/report/${channel}/${smsSandbox.secret}`,
  }),
])

const server = createServer(
  listenerOf(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/sandbox/mail')) return mail.handle(request)
    if (pathname.startsWith(chipPath)) return chip.handle(request)
    if (pathname.startsWith(portalSandboxPath)) return taxPortal.handle(request)
    return (pathname.startsWith('/sandbox/sms') ? phone : bank).handle(request)
  }),
)
await new Promise<void>((resolve, reject) => {
  server.once('error', reject).listen(sandboxPort, '127.0.0.1', resolve)
})
log.info({ port: sandboxPort, smtp: mail.smtpPort }, 'sandbox listening')

async function stop() {
  server.close()
  server.closeAllConnections()
  await Promise.all([bank.close(), chip.close(), taxPortal.close(), mail.close()])
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
