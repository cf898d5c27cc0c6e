import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAsOwner } from '#db/owner.ts'
import { addressOf, inOneFormat, type Route, routesOf } from '#tests/support/access/addresses.ts'
import { expected } from '#tests/support/access/expected.ts'
import type { Thing } from '#tests/support/access/noun.ts'
import type { Person } from '#tests/support/access/people.ts'
import { makeWorld, type World } from '#tests/support/access/world.ts'
import { builtProduct } from '#tests/support/product/http.ts'

/**
 * Whatever an owner may post about a family, they may not post about their own where it changes what that owes, has paid or
 * is charged. Each form about an object is sent by somebody of the family and by a colleague, and the rows of money say
 * which of them changed anything: a new route needs no word here.
 */
const routes = inOneFormat(routesOf(await builtProduct())).filter(
  ({ row, hasAction, side, api }) => row.of && row.form && hasAction && side !== 'main' && !api,
)

const tables =
  `invoice invoice_item payment payment_allocation credit_entry credit_note credit_refund credit_move
  arrangement enrolment enrolment_fee student_discount`.split(/\s+/)

let world: World
let owner: ReturnType<typeof connectAsOwner>
const changedByColleague = new Set<string>()

beforeAll(async () => {
  world = await makeWorld()
  owner = connectAsOwner(world.home.database.ownerUrl)
  const [boss, mother] = [await world.home.actor('superadmin'), await world.home.actor('parent')]
  await world.home.write((trx) =>
    trx.updateTable('parent').set({ user_id: boss.id }).where('id', '=', mother.parent_id).execute(),
  )
  await sql`create schema watching`.execute(owner)
  await sql`create table watching.change (id bigint generated always as identity primary key, name text, come jsonb)`.execute(
    owner,
  )
  await sql`create function watching.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watching.change (name, come)
        values (tg_table_name, case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end);
      return null;
    end $$`.execute(owner)
  for (const name of tables)
    await sql`create trigger watching after insert or update or delete on ${sql.id(world.home.place.schema, name)}
      for each row execute function watching.note()`.execute(owner)
})
afterAll(() => owner.destroy())

const person = (name: string): Person => world.people.find((one) => one.name === name)!

interface Row {
  name: string
  come: Record<string, unknown>
}

/** What somebody asks a colleague for, or pays online, is no change yet; a gift is no family's. */
const isOnlyAsked = ({ name, come }: Row) =>
  ['requested', 'proposed', 'withdrawn', 'pending'].includes(String(come.status)) ||
  (name === 'payment' && come.payer_parent_id === null)

/** Some objects are made with a family of their own, of whose children the owner becomes a parent, too. */
async function adopt(thing: Thing): Promise<void> {
  const mother = await world.home.actor('parent')
  const heads = [thing.id, thing.parent_id, thing.payer_parent_id].filter((id) => typeof id === 'string')
  await world.home.write((trx) =>
    sql`insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
      select student_id, ${mother.parent_id}::uuid, 'guardian', false, false from student_parent
      where parent_id::text = any(${heads}::text[]) on conflict do nothing`.execute(trx),
  )
}

async function moneyChangedBy(who: Person, route: Route): Promise<string[]> {
  const thing = await world.another(route.row.of!)
  await adopt(thing)
  const body = route.row.form!(thing)
  const { rows: before } = await sql<{ id: string }>`
    select coalesce(max(id), 0) as id from watching.change`.execute(owner)
  await world.send(who, route.method, addressOf(route, thing), { body })
  const { rows } = await sql<Row>`
    select name, come from watching.change where id > ${before[0]!.id} order by id`.execute(owner)
  return rows.filter((row) => !isOnlyAsked(row)).map(({ name }) => name)
}

describe.each(routes.map((route) => [route.id, route] as const))('%s', (id, route) => {
  test('changes no money of the own family', async () => {
    if (expected(route, person('superadmin'), 'sends a form', 'own') !== 'proceeds') return
    expect(await moneyChangedBy(person('superadmin'), route)).toEqual([])
    if ((await moneyChangedBy(person('admin'), route)).length > 0) changedByColleague.add(id)
  })
})

test('money changes where a colleague does the same', () => {
  expect([...changedByColleague]).toEqual(
    expect.arrayContaining([
      ...['tenant/invoice/cancel', 'tenant/invoice/amend', 'tenant/invoice/edit', 'tenant/invoice/issue'],
      ...['tenant/invoice/pay', 'tenant/enrolment/end', 'tenant/enrolment/pause'],
    ]),
  )
  expect(changedByColleague.size).toBeGreaterThan(15)
})
