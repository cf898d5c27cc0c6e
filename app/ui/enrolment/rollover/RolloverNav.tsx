import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

interface RolloverNavProps {
  of: { id: string; name: string; previewed_at: Date | string | null } | undefined
  /** The current list; undefined on the rollover's own page. */
  current: 'classes' | 'seats' | 'families' | undefined
}

/** Navigation of a rollover: classes, and after a preview also seats and families. */
export function RolloverNav({ of, current }: RolloverNavProps) {
  const { t } = useTranslation()
  if (!of)
    return (
      <SubNav
        label={t('rollover.plural')}
        items={[{ label: t('rollover.plural'), href: paths.rollover.list() }]}
      />
    )
  const { id, name, previewed_at } = of
  const link = (key: NonNullable<typeof current>) => ({
    label: t(`rollover.all_${key}`),
    href: paths.rollover[key](id),
    current: current === key,
  })
  return (
    <SubNav
      label={name}
      items={[
        ...(current ? [{ label: name, href: paths.rollover.view(id) }] : []),
        link('classes'),
        ...(previewed_at ? [link('seats'), link('families')] : []),
      ]}
    />
  )
}
