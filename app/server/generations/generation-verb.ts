import type { ActionFunctionArgs } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import type { AtVersion } from '#app/domain/kept-rows.server.ts'
import { paths } from '#app/paths.ts'
import type { Work } from '#app/server/forms/submit.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'

/** A button on the page of a preview or a run; a refusal is said on that page. */
export function generationVerb(work: (about: Work, at: AtVersion) => Promise<Response>) {
  return (args: ActionFunctionArgs) => {
    const id = idOf(args.params, 'not_found.generation')
    return submitVerb(args, versionForm, paths.generation.view(id), (about, { version }) =>
      work(about, { id, version }),
    )
  }
}
