import { type AppLoadContext, data, type EntryContext, redirect, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { withGates } from '#app/server/routing/trees.ts'
import { type PageData, passToPage, withPageData } from './page-data.ts'

const context = (pageData: PageData | undefined = new Map()) => ({ pageData }) as AppLoadContext
const remix = (loaderData: object) => ({ staticHandlerContext: { loaderData } }) as unknown as EntryContext

test('the data of a loader goes to the page, and Remix has nothing to serialise', () => {
  const here = context()
  const rows = [{ id: 1 }]
  const given = { root: null, layout: null, list: passToPage(here, 'list', { rows }) }
  expect(given.list).toBeNull()
  const page = withPageData(remix(given), here)
  expect(page.staticHandlerContext.loaderData).toEqual({ root: null, layout: null, list: { rows } })
  expect(page.staticHandlerContext.loaderData.list.rows).toBe(rows)
})

test('status and headers stay with Remix', () => {
  const here = context()
  const init = { status: 409, headers: { refresh: '5' } }
  expect(passToPage(here, 'page', data({ busy: true }, init))).toEqual(data(null, init))
  expect(here.pageData!.get('page')).toEqual({ busy: true })
})

test("responses, null, and the data for Remix's own scripts go the usual way", () => {
  const elsewhere = redirect('/login')
  const here = context()
  expect(passToPage(here, 'page', elsewhere)).toBe(elsewhere)
  expect(passToPage(here, 'page', null)).toBeNull()
  expect(here.pageData!.size).toBe(0)
  const rows = { rows: [] }
  expect(passToPage({ pageData: undefined } as AppLoadContext, 'page', rows)).toBe(rows)
})

test('the data of a loader that fails in a second run is not used from its first', () => {
  const here = context()
  passToPage(here, 'page', { rows: [] })
  expect(withPageData(remix({ page: undefined }), here).staticHandlerContext.loaderData).toEqual({
    page: undefined,
  })
})

test.each([
  { page: 'without scripts', hydrates: {}, given: null, kept: 1 },
  { page: 'with scripts', hydrates: { hydrates: true }, given: { rows: [] }, kept: 0 },
])('the loader of a page $page', async ({ hydrates, given, kept }) => {
  const module = {
    handle: { access: 'guest', ...hydrates },
    default: () => null,
    loader: () => ({ rows: [] }),
  }
  const build = { routes: { page: { id: 'page', module } } } as unknown as ServerBuild
  const { loader } = withGates(build).routes.page!.module
  const here = { ...context(), api: false, profile: 'none' } as AppLoadContext
  const request = new Request('http://demo.localhost/page')
  expect(await loader!({ request, params: {}, context: here })).toEqual(given)
  expect(here.pageData!.size).toBe(kept)
})
