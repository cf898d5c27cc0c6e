import { existsSync } from 'node:fs'
import type { RouteConfig, RouteConfigEntry } from '@remix-run/dev/dist/config/routes.js'
import { nouns } from './addresses/areas.ts'
import { fileOf, type Page } from './addresses/pages.ts'

/** The URL map of the whole product, made of what `app/addresses` declares: a page that is not there does not exist. */
export default [
  { file: 'routes/tenant/layout.tsx', children: framed('tenant/') },
  { file: 'routes/main/layout.tsx', children: framed('main/') },
  ...entries(({ kind }) => kind === 'bare'),
] satisfies RouteConfig

function framed(side: string): RouteConfigEntry[] {
  return entries(({ kind }, file) => kind !== 'bare' && file.startsWith(side))
}

function entries(chosen: (page: Page, file: string) => boolean): RouteConfigEntry[] {
  return nouns.flatMap((noun) =>
    Object.entries(noun.pages).flatMap(([name, page]) => {
      const file = fileOf(noun, name, page)
      return chosen(page, file) ? [entryOf(page, file)] : []
    }),
  )
}

function entryOf({ address, id }: Page, file: string): RouteConfigEntry {
  const source = ['.tsx', '.ts']
    .map((ending) => `routes/${file}${ending}`)
    .find((one) => existsSync(`app/${one}`))
  if (!source)
    throw new Error(`${address} is declared in app/addresses, but there is no app/routes/${file}.tsx`)
  const own = { file: source, id: `routes/${id ?? file}` }
  return address === '/' ? { ...own, index: true } : { ...own, path: address.slice(1) }
}
