import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { environment } from '#app/environment.ts'
import type { MyInvoisSandboxOptions } from '#app/integrations/myinvois/sandbox/options.ts'
import { createMyInvoisSandbox } from '#app/integrations/myinvois/sandbox/sandbox.ts'
import { listenerOf } from '#app/integrations/myinvois/sandbox/serve.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type Given, insert, next, parent, student, user } from '#tests/support/database/factories.ts'
import { creditNote, invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { sealFor } from '../settings/secrets.ts'
import { followSubmission } from './follow.ts'
import type { PortalTools } from './portal-tools.ts'
import { dueSubmissions, submitOnce, workOnce } from './work-once.fixture.ts'

/** A clock that stands still unless it is moved; begins now, since the database fills in times of its own. */
export interface Clock {
  ms: number
  now(): Date
  advance(ms: number): void
}

export function stillClock(): Clock {
  const clock = {
    ms: Math.floor(Date.now() / 1_000) * 1_000,
    now: () => new Date(clock.ms),
    advance: (ms: number) => {
      clock.ms += ms
    },
  }
  return clock
}

/** The clock of the machine, which other processes have, too, and by how much it was advanced. */
export function runningClock(): Clock & { offset: number } {
  const clock = {
    offset: 0,
    get ms() {
      return Date.now() + clock.offset
    },
    set ms(at: number) {
      clock.offset = at - Date.now()
    },
    now: () => new Date(clock.ms),
    advance: (ms: number) => {
      clock.offset += ms
    },
  }
  return clock
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever it has asked for
type Control = (action: string, fields?: object) => Promise<any>

export interface TestPortal {
  url: string
  clock: Clock
  control: Control
  /** Milliseconds by which the portal's clock is behind ours. */
  behindMs: number
  /** Called with each request; may answer in the portal's place. */
  before: ((request: Request) => Promise<Response | undefined>) | undefined
  /** Called with each answer; may give another one. */
  after: ((request: Request, response: Response) => Promise<Response>) | undefined
  close(): Promise<void>
}

const path = '/sandbox/myinvois'

/** The portal's stand-in on a free port, whose clock is that of the test, also in the header `date`. */
export async function openTestPortal(
  options: Partial<MyInvoisSandboxOptions> = {},
  clock: Clock = stillClock(),
): Promise<TestPortal> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-'))
  let handle = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const server = createServer(listenerOf((request) => handle(request)))
  // A machine that is busy for seconds is no outage: no connection is closed under a request.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const portal: TestPortal = {
    ...{ url, clock, behindMs: 0, before: undefined, after: undefined },
    async control(action, fields) {
      const asked = fields ? { method: 'POST', body: JSON.stringify(fields) } : {}
      const response = await fetch(`${url}/__control/${action}`, asked)
      const answer = await response.json()
      if (!response.ok) throw new Error(`${action}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    },
    async close() {
      await sandbox.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
  const sandbox = await createMyInvoisSandbox({
    ...{ mode: 'test', directory, basePath: path, publicUrl: url, control: true },
    clock: () => clock.ms - portal.behindMs,
    ...options,
    switches: { openRegister: true, ...options.switches },
  })
  handle = async (request) => {
    const given = await portal.before?.(request.clone())
    const first = given ?? (await sandbox.handle(request))
    const response = (await portal.after?.(request, first)) ?? first
    if (response.type !== 'error')
      response.headers.set('date', new Date(clock.ms - portal.behindMs).toUTCString())
    return response
  }
  return portal
}

/** The TIN of an invented company, which ends in 0. */
const newTin = () => `C${String(2_000_000_000 + next() * 10)}`

/** Of nobody. */
const newIdentity = () => `85010114${String(1_000 + next()).slice(-4)}`

export interface SchoolGiven {
  /** Of an organisation that exists; else a new one. */
  tenant?: Tenant
  setting?: Given<'einvoice_setting'>
  /** Whom an intermediary's client id belongs to; else the school has one of its own. */
  through?: { clientId: string; secret: string }
  secondSecret?: string
}

const isUnderWay = (status: string) => ['queued', 'sending', 'submitted', 'processing'].includes(status)

export type School = Awaited<ReturnType<typeof openSchool>>

/** An organisation that reports to a test portal, with the worker's steps by hand. */
export async function openSchool(portal: TestPortal, given: SchoolGiven = {}) {
  const { clock } = portal
  const tenant = given.tenant ?? (await freshTenant())
  const keys = { ring: keyringOf(environment.appKey), place: tenant.place.schema }
  const tin = given.setting?.tin ?? newTin()
  const brn = `202001${tin.slice(-6)}`
  const clientId = given.through?.clientId ?? `client-${tin}`
  const secret = given.through?.secret ?? 'first-secret'
  await portal.control('taxpayers', { tin, name: 'Tadika Contoh', idType: 'BRN', idValue: brn })
  if (!given.through) await portal.control('clients', { tin, clientId, secrets: [secret] })
  const tools: PortalTools = {
    ...{ keys, write: tenant.write, now: clock.now, elapsedMs: () => clock.ms, timeoutMs: 300_000 },
    config: (which) => ({ environment: which, apiUrl: portal.url, portalUrl: portal.url }),
    sleep: async (ms) => clock.advance(ms),
  }
  const setting_id = newId()
  await tenant.write(async (trx) => {
    await insert(trx, 'einvoice_setting', {
      ...{ id: setting_id, name: 'Tadika Contoh Sdn Bhd', tin, id_type: 'BRN', msic: '85102' },
      ...{ activity: 'Pre-primary education', address_line1: '1, Jalan Contoh', city: 'Petaling Jaya' },
      ...{ postcode: '46000', state_code: '10', phone: '+60312345678', status: 'validated' },
      ...{ client_id: clientId, secret_sealed: sealFor(keys, setting_id, 'secret_sealed', secret) },
      ...(given.secondSecret && {
        second_secret_sealed: sealFor(keys, setting_id, 'second_secret_sealed', given.secondSecret),
      }),
      ...(given.through && { mode: 'intermediary' }),
      id_value_sealed: sealFor(keys, setting_id, 'id_value_sealed', brn),
      ...given.setting,
    })
  })

  /** A family whose parent the portal knows. */
  const family = (name = 'Puan Aminah', changed: Given<'parent'> = {}) =>
    tenant.write(async (trx) => {
      const id = newId()
      const payer = await parent(trx, {
        ...{ id, name, tin: `IG${String(10_000_000_000 + next())}`, identity_type: 'nric' },
        ...sealedIdentity(keys.ring, { place: keys.place, table: 'parent', row: id }, newIdentity()),
        ...{ address_line1: '2, Jalan Contoh', city: 'Petaling Jaya', postcode: '46000' },
        ...{ state: 'Selangor', country: 'MY', phone: '+60123456789' },
        ...changed,
      })
      const child = await student(trx, {}, { payer })
      return { payer, child }
    })
  let usual: Awaited<ReturnType<typeof family>> | undefined

  /** So many queued documents of new invoices, in the order of their numbers. */
  async function queue(count: number, options: { family?: typeof usual; description?: string } = {}) {
    usual ??= await family()
    const { payer, child } = options.family ?? usual
    return tenant.write(async (trx) => {
      const rows: { id: string; number: string; invoice_id: string }[] = []
      for (let n = 0; n < count; n++) {
        const given_ = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
        const description = options.description ?? 'Yuran bulanan'
        const issued = await invoice(trx, { ...given_, status: 'paid' }, [
          { price_sen: 23_105 + n, description },
        ])
        const row = await insert(trx, 'einvoice_document', {
          ...{ id: newId(), source: 'invoice', invoice_id: issued.id, branch_id: child.branch_id },
          ...{ parent_id: payer.id, type: '01', number: issued.number!, buyer_name: payer.name },
          ...{ total_sen: issued.total_sen, environment: 'sandbox' },
          // in order, which rows of one transaction have not by themselves
          created_at: new Date(clock.ms + n),
        })
        rows.push({ id: row.id, number: row.number, invoice_id: issued.id })
      }
      return rows
    })
  }

  const submit = (changed: Partial<PortalTools> = {}) => submitOnce({ ...tools, ...changed })

  /** Whatever is due now. */
  const work = (changed: Partial<PortalTools> = {}) => workOnce({ ...tools, ...changed }, clock.now())
  const due = () => tenant.read((db) => dueSubmissions(db, clock.now()))

  const documents = () =>
    tenant.read((db) => db.selectFrom('einvoice_document').selectAll().orderBy('created_at').execute())

  const isOpen = async () =>
    (await documents()).some(({ status }) =>
      ['queued', 'sending', 'submitted', 'processing'].includes(status),
    )

  /** Works on, letting the time pass to whatever is due next, until nothing is under way; at most so many rounds. */
  async function settle({
    rounds = 60,
    changed = {},
  }: {
    rounds?: number
    changed?: Partial<PortalTools>
  } = {}) {
    for (let round = 0; round < rounds; round++) {
      const steps = await work(changed)
      if (!(await isOpen())) return
      const waits = steps.flatMap((step) => (step.kind === 'later' ? [step.ms] : []))
      if (waits.length === 0 && (await due()).length > 0) continue
      const { next } = await tenant.read((db) =>
        db
          .selectFrom('einvoice_submission')
          .select(({ fn }) => fn.min('next_at').as('next'))
          .where('state', 'in', ['stored', 'unknown', 'accepted'])
          .executeTakeFirstOrThrow(),
      )
      const untilNext = next ? (next as Date).getTime() - clock.ms : 60_000
      const pause = Math.min(...waits, untilNext > 0 ? untilNext : 60_000)
      clock.advance(Math.max(pause, 1_000))
    }
    const open = (await documents()).filter(({ status }) => isUnderWay(status))
    const requests = await tenant.read((db) =>
      db
        .selectFrom('einvoice_submission')
        .select(['id', 'state', 'sends', 'polls', 'first_sent_at', 'next_at', 'fault'])
        .where('state', 'in', ['stored', 'unknown', 'accepted'])
        .execute(),
    )
    const told = {
      now: clock.now(),
      requests,
      documents: open.map(({ number, status, submission_id }) => ({ number, status, submission_id })),
    }
    throw new Error(`still under way after ${rounds} rounds: ${JSON.stringify(told)}`)
  }

  return {
    ...{ tenant, keys, tools, tin, clientId, secret, setting_id, clock, portal },
    ...{ family, queue, submit, due, work, documents, settle },
    document: (id: string) =>
      tenant.read((db) =>
        db.selectFrom('einvoice_document').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    submissions: () =>
      tenant.read((db) => db.selectFrom('einvoice_submission').selectAll().orderBy('created_at').execute()),
    attempts: () =>
      tenant.read((db) =>
        db
          .selectFrom('einvoice_attempt')
          .select(['document_id', 'submission_id', 'position', 'content_hash', 'outcome', 'uuid', 'faults'])
          .orderBy('submission_id')
          .orderBy('position')
          .execute(),
      ),
    events: (id: string) =>
      tenant.read(async (db) => {
        const rows = await db
          .selectFrom('einvoice_event')
          .select(['kind', 'detail'])
          .where('document_id', '=', id)
          .orderBy('at')
          .orderBy('id')
          .execute()
        return rows.map(({ kind }) => kind)
      }),
    /** The next call logs in anew. */
    freshToken: async () => {
      await portal.control('kill_tokens', { clientId })
      clock.advance(61 * 60_000)
    },
    /** Jobs of this kind that were asked for. */
    jobs: (name: string) =>
      withPlatform(tenant.database.pool, (trx) =>
        trx
          .selectFrom('platform.outbox')
          .select(['payload', 'run_at'])
          .where('entity_id', '=', tenant.entity.id)
          .where('name', '=', name)
          .execute(),
      ),
    /** Both in PEM; documents are signed from now on. */
    useCertificate: (key: string, certificate: string) =>
      tenant.write((trx) => {
        const pkcs8 = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' }).toString('base64')
        return trx
          .updateTable('einvoice_setting')
          .set({
            document_version: '1.1',
            certificate: new X509Certificate(certificate).raw.toString('base64'),
            certificate_key_sealed: sealFor(keys, setting_id, 'certificate_key_sealed', pkcs8),
          })
          .execute()
      }),
    lastEvent: (id: string) =>
      tenant.read((db) =>
        db
          .selectFrom('einvoice_event')
          .select(['kind', 'detail'])
          .where('document_id', '=', id)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      ),
    setting: () =>
      tenant.read((db) => db.selectFrom('einvoice_setting').selectAll().executeTakeFirstOrThrow()),
    follow: (id: string, changed: Partial<PortalTools> = {}) =>
      followSubmission({ ...tools, ...changed }, id),
    /** What the portal has of this school. */
    atPortal: (): Promise<PortalSide[]> => portal.control(`documents?tin=${tin}`),
    calls: async (endpoint?: string): Promise<{ id: number; path: string; status: number }[]> => {
      const calls = await portal.control('calls')
      return endpoint ? calls.filter((one: { path: string }) => one.path.includes(endpoint)) : calls
    },
    note: async (invoice_id: string, original_id: string) => {
      usual ??= await family()
      return tenant.write(async (trx) => {
        const [line] = await trx
          .selectFrom('invoice_item')
          .select('id')
          .where('invoice_id', '=', invoice_id)
          .execute()
        const note = await creditNote(trx, {
          ...{ invoice_id, kind: 'credit_note', status: 'approved', number: `CN-26-${next()}` },
          ...{ decided_at: clock.now(), decided_by: (await user(trx)).id },
          ...{ sub_total_sen: 1_000, issued_on: '2026-02-01', branch_id: usual!.child.branch_id },
        })
        await insert(trx, 'credit_note_item', {
          ...{ credit_note_id: note.id, invoice_item_id: line!.id, amount_sen: 1_000 },
        })
        return insert(trx, 'einvoice_document', {
          ...{ id: newId(), source: 'credit_note', credit_note_id: note.id, type: '02' },
          ...{ number: note.number!, total_sen: 1_000, environment: 'sandbox', original_id },
          branch_id: usual!.child.branch_id,
        })
      })
    },
  }
}

export interface PortalSide {
  uuid: string
  number: string
  status: string
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
