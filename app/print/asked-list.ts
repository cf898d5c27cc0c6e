import { todayIn } from '#app/domain/core/dates.ts'
import type { ListParameters } from '#app/domain/core/documents/document.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { printables } from './lists.ts'

/** The list that a document was asked for, its search, and who asked; refuses one that there is not (any more). */
export function askedList({ name, query, scope, roles = [] }: ListParameters, asked_at: Date) {
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  const reader: Reader = { scope, roles, today: todayIn(asked_at) }
  return { list, reader, search: list.search.parse(Object.fromEntries(new URLSearchParams(query))) }
}
