import type { ActionFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/access.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { versionForm } from '#app/domain/fields.ts'
import type { AtVersion } from '#app/domain/kept-rows.server.ts'
import { paths } from '#app/paths.ts'
import type { Work } from '#app/server/forms/submit.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'

/** A button on the page of an import, within the reach of a permission; a refusal is said on that page. */
export function importVerb(
  permission: Permission,
  work: (about: Work, scope: RowScope, at: AtVersion) => Promise<Response>,
) {
  return (args: ActionFunctionArgs) => {
    const id = idOf(args.params, 'not_found.import')
    return submitVerb(args, versionForm, paths.import.view(id), (about, { version }) =>
      work(about, about.context.scope(permission), { id, version }),
    )
  }
}
