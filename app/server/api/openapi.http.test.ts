import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { client } from '#tests/support/product/api.ts'
import { type App, addressesOf, app, builtProduct } from '#tests/support/product/http.ts'
import { type ApiCall, apiCalls } from './calls.ts'
import { openApiDocument } from './openapi.ts'

const calls = Object.entries<ApiCall>(apiCalls)
let web: App

beforeAll(async () => {
  web = await app()
})

/** Routes of the product that are calls, by what stands behind `/api/`. */
async function routes() {
  const all = addressesOf(await builtProduct())
  return all.filter(({ path, id }) => path.startsWith('/api/') && !/\/api\/(openapi|not-found)$/.test(id))
}

test('each call has a route on its hosts with its access, and each route is a call', async () => {
  const found = (await routes()).map(({ id, path, module }) => ({
    name: path.slice('/api/'.length),
    on: id.startsWith('routes/shared/') ? ['main', 'tenant'] : [id.split('/')[1]],
    handle: module.handle,
  }))
  const listed = calls.map(([name, { access, on }]) => ({ name, on: [...on], handle: { access, api: true } }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(found.sort(byName)).toEqual(listed.sort(byName))
})

test('no other route answers as the API does, and none of the API as a page', async () => {
  const api = addressesOf(await builtProduct()).filter(({ module }) => (module.handle as { api?: true })?.api)
  expect(api.every(({ path }) => path.startsWith('/api/'))).toBe(true)
  expect(
    api.filter(({ module }) => module.default || !module.loader || !module.action).map(({ id }) => id),
  ).toEqual(['routes/shared/api/openapi'])
})

test('the document is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(openApiDocument()))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('the document names each call with its method, and nothing else', () => {
  const { paths } = openApiDocument() as { paths: Record<string, object> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(calls.map(([name, { method }]) => `${method} /api/${name}`).sort())
})

test('it is served on both kinds of host to anybody', async () => {
  const tenant = await freshTenant()
  for (const at of [tenant, undefined]) {
    const { status, text } = await client(web, at).get('openapi.json')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  }
})

test('the table of docs/api.md names each call, who may make it and where', () => {
  const docs = readFileSync('docs/api.md', 'utf8')
  const [, table = ''] = docs.split(/<!-- \/?api -->/)
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const listed = calls.map(([name, { method, does, access, on, idempotent }]) => [
    `\`${method} /api/${name}\``,
    does,
    on.length === 2 ? 'both' : on[0],
    access === 'guest' ? 'anybody' : `\`${String(access)}\``,
    idempotent ? 'yes' : '',
  ])
  expect(rows).toEqual(listed)
})
