import { todayIn } from '#app/domain/core/dates.ts'
import type { ListParameters } from '#app/domain/core/documents/document.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { printables } from './lists.ts'

/** The list, search and reader of a requested document; refuses (not_found.page) a list that does not exist (any more). */
export function requestedList({ name, query, scope, roles = [] }: ListParameters, asked_at: Date) {
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  const reader: Reader = { scope, roles, today: todayIn(asked_at) }
  return { list, reader, search: list.search.parse(Object.fromEntries(new URLSearchParams(query))) }
}
