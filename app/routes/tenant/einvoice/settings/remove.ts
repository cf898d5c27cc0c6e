import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeSetting } from '#app/domain/einvoice/settings/change-setting.ts'
import { settingVersionForm } from '#app/domain/einvoice/settings/setting-forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Forgets company, connection, secrets and certificate. */
export const handle = { access: 'einvoice_setting.edit' } satisfies Handle

export const loader = () => redirect(paths.einvoiceSetting.index())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, settingVersionForm, paths.einvoiceSetting.index(), async ({ trx, actor }, { version }) => {
    await removeSetting(trx, actor, version)
    return redirectWith(paths.einvoiceSetting.index(), 'einvoice_setting_removed')
  })
