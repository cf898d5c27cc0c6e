import { request } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { atLeast, atMost, exact, type Findings } from './benchmark.ts'
import { clientRuntimeOf } from './crawl/client-runtime.ts'
import { type Answer, crawl, type Met } from './crawl/crawl.ts'
import { visitors } from './crawl/visitors.ts'
import { firstFlight, formLimit, type Weight, weigh } from './crawl/weigh.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'Weight of every page, for every role, in both languages (gzip, first visit)'

/** GOV.UK Frontend 6.6.0, its stylesheet alone, packed with gzip: a well-kept one for the same purpose. */
const govukStyles = 16_052

/** All pages that links lead to, weighed as they travel, and what they would weigh with Remix's scripts. */
export async function measure(stage: Stage): Promise<Findings> {
  const [product, { pool }] = await Promise.all([stage.product(), stage.demo()])
  const build = (await import(pathToFileURL('build/server/index.js').href)) as ServerBuild
  const fetched = (host: string, cookies: string) => (path: string) =>
    fetchPacked(product.port, host, path, cookies)
  const sizeOf = async (path: string) =>
    (await fetchPacked(product.port, `demo.${product.mainHost}`, path, '')).body.length
  const everybody = await visitors({ pool, build, mainHost: product.mainHost, ask: fetched }, 'demo')
  const pages: (Met & Weight)[] = []
  for (const visitor of everybody) {
    for (const met of await crawl(visitor)) pages.push({ ...met, ...(await weigh(met, sizeOf)) })
  }
  const runtimeOf = clientRuntimeOf(build)
  const shown = pages.filter(({ status }) => status === 200)
  const withScripts = shown.map(({ total, route }) => (total + runtimeOf(route.chain)) / total)
  const withGovuk = shown.map(({ total, styles }) => (total - styles + govukStyles) / total)
  const heaviest = pages.reduce((one, other) => (other.total > one.total ? other : one))
  const forms = shown.filter(({ isForm }) => isForm)
  const heaviestForm = forms.reduce((one, other) => (other.page > one.page ? other : one))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    figures: [
      exact('heaviest page, with all it needs to be painted', heaviest.total, 'B', atMost(firstFlight)),
      exact('median page', median(shown.map(({ total }) => total)), 'B'),
      exact('heaviest form page, its HTML', heaviestForm.page, 'B', atMost(formLimit)),
      exact('scripts', sum(pages.map(({ scripts }) => scripts)), '', atMost(0)),
      exact('lighter than with Remix’s scripts (median)', median(withScripts), '×', atLeast(20)),
      exact('lighter than with GOV.UK’s stylesheet (median)', median(withGovuk), '×', atLeast(4)),
    ],
    notes: [
      `${pages.length} pages, ${new Set(shown.map(({ route }) => route.id)).size} of ` +
        `${new Set(everybody.flatMap(({ map }) => map.pages)).size} routes; ${forms.length} with a form`,
      `heaviest: ${heaviest.path} (${heaviest.who}, ${heaviest.locale}); form: ${heaviestForm.path} (${heaviestForm.who})`,
      ...unmet(
        everybody.flatMap(({ map }) => map.pages),
        shown,
      ),
    ],
  }
}

/** Pages that nobody was led to; they are not weighed, and a reader should know. */
function unmet(pages: string[], shown: Met[]): string[] {
  const met = new Set(shown.map(({ route }) => route.id))
  const names = [...new Set(pages)].filter((id) => !met.has(id)).map((id) => id.replace('routes/', ''))
  return names.length > 0 ? [`not met: ${names.join(', ')}`] : []
}

/** Asks the process as a browser does, and leaves the body as it travelled. */
function fetchPacked(port: number, host: string, path: string, cookie: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'gzip', ...(cookie && { cookie }) }
    const asked = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          encoding: response.headers['content-encoding'] ?? '',
          body: Buffer.concat(chunks),
        }),
      )
    })
    asked.on('error', reject).end()
  })
}
