import { expect } from 'vitest'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { JobName } from '#app/outbox/catalogue.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'

interface OwnMatchers<R> {
  /** A redirect to this address, on the same host. */
  toRedirectTo(location: string | RegExp): R
  /** A promise, or a function that gives one, that ends in this refusal; `field` as well if it is named. */
  toRefuse(code: RefusalCode, field?: string): Promise<R>
  /** A tenant that has asked for this job and the worker has not yet taken it. */
  toHaveEnqueued(name: JobName, payload?: object): Promise<R>
}

declare module 'vitest' {
  interface Matchers<T> extends OwnMatchers<T> {}
}

expect.extend({
  toRedirectTo(response: Response, location: string | RegExp) {
    const found = response.headers.get('location')
    const fits = typeof location === 'string' ? found === location : location.test(found ?? '')
    return {
      pass: response.status >= 300 && response.status < 400 && fits,
      message: () =>
        `expected a redirect to ${location}, got ${response.status} ${found ?? 'without an address'}`,
    }
  },

  async toRefuse(work: Promise<unknown> | (() => Promise<unknown>), code: RefusalCode, field?: string) {
    const error = await Promise.resolve(typeof work === 'function' ? work() : work).then(
      () => undefined,
      (thrown: { code?: string; field?: string; message?: string }) => thrown,
    )
    return {
      pass: error?.code === code && (field === undefined || error.field === field),
      message: () =>
        `expected the refusal ${code}${field ? ` of ${field}` : ''}, got ${error ? `${error.code ?? error.message} of ${error.field}` : 'none'}`,
    }
  },

  async toHaveEnqueued(tenant: Tenant, name: JobName, payload: object = {}) {
    const rows = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select(['name', 'payload'])
        .where('entity_id', '=', tenant.place.id)
        .execute(),
    )
    const pass = rows.some(
      (row) => row.name === name && this.equals(row.payload, expect.objectContaining(payload)),
    )
    return { pass, message: () => `expected the job ${name}, found ${JSON.stringify(rows)}` }
  },
})
