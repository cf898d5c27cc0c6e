import type { ServerBuild } from '@remix-run/node'
import { sql } from 'kysely'
import type pg from 'pg'
import { roles } from '#app/domain/core/access/access.ts'
import { locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { languageCookie } from '#app/server/http/cookies.ts'
import { withTenant } from '#db/with-tenant.ts'
import { organisation, publicCodes, signInAs, signInOperator } from '../people.ts'
import type { Ask, Visitor } from './crawl.ts'
import { siteMap } from './site-map.ts'

export interface Product {
  pool: pg.Pool
  build: ServerBuild
  /** The operator's host, with its port. */
  mainHost: string
  /** Asks a host with these cookies. */
  ask(host: string, cookies: string): Ask
}

/** Everybody who may look at pages: each role of an organisation, an operator, and guests of both; in each language. */
export async function visitors(
  { pool, build, mainHost, ask }: Product,
  subdomain: string,
): Promise<Visitor[]> {
  const tenant = { host: `${subdomain}.${mainHost}`, map: siteMap(build, 'tenant') }
  const main = { host: mainHost, map: siteMap(build, 'main') }
  const more = await publicAddresses(pool, subdomain)
  const invoices = await invoiceAddresses(pool, subdomain)
  const lines = await bankLineAddresses(pool, subdomain)
  const families = await familyAddresses(pool, subdomain)
  const people: { who: string; cookie?: string | undefined; at: typeof tenant; more?: string[] }[] = [
    { who: 'guest', at: tenant, more },
    { who: 'guest', at: main },
    { who: 'operator', cookie: await signInOperator(pool), at: main },
  ]
  for (const role of roles) {
    const cookie = await signInAs(pool, subdomain, role)
    const known = role === 'parent' ? [...invoices, ...families] : [...invoices, ...lines]
    if (cookie) people.push({ who: role, cookie, at: tenant, more: known })
  }
  const inLanguage = async (locale: string) => {
    const language = (await languageCookie.serialize(locale)).split(';')[0]!
    return people.map(({ who, cookie, at, more }) => ({
      who,
      locale,
      map: at.map,
      ask: ask(at.host, cookie ? `${language}; ${cookie}` : language),
      ...(more && { more }),
    }))
  }
  return (await Promise.all(locales.map(inLanguage))).flat()
}

/** Pages that people reach from a message. */
async function publicAddresses(pool: pg.Pool, subdomain: string): Promise<string[]> {
  const { unpaid, paid, payment } = await publicCodes(pool, subdomain)
  return [paths.invoice.status(unpaid), paths.invoice.status(paid), paths.payment.status(payment)]
}

/** What a parent alone is led to, from a page of their child that others have looked at before. */
async function familyAddresses(pool: pg.Pool, subdomain: string): Promise<string[]> {
  const { place } = await organisation(pool, subdomain)
  const children = await withTenant(pool, place, (trx) =>
    trx
      .selectFrom('student_parent')
      .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
      .innerJoin('user_account', 'user_account.id', 'parent.user_id')
      .innerJoin('student', 'student.id', 'student_parent.student_id')
      // the parent who is signed in
      .where(sql<boolean>`user_account.roles = array['parent']`)
      .where('user_account.status', '=', 'active')
      .where('user_account.deleted_at', 'is', null)
      .where('student.deleted_at', 'is', null)
      .select('student_parent.student_id')
      .orderBy('user_account.id')
      .limit(1)
      .execute(),
  )
  return children.map(({ student_id }) => paths.student_change.new(student_id))
}

/**
 * An invoice in each state, and one that somebody wants cancelled: what can be done with it, and so what its page leads
 * to, depends on that.
 */
async function invoiceAddresses(pool: pg.Pool, subdomain: string): Promise<string[]> {
  const { place } = await organisation(pool, subdomain)
  const ids = await withTenant(pool, place, async (trx) => [
    ...(await trx.selectFrom('invoice').distinctOn('status').select('id').orderBy('status').execute()),
    ...(await trx
      .selectFrom('cancel_request')
      .select('invoice_id as id')
      .where('kind', '=', 'invoice')
      .where('state', '=', 'open')
      .limit(1)
      .execute()),
  ])
  return [...new Set(ids.map(({ id }) => paths.invoice.view(id!)))]
}

/** A line of a bank statement in each status: to some of them few lead, among many of a statement. */
async function bankLineAddresses(pool: pg.Pool, subdomain: string): Promise<string[]> {
  const { place } = await organisation(pool, subdomain)
  const ids = await withTenant(pool, place, (trx) =>
    trx
      .selectFrom('bank_line')
      .distinctOn('status')
      .select('id')
      .orderBy('status')
      // one that has a family which is suggested
      .orderBy(sql`parent_id is null`)
      .orderBy('id')
      .execute(),
  )
  return ids.map(({ id }) => paths.bank_line.view(id))
}
