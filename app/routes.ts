import { existsSync } from 'node:fs'
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@remix-run/route-config'
import { nouns } from './addresses/areas.ts'
import { fileOf, type Page } from './addresses/pages.ts'

/** The URL map of the whole product, made of what `app/addresses` declares: a page that is not there does not exist. */
export default [
  layout('routes/tenant/layout.tsx', framed('tenant/')),
  layout('routes/main/layout.tsx', framed('main/')),
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
  const path = ['.tsx', '.ts']
    .map((ending) => `routes/${file}${ending}`)
    .find((one) => existsSync(`app/${one}`))
  if (!path)
    throw new Error(`${address} is declared in app/addresses, but there is no app/routes/${file}.tsx`)
  const own = { id: `routes/${id ?? file}` }
  return address === '/' ? index(path, own) : route(address.slice(1), path, own)
}
