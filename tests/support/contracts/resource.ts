import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { choicesOf, readRelations } from '#app/domain/catalogue/crud/crud.ts'
import { type Offered, tableOf } from '#app/domain/core/lists/references.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { paths } from '#app/paths.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app, type Browser } from '#tests/support/product/http.ts'
import type { Sent } from './resource-example.ts'
import { resourceExamples } from './resource-examples.ts'
import { errorAt, factIn, fieldOf, some, toldOn } from './resource-page.ts'

const { t } = i18nOf('en')

/** Where the promises are tried: one organisation for all nouns, as each has tables of its own. */
export interface ResourceScene {
  tenant: Tenant
  owner: Browser
}

export async function resourceScene(): Promise<ResourceScene> {
  const tenant = await freshTenant()
  const web = await app()
  return { tenant, owner: await web.signedInAs(tenant, 'superadmin') }
}

/** What every noun that an organisation keeps by form promises, tried on its pages. */
export function resourceNoun(noun: ResourceNoun, scene: () => ResourceScene) {
  const example = resourceExamples[noun]
  const { form, uses } = example.verbs
  const to = paths[noun]
  const known = Object.keys(form.shape).filter((name) => name !== 'version' && name !== 'form_key')
  const fields = known.filter((name) => !example.apart?.includes(name))
  const optional = fields.filter((name) => form.shape[name]!.safeParse(undefined).success)
  /** The fields that are changed one by one, those that go together at once. */
  const together = example.together ?? []
  const steps = [...fields.filter((name) => !together.includes(name)).map((name) => [name]), together].filter(
    ({ length }) => length > 0,
  )
  let tenant: Tenant
  let owner: Browser
  let first: Sent
  let other: Sent
  /** What the form demands besides a code and a name. */
  let demanded: Sent

  beforeAll(async () => {
    ;({ tenant, owner } = scene())
    const [one, two] = await tenant.write((trx) => example.all(trx))
    first = { ...example.least(), name: 'Nama Awal', ...one }
    other = { ...example.least(), name: 'Nama Akhir', ...two }
    demanded = some(one, (field) => !optional.includes(field))
  })

  const least = (): Sent => ({ ...example.least(), ...demanded })
  const idIn = (response: Response) => response.headers.get('location')?.split('/').at(-1) ?? ''
  const create = async (sent: Sent = least()) => idIn(await owner.post(to.new(), sent))
  const remove = (id: string, version = 1) => owner.post(to.remove(id), { version: String(version) })
  const setStatus = (id: string, version: number, status: string) =>
    owner.post(to.status(id), { status, version: String(version) })
  const edit = (id: string, version: number, sent: Sent) =>
    owner.post(to.edit(id), { ...sent, version: String(version) })
  /** The row with dates and numbers as JSON has them, and what is kept beside it, as the log keeps it. */
  const rowOf = (id: string) =>
    tenant.read(async (db) => {
      const { rows } = await sql<{
        row: Record<string, unknown>
      }>`select to_jsonb(noun) as row from ${sql.table(noun)} noun where id = ${id}`.execute(db)
      return { ...rows[0]!.row, ...(await readRelations(db, noun, id)) } as Record<string, unknown>
    })
  const isNothing = (value: unknown) => !value || (Array.isArray(value) && value.length === 0)
  /** What its page tells, but for when it was changed. */
  const factsOf = async (id: string) =>
    toldOn(await (await owner.get(to.view(id))).text(), t(`${noun}.updated_at`))
  const putAway = (of: Offered, id: string, status = 'inactive') =>
    tenant.write((trx) =>
      trx
        .updateTable(tableOf(of) as 'branch')
        .set({ status })
        .where('id', '=', id)
        .execute(),
    )
  const only = (row: Record<string, unknown>, names = known) =>
    Object.fromEntries(names.map((name) => [name, row[name]]))
  const log = (id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'object_type', 'actor_id', 'before', 'after'])
        .where('object_id', '=', id)
        .orderBy('position')
        .execute(),
    )
  const rowsWith = (code: string) =>
    tenant.read((db) =>
      db
        .selectFrom(noun as 'category')
        .select('id')
        .where('code', '=', code)
        .execute(),
    )

  describe(noun, () => {
    test('is kept as its form said, with all of it in the log, and shown', async () => {
      expect(Object.keys(first).map(fieldOf), 'the example names every field').toEqual(
        expect.arrayContaining(fields),
      )
      const id = await create(first)
      const row = await rowOf(id)
      for (const name of fields) expect(isNothing(row[name]), name).toBe(false)
      const actor_id = (await tenant.actor('superadmin')).id
      expect(await log(id)).toEqual([
        { action: `${noun}.created`, object_type: noun, actor_id, before: null, after: only(row) },
      ])
      expect(row).toMatchObject({ status: 'active', version: 1, created_by: actor_id, updated_by: actor_id })
      const page = await (await owner.get(to.view(id))).text()
      expect(page).toContain('Nama Awal')
      expect(page).toContain(t(`flash.${noun}_created`, { name: 'Nama Awal' }))
      await remove(id)
    })

    test('has each field on its form, which sent twice is one', async () => {
      const onPage = fieldsOf(await (await owner.get(to.new())).text())
      // A text in the organisation's own language is its name itself.
      const offered = known.filter((name) => !name.endsWith('_en'))
      expect(Object.keys(onPage).map(fieldOf)).toEqual(expect.arrayContaining([...offered, 'form_key']))
      const sent: Sent = { ...least(), form_key: onPage.form_key! }
      const [one, two] = await Promise.all([owner.post(to.new(), sent), owner.post(to.new(), sent)])
      expect(idIn(one!)).toBe(idIn(two!))
      expect(await rowsWith(sent.code!)).toEqual([{ id: idIn(one!) }])
    })

    test('tells each field on its page and on the page of a change', async () => {
      const id = await create(first)
      let version = 1
      let given = first
      let said = await factsOf(id)
      for (const names of steps) {
        const name = names.join(' and ')
        const isIts = (field: string) => names.includes(field)
        given = { ...some(given, (field) => !isIts(field)), ...some(other, isIts) }
        expect(await edit(id, version++, given), name).toRedirectTo(to.view(id))
        const told = await factsOf(id)
        expect(told, name).not.toEqual(said)
        if (names.length > 1)
          for (const one of names) {
            const label = t(`${noun}.${one}`)
            expect(factIn(told, label), one).not.toEqual(factIn(said, label))
          }
        said = told
        const onPage = fieldsOf(await (await owner.get(to.edit(id))).text())
        expect(onPage, name).toMatchObject({ code: given.code, version: String(version) })
      }
      await remove(id, version)
    })

    test('is changed in every field, and the log says what each was and became', async () => {
      const id = await create(first)
      const before = await rowOf(id)
      expect(await edit(id, 1, other)).toRedirectTo(to.view(id))
      const after = await rowOf(id)
      for (const name of fields) expect(after[name], name).not.toEqual(before[name])
      expect((await log(id))[1]).toMatchObject({
        action: `${noun}.edited`,
        before: only(before, fields),
        after: only(after, fields),
      })
      expect(after.version).toBe(2)
      await remove(id, 2)
    })

    test('forgets what is emptied', async () => {
      const id = await create(first)
      const emptied = some(first, (field) => !optional.includes(field))
      expect(await edit(id, 1, emptied)).toRedirectTo(to.view(id))
      const row = await rowOf(id)
      for (const name of optional) expect(isNothing(row[name]), name).toBe(true)
      await remove(id, 2)
    })

    test('that somebody changed meanwhile is not overwritten, switched or removed', async () => {
      const id = await create()
      const edits = await Promise.all(['Satu', 'Dua'].map((name) => edit(id, 1, { ...least(), name })))
      expect(edits.map(({ status }) => status).sort()).toEqual([302, 409])
      const { name, ...row } = await rowOf(id)
      const late = edits.find(({ status }) => status === 409)!
      const page = await late.text()
      expect(page).toContain(t('common.conflict.title'))
      for (const typed of ['Satu', 'Dua']) expect(page).toContain(typed)
      for (const response of [await setStatus(id, 1, 'inactive'), await remove(id)])
        expect(response).toRedirectTo(to.view(id))
      expect(await (await owner.get(to.view(id))).text()).toContain(String(name))
      expect(await rowOf(id)).toEqual({ name, ...row })
      expect(await log(id)).toHaveLength(2)
    })

    test('has a code that no other has, whatever the case, until it is removed', async () => {
      const sent = { ...least(), code: 'SAMA' }
      const id = await create(sent)
      const second = await owner.post(to.new(), { ...sent, code: 'sama' })
      expect(second.status).toBe(409)
      expect(await second.text()).toContain(t(`refusal.duplicate.${noun}_code`))
      const another = await create()
      expect((await edit(another, 1, sent)).status).toBe(409)
      await remove(id)
      expect(await edit(another, 1, sent)).toRedirectTo(to.view(another))
    })

    test('is switched off and on, and not into what it is', async () => {
      const id = await create()
      await setStatus(id, 1, 'inactive')
      await setStatus(id, 2, 'inactive')
      expect(await (await owner.get(to.view(id))).text()).toContain(t('refusal.action_not_allowed'))
      await setStatus(id, 2, 'active')
      const { name, ...row } = await rowOf(id)
      expect(row).toMatchObject({ status: 'active', version: 3 })
      expect((await log(id)).slice(1)).toMatchObject([
        {
          action: `${noun}.deactivated`,
          before: { name, status: 'active' },
          after: { name, status: 'inactive' },
        },
        {
          action: `${noun}.activated`,
          before: { name, status: 'inactive' },
          after: { name, status: 'active' },
        },
      ])
    })

    const { use } = example
    if (use)
      test('in use is not removed', async () => {
        const id = await create()
        await tenant.write((trx) => use(trx, id))
        expect(await remove(id)).toRedirectTo(to.view(id))
        const page = await (await owner.get(to.view(id))).text()
        expect(page).toContain(t(`refusal.${noun}.in_use`, { count: 1 }))
        expect(await rowOf(id)).toMatchObject({ deleted_at: null, version: 1 })
      })

    test('counts every table that refers to it among its uses', async () => {
      const { rows } = await tenant.read((db) =>
        sql<{ reference: string }>`
          select c.conrelid::regclass::text || '.' || a.attname as reference
          from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
          where c.contype = 'f' and c.confrelid = ${noun}::regclass`.execute(db),
      )
      const known = [
        // What is used without a reference has a test of its own.
        ...Object.entries(uses).flatMap(([table, use]) =>
          typeof use === 'string' ? [`${table}.${use}`] : [],
        ),
        ...Object.keys(example.hinderless ?? {}),
      ]
      expect(rows.map(({ reference }) => reference.replace(/^.*\.(?=\w+\.\w+$)/, '')).sort()).toEqual(
        known.sort(),
      )
    })

    test.each(Object.entries(choicesOf(noun)))(
      'takes as %s what is offered, and keeps what is put away later',
      async (choice, of) => {
        const field = choice.replace('[]', '[0]')
        const id = await create(first)
        const another = await create({ ...other, code: least().code! })
        await putAway(of, first[field]!)
        expect(await edit(id, 1, { ...first, name: 'Nama Lain' })).toRedirectTo(to.view(id))
        const odd: Sent = { ...first, code: least().code! }
        for (const answer of [await owner.post(to.new(), odd), await edit(another, 1, odd)]) {
          expect(answer.status).toBe(404)
          const page = await answer.text()
          expect(errorAt(page, field)).toContain(t(`refusal.not_found.${of}`))
          expect(fieldsOf(page)).toMatchObject({ code: odd.code, name: odd.name })
        }
        expect(await rowsWith(odd.code!)).toEqual([])
        await putAway(of, first[field]!, 'active')
        await remove(id, 2)
      },
    )

    test('that was removed is found no more, and the log says what it was', async () => {
      const id = await create(first)
      const row = await rowOf(id)
      expect(await remove(id)).toRedirectTo(to.list())
      const answers = [
        await owner.get(to.view(id)),
        await owner.get(to.edit(id)),
        await edit(id, 2, other),
        await setStatus(id, 2, 'inactive'),
        await remove(id, 2),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      const [, removed, ...more] = await log(id)
      expect(removed).toMatchObject({ action: `${noun}.removed`, before: only(row), after: null })
      expect(more).toEqual([])
    })
  })
}
