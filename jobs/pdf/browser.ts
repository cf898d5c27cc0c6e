import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Browser, Page } from 'puppeteer-core'
import { executableChromium } from './chromium.ts'

/**
 * All that Chromium is told. Neither puppeteer's list nor the package's: the latter switches web security off and
 * puts everything into one process, in which an iframe of a document can read local files. The dead proxy and the
 * empty resolver are the last wall, should a request ever get past the page's own.
 */
const commands = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter,AudioServiceOutOfProcess',
  '--export-tagged-pdf',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
]

export interface RunningBrowser {
  /** Process id, which is also the id of the group in which all of its processes are. */
  pid: number
  alive(): boolean
  /** Fails when it ends: puppeteer waits half a minute for a page whose browser dies while it opens. */
  lost: Promise<never>
  /** It can reach nothing and run nothing. */
  openPage(): Promise<Page>
  /** Ends the whole process group when it does not end by itself within two seconds. Never fails. */
  close(): Promise<void>
}

/** In a process group of its own; it ends by itself when this process dies (pipe closed). */
export async function startBrowser(chromiumPath?: string, log?: Logger): Promise<RunningBrowser> {
  const { path, env } = await executableChromium(chromiumPath)
  const profile = await newProfile()
  const surroundings = { ...env, HOME: profile, LANG: 'C.UTF-8', TZ: 'Asia/Kuala_Lumpur' }
  const browser = await launch(path, surroundings, profile, log)
  const child = browser.process()
  const pid = child?.pid
  if (!child || pid === undefined) throw new Error('Chromium did not start')
  const lost = new Promise<never>((_, reject) => {
    browser.once('disconnected', () => reject(new Error('the browser has ended')))
  })
  lost.catch(() => {})
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group is gone already.
    }
  }
  const close = async () => {
    const hurry = setTimeout(kill, 2_000)
    await browser.close().catch(() => {})
    kill()
    await ended
    clearTimeout(hurry)
    await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
  let closing: Promise<void> | undefined
  return {
    pid,
    lost,
    alive: () => browser.connected && child.exitCode === null && child.signalCode === null,
    openPage: () => openPage(browser),
    close: () => (closing ??= close()),
  }
}

/** The kernel's sandbox is used wherever it works; it never does for root, and some containers forbid it. */
async function launch(
  path: string,
  env: Record<string, string>,
  profile: string,
  log?: Logger,
): Promise<Browser> {
  // a fifth of what a process loads at its start, and of use to those that print
  const { default: puppeteer } = await import('puppeteer-core')
  const start = (args: string[]) =>
    puppeteer.launch({
      executablePath: path,
      args: [...args, `--user-data-dir=${profile}`],
      env,
      ignoreDefaultArgs: true,
      pipe: true,
      waitForInitialPage: false,
      timeout: 10_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  const open = [...commands, '--no-sandbox', '--no-zygote']
  if (process.getuid?.() === 0) return start(open)
  return start(commands).catch((error) => {
    log?.warn({ err: error }, 'Chromium has no sandbox here; it goes on without')
    return start(open)
  })
}

/** Folders of processes that were killed are cleared away by the next one to start. */
async function newProfile(): Promise<string> {
  const prefix = 'lunas-browser-'
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : undefined
    if (owner === undefined || isRunning(owner)) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  page.on('request', (request) => {
    const inside = request.url().startsWith('data:')
    void (inside ? request.continue() : request.abort('accessdenied')).catch(() => {})
  })
  await Promise.all([
    page.setJavaScriptEnabled(false),
    page.setOfflineMode(true),
    page.setRequestInterception(true),
    page.setCacheEnabled(false),
  ])
  return page
}
