import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { type PageHeaderProps, ViewPage } from '#app/ui/core/page/ViewPage.tsx'

interface SettingPageProps extends Pick<PageHeaderProps, 'status' | 'actions'> {
  /** Its words are `setting.<name>.title` and `.about`. */
  name: string
  /** Where it is changed; false for who may not. */
  edit?: string | false
  children: ReactNode
}

/** The page of a setting, which leads back to all of them. */
export function SettingPage({ name, edit, actions, ...page }: SettingPageProps) {
  const { t } = useTranslation()
  return (
    <ViewPage
      {...page}
      title={t(`setting.${name}.title`)}
      subtitle={t(`setting.${name}.about`)}
      back={{ label: t('setting.title'), href: paths.setting.index() }}
      actions={
        edit ? (
          <LinkButton href={edit} look="primary">
            {t('common.action.edit')}
          </LinkButton>
        ) : (
          actions
        )
      }
    />
  )
}

interface SettingEditPageProps {
  name: string
  /** The page of the setting; none where this is its only one. */
  page?: string
  form: FormOf
  children: ReactNode
}

/** The form of a setting, whose fields have their words under `setting.<name>`. */
export function SettingEditPage({ name, page, form, children }: SettingEditPageProps) {
  const { t } = useTranslation()
  const back = page
    ? { label: t(`setting.${name}.title`), href: page }
    : { label: t('setting.title'), href: paths.setting.index() }
  return (
    <EditPage
      title={t(`setting.${name}.title`)}
      subtitle={t(`setting.${name}.about`)}
      back={back}
      form={form}
      noun={`setting.${name}`}
    >
      {children}
    </EditPage>
  )
}
