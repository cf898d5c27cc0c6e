import { sql } from 'kysely'

/**
 * A parent without what an e-invoice says of its buyer: a phone, an address, and an identity number or a tax number. In a query
 * of `parent`.
 */
export const lacksBuyerDetails = sql<boolean>`(
  parent.phone = '' or coalesce(parent.address_line1, '') = '' or coalesce(parent.city, '') = ''
  or coalesce(parent.state, '') = ''
  or (parent.identity_no_sealed is null and coalesce(parent.tin, '') = ''))`
