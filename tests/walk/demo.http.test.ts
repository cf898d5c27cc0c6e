import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageTag } from '#app/i18n/locales.ts'
import { staticFiles } from '#app/server/http/static-files.ts'
import { nodeListener } from '#app/server/wire/node-listener.ts'
import { built } from '#app/start/building/built.ts'
import { inTurn, type Met, textOf } from '#tests/bench/crawl/crawl.ts'
import { firstFlight, limitOfForm } from '#tests/bench/crawl/weigh.ts'
import { type Weighed, type WeighedPage, weighAll } from '#tests/bench/crawl/weigh-all.ts'
import { demoOfToday, demoRing } from '#tests/support/database/demo.ts'
import { pageFaults } from '#tests/support/pages/page-faults.ts'
import { rawWords, wordsOfPage } from '#tests/support/pages/raw-words.ts'
import { app, mainHost } from '#tests/support/product/http.ts'
import { figure } from '#tests/support/run/figure.ts'
import { share, soaking } from '#tests/support/run/soak.ts'

/**
 * One crawl of the demo, by everybody who may look at it, in every language, as it travels; each page goes to every
 * judge. React checks here what it is given, which it does not as it is shipped.
 */
let weighed: Weighed
let server: Server

beforeAll(async () => {
  const { database } = await demoOfToday()
  const { handle, build } = await app({ services: { ring: demoRing } })
  const files = await staticFiles(built().client)
  const answer = nodeListener(handle, (error) => {
    throw error
  })
  // a connection that is kept for the next question is never closed under it
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    files(request, response, () => void answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  weighed = await weighAll({ pool: database.pool, build, port, mainHost }, 'demo', { briefly: !soaking })
}, 900_000)

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const named = ({ path, who, locale, status, total, page }: WeighedPage) =>
  `${path} (${who}, ${locale}, ${status}): ${total} bytes, ${page} of them the page`

/** What is wrong with a page, in a few words; nothing when it is as it must be. */
const judges: Record<string, (page: WeighedPage) => boolean | string[]> = {
  fails: ({ status }) => status >= 500,
  'is too heavy for the first flight, with all it needs to be painted': ({ total, isPrintedList }) =>
    !isPrintedList && total > firstFlight,
  'is a form of more than four kilobytes, or six of the few that hold much': ({ isForm, page, path }) =>
    isForm && page > limitOfForm(path),
  'runs something': ({ scripts }) => scripts > 0,
  'is not in the language that was asked for': ({ html, locale }) =>
    !html.includes(`<html lang="${languageTag(locale)}"`),
  'shows a raw word': ({ html }) => wordsOfPage(html).flatMap(rawWords),
  'is built unsoundly': ({ html }) => pageFaults(html),
}

test.each(Object.entries(judges))('no page %s', (_, judge) => {
  const found = weighed.pages.flatMap((page) => {
    const fault = judge(page)
    return fault === true || (fault && fault.length > 0)
      ? [`${named(page)} ${fault === true ? '' : fault}`]
      : []
  })
  expect(found).toEqual([])
  expect(weighed.pages.length).toBeGreaterThan(400)
})

test('what wrong input is answered with is as sound, and so is the head of a file', async () => {
  const found = new Set<string>()
  const count = { wrong: 0, files: 0 }
  const hear = (where: string, texts: string[]) => {
    for (const word of texts.flatMap(rawWords)) found.add(`${word} in ${where}`)
  }
  const tried = new Set<string>()
  /** In a soak everybody's own, else the first one's of each kind. */
  const isNews = (kind: string) => {
    const size = tried.size
    return tried.add(kind).size > size || soaking
  }
  for (const { visitor, met } of weighed.visits) {
    for (const { kind, action, fields } of formsOf(met)) {
      if (!isNews(kind)) continue
      // by turns the one or the other, in the one language or in the other
      const { who, locale, ask } = inTurn(visitor, kind)
      for (const value of share(['', '?'], 1, `${kind} ${locale}`)) {
        const answer = await ask(action, new URLSearchParams(fields.map((name) => [name, value])))
        if (!answer.type.startsWith('text/html') || answer.status < 400) continue
        count.wrong += 1
        const [where, html] = [`${action} (${who}, ${locale})`, textOf(answer)]
        hear(where, wordsOfPage(html))
        for (const fault of pageFaults(html)) found.add(`${where} ${fault}`)
      }
    }
    for (const path of exportsOf(met)) {
      const file = path.replace(/\?.*/, '')
      if (!isNews(file)) continue
      const answer = await inTurn(visitor, file).ask(path)
      if (!answer.type.includes('csv')) continue
      count.files += 1
      hear(path, [textOf(answer).split('\n')[0]!])
    }
  }
  figure(
    `demo: ${weighed.pages.length} pages, ${count.wrong} answers to wrong input and ${count.files} files, no raw word`,
  )
  expect([...found]).toEqual([])
  expect(count.wrong).toBeGreaterThan(20)
  expect(count.files).toBeGreaterThan(10)
})

/**
 * Pages in the middle of something that a crawl does not begin: a code, a link from a mail, a proof, a file being made,
 * an answer of a bank that is not as it was asked, a domain of an organisation that has been proven.
 */
const amid = [
  'routes/shared/verify/paper',
  'routes/main/confirm',
  'routes/main/billing/go',
  'routes/main/billing/pay',
  'routes/main/billing/status',
  'routes/main/invitation',
  'routes/main/job/view',
  // Of a preview or an import that is ready, for somebody who may not carry it out.
  'routes/tenant/generation/ask',
  'routes/tenant/import/ask',
  'routes/main/login/code',
  'routes/main/login/organisation-choose',
  'routes/main/login/organisation-code',
  'routes/main/platform-invoice/download',
  'routes/main/payment-exception/note',
  'routes/main/payment-exception/resolve',
  'routes/main/profile/contact',
  ...'bank connections contact documents done organisation package review subdomain'
    .split(' ')
    .map((page) => `routes/main/register/${page}`),
  'routes/main/reset',
  'routes/main/second-factor/codes',
  'routes/shared/payment/go',
  'routes/shared/payment/waiting',
  'routes/tenant/trace/view',
  'routes/tenant/application/fee',
  'routes/tenant/confirm',
  'routes/tenant/counter/done',
  'routes/tenant/document/view',
  // An archive that somebody has asked for, and a report that somebody has saved.
  'routes/tenant/year-archive/view',
  'routes/tenant/family-archive/view',
  'routes/tenant/saved-report/edit',
  'routes/tenant/saved-report/mail',
  'routes/main/entity/domain-off',
  // By a code that nobody has made, and with a ticket.
  'routes/main/entity/help',
  'routes/tenant/help/enter',
  'routes/main/entity/note',
  'routes/tenant/family/note',
  'routes/tenant/generation/undo',
  'routes/tenant/import/map',
  'routes/tenant/import/row',
  'routes/tenant/import/view',
  'routes/tenant/invitation',
  // Of a session that is confirmed, and by the link in a message.
  'routes/tenant/marking/reopen',
  'routes/tenant/opt-out/view',
  'routes/tenant/invoice/versions',
  'routes/tenant/login/phone-code',
  'routes/tenant/login/phone-fact',
  'routes/tenant/login/phone-fact-mail',
  'routes/tenant/login/ticket',
  'routes/tenant/rollover/undo',
  'routes/tenant/register/choose',
  'routes/tenant/register/documents/upload',
  'routes/tenant/register/done',
  'routes/tenant/register/later',
  'routes/tenant/register/parent',
  'routes/tenant/payment/correct',
  'routes/tenant/register/phone-code',
  'routes/tenant/register/review',
  'routes/tenant/register/status',
  'routes/tenant/register/student',
  'routes/tenant/setting/registration/question',
  'routes/tenant/reset',
  'routes/tenant/parent/reveal',
  'routes/tenant/profile/contact',
  'routes/tenant/staff/reveal',
  'routes/tenant/student-change/approve',
  'routes/tenant/student-change/reveal',
  'routes/tenant/student/health-show',
  'routes/tenant/student/reveal',
]

test('the crawl meets every other page: new ones are weighed without being named anywhere', () => {
  expect(weighed.unmet.filter((id) => !amid.includes(id))).toEqual([])
})

/** Forms that post, one for each kind of address, with the names of their fields; not the one that signs out. */
function formsOf(met: Met[]) {
  const forms = new Map<string, { kind: string; action: string; fields: string[] }>()
  for (const { html, path } of met)
    for (const [form] of html.matchAll(/<form\b[^>]*method="post"[\s\S]*?<\/form>/g)) {
      const action = (/^<form\b[^>]*action="([^"]*)"/.exec(form)?.[1] ?? path).replaceAll('&amp;', '&')
      if (!action.startsWith('/') || action.startsWith('/logout')) continue
      const kind = action.replace(/[?#].*/, '').replace(/\/[\w-]{20,}/g, '/:id')
      const fields = [...form.matchAll(/\sname="([^"]+)"/g)].map(([, name]) => name!)
      if (!forms.has(kind)) forms.set(kind, { kind, action, fields })
    }
  return forms.values()
}

const exportsOf = (met: Met[]) =>
  new Set(
    met.flatMap(({ html }) =>
      [...html.matchAll(/href="(\/[^"]*\/export\/csv[^"]*)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      ),
    ),
  )
