import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandPictureNames, brandPictures, mendedColour } from '#app/domain/organisation/brand/brand.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { brandPicture, paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { brandShown } from '#app/server/setting/brand-shown.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { BrandPreview } from '#app/ui/organisation/setting/BrandPreview.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** The organisation's pictures and its colour, and where families meet them. */
export const handle = { access: 'branding.view', title: 'setting.brand.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await entityProfile(await context.read(), tenantOf(context).id)
  const { theme_colour } = row
  return {
    pictures: brandPictureNames.map((name) => ({
      name,
      shown: brandPicture(name, row[brandPictures[name].column]),
    })),
    shown: await brandShown(context),
    colour: theme_colour,
    mended: mendedColour(theme_colour),
    mayEdit: context.can('branding.edit'),
  }
}

export default function BrandSetting() {
  const { pictures, shown, colour, mended, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SettingPage name="brand">
      {pictures.map(({ name, shown }) => (
        <Section
          key={name}
          title={t(`setting.brand.${name}`)}
          actions={
            mayEdit && (
              <LinkButton href={paths.setting.brandPicture(name)}>
                {t(shown ? 'setting.brand.replace' : 'setting.brand.upload')}
              </LinkButton>
            )
          }
        >
          <p className="hint">{t(`setting.brand.${name}_hint`)}</p>
          {shown && <img src={shown} alt="" height="120" />}
        </Section>
      ))}
      <Section
        title={t('setting.brand.colour')}
        actions={
          mayEdit && (
            <LinkButton href={paths.setting.brandColour()}>{t('setting.brand.colour_change')}</LinkButton>
          )
        }
      >
        <p>{colour ?? t('setting.brand.colour_ours')}</p>
        {colour && mended && <Notice>{t('setting.brand.mended', { colour, mended })}</Notice>}
      </Section>
      <Section title={t('setting.brand.preview')}>
        <p className="hint">{t('setting.brand.preview_hint')}</p>
        <BrandPreview {...shown} />
      </Section>
    </SettingPage>
  )
}
