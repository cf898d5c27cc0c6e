import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paths } from '#app/paths.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Work } from '#app/server/forms/submit.ts'

/** A button on the page of an import, within the reach of a permission; a refusal is said on that page. */
export const importVerb = (
  permission: Permission,
  work: (about: Work, scope: RowScope, at: AtVersion) => Promise<Response>,
) =>
  versionVerb('not_found.import', paths.import.view, (about, at) =>
    work(about, about.context.scope(permission), at),
  )
