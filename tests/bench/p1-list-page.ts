import { request } from 'node:http'
import { bareBuild, buildBareRemix } from './bare-remix/build.ts'
import { atMost, type Findings, ratio, stretch } from './benchmark.ts'
import { organisation, signInAs } from './people.ts'
import { visit } from './process/arrivals.ts'
import { type ServerProcess, startServerProcess } from './process/server-process.ts'
import { inTurns, median, medianRatios } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'A list page for somebody who is signed in: CPU of the server for a request'

const subdomain = 'demo'
const connections = 16
/** Requests of a turn. Short turns, and many: what else the machine does then meets all sides alike. */
const inTurn = 320
/** Requests after which what runs often is compiled: as many on each side, however fast the machine is. */
const untilCompiled = 6_000

interface Size {
  bytes: number
  elements: number
}

interface Page {
  server: ServerProcess
  path: string
  headers: Record<string, string>
}

/**
 * The list of invoices as the product serves it to a clerk (host, session, permissions, tenant transaction, language,
 * log) against the same page without any of that: in bare Remix and without a framework. All send it uncompressed.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const pages = await openPages(stage)
  const sizes = Object.fromEntries(
    await Promise.all(Object.entries(pages).map(async ([name, page]) => [name, await sizeOf(page)])),
  ) as Record<keyof typeof pages, Size>
  refuseUnlike(sizes)
  for (const page of Object.values(pages)) await cpuOf(page, untilCompiled)
  const sides = {
    ours: () => cpuOf(pages.ours, inTurn),
    remix: () => cpuOf(pages.remix, inTurn),
    plain: () => cpuOf(pages.plain, inTurn),
  }
  const cpu = await inTurns(sides, { rounds: 15, budgetMs: 60_000 })
  const ms = (name: keyof typeof cpu) => `${median(cpu[name]).toFixed(2)} ms`
  const size = (name: keyof typeof sizes) =>
    `${(sizes[name].bytes / 1_000).toFixed(1)} kB in ${sizes[name].elements} elements`
  return {
    figures: [
      ratio('our page ÷ bare Remix page', medianRatios(cpu.ours, cpu.remix), atMost(1.25)),
      ratio(
        'our page ÷ node:http, pg and a template string',
        medianRatios(cpu.ours, cpu.plain),
        stretch(atMost(4)),
      ),
      ratio('(bare Remix page ÷ node:http, pg and a template string)', medianRatios(cpu.remix, cpu.plain)),
    ],
    notes: [
      `CPU of one request here: ${ms('ours')}, bare Remix ${ms('remix')}, plain ${ms('plain')}`,
      `HTML: ${size('ours')}, bare Remix ${size('remix')}, plain ${size('plain')}; 25 rows each`,
    ],
  }
}

async function openPages(stage: Stage) {
  const [product, { pool, ownerUrl }] = await Promise.all([
    stage.product(),
    stage.demo(),
    buildBareRemix(stage.signal),
  ])
  const { place } = await organisation(pool, subdomain)
  const cookie = await signInAs(pool, subdomain, 'clerk')
  const env = { LIST_DATABASE: ownerUrl, LIST_SCHEMA: place.schema, BARE_BUILD: bareBuild }
  const start = async (file: string): Promise<Page> => {
    const server = await startServerProcess({ file, env })
    stage.atEnd(() => server.stop())
    return { server, path: '/invoice', headers: {} }
  }
  const ours = {
    server: product,
    path: '/invoice',
    headers: { host: `${subdomain}.${product.mainHost}`, cookie: cookie! },
  }
  return {
    ours,
    remix: await start('tests/bench/bare-remix/server.ts'),
    plain: await start('tests/bench/list-page/plain-server.ts'),
  }
}

/** Bytes and elements of the page; refuses one that is not the list with all its rows. */
async function sizeOf(page: Page): Promise<Size> {
  const { body, statusCode } = await once(page)
  const rows = body.split('<th scope="row"').length - 1
  if (statusCode !== 200 || rows !== 26)
    throw new Error(`the page has ${rows} rows (${statusCode}): ${body.slice(0, 500)}`)
  return { bytes: Buffer.byteLength(body), elements: body.match(/<[a-z]/g)!.length }
}

/** How far the pages without our code may be from the real one in what they show, before they say nothing of its cost. */
const apart = 0.02

function refuseUnlike({ ours, ...others }: Record<'ours' | 'remix' | 'plain', Size>) {
  for (const [name, { elements }] of Object.entries(others))
    if (Math.abs(elements - ours.elements) > apart * ours.elements)
      throw new Error(
        `the page has ${ours.elements} elements, that of ${name} ${elements}: mend list-page/words.ts`,
      )
}

/** Milliseconds of CPU for one request of so many, while {@link connections} ask without pause. */
async function cpuOf({ server, path, headers }: Page, requests: number): Promise<number> {
  let left = requests
  const askOnAndOn = async () => {
    while (left-- > 0) {
      const { status } = await visit(server, path, headers)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    }
  }
  const before = await server.cpuMs()
  await Promise.all(Array.from({ length: connections }, askOnAndOn))
  return ((await server.cpuMs()) - before) / requests
}

async function once({ server, path, headers }: Page): Promise<{ statusCode: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: server.port, path, headers, agent: false },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, body }))
      },
    )
    asked.on('error', reject).end()
  })
}
