import { sql } from 'kysely'

/** Of a registration, inside a query: it is approved, and the job that makes the organisation has not given up. */
export const isBeingMade = sql<boolean>`(approval_asked_at is not null and approval_fault is null)`
