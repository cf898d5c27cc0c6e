import type { ServerBuild } from '@remix-run/node'
import { type Role, roles } from '#app/domain/core/access/access.ts'
import { configOf, makePair } from '#app/integrations/fpx/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import {
  branch,
  enrolment,
  insert,
  parent,
  student,
  subject,
  type Trx,
  user,
} from '#tests/support/database/factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, type AppOptions, app } from '#tests/support/product/http.ts'
import type { Corner, Relation, Thing } from './noun.ts'
import { type NounName, nounOf, nouns } from './nouns.ts'
import { everybody, everyOperator, newColleague, type Person } from './people.ts'
import { type SendOptions, send } from './requests.ts'

/** Words that only the one or the other organisation has. */
export const marks = { home: 'MERPATI', neighbour: 'KENARI' } as const

export interface World {
  web: App
  home: Tenant
  neighbour: Tenant
  people: Person[]
  /** An object of a noun that stands so to the people at home. */
  thing(noun: NounName, relation: Relation): Thing
  /** More objects of the home organisation's own corner. */
  another(noun: NounName): Promise<Thing>
  send(person: Person, method: string, path: string, options?: SendOptions): Promise<Response>
  /** The same people and things before another build of the product. */
  servedBy(build: ServerBuild): Promise<World>
}

const banks = [{ code: 'TEST0021', online: true }]

/** Two organisations full of data, everybody who could knock at a page, and the product. Both are made alike. */
export async function makeWorld(options: AppOptions = {}): Promise<World> {
  const keys = await Promise.all([makePair('2025-01-01', '2030-01-01'), makePair('2025-01-01', '2030-01-01')])
  const config = configOf(...keys)
  const fpx = {
    config: async () => config,
    banks: async () => ({ banks, fetched_at: new Date(), stale: false, why: null }),
  }
  // what it remembers it remembers as long as ever, as among many requests that is what could be mixed up
  const web = await app({ ...options, services: { fpx, ...options.services } })
  const strict = await strictly(web, options)
  const operators = await everyOperator()
  const [owner] = operators
  const colleague = await newColleague({})
  const [home, neighbour] = [
    await furnished('home', { own: owner!.id, others: colleague }),
    await furnished('neighbour', { own: colleague, others: colleague }),
  ]
  const gone: Record<'unknown' | 'malformed', Thing> = {
    unknown: { id: '0198f000-0000-7000-8000-00000000dead', code: 'abcdefghijkmnpqrstuvwxyz23', version: 1 },
    malformed: { id: "1'--", code: 'short', version: 1 },
  }
  const world: World = {
    web,
    home: home.tenant,
    neighbour: neighbour.tenant,
    people: await everybody(home.tenant, neighbour.tenant, operators),
    thing(noun, relation) {
      if (relation === 'unknown' || relation === 'malformed') return gone[relation]
      if (relation === 'neighbour') return neighbour.things.own[noun]
      return home.things[relation][noun]
    },
    another: (noun) => home.more(noun),
    send: (person, method, path, given = {}) =>
      send(person.bare ? strict : web, home.tenant, person, method, path, given),
    async servedBy(build) {
      const other = await app({ ...options, services: web.services, build })
      const otherStrict = await strictly(web, { ...options, build })
      return {
        ...world,
        web: other,
        send: (person, method, path, given = {}) =>
          send(person.bare ? otherStrict : other, home.tenant, person, method, path, given),
      }
    },
  }
  return world
}

/** The same product where every operator must have a second factor. */
const strictly = (web: App, options: AppOptions): Promise<App> =>
  app({ ...options, services: { ...web.services, secondFactor: 'required' } })

/** An organisation with three corners: the people's own, another family of their branch, another branch. */
async function furnished(which: keyof typeof marks, operators: { own: string; others: string }) {
  const mark = marks[which]
  const tenant = await freshTenant({ fpx_seller_id: newSellerId() })
  const people = new Map<Role, Awaited<ReturnType<Tenant['actor']>>>()
  for (const role of roles) people.set(role, await tenant.actor(role))
  let count = 0
  const sen = () => 733_100 + (++count % 100)
  const corners = await tenant.write(async (trx) => {
    await trx.updateTable('branch').set({ name: mark }).where('id', '=', tenant.branch.id).execute()
    // Who looks after classes may decide about applications, where it is set so; registration fees come first.
    const value = JSON.stringify({ class_admin_approves: true, fee_first: true })
    await insert(trx, 'setting', { key: 'application', value })
    const far = await branch(trx, { name: mark })
    const own = await corner(
      tenant.branch.id,
      people.get('parent')!.parent_id!,
      people.get('trainer')!.id,
      people.get('clerk')!.id,
    )
    for (const role of ['trainer', 'class-assistant'] as const)
      await insert(trx, 'subject_trainer', { subject_id: own.subject_id, user_id: people.get(role)!.id })
    return {
      own,
      near: await corner(tenant.branch.id),
      far: await corner(far.id),
    }

    async function corner(
      branch_id: string,
      parent_id?: string,
      user_id?: string,
      clerk_id?: string,
    ): Promise<Corner> {
      const payer = parent_id ?? (await parent(trx, { name: mark })).id
      const pupil = await student(trx, { name: mark, branch_id }, { payer: { id: payer } })
      const class_ = await subject(trx, { branch_id, name: mark })
      await enrolment(trx, { student_id: pupil.id, subject_id: class_.id })
      const whose = user_id ?? (await user(trx, { name: mark }, { branch_id })).id
      return {
        entity_id: tenant.place.id,
        branch_id,
        student_id: pupil.id,
        payer_parent_id: payer,
        subject_id: class_.id,
        user_id: whose,
        clerk_id: clerk_id ?? (await user(trx, { name: mark }, { branch_id })).id,
        operator_id: parent_id ? operators.own : operators.others,
        mark,
        sen,
      }
    }
  })
  const make = async (noun: NounName, corner: Corner): Promise<Thing> => {
    const { make, platform, at } = nounOf(noun)
    const work = (trx: Trx) => make(trx, corner)
    return platform || at ? withPlatform(tenant.database.pool, work) : tenant.write(work)
  }
  const things = {} as Record<keyof typeof corners, Record<NounName, Thing>>
  for (const [relation, corner] of Object.entries(corners) as [keyof typeof corners, Corner][]) {
    things[relation] = {} as Record<NounName, Thing>
    for (const noun of Object.keys(nouns) as NounName[]) things[relation][noun] = await make(noun, corner)
  }
  return { tenant, things, more: (noun: NounName) => make(noun, corners.own) }
}
