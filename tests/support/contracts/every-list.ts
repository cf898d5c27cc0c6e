import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List } from '#app/domain/core/lists/list.ts'

/** A list, whoever reads it. */
export type AnyList = Pick<
  List<never, unknown, Filters<never>>,
  'side' | 'name' | 'title' | 'access' | 'filters' | 'columns'
>

/** Every list that the domain makes, under the name by which it is exported; `ownSignInLists.user` for one in an object. */
export async function everyList(): Promise<{ name: string; list: AnyList }[]> {
  const files = globSync('app/domain/**/*.ts').filter(
    (file) =>
      !file.includes('.test.') && /core\/lists\/list\.ts|\.\/list\.ts/.test(readFileSync(file, 'utf8')),
  )
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<object>))
  return modules.flatMap((module) => listsIn(module))
}

function listsIn(holder: object, within = ''): { name: string; list: AnyList }[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return []
    const name = `${within}${key}`
    if (isList(value)) return [{ name, list: value }]
    return within === '' ? listsIn(value, `${name}.`) : []
  })
}

const isList = (value: object): value is AnyList =>
  'side' in value && 'filters' in value && 'query' in value && 'search' in value
