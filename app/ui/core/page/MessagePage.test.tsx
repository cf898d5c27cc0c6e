import { expect, test } from 'vitest'
import { type PageInfo, PageProvider } from '#app/ui/core/page-context.tsx'
import { markup } from '#tests/support/pages/markup.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { LinkRefused } from './MessagePage.tsx'

const page: PageInfo = {
  ...{
    nonce: '',
    requestId: '4f2a',
    locale: 'en',
    side: 'tenant',
    origin: 'http://demo.localhost',
    path: '/',
    user: null,
    menu: null,
    flash: null,
  },
  organisation: {
    name: 'Sinar',
    locale: 'en',
    logo: null,
    banner: null,
    background: null,
    colour: null,
    href: '/dashboard',
    contact: null,
  },
}
const said = async (status: number, code?: string) => {
  const html = await markup(
    <PageProvider page={page}>
      <ErrorPage status={status} code={code} />
    </PageProvider>,
  )
  return { title: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, ''), html }
}

test('a refusal is headed by few words and then told in full', async () => {
  const refused = await said(403, 'action_not_allowed')
  expect(refused.title).toBe('Not for your role')
  expect(refused.html).toMatch(/<p>Action not allowed/)
  expect((await said(404, 'not_found.invoice')).title).toBe('Invoice not found')
  const busy = await said(503, 'database_busy')
  expect(busy.title).toBe('Back in a moment')
  expect(busy.html).toContain('4f2a')
})

test('so is a link that opens nothing any more', async () => {
  const html = await markup(<LinkRefused code="auth.token_expired" text="Ask the office." />)
  expect(html).toMatch(/<h1[^>]*><b>This link opens nothing any more<\/b><\/h1><p>Ask the office\.<\/p>/)
  expect(html).toContain('Token has expired.')
})
