import { environmentKeyring, type Keys } from '#app/domain/core/secrets.ts'
import type { TenantTools } from './handler.ts'

/** By which a job opens and seals what its organisation keeps. */
export const keysOf = ({ environment, entity }: TenantTools): Keys => ({
  ring: environmentKeyring(environment),
  place: entity.schema_name,
})
