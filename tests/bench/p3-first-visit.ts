import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import puppeteer, { type Browser } from 'puppeteer-core'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { executableChromium } from '#jobs/pdf/chromium.ts'
import { atMost, type Findings, ratio } from './benchmark.ts'
import { publicCodes } from './people.ts'
import { inTurns, median, ratios } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'First visit of public pages on a slow line, until all is loaded'

/** Chromium's "Slow 3G": 400 kbit/s both ways, two seconds for a round trip. */
const slow3g = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Each visit by a browser that knows nothing yet, against one empty answer over the same line. */
export async function measure(stage: Stage): Promise<Findings> {
  const [product, { pool }, empty, browser] = await Promise.all([
    stage.product(),
    stage.demo(),
    emptyAnswer(stage),
    openBrowser(stage),
  ])
  const codes = await publicCodes(pool, 'demo')
  const origin = `http://demo.${product.mainHost}`
  const pages = {
    'sign in': origin + paths.login(),
    'invoice to pay': origin + paths.invoice.status(codes.unpaid),
    'choose a bank': `${origin}${paths.payment.submit()}?invoice=${codes.unpaid}`,
    'invoice paid': origin + paths.invoice.status(codes.paid),
    payment: origin + paths.payment.status(codes.payment),
  }
  const sides = Object.fromEntries(
    Object.entries({ empty, ...pages }).map(([name, url]) => [name, () => msToLoad(browser, url)]),
  )
  const { empty: nothing = [], ...ms } = await inTurns(sides, { rounds: 3 })
  return {
    figures: Object.entries(ms).map(([name, costs]) =>
      ratio(`${name} ÷ empty answer`, ratios(costs, nothing), atMost(1.1)),
    ),
    notes: [`the empty answer takes ${(median(nothing) / 1_000).toFixed(2)} s: one round trip`],
  }
}

async function emptyAnswer(stage: Stage): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 0 }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://empty.localhost:${(server.address() as AddressInfo).port}/`
}

async function openBrowser(stage: Stage): Promise<Browser> {
  const { path, env } = await executableChromium(environment.chromiumPath)
  const browser = await puppeteer.launch({
    executablePath: path,
    env: { ...env, LANG: 'C.UTF-8' },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
    ],
    pipe: true,
  })
  stage.atEnd(() => browser.close())
  return browser
}

/** Milliseconds from the click to the load event, in a context of its own: no cache, no connection, no cookie. */
async function msToLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    const line = await page.createCDPSession()
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow3g)
    await line.send('Page.enable')
    const loaded = new Promise((resolve) => line.once('Page.loadEventFired', resolve))
    await line.send('Page.navigate', { url })
    await loaded
    const { status, ms } = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { status: visit!.responseStatus, ms: visit!.loadEventStart - visit!.startTime }
    })
    if (status !== 200) throw new Error(`${url} answered ${status}`)
    return ms
  } finally {
    await context.close()
  }
}
