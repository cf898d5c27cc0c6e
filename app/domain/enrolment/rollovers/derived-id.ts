import { type RawBuilder, sql } from 'kysely'

/**
 * The id of what a preview says of something, by the id of that: the same in each preview, so that an address stays good. A
 * UUID of version 8, which is for ids that are made in one's own way (RFC 9562).
 */
export const derivedId = (rollover_id: string, of: RawBuilder<unknown>) =>
  sql<string>`overlay(overlay(md5(${rollover_id} || ${of}) placing '8' from 13) placing '8' from 17)::uuid`
