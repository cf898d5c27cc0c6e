import './support/as-shipped.ts'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticFiles } from '#app/server/http/static-files.ts'
import { firstFlight, formLimit } from './bench/crawl/weigh.ts'
import { type Weighed, type WeighedPage, weighAll } from './bench/crawl/weigh-all.ts'
import { demo, demoRing } from './support/demo.ts'
import { app, mainHost } from './support/http.ts'

/** Every page of the demo, for everybody who may look at it, in both languages, as it travels. */
let weighed: Weighed
let server: Server

beforeAll(async () => {
  const { database } = await demo()
  const { handle, build } = await app({ services: { ring: demoRing } })
  const files = await staticFiles('build/client')
  const answer = createRequestListener(handle)
  server = createServer((request, response) => {
    files(request, response, () => void answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  weighed = await weighAll({ pool: database.pool, build, port, mainHost }, 'demo')
}, 120_000)

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const named = ({ path, who, locale, total, page }: WeighedPage) =>
  `${path} (${who}, ${locale}): ${total} bytes, ${page} of them the page`

test('every page arrives in the first flight, with all it needs to be painted', () => {
  const heavy = weighed.pages.filter(({ total, isPrintedList }) => !isPrintedList && total > firstFlight)
  expect(heavy.map(named)).toEqual([])
})

test('a form is at most four kilobytes', () => {
  expect(weighed.pages.filter(({ isForm, page }) => isForm && page > formLimit).map(named)).toEqual([])
})

test('no page runs anything', () => {
  expect(weighed.pages.filter(({ scripts }) => scripts > 0).map(named)).toEqual([])
})

/** Pages in the middle of something that a crawl does not begin: a code, a link from a mail, a proof, a file being made. */
const amid = [
  'routes/main/confirm',
  'routes/main/invitation',
  'routes/main/job/view',
  'routes/main/login/code',
  'routes/main/login/organisation-choose',
  'routes/main/login/organisation-code',
  'routes/main/reset',
  'routes/main/second-factor/codes',
  'routes/shared/payment/go',
  'routes/tenant/confirm',
  'routes/tenant/document/view',
  'routes/tenant/invitation',
  'routes/tenant/login/phone-code',
  'routes/tenant/login/ticket',
  'routes/tenant/reset',
  'routes/tenant/staff/reveal',
]

test('no page of the demo fails', () => {
  expect(weighed.pages.filter(({ status }) => status >= 500).map(named)).toEqual([])
})

test('the crawl meets every other page: new ones are weighed without being named anywhere', () => {
  expect(weighed.unmet.filter((id) => !amid.includes(id))).toEqual([])
})
