import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { newId } from '#db/id.ts'
import { requestDatabase } from '#db/request-database.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { asAdmin, endBackend } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { lastSeal, sealLog } from './seal.ts'
import { logOf } from './test-support.ts'

let tenant: Tenant
let log: ReturnType<typeof logOf>
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  log = logOf(tenant)
})

const told = async (...anchors: Parameters<typeof log.verify>) => {
  const { findings } = await log.verify(...anchors)
  return findings.map(({ kind, position, to, seal, id }) => ({
    kind,
    ...(position && { position }),
    ...(to && { to }),
    ...(seal && { seal }),
    ...(id && { id }),
  }))
}

/** The milliseconds in an id; those of one process never go back, whatever its clock does. */
const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

describe('a log that nobody touched', () => {
  test('is whole, sealed or not', async () => {
    expect(await log.verify()).toMatchObject({ seals: 0, rows: 0, unsealed: 0, found: 0, last: null })
    await log.write(3)
    expect(await log.seal()).toEqual({ seals: 1, rows: 3, waiting: false })
    await log.write(2)
    expect(await log.verify()).toMatchObject({ seals: 1, rows: 3, unsealed: 2, found: 0 })
    expect(await log.seal()).toEqual({ seals: 1, rows: 2, waiting: false })
    expect(await log.seal()).toEqual({ seals: 0, rows: 0, waiting: false })
    const last = await tenant.read(lastSeal)
    expect(await log.verify([last!])).toMatchObject({ seals: 2, rows: 5, unsealed: 0, found: 0, last })
  })

  test('has seals of a thousand rows at most, one after the other', async () => {
    await log.fill(2_500)
    expect(await log.seal()).toMatchObject({ seals: 3, rows: 2_500 })
    const seals = await log.seals()
    expect(seals.map(({ row_count }) => row_count)).toEqual([1_000, 1_000, 500])
    expect(seals[1]!.first_position).toBe(seals[0]!.last_position + 1)
    expect(await log.verify()).toMatchObject({ rows: 2_500, found: 0 })
  })

  test('may have positions that were drawn for nothing', async () => {
    await log.write(1)
    await tenant
      .write(async (trx) => {
        await logOfTrx(trx)
        throw new Error('rolled back')
      })
      .catch(() => {})
    await log.write(1)
    await log.seal()
    expect((await log.rows()).map(({ position }) => position)).toEqual([1, 3])
    expect(await log.verify()).toMatchObject({ rows: 2, found: 0 })
  })
})

async function logOfTrx(trx: Parameters<Parameters<Tenant['write']>[0]>[0]) {
  const { record } = await import('#app/domain/core/audit.ts')
  const { systemActor } = await import('#app/domain/core/actor.ts')
  await record(trx, systemActor, 'category.edited', { type: 'category', id: null })
}

describe('what the owner of the database did is found and named', () => {
  test.each([
    ['an action', "action = 'category.removed'"],
    ['a figure', `after = '{"n": 7}'`],
    ['the person', "actor_name = 'Somebody else'"],
    ['the time, by a microsecond', "at = at + interval '1 microsecond'"],
    ['nothing to something', "request_id = ''"],
  ])('%s', async (_, change) => {
    await log.write(5)
    await log.seal()
    const { position, id } = (await log.rows())[2]!
    await log.tamper(`update audit_log set ${change} where position = ${position}`)
    expect(await told()).toEqual([{ kind: 'changed', position, id }])
    expect((await log.verify()).findings[0]).toMatchObject({ action: expect.stringMatching(/^category\./) })
  })

  test('one of many rows', async () => {
    await log.fill(5_000)
    await log.seal()
    await log.tamper(`update audit_log set after = after || '{"total_sen": 1}' where position = 3210`)
    expect(await told()).toEqual([{ kind: 'changed', position: 3210, id: (await log.rows())[3209]!.id }])
  })

  test('a removed row, by its position, its id and its time', async () => {
    const began = madeAt(newId())
    await log.write(5)
    const ended = madeAt(newId())
    await log.seal()
    const { position, id } = (await log.rows())[1]!
    await log.tamper(`delete from audit_log where position = ${position}`)
    expect(await told()).toEqual([{ kind: 'removed', position, id }])
    const { at } = (await log.verify()).findings[0]!
    const times = [began, new Date(at!).getTime(), ended]
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('all rows', async () => {
    await log.write(3)
    await log.seal()
    await log.tamper('delete from audit_log')
    expect((await told()).map(({ kind }) => kind)).toEqual(['removed', 'removed', 'removed'])
  })

  test('two rows that changed places', async () => {
    await log.write(5)
    await log.seal()
    const rows = await log.rows()
    await log.tamper(`alter table audit_log alter column position drop identity;
      update audit_log set position = -1 where position = 2; update audit_log set position = 2 where position = 4;
      update audit_log set position = 4 where position = -1`)
    expect(await told()).toEqual([
      { kind: 'moved', position: 2, to: 4, id: rows[1]!.id },
      { kind: 'moved', position: 4, to: 2, id: rows[3]!.id },
    ])
  })

  test('a row that was put behind the last seal', async () => {
    await log.write(3)
    await log.seal()
    const { id } = (await log.rows())[0]!
    await log.tamper(`alter table audit_log alter column position drop identity;
      update audit_log set position = 9 where position = 1`)
    expect(await told()).toEqual([{ kind: 'moved', position: 1, to: 9, id }])
  })

  test('a row that was put between sealed ones afterwards', async () => {
    await log.write(2)
    await log.tamper("select nextval('audit_log_position_seq')")
    await log.write(2)
    await log.seal()
    const [row] =
      await log.tamper(`insert into audit_log (id, position, actor_type, actor_name, action, object_type)
      overriding system value values (gen_random_uuid(), 3, 'system', 'x', 'payment.received', 'payment') returning id`)
    expect(await told()).toEqual([{ kind: 'inserted', position: 3, id: row!.id }])
  })

  test('a changed seal, whichever part of it', async () => {
    await log.fill(3_000)
    await log.seal()
    for (const change of [
      "at = at - interval '1 day'",
      "hash = sha256('x')",
      "previous_hash = sha256('x')",
      'entries = set_byte(entries, 100, (get_byte(entries, 100) + 1) % 256)',
    ]) {
      const [before] = await log.tamper(
        'select at, hash, previous_hash, entries from audit_seal where number = 2',
      )
      expect(before).toBeDefined()
      await log.tamper('create table kept as select * from audit_seal')
      await log.tamper(`update audit_seal set ${change} where number = 2`)
      expect(await told(), change).toContainEqual({ kind: 'seal_changed', seal: 2 })
      await log.tamper('delete from audit_seal; insert into audit_seal select * from kept; drop table kept')
      expect(await told()).toEqual([])
    }
  })

  test('a seal that was made anew: the next one does not follow it', async () => {
    await log.fill(3_000)
    await log.seal()
    const last = await tenant.read(lastSeal)
    // Whoever knows how seals are made changes a row, makes its seal anew and leaves the later ones.
    const { resealed } = await import('./test-support.ts')
    await log.tamper("update audit_log set action = 'x.y' where position = 1500")
    await resealed(tenant, 2, { onlyOne: true })
    expect(await told()).toEqual([{ kind: 'seal_unlinked', seal: 3 }])
    // … or makes all of them anew: then only a copy of the last seal, kept elsewhere, tells.
    await resealed(tenant, 2)
    expect(await told()).toEqual([])
    expect(await told([last!])).toEqual([{ kind: 'anchor_differs', seal: 3 }])
  })

  test('a seal in the middle that is gone, told once and not for each of its rows', async () => {
    await log.fill(3_000)
    await log.seal()
    await log.tamper('delete from audit_seal where number = 2')
    expect(await told()).toEqual([{ kind: 'seal_removed', seal: 2 }])
  })

  test('last seals that are gone, by a copy that was kept', async () => {
    await log.fill(2_000)
    await log.seal()
    const last = await tenant.read(lastSeal)
    await log.tamper('delete from audit_seal where number = 2; delete from audit_log where position > 1500')
    expect(await told()).toEqual([])
    expect(await told([last!])).toEqual([{ kind: 'anchor_missing', seal: 2 }])
  })

  test('no more than a hundred by name, all of them by number', async () => {
    await log.fill(1_000)
    await log.seal()
    await log.tamper('update audit_log set ip = null where position % 4 = 0')
    const { findings, found } = await log.verify()
    expect([findings.length, found]).toEqual([100, 250])
  })
})

test('who changes a row before its seal is made is not found', async () => {
  await log.write(2)
  await log.tamper("update audit_log set action = 'x.y' where position = 1")
  await log.seal()
  expect(await log.verify()).toMatchObject({ rows: 2, found: 0 })
})

/** A transaction that has written its row and does not end before it is told to. */
async function slowWriter() {
  const database = requestDatabase(tenant.database.pool, tenant.place)
  let tellWritten = () => {}
  let commit = () => {}
  let rollback = (_: Error) => {}
  const wrote = new Promise<void>((resolve) => {
    tellWritten = resolve
  })
  const told = new Promise<void>((resolve, reject) => {
    commit = resolve
    rollback = reject
  })
  const ended = database.write(async (trx) => {
    await record(trx, systemActor, 'payment.received', { type: 'payment', id: null })
    tellWritten()
    await told
  })
  await wrote
  const close = async (end: () => void) => {
    end()
    await ended.catch(() => {})
    await database.close()
  }
  return { commit: () => close(commit), rollback: () => close(() => rollback(new Error('no'))) }
}

describe('a slow transaction', () => {
  test('that has drawn a position is waited for, and its row is sealed in its place', async () => {
    const slow = await slowWriter()
    await log.write(2)
    expect(await log.seal(50)).toEqual({ seals: 0, rows: 0, waiting: true })
    const sealing = log.seal(10_000)
    await slow.commit()
    expect(await sealing).toEqual({ seals: 1, rows: 3, waiting: false })
    expect(await log.verify()).toMatchObject({ rows: 3, unsealed: 0, found: 0 })
  })

  test('that is given up leaves a position that nobody has', async () => {
    const slow = await slowWriter()
    await log.write(2)
    await slow.rollback()
    expect(await log.seal()).toMatchObject({ rows: 2, waiting: false })
    expect(await log.verify()).toMatchObject({ rows: 2, found: 0 })
  })

  test('that began after the highest position was read hinders nobody', async () => {
    await log.write(2)
    let slow: Awaited<ReturnType<typeof slowWriter>> | undefined
    const withTenant: Tenant['write'] = async (work) => {
      const done = await tenant.write(work)
      slow ??= await slowWriter()
      return done
    }
    expect(await sealLog(withTenant, 'tenant', { waitMs: 0 })).toEqual({ seals: 1, rows: 2, waiting: false })
    await log.write(1)
    await slow!.commit()
    await log.seal()
    expect(await log.verify()).toMatchObject({ rows: 4, unsealed: 0, found: 0 })
  })

  test('of another organisation is not waited for', async () => {
    const here = log
    await here.write(1)
    const there = await freshTenant()
    await there.write(async (trx) => {
      await record(trx, systemActor, 'payment.received', { type: 'payment', id: null })
      expect(await here.seal(0)).toMatchObject({ rows: 1, waiting: false })
    })
  })
})

describe('many who write while it is sealed', () => {
  test('in no order at all lose no row, and no row is sealed twice', async () => {
    let writing = true
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 60; n++) {
        const ending = tenant.write(async (trx) => {
          await record(trx, systemActor, 'category.edited', { type: 'category', id: null }, { after: { n } })
          await sql`select pg_sleep(${((n * 7 + writer * 3) % 11) / 1_000})`.execute(trx)
          if (n % 9 === 4) throw new Error('rolled back')
        })
        await ending.catch(() => {})
      }
    })
    const sealers = Array.from({ length: 2 }, async () => {
      while (writing) {
        await log.seal()
        expect(await log.verify()).toMatchObject({ found: 0 })
      }
    })
    await Promise.all(writers)
    writing = false
    await Promise.all(sealers)
    await log.seal()
    const seals = await log.seals()
    const rows = await log.rows()
    expect(rows.length).toBe(4 * (60 - 7))
    expect(seals.reduce((sum, { row_count }) => sum + row_count, 0)).toBe(rows.length)
    expect(seals.length).toBeGreaterThan(3)
    expect(await log.verify()).toMatchObject({ rows: rows.length, unsealed: 0, found: 0 })
  })
})

describe('a worker that dies', () => {
  test('between two seals, is followed by one that goes on', async () => {
    await log.fill(2_500)
    let batches = 0
    const dying: Tenant['write'] = (work) => {
      if (++batches === 3) throw new Error('killed')
      return tenant.write(work)
    }
    await expect(sealLog(dying, 'tenant')).rejects.toThrow('killed')
    expect(await log.seals()).toHaveLength(1)
    expect(await log.seal()).toMatchObject({ seals: 2, rows: 1_500 })
    expect(await log.verify()).toMatchObject({ rows: 2_500, unsealed: 0, found: 0 })
  })

  test('in the middle of a seal, leaves nothing of it', async () => {
    await log.fill(1_500)
    let batches = 0
    const dying: Tenant['write'] = (work) =>
      tenant.write(async (trx) => {
        const done = await work(trx)
        if (++batches !== 3) return done
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await endBackend(tenant.database.ownerUrl, rows[0]!.pid)
        return done
      })
    await expect(sealLog(dying, 'tenant')).rejects.toThrow()
    expect(await log.seals()).toHaveLength(1)
    expect(await log.seal()).toMatchObject({ seals: 1, rows: 500 })
    expect(await log.verify()).toMatchObject({ rows: 1_500, unsealed: 0, found: 0 })
  })

  test('and one that seals at the same time are one after the other', async () => {
    await log.fill(3_000)
    const both = await Promise.all([log.seal(), log.seal()])
    expect(both[0].rows + both[1].rows).toBe(3_000)
    expect((await log.seals()).map(({ number }) => number)).toEqual([1, 2, 3])
    expect(await log.verify()).toMatchObject({ rows: 3_000, found: 0 })
  })
})

describe('how a row is written down', () => {
  const values = (after: string) =>
    `insert into audit_log (id, position, at, actor_type, actor_name, action, object_type, after) overriding system value
     values ('0198f000-0000-7000-8000-000000000000', 5, '2026-01-31 14:05:06.789012+08', 'user', 'Aïsyah "A"', 'x.y', 'x', '${after}')`

  test('depends neither on the order of keys nor on how numbers are spelled', async () => {
    await log.tamper(values('{"b": {"y": 1, "x": [100, null]}, "a": 1.50, "ab": "é\\u2028"}'))
    await log.seal()
    await log.tamper(
      `delete from audit_log; ${values('{"ab": "é\\u2028", "a": 1.5, "b": {"x": [1e2, null], "y": 1.0}}')}`,
    )
    expect(await log.verify()).toMatchObject({ rows: 1, found: 0 })
    await log.tamper(`update audit_log set after = jsonb_set(after, '{b,x,0}', '101')`)
    expect(await log.verify()).toMatchObject({ found: 1 })
  })

  test('depends on no setting of the server', async () => {
    await log.tamper(values('{"a": 1}'))
    await log.seal()
    const { role } = tenant.place
    for (const setting of [
      "timezone = 'America/St_Johns'",
      "datestyle = 'German, DMY'",
      "intervalstyle = 'sql_standard'",
      'extra_float_digits = -15',
    ]) {
      const findings = await tenant.read(async (db) => {
        await sql.raw(`set local ${setting}`).execute(db)
        const { verifyLog } = await import('./verify.ts')
        return verifyLog((work) => work(db), 'tenant')
      })
      expect(findings, `${role} ${setting}`).toMatchObject({ rows: 1, found: 0 })
    }
  })

  test.each(['tenant', 'platform'] as const)('knows every column of the %s log', async (kind) => {
    const { database, place } = tenant
    const schema = kind === 'tenant' ? place.schema : 'platform'
    const { rows } = await asAdmin(database.ownerUrl, (owner) =>
      owner.query(
        "select column_name from information_schema.columns where table_schema = $1 and table_name = 'audit_log'",
        [schema],
      ),
    )
    const sealed = ['id', 'position', 'at', 'actor_type', 'actor_id', 'actor_name', 'action', 'object_type']
    const more = ['object_id', 'before', 'after', 'ip', 'user_agent', 'request_id']
    expect(rows.map(({ column_name }) => column_name).sort()).toEqual(
      [...sealed, ...more, ...(kind === 'platform' ? ['entity_id'] : [])].sort(),
    )
  })
})
