import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandForm, mendedColour } from '#app/domain/brand/brand.ts'
import { editEntity } from '#app/domain/entities/edit.server.ts'
import { entityProfile } from '#app/domain/entities/find-entity.server.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'

/** The colour of links, buttons and rules, on pages, papers and mails. */
export const handle = { access: 'branding.edit', title: 'setting.brand.colour' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { theme_colour, version } = await entityProfile(await context.read(), tenantOf(context).id)
  return { theme_colour, version }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = tenantOf(args.context)
  const { ring, sites } = args.context.services
  const answer = await submit(args, brandForm, async ({ trx, actor }, { theme_colour, version }) => {
    const profile = { theme_colour: theme_colour ?? null }
    await editEntity(trx, actor, { id, version, ring }, { profile })
    const mended = mendedColour(theme_colour)
    return mended
      ? redirectWith(paths.setting.brand(), 'brand_mended', { colour: theme_colour!, mended }, 'notice')
      : redirectWith(paths.setting.brand(), 'brand_saved')
  })
  sites.forget(id)
  return answer
}

export default function BrandColour() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(brandForm, useActionData<typeof action>(), row)
  return (
    <EditPage
      title={t('setting.brand.colour')}
      subtitle={t('setting.brand.colour_about')}
      back={{ label: t('setting.brand.title'), href: paths.setting.brand() }}
      cancel={paths.setting.brand()}
      form={form}
      noun="setting.brand"
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true}
        items={[{ label: t('setting.brand.theme_colour'), value: row.theme_colour }]}
        field={fields.version}
        version={row.version}
      />
      <TextField
        of={fields.theme_colour}
        label={t('setting.brand.theme_colour')}
        hint={t('setting.brand.theme_colour_hint')}
        width="short"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </EditPage>
  )
}
