import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setAnchorMail } from '#app/domain/audit/seals/anchor.ts'
import { anchorMailForm } from '#app/domain/audit/seals/verify.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/**
 * Switches the daily mail with the last seal on or off. It is a copy of the organisation's records kept elsewhere, so it
 * belongs to who may make those: the superadmin. Without it the proof that the log is whole is weaker.
 */
export const handle = { access: 'backup.run' } satisfies Handle

export const loader = () => redirect(paths.log.verify())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, anchorMailForm, paths.log.verify(), async ({ trx, actor }, { anchor_mail }) => {
    await setAnchorMail(trx, actor, anchor_mail)
    return redirectWith(paths.log.verify(), anchor_mail ? 'anchor_mail_on' : 'anchor_mail_off')
  })
