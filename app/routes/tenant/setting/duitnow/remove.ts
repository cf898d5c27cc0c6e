import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Throws away the QR that waits, else takes down the one that families are shown. */
export const handle = { access: 'gateway.edit', confirm: 'change' } satisfies Handle

export const loader = () => redirect(paths.setting.duitnow())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, versionForm, paths.setting.duitnow(), async ({ trx, actor }, { version }) => {
    await removeDuitNow(trx, actor, version)
    return redirectWith(paths.setting.duitnow(), 'duitnow_removed')
  })
