import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Kysely } from 'kysely'
import type { Permission } from '#app/domain/access.ts'
import { choiceWord, type Filter, type Filters } from '#app/domain/lists/filters.ts'
import { backgroundFormats, formats, operatorFormats } from '#app/domain/lists/formats.ts'
import {
  columnsFor,
  filtersFor,
  type List,
  type OperatorReader,
  type Reader,
} from '#app/domain/lists/list.ts'
import { pageOf } from '#app/domain/lists/read-list.server.ts'
import type { OperatorPermission } from '#app/domain/operator-access.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { sorted } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { FilterField } from '#app/ui/table/Filters.tsx'
import type { DB } from '#db/types.ts'

/** The loader of a list of an organisation's. */
export async function listPage<
  F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  list: List<Reader, Permission, F, Row, Raw, Key>,
) {
  const reader = readerOf(context, list.access.view!)
  const view = await viewOf(context, list, reader, request)
  const may = (permission: Permission | undefined) => permission !== undefined && context.can(permission)
  return {
    ...view,
    mayCreate: may(list.access.create),
    print: may(list.access.print) ? paths.printed(list.name) : undefined,
    formats,
    background: backgroundFormats,
  }
}

/** The loader of a list of the operator's. */
export async function operatorListPage<
  F extends Filters<OperatorReader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  list: List<OperatorReader, OperatorPermission, F, Row, Raw, Key>,
) {
  const view = await viewOf(context, list, operatorReaderOf(context), request)
  const may = (permission: OperatorPermission | undefined) =>
    permission !== undefined && context.operatorCan(permission)
  return {
    ...view,
    mayCreate: may(list.access.create),
    print: may(list.access.print) ? paths.admin.printed(list.name) : undefined,
    formats: operatorFormats,
    background: [],
  }
}

/** The reader of this request, with the rows that a permission of a list gives; refuses who does not hold it. */
export function readerOf(context: RequestContext, permission: Permission): Reader {
  const { actor, today } = context
  return { scope: context.scope(permission), roles: actor.roles, today }
}

/** The operator of this request. */
export function operatorReaderOf({ actor }: RequestContext): OperatorReader {
  if (!actor.id || !actor.operator_role) throw new Refusal('action_not_allowed')
  return { id: actor.id, role: actor.operator_role }
}

/** What a page shows of a list to any kind of reader: the rows of the address's search, and the form of its filters. */
export async function viewOf<
  Who,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(context: RequestContext, list: List<Who, unknown, F, Row, Raw, Key>, reader: Who, request: Request) {
  const asked = searchIn(request, list)
  const db = await context.read()
  const [page, filters] = await Promise.all([
    pageOf(list, db, reader, asked),
    filterFields(context, db, list, reader, asked),
  ])
  return { title: context.t(list.title), columns: columnsFor(list, reader, 'page'), page, filters }
}

/** The search in the address of a request. */
export function searchIn<S>(request: Request, { search }: { search: { parse(given: unknown): S } }): S {
  return search.parse(Object.fromEntries(new URL(request.url).searchParams))
}

/** The filters of a list as its form draws them, with what each has to choose from. */
export async function filterFields<Who, F extends Filters<Who>>(
  context: RequestContext,
  db: Kysely<DB>,
  list: { filters: F },
  reader: Who,
  asked: object,
): Promise<FilterField[]> {
  const values: Readonly<Record<string, unknown>> = { ...asked }
  const fields = filtersFor(list, reader).map(([name, filter]) => {
    const value = values[name]
    return fieldOf(context, db, filter, reader, {
      name,
      value: typeof value === 'string' ? value : undefined,
    })
  })
  return (await Promise.all(fields)).filter((field) => field.kind !== 'choice' || field.options.length > 0)
}

async function fieldOf<Who>(
  { t, locale }: RequestContext,
  db: Kysely<DB>,
  filter: Filter<Who>,
  reader: Who,
  given: { name: string; value: string | undefined },
): Promise<FilterField> {
  switch (filter.kind) {
    case 'kept':
      return { kind: 'kept', ...given }
    case 'day':
      return { kind: 'day', label: t(filter.label), ...given }
    case 'entry': {
      const entries = await filter.entries(db, reader, given.value)
      const options = entries.map(({ id, name }) => ({ value: id, label: name }))
      return {
        kind: 'choice',
        label: t(filter.label),
        options,
        all: filter.all && t(filter.all),
        ...given,
      }
    }
    case 'choice': {
      const options = filter.values
        .filter((value) => filter.offers?.(value, reader) ?? true)
        .map((value) => ({ value, label: choiceWord(filter, value, t) }))
      const ordered = filter.sorted ? sorted(options, ({ label }) => label, locale) : options
      return { kind: 'choice', label: t(filter.label), options: ordered, ...given }
    }
  }
}
