import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { agreeForm, agreeToTerms } from '#app/domain/organisation/legal/agree.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Agrees to the operator's terms in force for the organisation. */
export const handle = { access: 'legal_paper.agree' } satisfies Handle

export const loader = () => redirect(paths.dashboard())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, agreeForm, paths.dashboard(), async ({ trx, actor, context, today }, { version }) => {
    await agreeToTerms(trx, actor, { entity_id: tenantOf(context).id, version, today })
    return redirectWith(paths.dashboard(), 'legal_agreed', { version })
  })
