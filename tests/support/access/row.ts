import type { z } from 'zod'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { Thing } from './noun.ts'

/** What is sent: the fields of a page's form, or the members of the JSON of a call. */
export type Fields = Record<string, unknown>

/** What the tests of access need to know of a route, besides what the route says itself. */
export interface Row {
  /** What `:id` or `:code` in the address, or `{id}` in `query`, stands for. */
  of?: string
  /** The other parameters of the address; the route is tried with each of these. */
  params?: Record<string, string>[]
  query?: string
  /** There is nothing behind its address for anybody of the test: a file that nobody has put there. */
  absent?: true
  /** Its code turns away by itself who has no session, so that opening the gate alone would be no hole. */
  ownWall?: true
  /** Opening the address of a verb does no more than lead on to a page, whatever it is about. */
  leadsOn?: true
  /** What the route asks for itself, when its handle only says who must be signed in; by the address's parameters. */
  needs?: (params: Record<string, string>) => Permission | OperatorPermission
  /** What is answered to who lacks that: 403, unless the route keeps quiet about what there is. */
  lacking?: 'refused' | 'missing'
  /** The permission whose scope the rows are found by, where that is another than the one that opens the route. */
  reach?: Permission
  /** An operator without this permission finds only what they did themselves, which none of the objects is. */
  allWith?: OperatorPermission
  /** Where a reader who may is led, when it looks like being turned away: to sign in, or to the dashboard. */
  goes?: RegExp
  /** On the main host there is nothing behind it, though it is a shared route; or nothing to post to. */
  tenantOnly?: 'always' | 'posts'
  /** Its address is for posts, though it answers in words of its own to who opens it. */
  postsOnly?: true
  /** Its page is about the second factor, and leads to setting one up who has none. */
  needsFactor?: true
  /** The least form or JSON that the action takes, about an object of this kind; none, when there is nothing to send. */
  form?: (thing: Thing) => Fields
  /** An empty body is taken, too, and changes the object. */
  emptyChanges?: true
  /** The names that the form may have. Anything else that is posted must change nothing. */
  schema?: z.ZodObject
}

export const today = currentDay()
export const inDays = (days: number) => addDays(today, days)
export const list: Row = {}
export const view = (of: string): Row => ({ of })
/** A verb without a page of its own: a button on the page of its noun. */
export const verb = (of: string, form: Row['form'] = () => ({}), schema?: z.ZodObject): Row => ({
  of,
  leadsOn: true,
  form,
  ...(schema ? { schema } : {}),
})
export const version = ({ version = 1 }: Thing) => ({ version: String(version) })
/** Lists whose name has one part are in the address by `name`, those of the logs by `log`, reports by two parts. */
export const names = (record: object) =>
  Object.keys(record).flatMap((name) => (name.includes('/') ? [] : [{ name }]))
export const logs = (record: object) =>
  Object.keys(record).flatMap((name) => (name.startsWith('log/') ? [{ log: name.slice(4) }] : []))
export const reports = (record: object) =>
  Object.keys(record).flatMap((name) => {
    const [first, group, report] = name.split('/')
    return first === 'report' && group && report ? [{ group, report }] : []
  })
export const inFormats = (params: Record<string, string>[], formats: string[]) =>
  params.flatMap((one) => formats.map((format) => ({ ...one, format })))

/** The id of nothing. */
const nobody = '0198f000-0000-7000-8000-00000000dead'
export const id = (value: unknown) => (typeof value === 'string' ? value : nobody)

/** A public code, which stands for an id that is not there, is none. */
export const uuid = (value: unknown) => (String(value).includes('-') ? id(value) : nobody)
