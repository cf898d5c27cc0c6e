import type { Access } from '#app/domain/core/access/route-access.ts'
import type { PicturedNoun, ResourceNoun } from '#app/domain/core/resources.ts'

/** A page: its address, who may open it, and the file of its route. */
export interface Page<Address extends string = string> {
  address: Address
  access: Access
  /** Under `app/routes`, without its ending, or in the folder of its noun; by default the page's name. */
  file?: string | undefined
  /** The name of a route whose file another one has as well. */
  id?: string | undefined
  kind: Kind
}

/**
 * A page in the frame of its side, with the menu, or a file that it offers; the address of a button, which shows no page;
 * or anything without the menu: on paper, or for people who are not signed in.
 */
type Kind = 'page' | 'button' | 'bare'

/** The pages of one noun by their names: `view` of `tenant/credit-move` is `app/routes/tenant/credit-move/view.tsx`. */
export interface Pages<P extends Record<string, Page> = Record<string, Page>> {
  folder: string
  pages: P
}

const ofKind =
  (kind: Kind) =>
  <A extends string>(address: A, access: Access, file?: string, id?: string): Page<A> => ({
    ...{ address, access, file, id, kind },
  })

export const page = ofKind('page')
export const button = ofKind('button')
export const bare = ofKind('bare')

export const pages = <P extends Record<string, Page>>(folder: string, pages: P): Pages<P> => ({
  folder,
  pages,
})

/** The file of a page's route under `app/routes`, without its ending: `tenant/credit-move/view`. */
export function fileOf({ folder }: Pages, name: string, { file = kebab(name) }: Page): string {
  return /^(main|tenant|shared)\//.test(file) ? file : `${folder}/${file}`
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The six pages of a noun that an organisation keeps by form; its permissions have the noun's name. */
export function resource<N extends ResourceNoun>(noun: N) {
  const at = addressOf(noun)
  return {
    list: page(at, `${noun}.view`),
    new: page(`${at}/new`, `${noun}.create`),
    view: page(`${at}/view/:id`, `${noun}.view`),
    edit: page(`${at}/edit/:id`, `${noun}.edit`),
    status: button(`${at}/status/:id`, `${noun}.edit`),
    remove: button(`${at}/remove/:id`, `${noun}.remove`),
  }
}

/** The picture of a row: the form that brings it, the button that removes it, itself. */
export function picture<N extends PicturedNoun>(noun: N) {
  const at = addressOf(noun)
  return {
    image: page(`${at}/image/:id`, `${noun}.edit`),
    imageRemove: button(`${at}/image/remove/:id`, `${noun}.edit`),
    picture: page(`${at}/picture/:id`, `${noun}.view`),
  }
}

/** `/fee-type` of `fee_type`. */
const addressOf = (noun: ResourceNoun) => `/${noun.replaceAll('_', '-')}` as '/noun'

type Params<Address> = Address extends `${string}:${string}/${infer Rest}`
  ? [string | number, ...Params<Rest>]
  : Address extends `${string}:${string}`
    ? [string | number]
    : []

/** The search of an address; what is empty is left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | null | undefined>>

type PathsOf<P extends Record<string, Page>> = {
  readonly [Name in keyof P]: (...params: [...Params<P[Name]['address']>, query?: Query]) => string
}

/** Builders of the addresses of pages: `paths.credit_move.view(id)`, `paths.invoice.list({ status: 'draft' })`. */
export function pathsOf<P extends Record<string, Page>>({ pages }: Pages<P>): PathsOf<P> {
  const builders = Object.entries(pages).map(([name, { address }]) => [name, builderOf(address)])
  return Object.fromEntries(builders)
}

function builderOf(address: string) {
  const parts = address.split(/:\w+/)
  return (...params: (string | number | Query | undefined)[]) => {
    const [path, query] = [params.slice(0, parts.length - 1), params[parts.length - 1]]
    const filled = parts.map((part, n) => part + (n < path.length ? encodeURIComponent(String(path[n])) : ''))
    return filled.join('') + (query ? searchOf(query as Query) : '')
  }
}

/** The same of all nouns of a file. */
export function allPaths<All extends Record<string, Pages>>(nouns: All) {
  const each = Object.entries(nouns).map(([name, noun]) => [name, pathsOf(noun)])
  return Object.fromEntries(each) as { readonly [Name in keyof All]: PathsOf<All[Name]['pages']> }
}

/** With its question mark; nothing where nothing is searched for. */
export function searchOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  return search.size > 0 ? `?${search}` : ''
}
