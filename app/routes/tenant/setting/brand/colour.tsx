import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { brandForm, mendedColour } from '#app/domain/organisation/brand/brand.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { brandShown } from '#app/server/setting/brand-shown.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { BrandPreview } from '#app/ui/organisation/setting/BrandPreview.tsx'

/** The colour of links, buttons and rules, on pages, papers and mails. */
export const handle = { access: 'branding.edit', title: 'setting.brand.colour' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { theme_colour, version } = await entityProfile(await context.read(), tenantOf(context).id)
  return { theme_colour, version }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const form = await formOf(request)
  const submission = parseWithZod(form, { schema: brandForm, error: formErrorMap })
  if (submission.status === 'success' && submission.value.intent === 'preview') {
    const shown = await brandShown(context, { colour: submission.value.theme_colour ?? null })
    return data({ ...submission.reply(), shown })
  }
  const { id } = tenantOf(context)
  const { ring, sites } = context.services
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
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(brandForm, answer, row)
  const shown = answer && 'shown' in answer ? answer.shown : undefined
  return (
    <EditPage
      title={t('setting.brand.colour')}
      subtitle={t('setting.brand.colour_about')}
      back={{ label: t('setting.brand.title'), href: paths.setting.brand() }}
      form={form}
      noun="setting.brand"
    >
      <CurrentValues
        form={form}
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
      <div className="actions">
        <SubmitButton name="intent" value="preview" look="plain">
          {t('setting.brand.preview_button')}
        </SubmitButton>
      </div>
      {shown && (
        <Notice title={t('setting.brand.not_saved')}>
          <BrandPreview {...shown} />
        </Notice>
      )}
    </EditPage>
  )
}
