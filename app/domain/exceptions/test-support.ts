import type { Shop } from '#app/domain/attempts/test-support.ts'

/** Those of an attempt as its organisation sees them, in the order in which they came. */
export const exceptionsOf = ({ tenant }: Shop, attempt_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('platform.payment_exception')
      .selectAll()
      .where('attempt_id', '=', attempt_id)
      .orderBy('raised_at')
      .orderBy('id')
      .execute(),
  )
